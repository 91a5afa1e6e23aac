"""Outlines: where the cards of the last move lie now, and the two ends of a hint."""

from __future__ import annotations

from dataclasses import replace

import pytest

from klondike import Deal, Finish, Game, Move, PlayerView, Rules, Step
from renderer import THEMES, render_board
from renderer.geometry import FULL
from renderer.layout import Layout, Place
from renderer.marks import hint_places, last_places
from tests.renderer.boards import EMPTY_COLUMN, START, cards, column, decode


def view_of(*columns: str, **more: object) -> PlayerView:
    """Build a view with some columns, each of `down` cards and those face up."""
    shown = [column(int(text[0]), text[1:]) for text in columns]
    return replace(START, columns=(*shown, *(EMPTY_COLUMN,) * (7 - len(shown))), **more)  # type: ignore[arg-type]


def step(move: str, moved: str) -> Step:
    """Build what a move did."""
    return Step(Move.parse(move), cards(moved), None, 0)


def last(view: PlayerView, done: Step) -> list[Place]:
    """List the places of a last move."""
    return last_places(view, Layout.of(view, FULL), done)


def hint(view: PlayerView, move: str) -> tuple[Place, Place]:
    """Give the two places of a hint."""
    return hint_places(view, Layout.of(view, FULL), Move.parse(move))


def card(x: int, y: int) -> Place:
    """Give the place of one card."""
    return Place(x, y, FULL.card_width, FULL.card_height)


def test_a_run_is_outlined_on_its_column() -> None:
    """After a move between columns the outline goes around the run, not the cards it was laid on."""
    view = view_of("2 9d 8s 7h", "0 ks")
    (place,) = last(view, step("21x2", "8s 7h"))
    first, second = Layout.of(view, FULL).columns[0].up[1:]
    assert place == card(FULL.column_x[0], first)._replace(height=second + FULL.card_height - first)


def test_a_card_that_went_home_is_outlined_there() -> None:
    """After a move to a foundation its outline goes around that suit's foundation."""
    view = view_of(foundations=(0, 3, 0, 0))
    assert last(view, step("3f", "3h")) == [card(FULL.foundation_x[1], FULL.top_y)]


def test_drawn_cards_are_outlined_in_the_fan() -> None:
    """After a draw the outline goes around the cards that were drawn, as far as they are seen."""
    view = view_of(waste=cards("ah 3h 4s 5d"))
    assert last(view, step("d", "3h 4s 5d")) == [
        card(FULL.waste_x, FULL.top_y)._replace(width=124 + 2 * FULL.fan_pitch)
    ]
    view = view_of(waste=cards("ah 3h 4s 5d"), rules=Rules.preset(draw=3, scoring="traditional"))
    assert last(view, step("d", "3h 4s 5d")) == [card(FULL.waste_x, FULL.top_y)]


def test_a_last_card_drawn_is_outlined_alone() -> None:
    """A draw of fewer cards outlines those only, not the older ones of the fan."""
    view = view_of(waste=cards("3h 4s 5d"))
    assert last(view, step("d", "5d")) == [card(FULL.waste_x + 2 * FULL.fan_pitch, FULL.top_y)]


def test_a_recycle_outlines_the_stock() -> None:
    """After a recycle the cards are in the stock."""
    assert last(view_of(), step("r", "3h 4s")) == [card(FULL.stock_x, FULL.top_y)]


def test_a_finish_outlines_the_foundations() -> None:
    """After a finish the outline goes around every foundation that got a card."""
    view = view_of(foundations=(13, 13, 13, 13))
    done = Step(Finish(), cards("qs ks kh"), None, 0)
    assert last(view, done) == [card(x, FULL.top_y) for x in FULL.foundation_x[:2]]


def test_cards_out_of_sight_have_no_outline() -> None:
    """Cards that nobody sees any more are outlined nowhere."""
    assert last(view_of(foundations=(2, 0, 0, 0)), step("3f", "as")) == []


@pytest.mark.parametrize(
    ("move", "source", "target"),
    [
        ("d", (FULL.stock_x, FULL.top_y), (FULL.waste_x + FULL.fan_pitch, FULL.top_y)),
        ("r", (FULL.waste_x + FULL.fan_pitch, FULL.top_y), (FULL.stock_x, FULL.top_y)),
        ("wf", (FULL.waste_x + FULL.fan_pitch, FULL.top_y), (FULL.foundation_x[2], FULL.top_y)),
        ("1f", (FULL.column_x[0], 0), (FULL.foundation_x[1], FULL.top_y)),
        ("w1", (FULL.waste_x + FULL.fan_pitch, FULL.top_y), (FULL.column_x[0], 0)),
        ("fc1", (FULL.foundation_x[3], FULL.top_y), (FULL.column_x[0], 0)),
    ],
)
def test_a_hint_has_two_ends(move: str, source: tuple[int, int], target: tuple[int, int]) -> None:
    """Both ends of every kind of hint lie where the pile's top card, or its empty place, is."""
    view = view_of("1 8s 7h", waste=cards("3h 4d"), foundations=(0, 6, 3, 6))
    top = Layout.of(view, FULL).columns[0].up[-1]
    expected = tuple(card(x, y or top) for x, y in (source, target))
    assert hint(view, move) == expected


def test_a_hint_for_a_run_outlines_all_of_it() -> None:
    """The source is as many cards as are to move, the target the card, or the place, that takes them."""
    view = view_of("1 8s 7h 6c", "0 8d")
    source, target = hint(view, "12x2")
    layout = Layout.of(view, FULL)
    assert (source.y, source.y + source.height) == (
        layout.columns[0].up[1],
        layout.columns[0].up[2] + FULL.card_height,
    )
    assert target == card(FULL.column_x[1], layout.columns[1].up[0])
    assert hint(view, "13x3")[1] == card(FULL.column_x[2], layout.columns[1].up[0])


def test_outlines_are_seen() -> None:
    """The colours of both outlines are in the picture exactly when asked for."""
    game = Game(Deal(6), Rules.preset(draw=3))
    done = game.push(Move.parse("d"))
    for theme, look in THEMES.items():
        plain, marked, hinted = (
            {colour: count for count, colour in decode(png).getcolors(1 << 16) or []}
            for png in (
                render_board(game.view, theme=theme),
                render_board(game.view, theme=theme, last_move=done),
                render_board(game.view, theme=theme, highlight=game.legal_moves[0]),
            )
        )
        for colours, own, other in ((marked, look.gold, look.hint), (hinted, look.hint, look.gold)):
            assert colours.get(own, 0) - plain.get(own, 0) > 1000
            assert colours.get(other, 0) <= plain.get(other, 0)


def test_an_outline_covers_no_index() -> None:
    """Under an outline the rank and suit of its cards look as before."""
    game = Game(Deal(6), Rules.preset(draw=3))
    done = game.push(Move.parse("d"))
    box = (
        FULL.waste_x + 2 * FULL.fan_pitch + 5,
        FULL.top_y + 3,
        FULL.waste_x + 2 * FULL.fan_pitch + 92,
        FULL.top_y + 40,
    )
    plain, marked = (decode(render_board(game.view, last_move=m)).crop(box) for m in (None, done))
    assert plain.tobytes() == marked.tobytes()
