"""What is told of a game that is over: each finding in its own sentence, with its numbers."""

from __future__ import annotations

import pytest

from cogs.analysis import Retrospect
from cogs.verdict_words import verdict_text
from cogs.verdicts import verdict_buttons
from klondike import Deal, Game, Outcome, Rules
from klondike.moves import DRAW
from tests.cogs.voices import SAY

GIVEN_UP = Outcome.GIVEN_UP


def text_of(last: int, winnable: int | None, unwinnable: int | None) -> str:
    """Give the words for what was found of a game that was given up after `last` draws."""
    game = Game(Deal(6), Rules.preset())
    for _ in range(last):
        game.push(DRAW)
    return verdict_text(SAY, game, Retrospect(GIVEN_UP, last, winnable, unwinnable, deal_line=winnable == 0))


@pytest.mark.parametrize(
    ("winnable", "unwinnable", "told"),
    [
        (0, 1, "After move 1 (Draw 1 card) it could no longer be won; before it, it could."),
        (8, 9, "After move 9 (Draw 1 card) it could no longer be won; before it, it could."),
        (9, None, "It could still be won when you gave it up, after 9 moves."),
        (3, 7, "It could still be won after move 3, and no longer after move 7."),
        (0, 7, "It could be won at the start, and no longer after move 7."),
        (3, None, "It could still be won after move 3. I could not tell how it stood later"),
        (0, None, "I could not tell how it stood after your first moves"),
    ],
)
def test_a_game_that_could_be_won(winnable: int, unwinnable: int | None, told: str) -> None:
    """The verdict first, then where it turned, as far as that is known."""
    verdict, turn = text_of(9, winnable, unwinnable).split("\n")
    assert "**Yes**" in verdict
    assert "Draw 1 · Normal" in verdict
    assert told in turn


def test_the_fatal_move_is_told_by_its_cards() -> None:
    """As it was on the board before it."""
    game = Game.replay(Deal(6), Rules.preset(), "d wf d")
    text = verdict_text(SAY, game, Retrospect(GIVEN_UP, 3, 1, 2, deal_line=True))
    assert "After move 2 (A♣ → foundation) it could no longer be won" in text


def test_a_game_given_up_at_once_turned_nowhere() -> None:
    """There is no move to speak of."""
    assert "\n" not in text_of(0, 0, None)


def test_a_deal_that_cannot_be_won() -> None:
    """It is proved."""
    assert "**No**" in text_of(9, None, 0)
    assert "proved" in text_of(9, None, 0)


def test_a_deal_that_could_not_be_decided() -> None:
    """Nothing is made up; what is proved of later positions is told."""
    assert "**I do not know**" in text_of(9, None, None)
    assert "\n" not in text_of(9, None, None)
    assert "after move 5 it could no longer be won" in text_of(9, None, 5)


def test_a_won_game() -> None:
    """It needs no proof."""
    game = Game(Deal(6), Rules.preset())
    won = Retrospect(Outcome.WON, 90, 90, None, deal_line=True)
    assert "you won it yourself" in verdict_text(SAY, game, won)


@pytest.mark.parametrize(
    ("found", "labels"),
    [
        (Retrospect(GIVEN_UP, 9, 4, 5, deal_line=True), ["Show how to win", "Show how to win from move 4"]),
        (Retrospect(GIVEN_UP, 9, 4, 5, deal_line=False), ["Show how to win from move 4"]),
        (Retrospect(GIVEN_UP, 9, 0, 1, deal_line=True), ["Show how to win"]),
        (Retrospect(GIVEN_UP, 9, None, 0, deal_line=False), []),
        (Retrospect(GIVEN_UP, 9, None, None, deal_line=False), []),
        (Retrospect(Outcome.WON, 9, 9, None, deal_line=True), ["Show how to win"]),
    ],
)
def test_lines_are_offered_where_they_are_known(found: Retrospect, labels: list[str]) -> None:
    """From the deal, and from the last position that could be won."""
    assert [item.label for item in verdict_buttons(SAY, 7, found)] == labels  # type: ignore[union-attr]
