"""Where boards live: posted once, edited after each action, posted anew when they cannot be edited."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

import discord

from cogs import places
from cogs.layouts import BoardMessage, board_message

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from discord.abc import MessageableChannel

    from cogs.answering import Answer
    from cogs.easel import Easel
    from cogs.i18n import Say
    from cogs.sessions import Sessions, Turn

__all__ = ["REACTION_DRAW", "REACTION_UNDO", "Table"]

_log: Final = logging.getLogger(__name__)

REACTION_DRAW: Final = "🎴"
REACTION_UNDO: Final = "↩️"

GONE: Final = frozenset({10003, 10008, 30046, 50001, 50013, 50083})
"""Discord's answers for a board that can no longer be edited where it is: unknown channel or message,
too many edits of an old message, no access, no permission, archived thread."""


class Table:
    """Shows turns: as the edit of a board, or as a new board.

    :param client: the bot, for channels that are known by id only.
    """

    def __init__(self, client: discord.Client, sessions: Sessions, easel: Easel) -> None:
        self._client = client
        self._sessions = sessions
        self._easel = easel
        self._brushes: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._background: set[asyncio.Task[None]] = set()

    async def show(self, answer: Answer, turn: Turn, say: Say, *, asking: bool = False) -> None:
        """Answer a press on a board with the board as it is now.

        When a newer turn of the same game is already waiting to be shown, this one is only acknowledged:
        the newer picture follows at once.
        """
        try:
            async with self._brush(turn):
                current = self._current(turn)
                if current is None:
                    await answer.acknowledge()
                    return
                posted = await answer.show(await self._message(current, say, asking=asking))
                await self._settle(answer, current, posted)
        except discord.HTTPException as error:
            if error.code not in GONE:
                raise
            # The message went away under the press: the board goes on as a new one.
            await answer.acknowledge()
            await self.repaint(turn, say)

    async def lay(self, answer: Answer, turn: Turn, say: Say) -> Turn:
        """Put a new board where the interaction happened and retire the old one.

        :returns: the turn with the place of its board.
        """
        interaction = answer.interaction
        channel = places.board_channel(interaction)
        async with self._brush(turn):
            current = self._current(turn) or self._sessions.newest(turn)
            message_id = await self._post(answer, channel, await self._message(current, say))
            if message_id is None or interaction.channel_id is None:
                return current
            placed = await self._move(current, interaction.channel_id, message_id)
        if places.may_react(interaction) and channel is not None and placed.view.outcome is None:
            self._later(self._offer_reactions(interaction.channel_id, message_id))
        return placed

    async def repaint(self, turn: Turn, say: Say) -> bool:
        """Edit a game's board where it lies; one that cannot be edited any more is posted anew there.

        :returns: whether the board is up to date now.
        """
        async with self._brush(turn):
            current = self._current(turn)
            if current is None:
                return True
            channel_id, message_id = current.record.channel_id, current.record.message_id
            if channel_id is None or message_id is None:
                return False
            board = await self._message(current, say)
            try:
                await self._message_at(channel_id, message_id).edit(
                    view=board.layout,
                    attachments=[board.file()],
                    allowed_mentions=discord.AllowedMentions.none(),
                )
            except discord.HTTPException as error:
                if error.code not in GONE:
                    raise
                return await self._repost(current, say, channel_id)
        return True

    async def close(self) -> None:
        """Stop what runs in the background."""
        for task in self._background:
            task.cancel()
        await asyncio.gather(*self._background, return_exceptions=True)

    def _current(self, turn: Turn) -> Turn | None:
        """Give a turn with the newest place of its board; None where a newer turn is known."""
        newest = self._sessions.newest(turn)
        if newest.record.revision > turn.record.revision:
            return None
        return replace(turn, record=newest.record)

    async def _settle(self, answer: Answer, turn: Turn, posted: int | None) -> None:
        """Remember the message that shows the board now, if it is another one than before."""
        message, channel_id = answer.interaction.message, answer.interaction.channel_id
        if posted is not None and channel_id is not None:
            await self._move(turn, channel_id, posted)
        elif message is not None and turn.record.message_id != message.id:
            await self._sessions.place(turn, channel_id, message.id)

    async def _move(self, turn: Turn, channel_id: int, message_id: int) -> Turn:
        """Remember a new message as the board and remove the old one."""
        placed = await self._sessions.place(turn, channel_id, message_id)
        await self._retire(turn)
        return placed

    async def _repost(self, turn: Turn, say: Say, channel_id: int) -> bool:
        board = await self._message(turn, say)
        try:
            message = await self._client.get_partial_messageable(channel_id).send(
                view=board.layout, file=board.file()
            )
        except discord.HTTPException as error:
            if error.code not in GONE:
                raise
            return False
        await self._move(turn, channel_id, message.id)
        return True

    async def _message(self, turn: Turn, say: Say, *, asking: bool = False) -> BoardMessage:
        return board_message(turn, say, await self._easel.paint(turn, say), asking=asking)

    async def _post(
        self, answer: Answer, channel: MessageableChannel | None, board: BoardMessage
    ) -> int | None:
        if channel is not None:
            try:
                return (await channel.send(view=board.layout, file=board.file())).id
            except discord.Forbidden:
                # The rights that came with the interaction were out of date: the answer itself still works.
                _log.info("may not post in channel %s", answer.interaction.channel_id)
        return await answer.post(board)

    async def _retire(self, turn: Turn) -> None:
        """Remove the board that a new one has replaced; one out of reach stays and answers with a link."""
        channel_id, message_id = turn.record.channel_id, turn.record.message_id
        if channel_id is None or message_id is None:
            return
        try:
            await self._message_at(channel_id, message_id).delete()
        except discord.HTTPException as error:
            _log.debug("board %s stays: %s", message_id, error)

    async def _offer_reactions(self, channel_id: int, message_id: int) -> None:
        message = self._message_at(channel_id, message_id)
        try:
            for emoji in (REACTION_DRAW, REACTION_UNDO):
                await message.add_reaction(emoji)
        except discord.HTTPException as error:
            _log.info("no reactions on board %s: %s", message_id, error)

    def _message_at(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        return self._client.get_partial_messageable(channel_id).get_partial_message(message_id)

    def _later(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    def _brush(self, turn: Turn) -> asyncio.Lock:
        lock = self._brushes.get(turn.record.id)
        if lock is None:
            lock = self._brushes[turn.record.id] = asyncio.Lock()
        return lock
