"""One interaction's answer: in time, once, and never "interaction failed"."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any, Final, Self, TypeVar

import aiohttp
import discord
from discord import InteractionType

from cogs.faults import UnknownBoard
from cogs.patience import patiently
from cogs.subject import is_misplaced

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence
    from types import TracebackType

    from discord import ui

    from cogs.layouts import BoardMessage

__all__ = ["Answer", "TooLate"]

T = TypeVar("T")

_log: Final = logging.getLogger(__name__)

PATIENCE: Final = 1.5
"""Seconds after which an unanswered interaction is deferred: half of what Discord allows."""

ALREADY_ANSWERED: Final = 40060
"""A retry whose first try did reach Discord: the user has the answer."""
UNKNOWN_INTERACTION: Final = 10062
TOKEN_OVER: Final = frozenset({10015, 50027})
"""Discord's answers after a quarter of an hour: unknown webhook, invalid token."""
DEADLINE: Final = 4.0
"""Seconds after which no first answer is tried: Discord takes one for three, and a receipt needs time."""
LAST_TRY: Final = 1.0
"""Seconds that a first answer is given however late it is."""
UNKNOWN_MESSAGE: Final = 10008
BAD_REQUEST: Final = 400


class TooLate(Exception):
    """Discord no longer takes an answer to this interaction; what was done is stored all the same."""


class Answer:
    """The one answer to an interaction, and follow-ups after it; deferred by itself when it takes long.

    :param private: whether a command's answer, when it is deferred, will be for its user alone.
    :ivar came: when it came, in seconds that never go back.
    """

    def __init__(self, interaction: discord.Interaction[Any], *, private: bool = True) -> None:
        self.interaction = interaction
        self.private = private
        self.came = time.monotonic()
        self._lock = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._deferring: asyncio.Task[None] | None = None
        self._placeholder = False
        self._reached = False
        self._over = False
        self._said: int | None = None
        self.answered = False
        """Whether the user has something to see: an answer or a board."""

    async def __aenter__(self) -> Self:
        self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._begin_deferring)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._timer is not None:
            self._timer.cancel()
        if self._deferring is not None:
            await asyncio.wait({self._deferring})

    @property
    def on_message(self) -> bool:
        """Whether the interaction came from a control or modal on a message."""
        return self.interaction.message is not None

    async def say(self, layout: ui.LayoutView, *files: discord.File) -> None:
        """Answer its user alone.

        :param files: what the layout shows besides words.
        """
        await self._give(lambda: self._say(layout, files))

    async def amend(self, layout: ui.LayoutView, files: Callable[[], Sequence[discord.File]] = tuple) -> None:
        """Put other words in place of those that `say` gave, wherever they stand.

        :param files: makes what the layout shows besides words, anew for each try.
        """
        await self._give(lambda: self._amend(layout, files))

    async def tell(self, layout: ui.LayoutView) -> None:
        """Answer a command for all to see."""
        await self._give(lambda: self._tell(layout))

    async def post(self, board: BoardMessage) -> int | None:
        """Answer with a board for all to see, where the bot can only answer.

        :returns: the message's id, where Discord says it.
        """
        return await self._give(lambda: self._post(board))

    async def show(self, board: BoardMessage) -> int | None:
        """Put a board in place of the message that the control is on.

        :returns: the id of another message, where the board had to be posted anew.
        :raises UnknownBoard: the control is on no message that could have it.
        """
        self._require_its_own()
        return await self._give(lambda: self._show(board))

    async def replace(self, layout: ui.LayoutView, *files: discord.File) -> None:
        """Put words, and what the layout shows besides, in place of the message that the control is on.

        :raises UnknownBoard: the control is on no message that could have it.
        """
        self._require_its_own()
        await self._give(lambda: self._replace(layout, files))

    async def acknowledge(self) -> None:
        """Answer a press without changing anything."""
        await self._give(self._acknowledge)

    async def open(self, modal: ui.Modal) -> None:
        """Answer with a modal."""
        await self._give(lambda: self._open(modal))

    @property
    def _begun(self) -> bool:
        """Whether Discord has an answer, also one whose receipt was lost on the way back."""
        return self._reached or self.interaction.response.is_done()

    def _require_its_own(self) -> None:
        if is_misplaced(self.interaction):
            raise UnknownBoard(0)

    async def _give(self, request: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
        async with self._lock:
            if self._over:
                raise TooLate
            # If a try whose receipt was lost did reach Discord, the next one is told 40060.
            result = await self._in_time(lambda: self._settled(request()))
            self.answered = True
            return result

    async def _in_time(self, request: Callable[[], Awaitable[T]]) -> T:
        """Send a request for as long as Discord takes it."""
        if self._begun:
            return await patiently(request)
        left = DEADLINE - (time.monotonic() - self.came)
        try:
            return await patiently(request, max(left, LAST_TRY))
        except aiohttp.ServerTimeoutError as error:
            self._over = True
            raise TooLate from error

    async def _settled(self, request: Coroutine[Any, Any, T]) -> T | None:
        """Await an answer's request; one that had reached Discord before counts as done."""
        try:
            return await request
        except discord.HTTPException as error:
            if error.code == ALREADY_ANSWERED:
                self._reached = True
                return None
            if error.code == UNKNOWN_INTERACTION or (self._begun and error.code in TOKEN_OVER):
                self._over = True
                raise TooLate from error
            raise

    async def _acknowledge(self) -> None:
        if not self._begun:
            await self.interaction.response.defer()

    async def _open(self, modal: ui.Modal) -> None:
        if self._begun:
            raise TooLate  # a deferred press can no longer be answered with a modal
        await self.interaction.response.send_modal(modal)

    async def _replace(self, layout: ui.LayoutView, files: Sequence[discord.File]) -> None:
        try:
            if self._begun:
                await self.interaction.edit_original_response(view=layout, attachments=_rewound(files))
            else:
                await self.interaction.response.edit_message(view=layout, attachments=_rewound(files))
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            await self._say(layout, files)  # the message went away under the press

    async def _tell(self, layout: ui.LayoutView) -> None:
        if self._begun:
            await self.interaction.edit_original_response(view=layout)
        else:
            await self.interaction.response.send_message(view=layout)

    async def _say(self, layout: ui.LayoutView, files: Sequence[discord.File]) -> None:
        if not self._begun:
            await self.interaction.response.send_message(view=layout, files=_rewound(files), ephemeral=True)
        elif self._placeholder:
            self._placeholder = False
            await self.interaction.edit_original_response(view=layout, attachments=_rewound(files))
        else:
            message = await self.interaction.followup.send(
                view=layout, files=_rewound(files), ephemeral=True, wait=True
            )
            self._said = message.id

    async def _amend(self, layout: ui.LayoutView, files: Callable[[], Sequence[discord.File]]) -> None:
        try:
            if self._said is None:
                await self.interaction.edit_original_response(view=layout, attachments=files())
            else:
                await self.interaction.followup.edit_message(self._said, view=layout, attachments=files())
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            await self._say(layout, files())  # it was dismissed meanwhile

    async def _post(self, board: BoardMessage) -> int | None:
        response = self.interaction.response
        if self._begun:
            if self._placeholder:
                # The first follow-up would take the placeholder's place and be as private as it is.
                self._placeholder = False
                await self.interaction.delete_original_response()
            message = await self.interaction.followup.send(view=board.layout, files=board.files(), wait=True)
            return message.id
        return (await response.send_message(view=board.layout, files=board.files())).message_id

    async def _show(self, board: BoardMessage) -> int | None:
        if not self._begun:
            await self.interaction.response.edit_message(view=board.layout, attachments=board.files())
            return None
        try:
            await self.interaction.edit_original_response(view=board.layout, attachments=board.files())
        except discord.HTTPException as error:
            # Open report discord-api-docs 7529: a gallery edited after a defer may be refused.
            if error.status != BAD_REQUEST:
                raise
            shown = self.interaction.message
            private = shown is not None and shown.flags.ephemeral
            message = await self.interaction.followup.send(
                view=board.layout, files=board.files(), wait=True, ephemeral=private
            )
            return message.id
        return None

    def _begin_deferring(self) -> None:
        self._deferring = asyncio.create_task(self._defer_unanswered())

    async def _defer_unanswered(self) -> None:
        async with self._lock:
            if self._begun or self._over:
                return
            try:
                await self._in_time(lambda: self._settled(self._defer()))
            except TooLate:
                # Of a bot that has more to do than it can, where a trace for each would make it worse.
                _log.warning("too late to defer interaction %s", self.interaction.id)
            except Exception:  # noqa: BLE001 - whatever it was, the answer itself will meet it again
                _log.warning("could not defer interaction %s", self.interaction.id, exc_info=True)

    async def _defer(self) -> None:
        if self.interaction.type is InteractionType.application_command or not self.on_message:
            self._placeholder = True
            await self.interaction.response.defer(ephemeral=self.private, thinking=True)
        else:
            await self.interaction.response.defer()


def _rewound(files: Sequence[discord.File]) -> Sequence[discord.File]:
    """Give files as they were before a try has read them: discord.py rewinds them for its own tries only."""
    for file in files:
        file.reset()
    return files
