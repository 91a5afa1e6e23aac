"""Discord's rules on messages that its API description does not hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .components import media, texts, walk
from .errors import Flaw
from .rules_parts import interactive_flaws, too_long
from .wire import Flag, Part

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from .components import At
    from .messages import Message
    from .wire import Json

__all__ = ["ATTACHMENT", "is_empty", "message_flaws", "unshown_files"]

CONTENT = 2000
TEXT_TOTAL = 4000
PARTS = 40
ROWS = 5
GALLERY = 10
SECTION_TEXTS = 3
ALT_TEXT = 1024
EMBEDS = 10
EMBED_TOTAL = 6000
EMBED_FIELDS = 25
EMBED_TEXTS = {
    ("title",): 256,
    ("description",): 4096,
    ("footer", "text"): 2048,
    ("author", "name"): 256,
}
FIELD_TEXTS = {"name": 256, "value": 1024}
SCHEMES = ("attachment://", "https://", "http://")
ATTACHMENT = "attachment://"


def message_flaws(body: Json, files: Collection[str], before: Message | None = None) -> Iterator[Flaw]:
    """Yield what is wrong with a message or edit.

    ``files`` are the names that ``attachment://`` may refer to; ``before`` is the message that is edited.
    """
    parts: Sequence[Json] = body.get("components") or []
    yield from too_long(("content",), body.get("content"), CONTENT)
    yield from _embeds(body.get("embeds") or [])
    for index, file in enumerate(body.get("attachments") or []):
        yield from too_long(("attachments", index, "description"), file.get("description"), ALT_TEXT)
    yield from _mentions(body.get("allowed_mentions") or {})
    yield from interactive_flaws(parts)
    flags = Flag(body.get("flags") or 0)
    if Flag.COMPONENTS_V2 in flags or (before is not None and Flag.COMPONENTS_V2 in before.flags):
        yield from _second_version(body, parts, before)
    else:
        yield from _first_version(parts)
    yield from _references(body, parts, files)


def is_empty(body: Json, *, has_files: bool, before: Message | None = None) -> bool:
    """Tell whether a message would hold nothing at all, new or after an edit."""
    kept = {"content": None, "embeds": None, "components": None, "attachments": None}
    if before is not None:
        kept = {key: getattr(before, key) for key in kept}
    left = {key: body.get(key, value) for key, value in kept.items()}
    return not has_files and not any([*left.values(), body.get("sticker_ids"), body.get("poll")])


def unshown_files(body: Json, uploads: Collection[str], before: Message | None) -> Iterator[str]:
    """Yield the uploads of a message of components that none of these shows: nobody will see them."""
    flags = Flag(body.get("flags") or 0) | (before.flags if before is not None else Flag.NONE)
    if Flag.COMPONENTS_V2 not in flags:
        return
    parts = walk(body.get("components") or ())
    shown = {str(item.get("url")) for _, part in parts for _, item in media(part)}
    yield from (name for name in sorted(uploads) if ATTACHMENT + name not in shown)


def _mentions(allowed: Json) -> Iterator[Flaw]:
    for key in ("users", "roles"):
        if allowed.get(key) and key in (allowed.get("parse") or ()):
            yield Flaw(
                ("allowed_mentions", "parse"), f'parse:["{key}"] and {key}: [ids...] exclude each other'
            )


def _embeds(embeds: Sequence[Json]) -> Iterator[Flaw]:
    if len(embeds) > EMBEDS:
        yield Flaw(("embeds",), f"Must be {EMBEDS} or fewer in length.")
    total = 0
    for index, embed in enumerate(embeds):
        fields = embed.get("fields") or ()
        if len(fields) > EMBED_FIELDS:
            yield Flaw(("embeds", index, "fields"), f"Must be {EMBED_FIELDS} or fewer in length.")
        for at, text, limit in _embed_texts(embed):
            total += len(text)
            yield from too_long(("embeds", index, *at), text, limit)
    if total > EMBED_TOTAL:
        yield Flaw(("embeds",), f"Embed size exceeds maximum size of {EMBED_TOTAL}")


def _embed_texts(embed: Json) -> Iterator[tuple[At, str, int]]:
    for at, limit in EMBED_TEXTS.items():
        node: Any = embed
        for key in at:
            node = (node or {}).get(key)
        yield at, str(node or ""), limit
    for index, field in enumerate(embed.get("fields") or ()):
        for key, limit in FIELD_TEXTS.items():
            yield ("fields", index, key), str(field.get(key) or ""), limit


def _first_version(parts: Sequence[Json]) -> Iterator[Flaw]:
    if len(parts) > ROWS:
        yield Flaw(("components",), f"Must be {ROWS} or fewer in length.")
    for index, part in enumerate(parts):
        if part.get("type") != Part.ROW:
            yield Flaw(("components", index, "type"), "Needs the flag IS_COMPONENTS_V2.")


def _second_version(body: Json, parts: Sequence[Json], before: Message | None) -> Iterator[Flaw]:
    for key in ("content", "embeds", "poll", "sticker_ids"):
        kept = bool(before is not None and key not in body and getattr(before, key, None))
        if body.get(key) or kept:
            yield Flaw((key,), f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
    tree = list(walk(parts))
    if len(tree) > PARTS:
        yield Flaw(("components",), f"Must be {PARTS} or fewer in total, is {len(tree)}.")
    total = sum(map(len, texts(parts)))
    if total > TEXT_TOTAL:
        yield Flaw(("components",), f"Text must be {TEXT_TOTAL} or fewer in total, is {total}.")
    for at, part in tree:
        for flaw in _layout(part):
            yield Flaw((*at, *flaw.at), flaw.text)


def _layout(part: Json) -> Iterator[Flaw]:
    kind = part.get("type")
    if kind == Part.TEXT and not part.get("content"):
        yield Flaw(("content",), "This field is required")
    elif kind == Part.GALLERY:
        items = part.get("items") or []
        if not 1 <= len(items) <= GALLERY:
            yield Flaw(("items",), f"Must be between 1 and {GALLERY} in length.")
        for index, item in enumerate(items):
            yield from too_long(("items", index, "description"), item.get("description"), ALT_TEXT)
    elif kind == Part.THUMBNAIL:
        yield from too_long(("description",), part.get("description"), ALT_TEXT)
    elif kind == Part.SECTION:
        if not 1 <= len(part.get("components") or ()) <= SECTION_TEXTS:
            yield Flaw(("components",), f"Must be between 1 and {SECTION_TEXTS} in length.")
        if not part.get("accessory"):
            yield Flaw(("accessory",), "This field is required")
    elif kind == Part.CONTAINER and not part.get("components"):
        yield Flaw(("components",), "This field is required")


def _references(body: Json, parts: Sequence[Json], files: Collection[str]) -> Iterator[Flaw]:
    for at, part in walk(parts):
        for place, item in media(part):
            yield from _reference((*at, *place, "url"), item.get("url"), files)
    for index, embed in enumerate(body.get("embeds") or ()):
        for key in ("image", "thumbnail"):
            url = (embed.get(key) or {}).get("url")
            yield from _reference(("embeds", index, key, "url"), url, files)


def _reference(at: tuple[str | int, ...], url: object, files: Collection[str]) -> Iterator[Flaw]:
    if isinstance(url, str) and not url.startswith(SCHEMES):
        yield Flaw(at, f"Scheme must be one of {SCHEMES}: {url}")
    if isinstance(url, str) and url.startswith(ATTACHMENT) and url.removeprefix(ATTACHMENT) not in files:
        yield Flaw(at, f"The referenced attachment was not found: {url}")
