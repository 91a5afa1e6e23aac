"""The words that people read: one key a text, one file a language.

A language is a gettext catalogue `locales/<language>.po` whose message ids are the keys. It is read
as it stands, so that a translator adds one file and nothing is compiled.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from functools import cache, lru_cache, partial
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Final, Protocol

from babel.dates import format_date, format_skeleton
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from discord.app_commands import locale_str

from cogs.mentions import clickable, command_id

__all__ = [
    "DEFAULT_LOCALE",
    "Say",
    "command_text",
    "day_text",
    "languages",
    "month_text",
    "short_day_text",
    "speaker",
    "t",
]

DEFAULT_LOCALE: Final = "en"
TEMPLATES: Final = 4096
"""Texts kept: all of several languages, with the numbers of a few boards."""
DAYS: Final = 1024
"""Days kept as they are written: a year in each of some languages."""
LOCALES: Final = Path(__file__).with_name("locales")


class Say(Protocol):
    """A voice in one language: `say(key, **values)` gives the text."""

    def __call__(self, key: str, **values: object) -> str:
        """Give the text of a key; a value named `n` chooses the plural form."""


def t(locale: str, key: str, **values: object) -> str:
    """Give the text of a key in the best language that there is for a locale such as `en-GB`.

    A command that it names as code can be clicked where Discord's id for it is known (`cogs.mentions`).

    :param values: fill the `{placeholders}`; `n`, where given, chooses the plural form.
    :raises KeyError: no language has the key.
    """
    return _template(locale, key, values.get("n"), command_id()).format_map(values)


def speaker(locale: str) -> Say:
    """Give the voice of a locale."""
    return partial(t, locale)


def command_text(key: str) -> locale_str:
    """Give a text for a command's description or choice, which Discord shows in the user's language."""
    return locale_str(t(DEFAULT_LOCALE, key), key=key)


def day_text(locale: str, milliseconds: int) -> str:
    """Write the day of a time in milliseconds UTC, in the language that texts come in."""
    return _day_text(locale, _moment(milliseconds).date())


@lru_cache(maxsize=DAYS)
def _day_text(locale: str, day: date) -> str:
    """Write a day: a list of games asks for two hundred while somebody types."""
    return format_date(day, "medium", _dated(locale))


def short_day_text(locale: str, milliseconds: int) -> str:
    """Write the day of a time in milliseconds UTC without its year."""
    return format_skeleton("MMMd", _moment(milliseconds), locale=_dated(locale))


def month_text(locale: str, milliseconds: int) -> str:
    """Write the month of a time in milliseconds UTC, with its year."""
    return format_skeleton("yMMMM", _moment(milliseconds), locale=_dated(locale))


def _moment(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


def _dated(locale: str) -> str:
    """Give the language that dates are written in."""
    known = next((one for one in (locale, locale.partition("-")[0]) if one in languages()), DEFAULT_LOCALE)
    return known.replace("-", "_")


def languages() -> tuple[str, ...]:
    """List the languages that there is a file for."""
    return tuple(sorted(path.stem for path in LOCALES.glob("*.po")))


@lru_cache(maxsize=TEMPLATES)
def _template(locale: str, key: str, number: object, command: int | None) -> str:
    """Find a text that is still to be filled in: a board asks for some forty."""
    for language in (locale, locale.partition("-")[0], DEFAULT_LOCALE):
        text = _text(language, key, number)
        if text:
            return clickable(text, command)
    raise KeyError(key)


def _text(language: str, key: str, number: object) -> str:
    catalogue = _catalogue(language)
    text = catalogue.ngettext(key, key, number) if isinstance(number, int) else key
    if text == key:
        text = catalogue.gettext(key)  # a text that names a number without having a plural
    return "" if text == key else text


@cache
def _catalogue(language: str) -> NullTranslations:
    # A locale comes from outside: only a file that is there is ever opened.
    if language not in languages():
        return NullTranslations()
    compiled = BytesIO()
    with (LOCALES / f"{language}.po").open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)
