"""The words: every key there, none too many, placeholders alike, and no way in for a strange locale."""

from __future__ import annotations

import string
from shutil import copyfile
from typing import TYPE_CHECKING

import pytest

from cogs import i18n
from cogs.i18n import DEFAULT_LOCALE, LOCALES, command_text, languages, speaker, t
from tests.cogs.keys import asked, constants, families, messages, patterns

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ENGLISH = messages(DEFAULT_LOCALE)
PLURALS = sorted(key for key, texts in ENGLISH.items() if len(texts) > 1)


def placeholders(text: str) -> set[str]:
    """Give the names in a text's braces."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Give a folder of languages that the test may fill; it holds English."""
    locales = tmp_path / "locales"
    locales.mkdir()
    copyfile(LOCALES / "en.po", locales / "en.po")
    monkeypatch.setattr(i18n, "LOCALES", locales)
    i18n._catalogue.cache_clear()
    yield locales
    i18n._catalogue.cache_clear()


def write(path: Path, *lines: str) -> None:
    """Write a language file."""
    head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"'
    path.write_text("\n".join([head, *lines]), encoding="utf-8")


def test_every_key_that_is_asked_for_exists() -> None:
    """No call asks for a key that English lacks."""
    assert len(asked()) > 100
    assert [call for call in asked() if call.key not in ENGLISH] == []


def test_every_key_that_is_put_together_exists() -> None:
    """Whatever a key like `refusal.…` can end in has its text, and the test knows every such beginning."""
    known = families()
    assert patterns() <= set(known)
    missing = [f"{start}{end}" for start, ends in known.items() for end in ends]
    assert [key for key in missing if key not in ENGLISH] == []


def test_every_key_in_a_file_is_used() -> None:
    """No text lies about that nothing asks for."""
    used = constants() | {f"{start}{end}" for start, ends in families().items() for end in ends}
    assert sorted(set(ENGLISH) - used) == []


@pytest.mark.parametrize("language", languages())
def test_every_language_has_the_same_keys(language: str) -> None:
    """A language file holds every key, none more, and no text is empty."""
    texts = messages(language)
    assert set(texts) == set(ENGLISH)
    assert [key for key, forms in texts.items() if not all(form.strip() for form in forms)] == []


@pytest.mark.parametrize("language", languages())
def test_every_language_fills_in_the_same_values(language: str) -> None:
    """A translation uses the placeholders of the English text; one plural form at least holds each."""
    for key, forms in messages(language).items():
        wanted = set().union(*map(placeholders, ENGLISH[key]))
        assert set().union(*map(placeholders, forms)) == wanted, key


def test_every_placeholder_is_given_its_value() -> None:
    """Each call with a whole key passes all that the text fills in."""
    for call in asked():
        if call.values:
            wanted = set().union(*map(placeholders, ENGLISH[call.key]))
            assert wanted <= call.values, call


def test_no_plain_call_asks_for_a_text_with_placeholders() -> None:
    """A key that is passed on without values has no placeholders, but for boards, which get a link."""
    for call in asked():
        if not call.values:
            assert set().union(*map(placeholders, ENGLISH[call.key])) <= {"link"}, call


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("key", PLURALS)
def test_plurals_hold_for_none_one_and_two(language: str, key: str) -> None:
    """Every counted text exists for 0, 1 and 2, and tells the number unless it is a single one."""
    values = {name: "x" for form in ENGLISH[key] for name in placeholders(form) if name != "n"}
    none, one, two = (t(language, key, n=number, **values) for number in (0, 1, 2))
    assert none
    assert one
    assert two
    assert "{" not in none + one + two


def test_english_counts() -> None:
    """One move, but 0 and 2 moves."""
    assert t("en", "board.given-up", n=0) == "Given up after 0 moves."
    assert t("en", "board.given-up", n=1) == "Given up after 1 move."
    assert t("en", "board.given-up", n=2) == "Given up after 2 moves."


def test_a_number_in_a_text_without_plural_is_no_obstacle() -> None:
    """A text may tell a number and have one form only."""
    assert t("en", "menu.placeholder-more", n=30, shown=25).startswith("The first 25 of 30")
    assert t("en", "menu.placeholder-more", n=1, shown=1)


@pytest.mark.parametrize("locale", ["en", "en-GB", "en-US", "xx", "", "tlh-KX", "EN", "fi"])
def test_a_locale_without_a_file_falls_back_to_english(locale: str) -> None:
    """Whoever comes in another language reads English."""
    if locale not in languages():
        assert speaker(locale)("status.moves") == "Moves"


def test_a_half_translated_language_is_filled_up_with_english(folder: Path) -> None:
    """A regional locale takes its language's file, and English where that has nothing."""
    write(folder / "fi.po", 'msgid "status.moves"', 'msgstr "Siirrot"', 'msgid "status.pass"', 'msgstr ""')
    assert t("fi-FI", "status.moves") == "Siirrot"
    assert t("fi-FI", "status.pass") == "Pass"
    assert t("fi", "status.score") == "Score"
    assert t("en-GB", "status.moves") == "Moves"


@pytest.mark.parametrize(
    "locale",
    ["../evil", "./../evil", "..\\evil", "../evil.po", "..", "evil\0", "e" * 5000, "*", "en.po", "/"],
)
def test_a_hostile_locale_opens_no_file(folder: Path, locale: str) -> None:
    """A locale is looked up among the files that are there and never becomes a path."""
    write(folder.parent / "evil.po", 'msgid "status.moves"', 'msgstr "owned"')
    assert t(locale, "status.moves") == "Moves"
    assert t(str(folder.parent / "evil"), "status.moves") == "Moves"


def test_an_unknown_key_is_an_error() -> None:
    """A key that no language has raises KeyError, whatever values come with it."""
    for values in ({}, {"n": 1}, {"n": 2}, {"player": "x"}):
        with pytest.raises(KeyError, match=r"no\.such"):
            t("en", "no.such", **values)


def test_a_value_is_never_read_as_a_template() -> None:
    """Braces in a value stay what they are."""
    assert "{draw.__class__}" in t("en", "error.not-yours", player="{draw.__class__}")


def test_a_command_text_carries_its_key() -> None:
    """What Discord is told in English can be found again in another language."""
    text = command_text("command.new")
    assert text.message == t("en", "command.new")
    assert text.extras == {"key": "command.new"}
