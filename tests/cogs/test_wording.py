"""Moves, scores and news in words."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.i18n import languages
from cogs.wording import (
    cards_text,
    dollars,
    done_text,
    entries,
    example,
    mode_text,
    move_places,
    move_text,
    pass_text,
    pile_text,
    score_text,
    status_pairs,
    typed,
)
from klondike import Card, Deal, Game, Move, Pile, Rules
from klondike.line import play_line
from klondike.notation import parse, resolve
from tests.cogs.voices import SAY, VOICES, games_in_play, kings_everywhere
from tests.klondike.tables import game_at
from tests.strategies import PRESETS, games, play_at_random

if TYPE_CHECKING:
    from collections.abc import Iterator

    from klondike import PlayerView


@pytest.mark.parametrize(
    ("amount", "text"),
    [(208, "+$208"), (3, "+$3"), (0, "$0"), (-52, "-$52"), (-1, "-$1"), (12345, "+$12345")],
)
def test_dollars(amount: int, text: str) -> None:
    """Money has its sign before the dollar, and none at zero."""
    assert dollars(amount) == text


@given(st.integers())
def test_dollars_can_be_read_back(amount: int) -> None:
    """No amount is lost in its text."""
    assert int(dollars(amount).replace("$", "")) == amount


@pytest.mark.parametrize(
    ("scoring", "score", "text"),
    [
        ("normal", 625, "625"),
        ("normal", 0, "0"),
        ("vegas", -52, "-$52"),
        ("vegas", 0, "$0"),
        ("vegas", 208, "+$208"),
        ("casual", -15, "-15"),
        ("casual", 5, "5"),
        ("traditional", 0, "0/52"),
        ("traditional", 52, "52/52"),
    ],
)
def test_scores(scoring: str, score: int, text: str) -> None:
    """Each scoring writes its own kind of number."""
    assert score_text(Rules.preset(scoring=scoring), score) == text


@pytest.mark.parametrize("language", languages())
def test_variants_are_told_apart(language: str) -> None:
    """Each published variant has a name of its own; whether a score is kept is told by the score itself."""
    scored = [rules for rules in PRESETS if rules.scored]
    assert len({mode_text(VOICES[language], rules) for rules in scored}) == len(scored)


def test_passes_are_counted_against_their_limit() -> None:
    """The pass stands alone where there is no limit, and "of" its limit where there is one."""
    assert pass_text(SAY, Game(Deal(6), Rules.preset()).view) == "1"
    assert pass_text(SAY, Game(Deal(6), Rules.preset(draw=3, scoring="traditional")).view) == "1 of 3"
    game = game_at(Rules.preset(draw=3, scoring="traditional"), "kh", turns=2)
    assert pass_text(SAY, game.view) == "3 of 3"


@pytest.mark.parametrize("rules", PRESETS, ids=str)
@pytest.mark.parametrize("language", languages())
def test_the_status_strip_names_everything_once(rules: Rules, language: str) -> None:
    """Every pair has a label and a value, no label stands twice, and an unscored game shows no score."""
    pairs = status_pairs(VOICES[language], Game(Deal(6), rules).view)
    assert len({label for label, _ in pairs}) == len(pairs) == (4 if rules.scored else 3)
    assert all(label and value for label, value in pairs)


def test_cards_without_a_face_are_question_marks() -> None:
    """A card that was never seen has no name."""
    assert cards_text([Card.parse("7h"), None, Card.parse("10s")]) == "7♥ ? 10♠"
    assert cards_text([]) == ""


def test_piles_have_names() -> None:
    """Columns are counted from 1; every foundation is the foundation."""
    assert pile_text(SAY, Pile.COLUMN_1) == "column 1"
    assert pile_text(SAY, Pile.WASTE) == "the waste"
    assert {pile_text(SAY, pile) for pile in Pile if pile.suit is not None} == {"the foundation"}
    assert pile_text(SAY, Pile.FOUNDATION) == "the foundation"


@pytest.mark.parametrize("language", languages())
def test_every_legal_move_has_words_of_its_own(language: str) -> None:
    """In many positions of every variant: label and places are there, short enough, and tell moves apart."""
    say = VOICES[language]
    for game in [*games_in_play(60, seed=11), kings_everywhere()]:
        view = game.view
        pairs = [(move_text(say, view, move), move_places(say, view, move)) for move in view.legal_moves]
        assert len(set(pairs)) == len(pairs)
        for label, places in pairs:
            assert 1 <= len(label) <= 100
            assert 1 <= len(places) <= 100
            assert "{" not in label + places


def drawable(game: Game) -> list[tuple[str, str]]:
    """List the lines that draw to a card, with their words."""
    lines = [(entry.value, entry.label) for entry in entries(SAY, game.view)]
    return lines[len(game.legal_moves) :]


@pytest.mark.parametrize("language", languages())
def test_entries_draw_to_what_was_seen_and_nothing_else(language: str) -> None:
    """Behind the legal moves stand lines that draw, as often as they say, until their card is on top."""
    for game in games_in_play(60, seed=5):
        found = entries(VOICES[language], game.view)
        assert [entry.value for entry in found[: len(game.legal_moves)]] == list(map(str, game.legal_moves))
        assert len({entry.value for entry in found}) == len(found)
        for entry in found[len(game.legal_moves) :]:
            copy = Game.replay(game.deal, game.rules, game.log)
            done = play_line(copy, entry.value).done
            assert f"d {copy.view.waste[-1]}" == entry.value
            assert [str(item.action) for item in done] == ["d"] * len(done)
            assert len(done) > 1
            assert str(len(done)) in entry.label
            assert 1 <= len(entry.label) <= 100
            assert 1 <= len(entry.places) <= 100


def test_entries_draw_in_the_order_of_the_stock() -> None:
    """The card that a single draw brings is the draw's; of three drawn together only the last is offered."""
    game = Game(Deal(6), Rules.preset(draw=3))
    assert drawable(game) == []
    play_line(game, "d8 u8")
    assert [label.partition(", ")[2] for _, label in drawable(game)] == [f"in {n} draws" for n in range(2, 9)]
    play_line(game, "d6")
    assert [label.partition(", ")[2] for _, label in drawable(game)] == ["in 2 draws"]
    play_line(game, "d2")
    assert drawable(game) == []


def test_a_stock_that_does_not_come_out_even_ends_with_its_last_card() -> None:
    """Of a last draw of fewer cards the very last comes to the top."""
    game = game_at(Rules.preset(draw=3), "kh", stock="as 2s 3s 4s 5s")
    play_line(game, "d2 u2")
    assert drawable(game) == [("d 5s", "5♠, in 2 draws")]


def test_an_ended_game_has_no_entries() -> None:
    """After the end there is nothing to choose from."""
    game = Game(Deal(6), Rules.preset())
    play_line(game, "d6 u6")
    game.resign()
    assert entries(SAY, game.view) == []


def test_a_legal_move_is_told_by_its_cards() -> None:
    """Draw, recycle, up, down, back and to an empty column, as they stand in the menu."""
    game = game_at(
        Rules.preset(draw=3), "2c | 8s 7h", "9d", "", "kh", stock="as 2s", waste="3s 4s", home=(0, 6, 0, 0)
    )
    told = {
        str(move): (move_text(SAY, game.view, move), move_places(SAY, game.view, move))
        for move in game.legal_moves
    }
    assert told["d"] == ("Draw 2 cards", "2 cards in the stock")
    assert told["12x2"] == ("8♠ 7♥ → 9♦", "column 1 to column 2")
    assert told["1f"] == ("7♥ → foundation", "column 1 to the foundation")
    assert told["43x1"] == ("K♥ → empty column", "column 4 to column 3")
    last = game_at(Rules.preset(draw=3), waste="3s", home=(2, 0, 0, 0))
    assert move_text(SAY, last.view, Move.parse("r")) == "Turn the waste over (1 card)"
    back = game_at(Rules.preset(), "8s", home=(0, 7, 0, 0))
    assert move_text(SAY, back.view, Move.parse("fh1")) == "7♥ → 8♠"
    assert move_places(SAY, back.view, Move.parse("fh1")) == "the foundation to column 1"


def positions() -> Iterator[PlayerView]:
    """Give views along the way of games of every variant."""
    random = Random(5)
    for rules in PRESETS:
        for _ in range(3):
            game = Game(Deal(random.getrandbits(60)), rules)
            for _ in range(12):
                yield play_at_random(game, random, random.randrange(1, 8)).view
    yield kings_everywhere().view


def test_the_example_always_works() -> None:
    """In hundreds of positions, the example that a refusal gives is read and is a legal move."""
    seen = 0
    for view in positions():
        text = example(view)
        if text is None:
            assert not view.legal_moves
            continue
        seen += 1
        (intent,) = parse(text)
        assert resolve(intent, view) in view.legal_moves
        assert len(text) <= 6
        assert not text.startswith("f") or all(move.source.suit is not None for move in view.legal_moves)
    assert seen > 300


@given(games())
def test_every_legal_move_can_be_typed_as_it_is_suggested(game: Game) -> None:
    """What a move looks like when typed leads to that very move, or to its twin on another empty column."""
    view = game.view
    for move in view.legal_moves:
        (intent,) = parse(typed(view, move))
        action = resolve(intent, view)
        assert isinstance(action, Move)
        assert (action.source, move_text(SAY, view, action)) == (move.source, move_text(SAY, view, move))


def test_a_game_that_is_over_has_no_example() -> None:
    """Nothing works any more, so nothing is suggested."""
    game = Game(Deal(6), Rules.preset())
    game.resign()
    assert example(game.view) is None


@pytest.mark.parametrize("language", languages())
def test_the_moves_that_the_texts_show_can_be_typed(language: str) -> None:
    """Every example of a typed move in help, options and the form is read by the grammar."""
    say = VOICES[language]
    texts = [say("help.start"), say("help.moves")]
    shown = [code for told in texts for code in told.split("`")[1::2] if not code.startswith("/")]
    assert len(shown) > 20
    assert all(parse(code) for code in shown)


# What was done


def told(game: Game, line: str) -> str:
    """Play a line and give the words for what was done."""
    done = play_line(game, line).done
    assert done
    return done_text(SAY, game.view, done)


def table(rules: Rules | None = None) -> Game:
    """Give a small table: a card to turn, a run to move, stock and waste."""
    return game_at(
        rules or Rules.preset(draw=3),
        "2c | 8s 7h",
        "9d",
        "",
        "kh",
        stock="as 2s",
        waste="3s 4s",
        home=(0, 6, 0, 0),
        score=0,
    )


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("d", "Drew A♠ 2♠."),
        ("12", "8♠ 7♥ from column 1 to column 2. 2♣ turned up. (+5)"),
        ("1f", "7♥ from column 1 to the foundation. (+10)"),
        ("43", "K♥ from column 4 to column 3."),
        ("d u", "Drew A♠ 2♠. Undone: Drew A♠ 2♠."),
        ("d u redo", "Drew A♠ 2♠. Undone: Drew A♠ 2♠. Played again: Drew A♠ 2♠."),
        ("d r", "Drew A♠ 2♠. Turned the waste over."),
        ("1f d r", "7♥ from column 1 to the foundation. (+10) Drew A♠ 2♠. Turned the waste over. (-10)"),
        ("43 u", "K♥ from column 4 to column 3. Undone: K♥ from column 4 to column 3."),
        (
            "1f u",
            "7♥ from column 1 to the foundation. (+10) Undone: 7♥ from column 1 to the foundation. (-10)",
        ),
        ("d 1f u2", "Drew A♠ 2♠. 7♥ from column 1 to the foundation. (+10) 2 actions undone."),
        ("d u d u d u d", "7 actions. Last: Drew A♠ 2♠."),
    ],
)
def test_what_was_done_is_told(line: str, text: str) -> None:
    """Up to six actions are told one by one, of more the last; points stand behind what earned them."""
    assert told(table(), line) == text


def test_dollars_and_cards_home_are_told_as_such() -> None:
    """Vegas tells dollars; traditional, which counts cards, and unscored casual tell no points."""
    assert told(table(Rules.preset(draw=3, scoring="vegas")), "1f").endswith("(+$5)")
    assert told(table(Rules.preset(draw=3, scoring="traditional")), "1f").endswith("to the foundation.")
    assert told(table(Rules.preset(draw=3, scoring="casual", score=False)), "1f").endswith(
        "to the foundation."
    )
    assert told(table(Rules.preset(draw=3, scoring="casual")), "1f").endswith("(+10)")


def test_a_finish_is_told() -> None:
    """Finishing is one action with the points of all its cards."""
    game = game_at(Rules.preset(), "kh qs", "kc", home=(11, 12, 13, 12), score=0)
    assert told(game, "finish") == "Sent every card home. (+30)"


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("rules", PRESETS, ids=str)
def test_every_action_has_words(rules: Rules, language: str) -> None:
    """Whatever a random player does, it is told, and no placeholder stays open."""
    game = play_at_random(Game(Deal(77), rules), Random(3), 60)
    for text in ("d", "u", "redo", "d u redo d", "d2"):
        done = play_line(game, text).done
        if done:
            words = done_text(VOICES[language], game.view, done)
            assert words.strip()
            assert "{" not in words
