"""Which pictures have crossed a press."""

from __future__ import annotations

from itertools import count

from cogs.shown import KEPT, Shown
from klondike import Deal, Game, Rules
from tests.cogs.voices import turn


def test_a_picture_is_newer_than_a_press_that_came_before_it() -> None:
    """Only a press from before the picture has missed it, and only a picture of that very revision."""
    shown = Shown(clock=lambda: 10.0)
    game = Game(Deal(6), Rules.preset())
    shown.note(turn(game, revision=3))
    assert shown.is_newer_than(turn(game, revision=3), 9.0)
    assert not shown.is_newer_than(turn(game, revision=3), 11.0)
    assert not shown.is_newer_than(turn(game, revision=4), 9.0)
    assert not shown.is_newer_than(turn(game, revision=3, id=8), 9.0)


def test_a_board_that_asks_is_no_plain_board() -> None:
    """While the board shows a question, a press that did nothing brings the board itself."""
    shown = Shown(clock=lambda: 10.0)
    game = Game(Deal(6), Rules.preset())
    shown.note(turn(game))
    shown.note(turn(game), plain=False)
    assert not shown.is_newer_than(turn(game), 9.0)


def test_only_so_many_games_are_remembered() -> None:
    """The games shown last are kept, the others forgotten."""
    ticks = count(10)
    shown = Shown(clock=lambda: float(next(ticks)))
    game = Game(Deal(6), Rules.preset())
    for number in range(KEPT + 2):
        shown.note(turn(game, id=number))
    assert len(shown._pictures) == KEPT
    assert not shown.is_newer_than(turn(game, id=1), 0.0)
    assert shown.is_newer_than(turn(game, id=2), 0.0)
