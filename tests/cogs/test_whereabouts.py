"""Where a card lies that cannot be played, as far as its player knows; the line that is offered works."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given

from cogs.errors import refusal_text
from klondike import CARDS, Game, Rules
from klondike.line import play_line
from tests.cogs.voices import SAY
from tests.klondike.tables import game_at
from tests.strategies import games

NORMAL, NORMAL_3 = Rules.preset(), Rules.preset(draw=3)
TRADITIONAL_3 = Rules.preset(draw=3, scoring="traditional")

# rules, columns, the rest of the table, typed, the words behind it
WORDS: list[tuple[Rules, tuple[str, ...], dict[str, Any], str, str]] = [
    (
        NORMAL,
        ("8s",),
        {"waste": "7h 2c 3c", "seen": "7h 2c"},
        "7h 8s",
        "7♥ lies in the waste under 2 cards; only the top card of the waste can be played.",
    ),
    (
        NORMAL_3,
        ("8s",),
        {"waste": "7h 3c"},
        "7h",
        "7♥ lies in the waste under 1 card; only the top card of the waste can be played.",
    ),
    (
        NORMAL,
        ("8s",),
        {"waste": "7h 2c", "stock": "9c", "seen": "7h"},
        "d 7h",
        "7♥ lies in the waste under 1 card; only the top card of the waste can be played.",
    ),
    (NORMAL, ("8s",), {"stock": "2c 7h", "seen": "7h"}, "7h 8s", "7♥ comes with 2 draws: type `d 7h`."),
    (NORMAL, ("8s",), {"stock": "7h 2c", "seen": "7h"}, "7h 7h", "7♥ comes with the next draw: type `d 7h`."),
    (NORMAL, ("6s",), {"stock": "7h 2c", "seen": "7h"}, "6s 7h", "7♥ comes with the next draw: type `d 7h`."),
    (
        NORMAL_3,
        ("8s",),
        {"stock": "2c 3c 4c 7h", "seen": "7h"},
        "7h 8s",
        "7♥ comes with 2 draws: type `d 7h`.",
    ),
    (
        NORMAL_3,
        ("8s",),
        {"stock": "2c 7h 4c 5c", "seen": "7h"},
        "7h 8s",
        "7♥ comes with the next draw, but not on top: type `d 7h`.",
    ),
    (
        TRADITIONAL_3,
        ("8s",),
        {"stock": "2c 7h 4c 5c", "seen": "7h"},
        "7h 8s",
        "7♥ is in the stock, but the draw that brings it puts another card on top of it.",
    ),
    (
        NORMAL,
        ("8s", "7h 2d | 2c"),
        {"seen": "7h"},
        "7h 8s",
        "7♥ lies face down in column 2; the cards on it must go first.",
    ),
    (
        NORMAL,
        ("8s 7h 6s",),
        {},
        "8s",
        "8♠ lies in column 1 under 2 cards; only the top card of a column can go to its foundation.",
    ),
    (
        NORMAL,
        ("8s 7h",),
        {"waste": "7d"},
        "w 8s",
        "8♠ lies in column 1 under 1 card; cards go on the top card of a column only.",
    ),
    (
        NORMAL,
        ("8s",),
        {"home": (0, 7, 0, 0)},
        "6h",
        "6♥ lies on its foundation under other cards; only the top card there can be played.",
    ),
    (NORMAL, ("8s", "7h | 2c"), {}, "7h 8s", "That card has not turned up yet."),
    (NORMAL, ("8s",), {"stock": "7h 2c"}, "d 7h", "That card has not turned up yet."),
    (NORMAL, ("8s",), {"stock": "2c"}, "d 8s", "8♠ is not in the stock."),
]


@pytest.mark.parametrize(
    ("rules", "columns", "rest", "line", "words"), WORDS, ids=lambda part: str(part)[:40]
)
def test_the_words_tell_where_the_card_lies(
    rules: Rules, columns: tuple[str, ...], rest: dict[str, Any], line: str, words: str
) -> None:
    """Each place has words of its own, behind the move that was typed."""
    assert told(game_at(rules, *columns, **rest), line).startswith(f"`{line}`: {words}")


@given(games())
def test_a_draw_that_is_offered_brings_the_card(game: Game) -> None:
    """`d 7h` shows the card after as many draws as were told, on top unless the words say otherwise."""
    for card in filter(None, game.view.stock):
        words = told(game, f"{card} f")
        if f"`d {card}`" not in words:
            continue
        tried = Game.replay(game.deal, game.rules, game.log)
        done = play_line(tried, f"d {card}").done
        count = re.search(r"with (\d+) draws", words)
        assert len(done) == (int(count[1]) if count else 1)
        assert (tried.view.waste[-1] is card) is ("not on top" not in words)


@given(games())
def test_a_card_that_was_never_seen_is_nowhere(game: Game) -> None:
    """All that were never seen are told of in the same words, wherever they lie."""
    view = game.view
    if view.outcome is None:
        told_of = {
            told(game, f"{card} f").removeprefix(f"`{card} f`") for card in CARDS if not view.has_seen(card)
        }
        assert len(told_of) <= 1


def told(game: Game, line: str) -> str:
    """Play a line that is refused, and give the words about it."""
    error = play_line(game, line).refusal
    assert error is not None
    return refusal_text(SAY, error, game.view)
