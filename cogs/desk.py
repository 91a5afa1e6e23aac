"""The frame of every handler: each interaction once, errors in words, and a count of work under way."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord

from cogs import faults, places
from cogs.answering import Answer, TooLate
from cogs.errors import explain
from cogs.faults import Restarting, TooFast
from cogs.i18n import DEFAULT_LOCALE, speaker
from cogs.layouts import notice
from cogs.limit import Limit

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

__all__ = ["Desk"]

_log: Final = logging.getLogger(__name__)

REMEMBERED: Final = 4096
"""Interaction ids kept: a replay after a lost connection reaches back seconds, not thousands of presses."""

DRAIN_SECONDS: Final = 2.5
"""How long a stop waits for handlers: longer than any should take, shorter than a supervisor's patience."""

QUIET_SECONDS: Final = 0.05
"""How long nothing must have come in before a stop goes on."""


class Desk:
    """Where interactions are received and finished.

    :ivar limit: how much each user may ask for, by whatever way.
    """

    def __init__(self, limit: Limit | None = None) -> None:
        self.limit = limit or Limit()
        self._seen: OrderedDict[int, None] = OrderedDict()
        self._working: set[asyncio.Task[Any]] = set()
        self._closing = False

    def first_time(self, interaction_id: int) -> bool:
        """Tell whether an interaction has not come before, and remember it."""
        if interaction_id in self._seen:
            return False
        self._seen[interaction_id] = None
        while len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)
        return True

    async def admits(self, interaction: discord.Interaction[Any]) -> bool:
        """Tell whether to carry an interaction out: once, not while the bot stops, and within the limit.

        Whoever is refused for one of the latter is answered.
        """
        if not self.first_time(interaction.id):
            return False
        if self._closing:
            async with self.working():
                await self.report(Answer(interaction), Restarting())
            return False
        if not self.limit.admits(interaction.user.id):
            await self._leave_out(interaction)
            return False
        return True

    async def _leave_out(self, interaction: discord.Interaction[Any]) -> None:
        """Answer what came too fast: in words now and then, else by taking note, which changes nothing.

        Only a press can be taken note of; a command would seem to be under way. Discord counts no answer to
        an interaction against what the bot may send.
        """
        answer = Answer(interaction)
        async with self.working():
            if self.limit.tells(interaction.user.id) or not answer.on_message:
                await self.report(answer, TooFast())
                return
            try:
                await answer.acknowledge()
            except (discord.HTTPException, aiohttp.ClientError, TooLate) as error:
                _log.debug("a press too many was not answered: %s", error)

    @asynccontextmanager
    async def answering(
        self, interaction: discord.Interaction[Any], *, private: bool = True
    ) -> AsyncIterator[Answer]:
        """Run a handler's body: it answers through the `Answer`; whatever it raises is told in words."""
        answer = Answer(interaction, private=private)
        async with self.working(), answer:
            try:
                yield answer
            except Exception as error:  # noqa: BLE001 - the one place where every error becomes words
                await self.report(answer, error)

    @asynccontextmanager
    async def working(self) -> AsyncIterator[None]:
        """Count the current task as work that a stop waits for."""
        task = asyncio.current_task()
        assert task is not None  # noqa: S101 - handlers run in tasks
        self._working.add(task)
        try:
            yield
        finally:
            self._working.discard(task)

    @asynccontextmanager
    async def unanswered(self) -> AsyncIterator[None]:
        """Run a handler's body that cannot answer, such as a reaction's; what goes wrong is for the log."""
        async with self.working():
            try:
                yield
            except Exception as error:  # noqa: BLE001 - as in `answering`
                explain(speaker(DEFAULT_LOCALE), error)

    @property
    def closing(self) -> bool:
        """Whether no new work is taken."""
        return self._closing

    async def report(self, answer: Answer, error: BaseException) -> None:
        """Tell the user privately what went wrong."""
        interaction = answer.interaction
        if isinstance(error, discord.Forbidden):
            # Discord does not say which permission was missing; the interaction does.
            lacking = places.hindrances(interaction)
            error = faults.MissingRights(lacking) if lacking else error
        words = explain(speaker(interaction.locale.value), error)
        try:
            await answer.say(notice(words))
        except Exception:  # noqa: BLE001 - the user cannot be reached; the log can
            _log.warning("could not report to interaction %s: %s", interaction.id, error, exc_info=True)

    async def drain(self) -> None:
        """Take no new work and wait for what is under way, also for what came in the very last moment."""
        self._closing = True
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                while self._working:
                    await asyncio.wait(self._working)
                    await asyncio.sleep(QUIET_SECONDS)
