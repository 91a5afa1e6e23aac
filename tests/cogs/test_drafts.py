"""Lines that were not played: what is left of them, and how many are kept in mind."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hypothesis import assume, given
from hypothesis import strategies as st

from cogs.drafts import KEPT, Drafts, left_over
from klondike import Deal, Game, Rules
from klondike.line import play_line
from tests.cogs.hall import ANN, BEN, record

if TYPE_CHECKING:
    from klondike.line import LineResult

WORDS = st.lists(
    st.sampled_from(["d", "d3", "d4", "u", "u5", "redo2", "7h 8s", "r", "35", "w", "kh ac"]), min_size=1
)


def said(line: LineResult) -> list[str]:
    """Write the actions that were done."""
    return [str(done.action) for done in line.done]


@given(WORDS)
def test_what_was_done_and_what_is_left_make_the_line(words: list[str]) -> None:
    """The rest of a line, played where the line stopped, is refused at once and for the same reason."""
    game = Game(Deal(6), Rules.preset())
    text = " ".join(words[:8])
    play_line(game, "d18")
    line = play_line(game, text)
    assume(line.refusal is not None)
    rest = left_over(line, text)
    again = play_line(game, rest)
    assert (said(again), type(again.refusal)) == ([], type(line.refusal))
    assert line.done or rest == text
    assert len(again.intents) == len(line.intents) - next(
        place for place, intent in enumerate(line.intents) if intent is line.refused
    )


def test_a_bounded_number_is_kept() -> None:
    """The oldest goes first; one that is kept anew is the newest."""
    drafts, first = Drafts(), record(id=0)
    drafts.keep(ANN, first, "d")
    for number in range(1, KEPT):
        drafts.keep(ANN, record(id=number), "d")
    drafts.keep(ANN, first, "u")
    drafts.keep(BEN, first, "r")
    kept = [drafts.find(ANN, record(id=number)) for number in range(3)]
    assert kept == ["u", "", "d"]
    assert drafts.find(BEN, first) == "r"
    assert not drafts.find(ANN, replace(first, revision=1))
