"""Filling a modal as Discord's client does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import ClientRefusal
from .wire import Json, Part

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .reply import Field, Modal

__all__ = ["submission"]

_MANY = frozenset(
    {
        Part.SELECT,
        Part.USER_SELECT,
        Part.ROLE_SELECT,
        Part.MENTIONABLE_SELECT,
        Part.CHANNEL_SELECT,
        Part.FILE_UPLOAD,
        Part.CHECKBOX_GROUP,
    }
)


def submission(modal: Modal, values: Mapping[str, object], *, force: bool = False) -> Json:
    """Return the data of a modal's submission; fields not named keep what stood in them.

    :raises ClientRefusal: for an unknown field or, unless forced, a value that does not fit.
    """
    chosen: dict[str, object] = {}
    for name, value in values.items():
        chosen[_named(modal, name).custom_id] = value
    filled = {one.custom_id: _filled(one, chosen.get(one.custom_id), force=force) for one in modal.fields}
    parts = [_answer(part, filled) for part in modal.components]
    return {"custom_id": modal.custom_id, "components": parts}


def _named(modal: Modal, name: str) -> Field:
    for one in modal.fields:
        if one.answers_to(name):
            return one
    raise ClientRefusal(f"no such field in {modal.title!r}: {name}")


def _filled(one: Field, value: object, *, force: bool) -> Json:
    body: Json = {"type": one.kind, "id": one.part["id"], "custom_id": one.custom_id}
    if one.kind in _MANY:
        return body | {"values": _values(one, value)}
    if one.kind == Part.CHECKBOX:
        return body | {"value": bool(one.part.get("default") if value is None else value)}
    if one.kind == Part.RADIO_GROUP:
        return body | {"value": next(iter(_values(one, value)), None)}
    text = one.value if value is None else str(value)
    if not force:
        _text_fits(one, text)
    return body | {"value": text}


def _values(one: Field, value: object) -> list[str]:
    options = one.part.get("options") or []
    if value is None:
        return [str(option["value"]) for option in options if option.get("default")]
    wanted = [value] if isinstance(value, str) else list(value)  # type: ignore[call-overload]
    by_label = {option["label"]: option["value"] for option in options}
    return [str(by_label.get(entry, entry)) for entry in wanted]


def _text_fits(one: Field, text: str) -> None:
    least = int(one.part.get("min_length") or 0)
    most = int(one.part.get("max_length") or 4000)
    if one.required and not text:
        raise ClientRefusal(f"must be filled: {one.label}")
    if text and not least <= len(text) <= most:
        raise ClientRefusal(f"between {least} and {most} characters in {one.label}: {len(text)}")


def _answer(part: Json, filled: Mapping[str, Json]) -> Json:
    body: Json = {"type": part["type"], "id": part["id"]}
    if part["type"] == Part.ROW:
        return body | {"components": [filled[child["custom_id"]] for child in part["components"]]}
    if part["type"] == Part.LABEL:
        return body | {"component": filled[part["component"]["custom_id"]]}
    return body
