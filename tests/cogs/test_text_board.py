"""The board in letters: all that is seen, nothing that is not, in lines that a phone does not tear."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.i18n import languages
from cogs.text_board import TEXT_WIDTH, text_board
from klondike import Card, Deal, Game, Rules
from tests.cogs.test_alt_text import CARD, visible
from tests.cogs.voices import SAY, VOICES, games_in_play, longest_view
from tests.klondike.tables import game_at
from tests.strategies import games

if TYPE_CHECKING:
    from random import Random

BOARD: Final = """\
Score -$52 · Moves 0 · Pass 1 of 1
Stock 24
Waste 0: –
Home: –♠ –♥ –♦ –♣

1 7♣
2 [1] 4♥
3 [2] K♣
4 [3] Q♦
5 [4] 4♣
6 [5] 7♦
7 [6] Q♠

[2] = two cards face down; the top card is the last"""


@given(games())
def test_it_shows_the_cards_that_are_seen_and_no_other(game: Game) -> None:
    """The fan, the foundations' tops and the face-up cards of each column stand in it, in this order."""
    shown = [Card.parse(text) for text in CARD.findall(text_board(SAY, game.view))]
    assert shown == visible(game.view)


@given(games(), st.randoms(use_true_random=False))
def test_hidden_cards_change_no_letter(game: Game, random: Random) -> None:
    """Whatever lies face down or unseen in the stock, the board in letters is the same."""
    before = text_board(SAY, game.view)
    position = game._state.position
    hidden = [card for column in position.columns for card in column.down] + list(position.stock)
    random.shuffle(hidden)
    taken = iter(hidden)
    columns = tuple(
        column._replace(down=tuple(next(taken) for _ in column.down)) for column in position.columns
    )
    game._state = game._state._replace(position=position._replace(columns=columns, stock=tuple(taken)))
    assert text_board(SAY, game.view) == before


@given(games())
def test_it_counts_what_is_hidden(game: Game) -> None:
    """Stock, waste and the face-down cards of each column are told by number."""
    lines = text_board(SAY, game.view).splitlines()
    assert f"Stock {len(game.view.stock)}" in lines
    assert any(line.startswith(f"Waste {len(game.view.waste)}: ") for line in lines)
    columns = [line for line in lines if re.match(r"[1-7] ", line)]
    assert len(columns) == 7
    for line, column in zip(columns, game.view.columns, strict=True):
        assert (f" [{column.down}] " in line) == bool(column.down)


@pytest.mark.parametrize("language", languages())
def test_no_line_is_too_wide(language: str) -> None:
    """Boards in play, and longer ones than 52 cards can make, fit the width in every language."""
    for game in games_in_play(48):
        for view in (game.view, longest_view(game.view)):
            assert max(map(len, text_board(VOICES[language], view).splitlines())) <= TEXT_WIDTH


def test_a_new_board_reads_well() -> None:
    """A board that has just been dealt, as it stands."""
    assert text_board(SAY, Game(Deal(6), Rules.preset(scoring="vegas")).view) == BOARD


def test_an_empty_column_and_a_long_one() -> None:
    """An empty column is a dash; six face-down and thirteen face-up cards stand on one line."""
    run = "kh qs jh 10s 9h 8s 7h 6s 5h 4s 3h 2s ah"
    game = game_at(Rules.preset(), *[""] * 6, f"2c 3c 4c 5c 6c 7c | {run}")
    lines = text_board(SAY, game.view).splitlines()
    assert "1 –" in lines
    assert "7 [6] " + " ".join(Card.parse(word).symbol for word in run.split()) in lines
