"""Checking requests against Discord's own API description, with the adjustments that practice needs."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import TYPE_CHECKING, Any

from .errors import Flaw

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .wire import Json

__all__ = ["Spec", "load"]

_URN = "urn:discord"
_SCHEMAS = f"{_URN}#/components/schemas/"
CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
_CALLBACK_SCHEMAS = {
    1: "PongInteractionCallbackRequest",
    4: "CreateMessageInteractionCallbackRequest",
    5: "CreateMessageInteractionCallbackRequest",
    6: "UpdateMessageInteractionCallbackRequest",
    7: "UpdateMessageInteractionCallbackRequest",
    8: "ApplicationCommandAutocompleteCallbackRequest",
    9: "ModalInteractionCallbackRequest",
}
FOLLOWUP = "/webhooks/{webhook_id}/{webhook_token}"
# discord.py sends these fields always; Discord ignores them where its description does not know them.
_ALWAYS_SENT = {
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": "tts",
    "IncomingWebhookUpdateRequestPartial": "tts",
    "MessageEditRequestPartial": "tts",
    "ApplicationCommandUpdateRequest": "nsfw",
    "ApplicationCommandCreateRequest": "nsfw",
    "ApplicationCommandPatchRequestPartial": "nsfw",
    "RichEmbed": "flags",
}


@cache
def load(path: Path | None) -> Spec | None:
    """Return the checker, or None where the description or the validator is not there.

    A file is read once in the life of a process: making a checker of it takes longer than a short game.
    """
    if path is None or not path.is_file():
        return None
    try:
        import jsonschema_rs  # noqa: F401, PLC0415 - the sandbox runs without it
    except ImportError:
        return None
    return Spec(json.loads(path.read_text(encoding="utf-8")))


class Spec:
    """Discord's OpenAPI document, ready to check bodies."""

    def __init__(self, document: Json) -> None:
        import jsonschema_rs  # noqa: PLC0415 - the sandbox runs without it

        self._engine: Any = jsonschema_rs
        self._paths = document["paths"]
        self._answers = self._registry(document)
        self._requests = self._registry(_adjusted(document))
        self._validators: dict[tuple[str, bool], Any] = {}

    def _registry(self, document: Json) -> Any:
        kept = {"components": {"schemas": document["components"]["schemas"]}}
        return self._engine.Registry([(_URN, kept)])

    def request_flaws(self, method: str, template: str, body: object) -> Iterator[Flaw]:
        """Yield what the description says is wrong with a request's body."""
        schema = self._request_schema(method, template, body)
        if schema is not None:
            yield from self._flaws(schema, body, closed=True)

    def answer_flaws(self, method: str, template: str, status: int, body: object) -> Iterator[Flaw]:
        """Yield what is wrong with our own answer; tests hold the server itself to the description."""
        operation = self._paths.get(template, {}).get(method.lower(), {})
        content = operation.get("responses", {}).get(str(status), {}).get("content", {})
        schema = content.get("application/json", {}).get("schema")
        if schema is not None:
            yield from self._flaws(schema, body, closed=False)

    def _request_schema(self, method: str, template: str, body: object) -> Json | None:
        if template == CALLBACK and isinstance(body, dict):
            name = _CALLBACK_SCHEMAS.get(body.get("type", 0), "PongInteractionCallbackRequest")
            return {"$ref": _SCHEMAS + name}
        if template == FOLLOWUP and method == "POST":
            return {"$ref": _SCHEMAS + "IncomingWebhookRequestPartial"}
        operation = self._paths.get(template, {}).get(method.lower(), {})
        content = operation.get("requestBody", {}).get("content", {})
        schema: Json | None = content.get("application/json", {}).get("schema")
        return schema

    def _flaws(self, schema: Json, body: object, *, closed: bool) -> Iterator[Flaw]:
        text = json.dumps(schema).replace('"#/', f'"{_URN}#/')
        validator = self._validators.get((text, closed))
        if validator is None:
            registry = self._requests if closed else self._answers
            validator = self._engine.Draft202012Validator(json.loads(text), registry=registry)
            self._validators[text, closed] = validator
        for error in validator.iter_errors(body):
            yield Flaw(tuple(error.instance_path), _short(error.message))


def _short(message: str) -> str:
    limit = 300  # an error prints the whole instance, which can be a board
    return message if len(message) <= limit else f"{message[: limit // 2]} … {message[-limit // 2 :]}"


def _adjusted(document: Json) -> Json:
    changed = copy.deepcopy(document)
    schemas = changed["components"]["schemas"]
    for name, field in _ALWAYS_SENT.items():
        if name in schemas:
            schemas[name]["properties"].setdefault(field, {"type": ["boolean", "integer", "null"]})
    for schema in schemas.values():
        _close(schema)
    # discord.py sends the ids of attachments as numbers
    schemas["SnowflakeType"] = {"anyOf": [schemas["SnowflakeType"], {"type": "integer", "minimum": 0}]}
    return changed


def _close(node: object) -> None:
    """Forbid unknown fields, or a misspelt one passes; parts of an ``allOf`` stay open, they add up."""
    if isinstance(node, list):
        for one in node:
            _close(one)
    if not isinstance(node, dict):
        return
    if node.get("type") == "object" and "properties" in node and "allOf" not in node:
        node.setdefault("additionalProperties", False)
    for key, child in node.items():
        if key != "allOf":
            _close(child)
