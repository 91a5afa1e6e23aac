"""Texts fit, in any language, and are set in a font that has their letters."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from klondike import Outcome
from renderer import Labels, Piles, render_board
from renderer.geometry import FULL
from renderer.layout import Layout
from renderer.pen import Face, font
from renderer.text import Line, Run, Tone, fit_line, fit_strip
from tests.renderer.boards import EMPTY_COLUMN, START, decode, longest

ROOM = 936.0
SIZES = (28, 26, 24, 22, 20, 18)
PAIRS = (("Score", "245"), ("Moves", "63"), ("Pass", "2 of 3"))


def texts(runs: list[Run]) -> list[str]:
    """List what the strip says."""
    return [run.line.text for run in runs]


def test_a_short_strip_is_set_large() -> None:
    """Texts that fit are set in the full size, pairs from the left and the footer at the right end."""
    runs = fit_strip(Labels(PAIRS, footer="#12 · 34"), ROOM, SIZES)
    assert texts(runs) == ["Score", "245", "Moves", "63", "Pass", "2 of 3", "#12 · 34"]
    assert {run.line.size for run in runs if run.tone is Tone.VALUE} == {28}
    assert runs[0].x == 0
    assert runs[-1].end == pytest.approx(ROOM)


def test_a_longer_strip_is_set_smaller() -> None:
    """Before anything is cut off, the strip is set smaller."""
    pairs = (*PAIRS, ("Mode", "Draw three cards"), ("Time", "12 minutes"), ("Bank", "+$208"))
    runs = fit_strip(Labels(pairs, footer="#1"), ROOM, SIZES)
    assert not any("…" in text for text in texts(runs))
    assert runs[1].line.size < 28


@given(
    st.lists(st.tuples(st.text("abcÄÖ Å0123", max_size=60), st.text("W·−0", max_size=60)), max_size=6),
    st.lists(st.text("Assisted", max_size=40), max_size=2),
    st.text("#0123·", max_size=30),
)
@settings(deadline=None, max_examples=60)
def test_a_strip_always_fits(pairs: list[tuple[str, str]], marks: list[str], footer: str) -> None:
    """Whatever it says, the strip stays within its width and its texts do not overlap."""
    runs = fit_strip(Labels(pairs, marks, footer), ROOM, SIZES)
    assert max(run.end for run in runs) <= ROOM + 0.01
    shown = [run for run in runs if run.line.text]
    assert all(one.end <= other.x + 0.01 for one, other in pairwise(shown))


def test_a_text_that_cannot_fit_ends_in_dots() -> None:
    """A text too long for the smallest size is cut off with an ellipsis."""
    line = fit_line("Onnittelut, läpäisit pelin " * 9, Face.BLACK, (68, 36), 600)
    assert (line.size, line.text[-1]) == (36, "…")
    assert 500 < line.width <= 600


def test_blanks_are_kept_to_one() -> None:
    """Line breaks and runs of blanks become single blanks."""
    assert fit_line(" a\n\tb ", Face.BOLD, (20,), 500).text == "a b"


@pytest.mark.parametrize("face", Face)
def test_the_font_has_the_letters(face: Face) -> None:
    """Letters with marks, dots, minus signs and ellipses are drawn, each unlike a missing one."""
    missing = font(face, 40).getmask("\uffff")
    for letter in "äöåÄÖÅéñ·−–…$#×":
        glyph = font(face, 40).getmask(letter)
        assert (glyph.size, bytes(glyph)) != (missing.size, bytes(missing)), letter


def test_marks_on_capitals_are_not_cut_off() -> None:
    """The ring of an Å lies within the picture of its text."""
    mask = Line("Å", Face.BOLD, 28).mask
    assert mask.crop((0, 0, mask.width, 1)).getextrema()[0] == 0
    assert mask.getbbox() is not None


def test_labels_are_drawn() -> None:
    """Each word of the labels changes the picture."""
    labels = (
        Labels(),
        Labels(status=(("Score", "5"),)),
        Labels(marks=("Practice",)),
        Labels(footer="#1"),
        Labels(banner="Won"),
        Labels(piles=Piles(stock="P")),
        Labels(piles=Piles(waste="Ä")),
        Labels(piles=Piles(foundation="TALON")),
        Labels(piles=Piles(columns=tuple("abcdefg"))),
    )
    over = replace(START, outcome=Outcome.GIVEN_UP)
    assert len({render_board(over, labels=each) for each in labels}) == len(labels)


def test_a_banner_covers_no_card() -> None:
    """The band of a game that was given up lies below the columns, also below the longest."""
    columns = (EMPTY_COLUMN, longest("sh"), *(EMPTY_COLUMN,) * 5)
    for view in (START, replace(START, columns=columns)):
        over = replace(view, outcome=Outcome.GIVEN_UP)
        layout = Layout.of(over, FULL)
        assert layout.banner is not None
        lowest = max(edge for spread in layout.columns for edge in (*spread.down, *spread.up))
        assert lowest + FULL.card_height < layout.banner.y
        assert layout.banner.y + layout.banner.height < layout.strip.y
        plain, banner = (
            decode(render_board(over, labels=Labels(banner=text))) for text in (None, "Given up")
        )
        above = (0, 0, plain.width, layout.banner.y)
        assert plain.crop(above).tobytes() == banner.crop(above).tobytes()
        assert plain.tobytes() != banner.tobytes()
