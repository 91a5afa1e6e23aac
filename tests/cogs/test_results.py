"""What result cards say, and how often they are posted."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from cogs.results import result_card, result_message, score_course, time_text
from klondike import Deal, Game, Outcome, Rules
from klondike.line import play_line
from tests.cogs.hall import record
from tests.cogs.voices import SAY, turn
from tests.strategies import PRESETS, play_at_random

if TYPE_CHECKING:
    from cogs.sessions import Turn
    from renderer import ResultCard


def ended(rules: Rules, text: str = "d", **changes: Any) -> Turn:
    """Give the turn of a game that was given up after a line."""
    game = Game(Deal(6), rules)
    play_line(game, text)
    game.resign()
    return turn(game, active_ms=3_723_999, **changes)


def card(one: Turn, **changes: object) -> ResultCard:
    """Give its card."""
    return result_card(one, SAY, "Ann", **{"tells_code": True, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", PRESETS, ids=str)
def test_the_course_follows_the_score(rules: Rules) -> None:
    """It begins with the start's score, ends with the game's, and has a point for each action that stands."""
    for seed in range(4):
        game = play_at_random(Game(Deal(seed), rules), Random(seed), 60)
        course = score_course(record(deal=seed, rules=str(rules), log=game.log))
        assert course[0] == Game(Deal(seed), rules).score
        assert course[-1] == game.score
        assert len(course) == len(game.standing) + 1


def test_what_was_undone_is_not_on_the_course() -> None:
    """Nor are hints: the course is that of the way that the game went in the end."""
    line = record(log="d wf u hint redo u u d resign", deal=6)
    assert score_course(line) == (0, 0)
    assert score_course(record(log="d wf", deal=6)) == (0, 0, 10)


@pytest.mark.parametrize(
    ("rules", "score"),
    [
        (Rules.preset(), ("Score", "10")),
        (Rules.preset(scoring="vegas"), ("Score", "-$47")),
        (Rules.preset(scoring="casual"), ("Score", "10")),
        (Rules.preset(scoring="traditional"), ("Home", "1/52")),
    ],
)
def test_a_card_tells_how_the_game_went(rules: Rules, score: tuple[str, str]) -> None:
    """The score as its scoring counts, moves, time and help; bounds are written alike."""
    shown = card(ended(rules, "d wf"))
    assert (shown.title, shown.player) == ("Given up", "Ann")
    rest = (("Moves", "2"), ("Time", "1:02:03"), ("Played", "without help"))
    assert tuple(shown.figures) == (score, *rest)
    assert shown.bounds[1] == score[1]
    assert shown.mode.startswith("Draw 1")


def test_a_game_without_a_score_has_no_curve() -> None:
    """Casual games may be played so."""
    shown = card(ended(Rules.preset(scoring="casual", score=False)))
    assert len(shown.course) == 0
    assert [caption for caption, _ in shown.figures] == ["Moves", "Time", "Played"]


def test_the_code_is_told_only_where_it_may_be() -> None:
    """An answer of no leaves it out, and nothing else tells it."""
    one = ended(Rules.preset())
    assert card(one).code == "KL1-D1N-AAAAAAG"
    assert "KL1" not in str(card(one, tells_code=False))


@pytest.mark.parametrize(
    ("text", "changes", "played"),
    [
        ("d", {}, "without help"),
        ("d u", {}, "with help"),
        ("d", {"practice": True}, "practice"),
        ("d u", {"practice": True, "winnable": True}, "practice, with help"),
    ],
)
def test_help_and_practice_are_told(text: str, changes: dict[str, object], played: str) -> None:
    """A card does not pass a game off as what it is not."""
    assert card(ended(Rules.preset(), text, **changes)).figures[-1] == ("Played", played)


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [(0, "0:00"), (7_999, "0:07"), (754_000, "12:34"), (3_600_000, "1:00:00"), (360_000_000, "100:00:00")],
)
def test_times_are_written_as_on_a_clock(milliseconds: int, text: str) -> None:
    """Minutes and seconds, hours where there are any."""
    assert time_text(milliseconds) == text


async def test_the_description_is_short_and_the_words_are_there_without_a_picture() -> None:
    """A name is made harmless in it; where no picture may be sent the figures are written."""
    one = ended(Rules.preset(scoring="vegas"), "d wf")
    drawn = result_message(one, SAY, "\u202eA\u0336\u0336\u0336_n*n*", b"picture")
    gallery = drawn.layout.to_components()[1]  # type: ignore[no-untyped-call]
    alt = gallery["items"][0]["description"]
    assert alt.startswith(
        "Result card · Given up · \u2068A\u0336\u0336_n*n*\u2069 · Draw 1 · Vegas · Score -$47, "
    )
    assert len(drawn.files()) == 1
    written = result_message(one, SAY, "Ann", None)
    assert "Score -$47, Moves 2" in str(written.layout.to_components())  # type: ignore[no-untyped-call]
    assert written.files() == []
    assert one.view.outcome is Outcome.GIVEN_UP
