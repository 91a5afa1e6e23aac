"""Looking ahead along a typed line: what its player may know without playing it, and no card more."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from klondike import CARDS, Deal, Game, KlondikeError, Rules
from klondike.line import look_ahead, play_line
from tests.klondike.test_machine import observed, with_other_hidden_cards
from tests.strategies import games

WORDS = st.sampled_from(
    ["d", "d2", "u", "redo", "r", "w", "ww", "1", "33", "w4", "kh e", "finish", "d 7h", "x"]
)


@st.composite
def lines(draw: st.DrawFn, game: Game) -> str:
    """Give a line of legal moves of a game and of whatever else people type."""
    words = WORDS | st.sampled_from([str(move) for move in game.legal_moves] or ["d"])
    return " ".join(draw(st.lists(words, min_size=1, max_size=4)))


@given(games(), st.data(), st.integers(0, 2**32))
@settings(max_examples=200)
def test_hidden_cards_change_nothing_that_is_seen_ahead(game: Game, data: st.DataObject, seed: int) -> None:
    """Two games that look alike look alike ahead too, and neither is changed by the look."""
    text, before = data.draw(lines(game)), observed(game)
    other = with_other_hidden_cards(game, Random(seed))
    assert look_ahead(other, text) == look_ahead(game, text)
    assert observed(game) == before


@given(games(), st.data())
@settings(max_examples=200)
def test_what_is_seen_ahead_comes_true(game: Game, data: st.DataObject) -> None:
    """It is the board of a line that was played whole, and there is one unless the line showed a new card."""
    text = data.draw(lines(game))
    ahead = look_ahead(game, text)
    known = [card for card in CARDS if game.view.has_seen(card)]
    try:
        line = play_line(game, text)
    except KlondikeError:
        assert ahead is None
        return
    new = [card for card in CARDS if game.view.has_seen(card) and card not in known]
    assert ahead == (None if line.refusal or new else game.view)


def test_a_fork_goes_its_own_way() -> None:
    """What happens in a copy of a game stays there: moves, undo, redo, help and seen cards."""
    game = Game(Deal(6), Rules.preset())
    play_line(game, "d d u")
    before = observed(game)
    twin = game.fork()
    assert observed(twin) == before
    play_line(twin, "redo d d u2 d")
    twin.resign()
    assert observed(game) == before
    play_line(game, "redo")
    assert game.log == "d d u redo"
