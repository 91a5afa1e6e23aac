"""Holds the local Discord itself to Discord's descriptions: what it answers, and what it sends."""

from __future__ import annotations

import functools
import json
from typing import TYPE_CHECKING, Any

from localdiscord import spec
from tests.shared_data import SHARED

if TYPE_CHECKING:
    from localdiscord import LocalDiscord

__all__ = ["OPENAPI", "server_flaws"]

OPENAPI = SHARED / "discord" / "openapi.json"
GATEWAY = SHARED / "discord" / "gateway"
EVENTS = {
    "READY": "Ready",
    "GUILD_CREATE": "GuildCreate",
    "INTERACTION_CREATE": "InteractionCreate",
    "MESSAGE_CREATE": "MessageCreate",
    "MESSAGE_REACTION_ADD": "MessageReactionAdd",
    "MESSAGE_REACTION_REMOVE": "MessageReactionRemove",
}


@functools.cache
def _checker() -> spec.Spec | None:
    return spec.load(OPENAPI)


@functools.cache
def _event_validator(name: str) -> Any:
    import jsonschema_rs  # noqa: PLC0415 - only where there is something to validate

    document = json.loads((GATEWAY / f"{name}.json").read_text(encoding="utf-8"))
    for title, definition in document["definitions"].items():
        if title.endswith("Flags") and definition.keys() & {"enum", "const"}:  # bit fields, not single bits
            document["definitions"][title] = {"type": "integer"}
    return jsonschema_rs.Draft7Validator(document)


def server_flaws(fake: LocalDiscord) -> list[str]:
    """Return where the server's answers and events differ from Discord's descriptions, if these are there."""
    return [*_answer_flaws(fake), *_event_flaws(fake)]


def _answer_flaws(fake: LocalDiscord) -> list[str]:
    checker = _checker()
    if checker is None:
        return []
    return [
        f"{seen.method} {seen.path} -> {flaw}"
        for seen in fake.requests
        if seen.answer is not None
        for flaw in checker.answer_flaws(seen.method, seen.template, seen.status, seen.answer)
    ]


def _event_flaws(fake: LocalDiscord) -> list[str]:
    if not GATEWAY.is_dir():
        return []
    return [
        f"{name} {list(error.instance_path)}: {error.message[:400]}"
        for name, body in fake.gateway.sent
        if name in EVENTS
        for error in _event_validator(EVENTS[name]).iter_errors(body)
    ]
