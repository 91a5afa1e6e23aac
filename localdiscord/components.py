"""Reading and completing component trees."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING, TypeAlias

from .wire import Json, Part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = [
    "At",
    "Button",
    "Choice",
    "Select",
    "buttons",
    "emoji_text",
    "finish",
    "media",
    "selects",
    "texts",
    "walk",
]

At: TypeAlias = tuple[str | int, ...]
SELECTS = frozenset(
    {Part.SELECT, Part.USER_SELECT, Part.ROLE_SELECT, Part.MENTIONABLE_SELECT, Part.CHANNEL_SELECT}
)
_DEFAULTS: dict[int, Json] = {
    **{int(kind): {"min_values": 1, "max_values": 1} for kind in SELECTS},
    int(Part.SEPARATOR): {"divider": True, "spacing": 1},
    int(Part.CONTAINER): {"spoiler": False, "accent_color": None},
    int(Part.THUMBNAIL): {"spoiler": False, "description": None},
    int(Part.FILE): {"spoiler": False},
}


def walk(parts: Iterable[Json], at: At = ("components",)) -> Iterator[tuple[At, Json]]:
    """Yield every component of a tree with its place, parents first."""
    for index, part in enumerate(parts):
        yield from _below(part, (*at, index))


def _below(part: Json, at: At) -> Iterator[tuple[At, Json]]:
    if not isinstance(part, dict):
        return
    yield at, part
    children = part.get("components")
    if isinstance(children, list):
        yield from walk(children, (*at, "components"))
    for key in ("accessory", "component"):
        child = part.get(key)
        if isinstance(child, dict):
            yield from _below(child, (*at, key))


def media(part: Json) -> Iterator[tuple[At, Json]]:
    """Yield the media items of one component: gallery, thumbnail or file."""
    kind = part.get("type")
    if kind == Part.GALLERY:
        for index, item in enumerate(part.get("items") or []):
            yield ("items", index, "media"), item.get("media") or {}
    elif kind == Part.THUMBNAIL:
        yield ("media",), part.get("media") or {}
    elif kind == Part.FILE:
        yield ("file",), part.get("file") or {}


def texts(parts: Iterable[Json]) -> list[str]:
    """Return the contents of all text displays, in order."""
    return [str(part.get("content", "")) for _, part in walk(parts) if part.get("type") == Part.TEXT]


def finish(parts: Iterable[Json], unfurl: Callable[[str], Json]) -> list[Json]:
    """Complete the components of a request as Discord stores them: ids, defaults, unfurled media."""
    done = copy.deepcopy([part for part in parts if part])
    taken = {part["id"] for _, part in walk(done) if part.get("id")}
    free = (number for number in count(1) if number not in taken)
    for _, part in walk(done):
        _complete(part, free, unfurl)
    return done


def _complete(part: Json, free: Iterator[int], unfurl: Callable[[str], Json]) -> None:
    _drop_nulls(part)
    if not part.get("id"):
        part["id"] = next(free)
    kind = part.get("type")
    for key, value in _DEFAULTS.get(int(kind or 0), {}).items():
        part.setdefault(key, value)
    if kind == Part.GALLERY:
        part["items"] = [{"description": None, "spoiler": False, **item} for item in part.get("items", [])]
    for _, item in media(part):
        item.update(unfurl(str(item.get("url", ""))))
    if kind == Part.FILE:
        part.setdefault("name", str(part["file"].get("url", "")).rpartition("/")[2])
        part.setdefault("size", 0)


def _drop_nulls(part: Json) -> None:
    for one in (part, part.get("emoji"), *(option.get("emoji") for option in part.get("options") or ())):
        for key in [key for key, value in (one or {}).items() if value is None]:
            del one[key]


@dataclass(frozen=True, slots=True)
class Button:
    """A button as a person sees it."""

    label: str
    custom_id: str | None
    emoji: str | None
    style: int
    disabled: bool
    url: str | None = None

    def answers_to(self, name: str) -> bool:
        """Tell whether a person could mean this button by its label, its emoji or its custom id."""
        return bool(name) and name in (self.label, self.custom_id, self.emoji)


@dataclass(frozen=True, slots=True)
class Choice:
    """One entry of a select, or one suggestion of an autocomplete."""

    label: str
    value: str | int | float
    description: str | None = None
    default: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A select menu as a person sees it."""

    custom_id: str
    placeholder: str | None
    choices: tuple[Choice, ...]
    disabled: bool
    least: int = 1
    most: int = 1
    kind: int = Part.SELECT


def emoji_text(emoji: Json | None) -> str | None:
    """Write an emoji object as reactions do: the character, or ``name:id``."""
    if not emoji or not emoji.get("name"):
        return None
    return f"{emoji['name']}:{emoji['id']}" if emoji.get("id") else str(emoji["name"])


def buttons(parts: Iterable[Json]) -> list[Button]:
    """Return all buttons of a message, in order."""
    return [
        Button(
            label=part.get("label") or "",
            custom_id=part.get("custom_id"),
            emoji=emoji_text(part.get("emoji")),
            style=int(part.get("style", 2)),
            disabled=bool(part.get("disabled")),
            url=part.get("url"),
        )
        for _, part in walk(parts)
        if part.get("type") == Part.BUTTON
    ]


def selects(parts: Iterable[Json]) -> list[Select]:
    """Return all select menus of a message, in order."""
    return [_select(part) for _, part in walk(parts) if part.get("type") in SELECTS]


def _select(part: Json) -> Select:
    return Select(
        custom_id=str(part.get("custom_id", "")),
        placeholder=part.get("placeholder"),
        choices=tuple(choice_of(option) for option in part.get("options") or ()),
        disabled=bool(part.get("disabled")),
        least=int(part.get("min_values", 1)),
        most=int(part.get("max_values", 1)),
        kind=int(part["type"]),
    )


def choice_of(option: Json) -> Choice:
    """Read one option of a select, radio group or checkbox group."""
    return Choice(
        label=option["label"],
        value=option["value"],
        description=option.get("description"),
        default=bool(option.get("default")),
    )
