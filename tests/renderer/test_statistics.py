"""The statistics card: what it shows, in every look, and what it leaves out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from renderer import THEMES, Bar, Chart, StatisticsCard, render_statistics
from tests.renderer.boards import decode

CARD = StatisticsCard(
    title="Statistics",
    player="mara",
    somebody="A player",
    figures=[
        ("Games", "148"),
        ("Won", "61"),
        ("Win rate", "41.2 %"),
        ("In a row", "3"),
        ("Mean score", "402"),
    ],
    charts=[
        Chart("Bankroll", ("-$52", "+$208"), ("3 Sep", "1 Dec"), course=[0, -52, 208, 100]),
        Chart("Won by week", ("0", "9"), ("W48", "W49"), bars=[Bar(9, 3), Bar(0, 0)]),
    ],
)
COMPARED = replace(
    CARD,
    figures=[(*figure, "7") for figure in CARD.figures if len(figure) == 2],
    other="Ossi",
    charts=CARD.charts[1:],
)


def test_a_card_is_drawn_in_every_look() -> None:
    """The same arguments give the same bytes; every table has its colours."""
    drawn = {theme: render_statistics(CARD, theme=theme) for theme in THEMES}
    assert drawn == {theme: render_statistics(CARD, theme=theme) for theme in THEMES}
    assert len(set(drawn.values())) == len({(theme.felt, theme.shade) for theme in THEMES.values()})


def test_an_unknown_look_is_refused() -> None:
    """A slip of the pen is no look."""
    with pytest.raises(ValueError, match="paisley"):
        render_statistics(CARD, theme="paisley")


@pytest.mark.parametrize(
    "changed",
    [
        {"title": "Figures"},
        {"player": "zoe"},
        {"figures": [*CARD.figures[:-1], ("Mean score", "403")]},
        {"charts": CARD.charts[:1]},
        {"charts": [replace(CARD.charts[0], course=[0, 52, 208, 100]), CARD.charts[1]]},
        {"charts": [CARD.charts[0], replace(CARD.charts[1], bars=[Bar(9, 4), Bar(0, 0)])]},
        {"charts": [CARD.charts[0], replace(CARD.charts[1], ends=("W48", "W50"))]},
    ],
    ids=str,
)
def test_everything_on_the_card_is_seen(changed: dict[str, object]) -> None:
    """No value of it is without effect."""
    assert render_statistics(replace(CARD, **changed)) != render_statistics(CARD)  # type: ignore[arg-type]


def test_another_player_stands_beside() -> None:
    """Each figure has both values, and each name its own ink."""
    assert render_statistics(COMPARED) != render_statistics(replace(COMPARED, other="Essi"))
    shown = decode(render_statistics(COMPARED))
    assert shown.height > decode(render_statistics(replace(CARD, charts=CARD.charts[1:]))).height


def test_a_name_that_cannot_be_drawn_is_replaced() -> None:
    """Of either player."""
    nobody = replace(COMPARED, player="山田", other="🎴")
    assert render_statistics(nobody) == render_statistics(
        replace(nobody, player="A player", other="A player")
    )


def test_nothing_to_show_is_a_card_all_the_same() -> None:
    """No figures, no charts, a course of one point, weeks without games, texts that are too long."""
    empty = replace(CARD, figures=[], charts=[])
    flat = [
        Chart("x" * 300, ("0", "0"), ("", ""), course=[5]),
        Chart("", ("0", "0"), ("", ""), bars=[Bar(0, 0)] * 12),
    ]
    for card in (empty, replace(CARD, charts=flat), replace(CARD, player="x" * 500, title="y" * 500)):
        assert decode(render_statistics(card)).width == 1000
