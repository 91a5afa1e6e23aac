"""What the page is told: people, places and messages as one viewer may see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from localdiscord import client
from localdiscord.rules_command import OptionKind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from localdiscord.messages import Message
    from localdiscord.people import User
    from localdiscord.places import Channel
    from localdiscord.wire import Json

__all__ = ["channel_json", "commands_json", "message_json", "sentence", "user_json"]


def sentence(refusal: Exception) -> str:
    """Return the words of a refusal as the page says them, which begins its lines with a capital."""
    words = str(refusal)
    return words[:1].upper() + words[1:]


def user_json(user: User) -> Json:
    """Return a person for lists and mentions."""
    return {"id": str(user.id), "name": user.name, "bot": user.bot}


def channel_json(channel: Channel, bot: User) -> Json:
    """Return a place for the list of channels."""
    name = bot.name if channel.is_direct else channel.name
    return {
        "id": str(channel.id),
        "name": name,
        "direct": channel.guild is None,
        "parent": str(channel.parent.id) if channel.parent is not None else None,
        "guild": str(channel.guild.id) if channel.guild is not None else None,
        "locked": channel.locked,
    }


def message_json(message: Message, viewer: User) -> Json:
    """Return Discord's message object, and under ``page`` what Discord's client would work out itself."""
    body = message.to_dict(viewer)
    target = message.reply_to
    if target is not None and target.ephemeral_for not in (None, viewer):
        body["referenced_message"] = None  # a public answer must not quote what only one person saw
    body["page"] = {
        "ephemeral": message.ephemeral_for is not None,
        "own": message.author is viewer,
        "edited": _was_edited(message),
        "used": _used(message),
        "reactors": {key: [user.name for user in users] for key, users in message.reactions.items()},
    }
    return body


def _was_edited(message: Message) -> bool:
    if message.edited is None:
        return False
    first = message.history[0] if message.history else None
    was_thinking = first is not None and not first.content and not first.components
    return len(message.history) > 1 or not (was_thinking and message.is_interaction_response)


def _used(message: Message) -> str | None:
    """Return the command that a message answers, whole: the wire's metadata names its first word alone."""
    origin = message.origin
    if origin is None or "name" not in origin:
        return None
    act = message.channel.world.interactions.get(int(origin["id"]))
    words = [str(origin["name"])]
    nodes = act.data.get("options") or [] if act is not None else []
    while nodes and nodes[0]["type"] in OptionKind.NESTED:
        words.append(str(nodes[0]["name"]))
        nodes = nodes[0].get("options") or []
    return "/" + " ".join(words) if origin.get("command_type") == 1 else words[0]


def commands_json(channel: Channel, locale: str) -> list[Json]:
    """Return everything that can be typed after a slash in a channel, one entry a command without nesting."""
    return [entry for node in client.available(channel) for entry in _entries(node, locale, (), ())]


def _entries(node: Json, locale: str, above: tuple[str, ...], shown: tuple[str, ...]) -> Iterator[Json]:
    path = (*above, str(node["name"]))
    label = (*shown, _worded(node, "name", locale))
    options = node.get("options") or []
    if any(option["type"] in OptionKind.NESTED for option in options):
        for option in options:
            yield from _entries(option, locale, path, label)
        return
    yield {
        "path": " ".join(path),
        "label": " ".join(label),
        "description": _worded(node, "description", locale),
        "options": [_option(option, locale) for option in options],
    }


def _option(option: Json, locale: str) -> Json:
    kept = {key: option.get(key) for key in ("name", "type", "min_value", "max_value", "max_length")}
    choices = [
        {"name": _worded(choice, "name", locale), "value": choice["value"]}
        for choice in option.get("choices") or ()
    ]
    return kept | {
        "label": _worded(option, "name", locale),
        "description": _worded(option, "description", locale),
        "required": bool(option.get("required")),
        "autocomplete": bool(option.get("autocomplete")),
        "choices": choices,
    }


def _worded(node: Json, key: str, locale: str) -> str:
    wordings = node.get(f"{key}_localizations") or {}
    return str(wordings.get(locale) or node.get(key) or "")
