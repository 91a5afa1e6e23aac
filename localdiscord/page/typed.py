"""Reading commands as people type or paste them: ``/klondike new draw:3 scoring:vegas``."""

from __future__ import annotations

import difflib
import re
from typing import TYPE_CHECKING

from localdiscord import client
from localdiscord.errors import ClientRefusal
from localdiscord.rules_command import OptionKind

from . import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from localdiscord.places import Channel
    from localdiscord.wire import Json

__all__ = ["read", "values"]

_LIKE_AN_OPTION = re.compile(r"(?:^|\s)([^\W\d][\w'-]*):")
_ID = re.compile(r"<[@#]!?(\d+)>|(\d{5,})")
_YES = frozenset({"true", "yes", "on", "1"})
_NO = frozenset({"false", "no", "off", "0"})


def read(channel: Channel, text: str, locale: str) -> tuple[str, dict[str, object]]:
    """Return the command's path and the texts of its options by name.

    What stands before the first named option belongs to the first option, as in Discord's own box.

    :raises ClientRefusal: if there is no such command or option here.
    """
    rest = text.strip().removeprefix("/")
    nodes: Sequence[Json] = client.available(channel)
    if not nodes:
        raise ClientRefusal("The bot has no commands here yet.")
    path: list[str] = []
    while nodes and (rest or not path):
        word, _, tail = rest.partition(" ")
        node = next((one for one in nodes if word in _names(one, locale)), None)
        if node is None:
            path.append(word)  # unknown: locate() says so
            break
        path.append(str(node["name"]))
        rest = tail.strip()
        nodes = [option for option in node.get("options") or () if option["type"] in OptionKind.NESTED]
    command = " ".join(path)
    try:
        options = client.locate(channel, f"/{command}").options
    except ClientRefusal as refusal:
        raise ClientRefusal(f"{shown.sentence(refusal)}. {_advice(channel, command, locale)}") from None
    return command, _split(options, rest, locale)


def _advice(channel: Channel, command: str, locale: str) -> str:
    """Say what to type instead: the commands that begin like it, the nearest one, or how to see them all."""
    known = [str(entry["label"]) for entry in shown.commands_json(channel, locale)]
    below = [name for name in known if command and name.startswith(f"{command} ")]
    near = below or difflib.get_close_matches(command, known, n=1)
    if not near:
        return "A / alone lists every command."
    return f"Did you mean {' or '.join(f'/{name}' for name in near)}?"


def _names(node: Json, locale: str) -> set[str]:
    local = (node.get("name_localizations") or {}).get(locale)
    return {str(node["name"]), str(local or node["name"])}


def _split(options: Sequence[Json], text: str, locale: str) -> dict[str, object]:
    known = {name: option for option in options for name in _names(option, locale)}
    if not text:
        return {}
    marks = _marks(known, text)
    first = marks[0].start() if marks else len(text)
    found: dict[str, object] = {}
    loose = text[:first].strip()
    if loose:
        if not options:
            raise ClientRefusal(f"This command takes no options: {loose}")
        _give(found, options[0], loose, options)
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=False):
        _give(found, known[mark[1]], text[mark.end() : end].strip(), options)
    return found


def _marks(known: Mapping[str, Json], text: str) -> list[re.Match[str]]:
    if not known:
        return []
    names = "|".join(re.escape(name) for name in sorted(known, key=len, reverse=True))
    return list(re.finditer(rf"(?:^|(?<=\s))({names}):", text))


def _give(found: dict[str, object], option: Json, text: str, options: Sequence[Json]) -> None:
    if str(option["name"]) in found:
        raise ClientRefusal(f"Given twice: {option['name']}")
    stray = _LIKE_AN_OPTION.match(text) if _is_prose(option) else _LIKE_AN_OPTION.search(text)
    if stray is not None:
        names = ", ".join(str(one["name"]) for one in options)
        raise ClientRefusal(f"No such option: {stray[1]}. This command takes: {names}")
    found[str(option["name"])] = text


def _is_prose(option: Json) -> bool:
    """Tell whether any text may stand in an option, a colon in its midst included."""
    return option["type"] == OptionKind.STRING and not option.get("choices")


def values(
    channel: Channel, command: str, given: Mapping[str, object], *, keep: str = ""
) -> dict[str, object]:
    """Turn the texts of options into the values that the client sends; values pass as they are.

    ``keep`` names the option that is being typed and stays a text.

    :raises ClientRefusal: for a text that is no such value; one that names no option stays for the client.
    """
    options = {str(option["name"]): option for option in client.locate(channel, command).options}
    done: dict[str, object] = {}
    for name, value in given.items():
        option = options.get(name)
        if option is None or name == keep or not isinstance(value, str):
            done[name] = value
        else:
            done[name] = _value(channel, option, value)
    return done


def _value(channel: Channel, option: Json, text: str) -> object:
    for choice in option.get("choices") or ():
        names = {choice["name"], *(choice.get("name_localizations") or {}).values(), str(choice["value"])}
        if text.casefold() in {str(name).casefold() for name in names}:
            chosen: object = choice["value"]
            return chosen
    name, kind = option["name"], int(option["type"])
    if option.get("choices"):
        choices = ", ".join(str(choice["value"]) for choice in option["choices"])
        raise ClientRefusal(f"Not a choice for {name}: {text}. Choose from: {choices}")
    turn = _TURNS.get(kind)
    if turn is None:
        return text
    try:
        found = turn(channel, text)
    except (LookupError, StopIteration, ValueError):
        raise ClientRefusal(f"Not a value for {name}: {text}. It takes {_TAKES[kind]}.") from None
    if isinstance(found, int | float):
        _refuse_beyond(option, found)
    return found


def _refuse_beyond(option: Json, number: float) -> None:
    low, high = option.get("min_value"), option.get("max_value")
    if (low is None or number >= low) and (high is None or number <= high):
        return
    ends = [f"{word} {end}" for word, end in (("from", low), ("up to", high)) if end is not None]
    raise ClientRefusal(f"Out of bounds for {option['name']}: {number}. It goes {' '.join(ends)}.")


def _boolean(_: Channel, text: str) -> bool:
    if text.casefold() in _YES | _NO:
        return text.casefold() in _YES
    raise ValueError(text)


def _user(channel: Channel, text: str) -> object:
    users = channel.world.users
    mention = _ID.fullmatch(text)
    if mention is not None:
        return users[int(mention[1] or mention[2])]
    name = text.removeprefix("@").casefold()
    return next(user for user in users.values() if user.name.casefold() == name)


def _channel(channel: Channel, text: str) -> object:
    channels = channel.world.channels
    mention = _ID.fullmatch(text)
    if mention is not None:
        return channels[int(mention[1] or mention[2])]
    name = text.removeprefix("#").casefold()
    near = [one for one in channels.values() if one.guild is channel.guild and one.name.casefold() == name]
    return near[0]


_TURNS: dict[int, Callable[[Channel, str], object]] = {
    OptionKind.INTEGER: lambda _, text: int(text),
    OptionKind.NUMBER: lambda _, text: float(text),
    OptionKind.BOOLEAN: _boolean,
    OptionKind.USER: _user,
    OptionKind.MENTIONABLE: _user,
    OptionKind.CHANNEL: _channel,
}
_TAKES: dict[int, str] = {
    OptionKind.INTEGER: "a whole number",
    OptionKind.NUMBER: "a number",
    OptionKind.BOOLEAN: "True or False",
    OptionKind.USER: "somebody who is here, such as @alice",
    OptionKind.MENTIONABLE: "somebody who is here, such as @alice",
    OptionKind.CHANNEL: "a channel, such as #klondike",
}
