"""Nothing slow runs on the event loop: while one board is painted, everybody else is answered."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import cogs.easel
from tests.e2e.acts import typed
from tests.e2e.reading import PATIENCE, action_of, until

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from tests.e2e.house import House


class SlowPainter:
    """Paints like the real one, but the next picture only when it is let go.

    :ivar threads: the threads that painted.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        easel: Any = cogs.easel
        self._paint: Callable[..., bytes] = easel.render_board
        self._holding = False
        self._let_go = threading.Event()
        self.waiting = threading.Event()
        self.threads: list[threading.Thread] = []
        monkeypatch.setattr(cogs.easel, "render_board", self)

    def __call__(self, *args: Any, **options: Any) -> bytes:
        """Paint a board."""
        self.threads.append(threading.current_thread())
        if self._holding:
            self._holding = False
            self.waiting.set()
            self._let_go.wait(PATIENCE)
        return self._paint(*args, **options)

    def hold(self) -> None:
        """Keep the next picture back."""
        self._holding = True

    def let_go(self) -> None:
        """Paint what was kept back."""
        self._let_go.set()


async def test_d2_a_picture_that_takes_long_stalls_nobody(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While Alice's picture is painted, her move is stored, and Bob plays and reads as ever."""
    painter = SlowPainter(monkeypatch)
    board = await house.deal()
    bobs = await house.deal(house.bob, number=7)
    painter.hold()
    press = house.alice.click(board, "Draw")
    await until(painter.waiting.is_set)
    assert (await house.turn(board)).record.log == "d"
    await house.bob.click(bobs, "Draw")
    await until(lambda: action_of(bobs) == 1)
    assert "Drew" in await typed(house.bob, "d")
    assert "first steps" in (await house.bob.slash("/klondike help")).text
    assert action_of(board) == 0
    painter.let_go()
    await press
    await until(lambda: action_of(board) == 1)


async def test_d2_pictures_are_never_painted_on_the_loop(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever asks for a picture (a command, a button, a form, a reaction), a worker thread paints it."""
    painter = SlowPainter(monkeypatch)
    board = await house.deal()
    await house.alice.click(board, "Draw")
    await typed(house.alice, "d")
    form = (await house.alice.click(board, "Type a move")).modal
    await house.alice.submit(form, {"Moves": "d"})
    await house.alice.react(board, "🎴")
    await until(lambda: action_of(board) == 4)
    await house.alice.slash("/klondike show")
    assert len(painter.threads) >= 6
    assert threading.main_thread() not in painter.threads


async def test_d1_what_was_answered_late_was_stored_before(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A press whose picture takes longer than Discord waits is deferred, and shown when it is there."""
    painter = SlowPainter(monkeypatch)
    board = await house.deal()
    painter.hold()
    press = house.alice.click(board, "Draw")
    first = await press.acknowledged()
    assert first.kind is not None
    assert ((await house.turn(board)).record.ply, action_of(board)) == (1, 0)
    painter.let_go()
    await until(lambda: action_of(board) == 1)
