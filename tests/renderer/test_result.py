"""Result cards, and names that the font cannot draw."""

from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from renderer import THEMES, render_result
from renderer.glyphs import drawable
from renderer.pen import Face, font
from tests.renderer.boards import CARDS, decode

WON = CARDS["result-won"]
CURVE = (150, 400, 960, 545)
"""Where the curve lies."""


def test_a_card_is_a_small_picture_in_landscape() -> None:
    """A thousand pixels wide, lower without a curve, below 40 kB, the same every time."""
    for card in CARDS.values():
        png = render_result(card)
        width, height = decode(png).size
        assert (width, height) == (1000, 600 if len(card.course) > 1 else 412)
        assert len(png) < 40_000
        assert render_result(card) == png


def test_each_look_has_its_own_card() -> None:
    """Looks with other felts draw other cards; an unknown one is an error."""
    assert len({render_result(WON, theme=theme) for theme in THEMES}) == len(
        {(theme.felt, theme.shade, theme.gold, theme.face, theme.pale) for theme in THEMES.values()}
    )
    with pytest.raises(ValueError, match=r"theme: 'paisley'$"):
        render_result(WON, theme="paisley")


@pytest.mark.parametrize(
    "change",
    [
        {"title": "Given up"},
        {"player": "Bob"},
        {"mode": "Draw 1 · Normal"},
        {"figures": WON.figures[:3]},
        {"course": WON.course[::-1]},
        {"bounds": ("-$52", "+$203")},
        {"code": ""},
    ],
)
def test_everything_on_a_card_is_drawn(change: dict[str, object]) -> None:
    """Whatever it says shows."""
    assert render_result(replace(WON, **change)) != render_result(WON)  # type: ignore[arg-type]


@pytest.mark.parametrize("course", [(0, 0), (5, 5, 5), (-52, 208), tuple(range(5001)), (0, -15, 30) * 1600])
def test_any_course_stays_in_its_place(course: tuple[int, ...]) -> None:
    """Flat, short or as long as a game may be, the curve is drawn and nothing else changes."""
    shown = decode(render_result(replace(WON, course=course)))
    other = decode(render_result(replace(WON, course=(7, 7))))
    assert shown.size == other.size
    for picture in (shown, other):
        assert len(picture.crop(CURVE).getcolors(10_000) or ()) > 2


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Alice", "Alice"),
        ("  Ännä   Žižek ", "Ännä Žižek"),
        ("Ελένη Иван", "Ελένη Иван"),
        ("𝓐𝓵𝓲𝓬𝓮 🎴", "Alice"),
        ("山田 taro", "taro"),
        ("שלום", ""),
        ("\u202eevil", "evil"),
        ("Z̷̛͔a̸͚͋l̶̬͝g̵͙͠o", "Zalgo"),
        ("e\u0301ric", "éric"),
        ("\u3164\u2800", ""),
        ("🎴🎴", ""),
        ("a\nb\tc", "a b c"),
        ("@everyone **x** `y`", "@everyone **x** `y`"),
    ],
)
def test_names_lose_what_cannot_be_drawn(name: str, shown: str) -> None:
    """Other styles become plain letters; boxes, marks, emoji and turns of direction are left out."""
    assert drawable(name) == shown


@given(st.text(max_size=64))
def test_no_name_brings_a_box(name: str) -> None:
    """What is left has no control, no loose mark and no letter that the font lacks."""
    shown = drawable(name)
    box = bytes(font(Face.BOLD, 24).getmask("\U0010ffff"))
    for sign in shown.replace(" ", ""):
        assert unicodedata.category(sign)[0] not in "CMZ"
        assert bytes(font(Face.BOLD, 24).getmask(sign)) != box
    assert drawable(shown) == shown


def test_a_name_of_which_nothing_is_left_is_somebody() -> None:
    """The card names the player in general then."""
    nobody = render_result(replace(WON, player="山田 🎴"))
    assert nobody == render_result(replace(WON, player="A player"))
    assert nobody == render_result(replace(WON, player=""))
    assert nobody != render_result(WON)
