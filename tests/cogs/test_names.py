"""Names of members, which are chosen by strangers."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.names import MARKS_IN_A_ROW, NAME_LIMIT, shown_name

ISOLATE, POP = "\u2068", "\u2069"


def inner(name: str) -> str:
    """Give the shown name without the marks around it."""
    shown = shown_name(name)
    assert shown[0] == ISOLATE
    assert shown[-1] == POP
    return shown[1:-1]


@pytest.mark.parametrize(
    "name", ["Ann", "Žofie Ångström", "O'Neil", "小林", "محمد", "שרה", "नमस्ते", "Ann (she)"]
)
def test_an_ordinary_name_stays_as_it_is(name: str) -> None:
    """Letters of every script, accents and spaces are shown as they are."""
    assert inner(name) == name


@pytest.mark.parametrize("emoji", ["👩‍👩‍👧", "🏳️‍🌈", "👍🏽", "🇫🇮", "❤️"])
def test_emoji_hold_together(emoji: str) -> None:
    """An emoji that is put together is not taken apart."""
    assert inner(f"Ann {emoji}") == f"Ann {emoji}"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("**bold**", r"\*\*bold\*\*"),
        ("_it_", r"\_it\_"),
        ("`code`", r"\`code\`"),
        ("||spoiler||", r"\|\|spoiler\|\|"),
        ("~~gone~~", r"\~\~gone\~\~"),
        ("back\\slash", r"back\\slash"),
        ("# head", r"\# head"),
        ("> quote", r"\> quote"),
        ("http://a**b", r"http\://a\*\*b"),
        ("<#123456789012345678>", r"\<#123456789012345678>"),
        ("<t:0:R>", r"\<t:0:R>"),
        ("</klondike new:1>", r"\</klondike new:1>"),
        ("<:x:123456789012345678>", r"\<:x:123456789012345678>"),
    ],
)
def test_formatting_is_shown_and_not_obeyed(name: str, shown: str) -> None:
    """Markdown, channels, times, commands and emoji codes are letters like any other."""
    assert inner(name) == shown


@pytest.mark.parametrize(
    "name", ["@everyone", "@here", "<@123456789012345678>", "<@&123456789012345678>", "<@!12>"]
)
def test_nobody_is_pinged(name: str) -> None:
    """A name that reads like a mention is none."""
    shown = inner(name)
    assert "@everyone" not in shown
    assert "@here" not in shown
    assert "<@" not in shown.replace(r"\<", "")


@pytest.mark.parametrize(
    "mark", ["\u202e", "\u202d", "\u2066", "\u2067", "\u2068", "\u2069", "\u200f", "\u061c"]
)
def test_a_name_cannot_turn_its_line_around(mark: str) -> None:
    """Overrides, embeddings and isolates inside a name go; those around it stay."""
    assert inner(f"An{mark}n") == "Ann"


@pytest.mark.parametrize("filler", ["", "\u200b", "\u200d", "\ufeff", "\u00ad"])
def test_accents_do_not_pile_up(filler: str) -> None:
    """A zalgo name keeps two marks on a letter, and invisible characters between them do not help it."""
    shown = inner("H" + ("\u0336\u0301" + filler) * 12 + "i")
    marks = longest = 0
    for character in shown:
        category = unicodedata.category(character)
        marks = marks + 1 if category == "Mn" else marks if character == "\u200d" else 0
        longest = max(longest, marks)
    assert longest == MARKS_IN_A_ROW
    assert shown.startswith("H")
    assert shown.endswith("i")


@pytest.mark.parametrize(
    "name",
    ["", " ", "\n\t", "\x00\x07", "\u200b\u200b", "\u200d", "\u202e", "\u3164", "\u2800", "\u0301", "\u00a0"],
)
def test_a_name_that_shows_nothing_has_a_stand_in(name: str) -> None:
    """Empty names and names of invisible characters are a question mark, not a hole in a list."""
    assert inner(name) == "?"


def test_a_long_name_is_cut() -> None:
    """A name is no longer than Discord's own limit."""
    assert inner("x" * 500) == "x" * NAME_LIMIT


@given(st.text(max_size=80))
def test_any_name_is_one_harmless_line(name: str) -> None:
    """Whatever the name, it is one line, not too long, shows something and opens nothing."""
    shown = inner(name)
    assert shown.strip()
    assert len(shown.splitlines()) == 1
    assert len(shown) <= 3 * NAME_LIMIT
    assert all(c in {"\u200d", "\u200b"} or not unicodedata.category(c).startswith("C") for c in shown)
    assert "`" not in shown.replace(r"\`", "")
    assert "<" not in shown.replace(r"\<", "")
