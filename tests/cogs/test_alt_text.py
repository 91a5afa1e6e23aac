"""The board in words: all that is seen, nothing that is not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.alt_text import ALT_LIMIT, describe
from cogs.i18n import languages
from klondike import CARDS, Card, Deal, Game, Rules, Suit
from tests.cogs.voices import SAY, VOICES, games_in_play, longest_view
from tests.klondike.tables import game_at
from tests.strategies import PRESETS, games

if TYPE_CHECKING:
    from random import Random

    from klondike import PlayerView

CARD = re.compile(r"(?:10|[2-9AJQK])[♠♥♦♣]")


def visible(view: PlayerView) -> list[Card]:
    """Give the cards that lie face up, in the order of the description."""
    homes = [
        CARDS[suit * 13 + height - 1] for suit, height in zip(Suit, view.foundations, strict=True) if height
    ]
    return [*view.fan, *homes, *(card for column in view.columns for card in column.up)]


@given(games())
def test_alt_text_names_the_cards_that_are_seen_and_no_other(game: Game) -> None:
    """The fan, the foundations' tops and the face-up cards of each column stand in it, in this order."""
    named = [Card.parse(text) for text in CARD.findall(describe(SAY, game.view))]
    assert named == visible(game.view)


@given(games(), st.randoms(use_true_random=False))
def test_hidden_cards_change_no_word(game: Game, random: Random) -> None:
    """Whatever lies face down or unseen in the stock, the description is the same."""
    before = describe(SAY, game.view)
    position = game._state.position
    hidden = [card for column in position.columns for card in column.down] + list(position.stock)
    random.shuffle(hidden)
    taken = iter(hidden)
    columns = tuple(
        column._replace(down=tuple(next(taken) for _ in column.down)) for column in position.columns
    )
    stock = tuple(taken)
    game._state = game._state._replace(position=position._replace(columns=columns, stock=stock))
    assert describe(SAY, game.view) == before


@settings(max_examples=30)
@given(games())
def test_alt_text_tells_how_many_cards_are_hidden(game: Game) -> None:
    """The numbers of cards in the stock and face down in each column stand in it."""
    text = describe(SAY, game.view)
    size = len(game.view.stock)
    assert f"Stock: {size} card{'' if size == 1 else 's'}." in text
    for number, column in enumerate(game.view.columns, 1):
        if column.down:
            assert f"Column {number}: {column.down} face down, " in text


@pytest.mark.parametrize("language", languages())
def test_alt_text_is_never_cut(language: str) -> None:
    """The longest boards, and longer ones than 52 cards can make, are told to their last card."""
    for game in games_in_play(36):
        for view in (game.view, longest_view(game.view)):
            text = describe(VOICES[language], view)
            assert len(text) < ALT_LIMIT
            assert text.endswith(f"{view.columns[-1].up[-1].symbol if view.columns[-1].up else ''}.") or (
                not view.columns[-1].up
            )


def test_six_down_and_thirteen_up_are_told_whole() -> None:
    """The longest single column that there is stands in it from the king to the ace."""
    run = "kh qs jh 10s 9h 8s 7h 6s 5h 4s 3h 2s ah"
    game = game_at(Rules.preset(), *[""] * 6, f"2c 3c 4c 5c 6c 7c | {run}")
    expected = " ".join(Card.parse(word).symbol for word in run.split())
    assert describe(SAY, game.view).endswith(f"Column 7: 6 face down, {expected}.")


@pytest.mark.parametrize("rules", PRESETS, ids=str)
def test_a_new_board_reads_well(rules: Rules) -> None:
    """The description begins with the variant and tells a score only where one is kept."""
    text = describe(SAY, Game(Deal(6), rules).view)
    assert text.startswith(f"Klondike, Draw {rules.draw} · ")
    assert ("Score " in text) == rules.scored
    assert "Waste: empty. Foundations: no ♠ no ♥ no ♦ no ♣." in text


def test_one_move_is_not_moves() -> None:
    """The description counts as people do: 1 move."""
    game = Game(Deal(6), Rules.preset())
    game.push(game.legal_moves[0])
    assert ", 1 move, " in describe(SAY, game.view)
