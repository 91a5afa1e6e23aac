"""Pictures made beside the event loop."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

from cogs.wording import status_pairs
from klondike import Move, Outcome
from renderer import Labels, Scene, prepare, render_animation, render_board

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from cogs.i18n import Say
    from cogs.sessions import Turn
    from klondike import Finish, PlayerView
    from renderer import Animation

__all__ = ["Easel"]

PAINTERS: Final = 2
"""Threads that paint: the work holds the GIL most of the time, so more would only queue elsewhere."""


BREATH: Final = 0.001
"""Seconds between two boards of an animated picture in which others may work."""


class Easel:
    """Paints boards in worker threads."""

    def __init__(self, theme: str = "classic") -> None:
        self._theme = theme
        self._threads = ThreadPoolExecutor(PAINTERS, thread_name_prefix="easel")

    async def warm(self) -> None:
        """Make the sprites now, so that the first board does not wait for them."""
        await asyncio.get_running_loop().run_in_executor(self._threads, prepare, self._theme)

    async def paint(self, turn: Turn, say: Say) -> bytes:
        """Paint a game's board as PNG."""
        hint = turn.advice.hint if turn.advice else None
        return await self.show(turn.view, say, hint.action if hint else None, footer=f"#{turn.record.id}")

    async def show(
        self, view: PlayerView, say: Say, action: Move | Finish | None = None, *, footer: str = ""
    ) -> bytes:
        """Paint a board with its words, as PNG.

        :param action: what is to be done, outlined in place of what was done last; a finish has no outline.
        """
        labels = _labels(view, say, footer)
        if isinstance(action, Move):
            return await self._painted(view, labels=labels, highlight=action)
        return await self._painted(view, labels=labels, last_move=view.last)

    async def sketch(self, view: PlayerView, move: Move) -> bytes:
        """Paint a board without words, both ends of a move outlined, as PNG."""
        return await self._painted(view, highlight=move)

    def animate(
        self, views: Sequence[PlayerView], say: Say, footer: str, progress: Callable[[float], None]
    ) -> Animation:
        """Paint boards one after the other as an animated picture, in the thread that asks: seconds of work.

        :param progress: told the share that is done; what it raises ends the work.
        """

        def breathe(share: float) -> None:
            progress(share)
            time.sleep(BREATH)  # so that the event loop need not wait for the interpreter

        scenes = [Scene(view, _labels(view, say, footer), view.last) for view in views]
        return render_animation(scenes, theme=self._theme, progress=breathe)

    async def _painted(self, view: PlayerView, **marks: Any) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, lambda: render_board(view, theme=self._theme, **marks)
        )

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown(wait=True, cancel_futures=True)


def _labels(view: PlayerView, say: Say, footer: str) -> Labels:
    return Labels(status=status_pairs(say, view), footer=footer, banner=_banner(say, view.outcome))


def _banner(say: Say, outcome: Outcome | None) -> str | None:
    if outcome is None:
        return None
    return say("banner.won" if outcome is Outcome.WON else "banner.given-up")
