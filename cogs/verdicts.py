"""What is told after a game: was it winnable? To its player alone."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from cogs.control import button
from cogs.errors import explain
from cogs.faults import NotOver
from cogs.film_id import NOBODY, FilmId, Line
from cogs.layouts import notice
from cogs.verdict_words import verdict_text
from klondike import Outcome

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discord import ui

    from cogs.analysis import Analyst, Retrospect
    from cogs.answering import Answer
    from cogs.control import Control
    from cogs.i18n import Say
    from cogs.sessions import Sessions
    from cogs.workbench import Workbench
    from data import GameRecord
    from klondike import Game

__all__ = ["Verdicts", "verdict_buttons"]


KEPT: Final = 256
"""Verdicts kept to which nothing can be added: who asks again and again keeps nobody else waiting."""


class Verdicts:
    """Tells players of their games that are over."""

    def __init__(self, sessions: Sessions, analyst: Analyst, bench: Workbench) -> None:
        self._sessions = sessions
        self._analyst = analyst
        self._bench = bench
        self._kept: OrderedDict[int, Retrospect] = OrderedDict()

    async def tell(self, answer: Answer, record: GameRecord, say: Say) -> None:
        """Answer whether a game could be won and where it turned; whose it is was checked before.

        :raises NotOver: it still goes on, for its player or for others, or somebody plays the same deal.
        :raises SearchMissing: there is no solver, or not yet.
        :raises StillWorking: the player waits for something else that is worked out.
        """
        await self._require_over(record)
        game = await self._sessions.replay(record)
        self._analyst.require()
        known = self._kept.get(record.id)
        if known is not None:
            await answer.say(_told(say, record, game, known))
            return
        with self._bench.only(answer.interaction.user.id):
            await answer.say(notice(say("verdict.working")))
            try:
                found = await self._analyst.look_back(game)
                await self._require_over(record)  # somebody may have started it anew meanwhile
            except Exception as error:  # noqa: BLE001 - whatever it is, it is told in place of what was promised
                await answer.amend(notice(explain(say, error)))
                return
            self._keep(record.id, found)
        await answer.amend(_told(say, record, game, found))

    def _keep(self, game: int, found: Retrospect) -> None:
        is_whole = found.outcome is Outcome.WON or found.unwinnable == 0 or found.fatal is not None
        if is_whole:  # else a search with more time may find more
            self._kept[game] = found
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    async def _require_over(self, record: GameRecord) -> None:
        if not await self._sessions.is_over_for_all(record):
            raise NotOver


def _told(say: Say, record: GameRecord, game: Game, found: Retrospect) -> ui.LayoutView:
    return notice(verdict_text(say, game, found), *verdict_buttons(say, record.id, found))


def verdict_buttons(say: Say, game_id: int, found: Retrospect) -> Iterator[Control]:
    """Offer the lines that are known: from the deal, and from where the game could be won last."""
    if found.deal_line:
        yield button(FilmId(Line(game_id, 0), 0, NOBODY), say("button.how-to-win"), emoji="🎬")
    if found.winnable and found.outcome is not Outcome.WON:
        label = say("button.how-to-win-from", number=found.winnable)
        yield button(FilmId(Line(game_id, found.winnable), 0, NOBODY), label, emoji="🎬")
