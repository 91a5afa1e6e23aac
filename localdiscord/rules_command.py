"""Discord's rules on command registration that its API description does not hold."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from .errors import Flaw
from .rules_modal import choices_flaws

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .components import At
    from .wire import Json

__all__ = ["LOCALES", "OptionKind", "commands_flaws"]

# fmt: off
LOCALES = frozenset({
    "ar", "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr",
    "he", "hi", "hr", "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl",
    "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW",
})
# fmt: on
NAME = 32
DESCRIPTION = 100
OPTIONS = 25
COMMAND_TOTAL = 8000
COMMANDS_BY_KIND = {1: 100, 2: 15, 3: 15}
_EXTRA_SCRIPTS = ("DEVANAGARI ", "THAI ")  # combining marks of these two are allowed in names


class OptionKind:
    """Types of command options."""

    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11

    NESTED = frozenset({SUBCOMMAND, GROUP})


def commands_flaws(commands: Sequence[Json]) -> Iterator[Flaw]:
    """Yield what is wrong with a list of commands."""
    seen: set[tuple[object, object]] = set()
    counts: dict[int, int] = {}
    for index, command in enumerate(commands):
        kind = int(command.get("type") or 1)
        counts[kind] = counts.get(kind, 0) + 1
        if (kind, command.get("name")) in seen:
            yield Flaw((index, "name"), f"Command name is already taken: {command.get('name')}")
        seen.add((kind, command.get("name")))
        yield from _command((index,), command, kind)
    for kind, number in counts.items():
        if number > COMMANDS_BY_KIND.get(kind, 1):
            yield Flaw((), f"Too many commands of type {kind}: {number}")


def _command(at: At, command: Json, kind: int) -> Iterator[Flaw]:
    if kind == 1:
        yield from _described(at, command)
    elif not 1 <= len(command.get("name") or "") <= NAME:
        yield Flaw((*at, "name"), f"Must be between 1 and {NAME} in length.")
    yield from _locales(at, command)
    yield from _options(at, command.get("options") or [], depth=0)
    size = _size(command)
    if size > COMMAND_TOTAL:
        yield Flaw(at, f"Command exceeds maximum size ({COMMAND_TOTAL}): {size}")


def _described(at: At, node: Json) -> Iterator[Flaw]:
    names = {"": node.get("name"), **(node.get("name_localizations") or {})}
    for locale, name in names.items():
        place = (*at, "name_localizations", locale) if locale else (*at, "name")
        if not _is_name(name):
            yield Flaw(place, f"Application command names must be valid: {name!r}")
    descriptions = {"": node.get("description"), **(node.get("description_localizations") or {})}
    for locale, text in descriptions.items():
        place = (*at, "description_localizations", locale) if locale else (*at, "description")
        if not isinstance(text, str) or not 1 <= len(text) <= DESCRIPTION:
            yield Flaw(place, f"Must be between 1 and {DESCRIPTION} in length.")


def _is_name(name: object) -> bool:
    return (
        isinstance(name, str)
        and 1 <= len(name) <= NAME
        and name == name.lower()
        and all(_is_name_character(character) for character in name)
    )


def _is_name_character(character: str) -> bool:
    if character in "-_'":
        return True
    if unicodedata.category(character)[0] in "LN":
        return True
    return unicodedata.name(character, "").startswith(_EXTRA_SCRIPTS)


def _locales(at: At, node: Json) -> Iterator[Flaw]:
    for key in ("name_localizations", "description_localizations"):
        for locale in node.get(key) or {}:
            if locale not in LOCALES:
                yield Flaw((*at, key), f"Unknown locale: {locale}")


def _options(at: At, options: Sequence[Json], *, depth: int) -> Iterator[Flaw]:
    if len(options) > OPTIONS:
        yield Flaw((*at, "options"), f"Must be {OPTIONS} or fewer in length.")
    nested = [option.get("type") in OptionKind.NESTED for option in options]
    if any(nested) and not all(nested):
        yield Flaw((*at, "options"), "Sub-commands and plain options cannot be mixed.")
    yield from _order(at, options)
    seen: set[object] = set()
    for index, option in enumerate(options):
        place: At = (*at, "options", index)
        if option.get("name") in seen:
            yield Flaw((*place, "name"), f"Option names must be unique: {option.get('name')}")
        seen.add(option.get("name"))
        yield from _option(place, option, depth=depth)


def _order(at: At, options: Sequence[Json]) -> Iterator[Flaw]:
    optional = False
    for index, option in enumerate(options):
        if option.get("type") in OptionKind.NESTED:
            continue
        if option.get("required") and optional:
            yield Flaw((*at, "options", index), "Required options must be placed before non-required options")
        optional = optional or not option.get("required")


def _option(at: At, option: Json, *, depth: int) -> Iterator[Flaw]:
    kind = option.get("type")
    yield from _described(at, option)
    yield from _locales(at, option)
    if kind == OptionKind.GROUP and depth > 0:
        yield Flaw((*at, "type"), "Groups cannot hold groups.")
    if kind == OptionKind.SUBCOMMAND and depth > 1:
        yield Flaw((*at, "type"), "Sub-commands cannot hold sub-commands.")
    choices = option.get("choices") or []
    if choices and option.get("autocomplete"):
        yield Flaw((*at, "autocomplete"), "Choices and autocomplete exclude each other.")
    for flaw in choices_flaws(choices):
        yield Flaw((*at, *flaw.at), flaw.text)
    for index, choice in enumerate(choices):
        yield from _locales((*at, "choices", index), choice)
    if kind in OptionKind.NESTED:
        yield from _options(at, option.get("options") or [], depth=depth + 1)


def _size(node: Json) -> int:
    total = _longest(node, "name") + _longest(node, "description")
    value = node.get("value")
    total += len(value) if isinstance(value, str) else 0
    children = [*(node.get("options") or ()), *(node.get("choices") or ())]
    return total + sum(_size(child) for child in children)


def _longest(node: Json, key: str) -> int:
    wordings = [node.get(key) or "", *(node.get(f"{key}_localizations") or {}).values()]
    return max(len(wording) for wording in wordings)
