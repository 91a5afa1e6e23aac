"""Discord's rules on modals and autocomplete choices that its API description does not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .components import walk
from .errors import Flaw
from .rules_parts import interactive_flaws, too_long
from .wire import Part

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .components import At
    from .wire import Json

__all__ = ["choices_flaws", "modal_flaws"]

TITLE = 45
PARTS = 5
LABEL = 45
LABEL_DESCRIPTION = 100
CUSTOM_ID = 100
INPUT_TEXT = 4000
INPUT_PLACEHOLDER = 100
CHOICES = 25
CHOICE_TEXT = 100


def modal_flaws(body: Json) -> Iterator[Flaw]:
    """Yield what is wrong with a modal."""
    parts: Sequence[Json] = body.get("components") or []
    for key, limit in (("title", TITLE), ("custom_id", CUSTOM_ID)):
        if not body.get(key):
            yield Flaw((key,), "This field is required")
        yield from too_long((key,), body.get(key), limit)
    if not 1 <= len(parts) <= PARTS:
        yield Flaw(("components",), f"Must be between 1 and {PARTS} in length.")
    yield from interactive_flaws(parts)
    for at, part in walk(parts):
        kind = part.get("type")
        if kind in (Part.INPUT, Part.LABEL):
            yield from too_long((*at, "label"), part.get("label"), LABEL)
        if kind == Part.LABEL:
            yield from too_long((*at, "description"), part.get("description"), LABEL_DESCRIPTION)
        if kind == Part.INPUT:
            yield from _input(at, part)


def _input(at: At, part: Json) -> Iterator[Flaw]:
    least, most = part.get("min_length") or 0, part.get("max_length") or INPUT_TEXT
    if not part.get("custom_id"):
        yield Flaw((*at, "custom_id"), "This field is required")
    if least > most or most > INPUT_TEXT:
        yield Flaw((*at, "max_length"), f"Must be between min_length and {INPUT_TEXT}.")
    yield from too_long((*at, "value"), part.get("value"), most)
    yield from too_long((*at, "placeholder"), part.get("placeholder"), INPUT_PLACEHOLDER)


def choices_flaws(choices: Sequence[Json]) -> Iterator[Flaw]:
    """Yield what is wrong with the choices of an autocomplete answer or of an option."""
    if len(choices) > CHOICES:
        yield Flaw(("choices",), f"Must be {CHOICES} or fewer in length.")
    seen: set[object] = set()
    for index, choice in enumerate(choices):
        for key in ("name", "value"):
            text = choice.get(key)
            if isinstance(text, str) and not 1 <= len(text) <= CHOICE_TEXT:
                yield Flaw(("choices", index, key), f"Must be between 1 and {CHOICE_TEXT} in length.")
        if choice.get("name") in seen:
            yield Flaw(("choices", index, "name"), f"Choice names must be unique: {choice.get('name')}")
        seen.add(choice.get("name"))
