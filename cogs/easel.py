"""Pictures made beside the event loop."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from cogs.looks import DEFAULT_LOOK, Look
from cogs.wording import status_pairs
from data import Kind
from klondike import Move, Outcome
from renderer import (
    BACKS,
    THEMES,
    Labels,
    Scene,
    backs_sheet,
    contact_sheet,
    prepare,
    render_animation,
    render_board,
    render_ranking,
    render_result,
    render_statistics,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cogs.i18n import Say
    from cogs.sessions import Turn
    from klondike import Finish, PlayerView
    from renderer import Animation, RankingCard, ResultCard, StatisticsCard

__all__ = ["Easel"]

PAINTERS: Final = 2
"""Threads that paint: the work holds the GIL most of the time, so more would only queue elsewhere."""


BREATH: Final = 0.001
"""Seconds between two boards of an animated picture in which others may work."""


class Easel:
    """Paints boards in worker threads."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(PAINTERS, thread_name_prefix="easel")
        # One look at a time, and beside the painters: boards in other looks do not wait behind it.
        self._maker = ThreadPoolExecutor(1, thread_name_prefix="easel-maker")
        self._made: set[Look] = set()

    async def warm(self) -> None:
        """Make the sprites of the default look now, so that the first board does not wait for them."""
        await self._make(DEFAULT_LOOK)

    async def paint(self, turn: Turn, say: Say, look: Look = DEFAULT_LOOK) -> bytes:
        """Paint a game's board as PNG, with what the game counts as."""
        hint, view = turn.advice.hint if turn.advice else None, turn.view
        counts = (
            ("mark.practice", turn.record.practice),
            ("mark.assisted", view.assisted and turn.record.kind is not Kind.RACE),
        )
        marks = tuple(say(key) for key, is_so in counts if is_so)
        labels = replace(_labels(view, say, f"#{turn.record.id}"), marks=marks)
        return await self._shown(view, labels, look, hint.action if hint else None)

    async def show(
        self,
        view: PlayerView,
        say: Say,
        look: Look = DEFAULT_LOOK,
        action: Move | Finish | None = None,
        *,
        footer: str = "",
    ) -> bytes:
        """Paint a board with its words, as PNG.

        :param action: what is to be done, outlined in place of what was done last; a finish has no outline.
        """
        return await self._shown(view, _labels(view, say, footer), look, action)

    def animate(
        self,
        views: Sequence[PlayerView],
        say: Say,
        look: Look,
        footer: str,
        progress: Callable[[float], None],
    ) -> Animation:
        """Paint boards one after the other as an animated picture, in the thread that asks: seconds of work.

        :param progress: told the share that is done; what it raises ends the work.
        """

        def breathe(share: float) -> None:
            progress(share)
            time.sleep(BREATH)  # so that the event loop need not wait for the interpreter

        scenes = [Scene(view, _labels(view, say, footer), view.last) for view in views]
        return render_animation(scenes, theme=look.theme, back=look.back, progress=breathe)

    async def samples(self, view: PlayerView, say: Say) -> bytes:
        """Paint a board small in every theme, and all backs, each with its name below, as one PNG."""
        shown = {"labels": _labels(view, say), "last_move": view.last}
        boards = {say(f"look.{theme}"): await self._painted(view, Look(theme), **shown) for theme in THEMES}
        backs = {back: say(f"back.{back}") for back in BACKS}
        title = say("looks.backs")
        return await self._beside(
            lambda: contact_sheet(boards | {title: backs_sheet(backs, THEMES[DEFAULT_LOOK.theme])})
        )

    async def result(self, card: Callable[[], ResultCard], look: Look = DEFAULT_LOOK) -> bytes:
        """Paint a result card as PNG.

        :param card: makes what it says, beside the event loop too.
        """
        return await self._beside(lambda: render_result(card(), theme=look.theme))

    async def statistics(self, card: Callable[[], StatisticsCard], look: Look = DEFAULT_LOOK) -> bytes:
        """Paint a statistics card as PNG; `card` makes what it says."""
        return await self._beside(lambda: render_statistics(card(), theme=look.theme))

    async def ranking(self, card: RankingCard, look: Look = DEFAULT_LOOK) -> bytes:
        """Paint a page of a leaderboard as PNG."""
        return await self._beside(lambda: render_ranking(card, theme=look.theme))

    async def _shown(
        self, view: PlayerView, labels: Labels, look: Look, action: Move | Finish | None
    ) -> bytes:
        if isinstance(action, Move):
            return await self._painted(view, look, labels=labels, highlight=action)
        return await self._painted(view, look, labels=labels, last_move=view.last)

    async def _painted(self, view: PlayerView, look: Look, **marks: Any) -> bytes:
        await self._make(look)
        return await self._beside(lambda: render_board(view, theme=look.theme, back=look.back, **marks))

    async def _beside(self, work: Callable[[], bytes]) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def _make(self, look: Look) -> None:
        """Make a look's sprites, once: some tenths of a second of work and two megabytes."""
        if look in self._made:
            return
        await asyncio.get_running_loop().run_in_executor(self._maker, prepare, look.theme, look.back)
        self._made.add(look)

    def close(self) -> None:
        """Let the threads go."""
        for threads in (self._maker, self._threads):
            threads.shutdown(wait=True, cancel_futures=True)


def _labels(view: PlayerView, say: Say, footer: str = "") -> Labels:
    return Labels(status_pairs(say, view), footer=footer, banner=_banner(say, view.outcome))


def _banner(say: Say, outcome: Outcome | None) -> str | None:
    if outcome is None:
        return None
    return say("banner.won" if outcome is Outcome.WON else "banner.given-up")
