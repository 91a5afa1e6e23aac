"""Discord's rules on the interactive parts of messages and modals that its API description does not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .components import SELECTS, walk
from .errors import Flaw
from .wire import Part

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .components import At
    from .wire import Json

__all__ = ["interactive_flaws", "too_long"]

CUSTOM_ID = 100
BUTTON_LABEL = 80
BUTTON_URL = 512
OPTION_TEXT = 100
PLACEHOLDER = 150
OPTIONS = 25
ROW_WIDTH = 5
LINK_STYLE = 5
PREMIUM_STYLE = 6


def too_long(at: At, text: object, limit: int) -> Iterator[Flaw]:
    """Yield a flaw where a text has more characters than Discord takes."""
    if isinstance(text, str) and len(text) > limit:
        yield Flaw(at, f"Must be {limit} or fewer in length.")


def interactive_flaws(parts: Sequence[Json]) -> Iterator[Flaw]:
    """Yield what is wrong with ids, rows, buttons and selects of a tree."""
    tree = list(walk(parts))
    yield from _duplicates(tree, "custom_id", "Component custom id cannot be duplicated")
    yield from _duplicates(tree, "id", "Component id cannot be duplicated")
    for at, part in tree:
        yield from too_long((*at, "custom_id"), part.get("custom_id"), CUSTOM_ID)
        yield from _emoji(at, part)
        if part.get("type") == Part.ROW:
            yield from _row(at, part)
        elif part.get("type") == Part.BUTTON:
            yield from _button(at, part)
        elif part.get("type") in SELECTS:
            yield from _select(at, part)


def _duplicates(tree: Iterable[tuple[At, Json]], key: str, text: str) -> Iterator[Flaw]:
    seen: set[object] = set()
    for at, part in tree:
        value = part.get(key)
        if not value:
            continue
        if value in seen:
            yield Flaw((*at, key), f"{text}: {value}")
        seen.add(value)


def _row(at: At, row: Json) -> Iterator[Flaw]:
    kinds = [part.get("type") for part in row.get("components") or ()]
    if not 1 <= len(kinds) <= ROW_WIDTH:
        yield Flaw((*at, "components"), f"Must be between 1 and {ROW_WIDTH} in length.")
    if len(kinds) > 1 and any(kind in SELECTS for kind in kinds):
        yield Flaw((*at, "components"), "A select takes the whole row.")


def _button(at: At, button: Json) -> Iterator[Flaw]:
    yield from too_long((*at, "label"), button.get("label"), BUTTON_LABEL)
    style = button.get("style")
    custom_id, url = button.get("custom_id"), button.get("url")
    if style == LINK_STYLE and (not url or custom_id):
        yield Flaw(at, "A link button has a url and no custom id.")
    if style not in (LINK_STYLE, PREMIUM_STYLE) and (not custom_id or url):
        yield Flaw((*at, "custom_id"), "A custom id and no url is required.")
    yield from too_long((*at, "url"), url, BUTTON_URL)
    if style != PREMIUM_STYLE and not button.get("label") and not button.get("emoji"):
        yield Flaw((*at, "label"), "A button needs a label or an emoji.")


def _emoji(at: At, part: Json) -> Iterator[Flaw]:
    emoji = part.get("emoji") or {}
    name = emoji.get("name")
    if name and not emoji.get("id") and str(name).isascii():
        yield Flaw((*at, "emoji", "name"), f"Invalid emoji: {name}")


def _select(at: At, select: Json) -> Iterator[Flaw]:
    if not select.get("custom_id"):
        yield Flaw((*at, "custom_id"), "This field is required")
    yield from too_long((*at, "placeholder"), select.get("placeholder"), PLACEHOLDER)
    if select.get("type") == Part.SELECT:
        yield from _options(at, select)


def _options(at: At, select: Json) -> Iterator[Flaw]:
    options = select.get("options") or []
    if not 1 <= len(options) <= OPTIONS:
        yield Flaw((*at, "options"), f"Must be between 1 and {OPTIONS} in length.")
    least = select.get("min_values", 1)
    most = select.get("max_values", 1)
    if least > most or most > max(len(options), 1):
        yield Flaw((*at, "max_values"), "Must fit the number of options.")
    if sum(bool(option.get("default")) for option in options) > most:
        yield Flaw((*at, "options"), "More defaults than values allowed.")
    seen: set[object] = set()
    for index, option in enumerate(options):
        place: At = (*at, "options", index)
        for key in ("label", "value"):
            yield from _option_text((*place, key), option.get(key))
        yield from too_long((*place, "description"), option.get("description"), OPTION_TEXT)
        yield from _emoji(place, option)
        if option.get("value") in seen:
            yield Flaw((*place, "value"), f"The specified option value is already used: {option['value']}")
        seen.add(option.get("value"))


def _option_text(at: At, text: object) -> Iterator[Flaw]:
    if not isinstance(text, str) or not 1 <= len(text) <= OPTION_TEXT:
        yield Flaw(at, f"Must be between 1 and {OPTION_TEXT} in length.")
