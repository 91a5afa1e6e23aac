"""The picture of a leaderboard: what it shows, in every look, and what it leaves out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from renderer import THEMES, RankingCard, RankingRow, render_ranking
from tests.renderer.boards import decode

ROWS = [RankingRow(f"{rank}.", f"member {rank}", str(100 - rank), own=rank == 3) for rank in range(1, 11)]
CARD = RankingCard("Games won", ["Draw 1 · Normal", "December 2026"], ROWS, "A player", "Page 1 of 3")


def test_a_page_is_drawn_in_every_look() -> None:
    """The same arguments give the same bytes; every table has its colours."""
    drawn = {theme: render_ranking(CARD, theme=theme) for theme in THEMES}
    assert drawn == {theme: render_ranking(CARD, theme=theme) for theme in THEMES}
    assert len(set(drawn.values())) == len({(theme.felt, theme.shade) for theme in THEMES.values()})


def test_an_unknown_look_is_refused() -> None:
    """A slip of the pen is no look."""
    with pytest.raises(ValueError, match="paisley"):
        render_ranking(CARD, theme="paisley")


@pytest.mark.parametrize(
    "changed",
    [
        {"title": "Best score"},
        {"lines": CARD.lines[:1]},
        {"lines": ["Draw 3 · Normal", CARD.lines[1]]},
        {"rows": ROWS[:9]},
        {"rows": [replace(ROWS[0], rank="2."), *ROWS[1:]]},
        {"rows": [replace(ROWS[0], name="zoe"), *ROWS[1:]]},
        {"rows": [replace(ROWS[0], value="98"), *ROWS[1:]]},
        {"rows": [replace(ROWS[0], own=True), *ROWS[1:]]},
        {"foot": "Page 2 of 3"},
    ],
    ids=str,
)
def test_everything_on_the_page_is_seen(changed: dict[str, object]) -> None:
    """No value of it is without effect."""
    assert render_ranking(replace(CARD, **changed)) != render_ranking(CARD)  # type: ignore[arg-type]


def test_a_name_that_cannot_be_drawn_is_replaced() -> None:
    """As on every card."""
    pages = [
        render_ranking(replace(CARD, rows=[replace(ROWS[0], name=name)])) for name in ("山田", "A player")
    ]
    assert pages[0] == pages[1]


def test_a_page_takes_whatever_comes() -> None:
    """No rows, no lines, texts that are too long: always as wide, and higher with each row."""
    empty = replace(CARD, rows=[], lines=[])
    long = replace(CARD, title="x" * 500, rows=[RankingRow("9" * 40, "y" * 500, "9" * 40)], foot="z" * 500)
    heights = [decode(render_ranking(one)).size for one in (empty, long, CARD)]
    assert [width for width, _ in heights] == [1000] * 3
    assert heights == sorted(heights)
