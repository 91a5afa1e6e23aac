"""What Discord's own client does with a slash command before anything is sent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .errors import ClientRefusal
from .interaction import context
from .people import User
from .places import Channel
from .rules_command import OptionKind
from .wire import AppInstall, Json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Invocation", "available", "fill", "locate", "partly", "resolve_members"]

PLAIN_TYPES: dict[int, tuple[type, ...]] = {
    OptionKind.STRING: (str,),
    OptionKind.INTEGER: (int,),
    OptionKind.BOOLEAN: (bool,),
    OptionKind.NUMBER: (int, float),
}


@dataclass(frozen=True, slots=True)
class Invocation:
    """A registered command and the path below it: group and subcommand names, and the options there."""

    command: Json
    path: tuple[Json, ...]

    @property
    def options(self) -> Sequence[Json]:
        """The options that a person can fill in."""
        node = self.path[-1] if self.path else self.command
        return node.get("options") or ()

    def data(self, options: list[Json], resolved: Json) -> Json:
        """Return the interaction's data with the options wrapped in their path."""
        for node in reversed(self.path):
            options = [{"name": node["name"], "type": node["type"], "options": options}]
        body: Json = {
            "id": self.command["id"],
            "name": self.command["name"],
            "type": self.command["type"],
            "options": options,
        }
        if "guild_id" in self.command:
            body["guild_id"] = self.command["guild_id"]
        return body | ({"resolved": resolved} if resolved else {})


def available(channel: Channel, kind: int = 1, *, user: User | None = None) -> list[Json]:
    """Return the commands of a kind that the client offers in a channel (to that person, if one is named)."""
    world = channel.world
    scoped = world.commands.get(channel.guild.id, []) if channel.guild is not None else []
    everywhere = world.commands.get(None, [])
    found = [*scoped, *(command for command in everywhere if _offered(command, channel))]
    return [one for one in found if one["type"] == kind and _permitted(one, channel, user)]


def _permitted(command: Json, channel: Channel, user: User | None) -> bool:
    needed = command.get("default_member_permissions")
    if needed is None or channel.guild is None or user is None:
        return True
    return int(needed) & ~int(channel.guild.member_permissions(user)) == 0


def _offered(command: Json, channel: Channel) -> bool:
    contexts = command.get("contexts")
    if contexts is not None and context(channel) not in contexts:
        return False
    needed = AppInstall.GUILD if channel.has_bot else AppInstall.USER
    installs = command.get("integration_types") or [AppInstall.GUILD]
    return channel.is_direct or int(needed) in installs


def locate(channel: Channel, text: str, *, user: User | None = None) -> Invocation:
    """Find what ``/klondike me look`` means here.

    :raises ClientRefusal: if no such command is offered.
    """
    words = text.removeprefix("/").split()
    node = _named(available(channel, user=user), words[0] if words else "", text)
    command, path = node, []
    for word in words[1:]:
        nested = [one for one in node.get("options") or () if one["type"] in OptionKind.NESTED]
        node = _named(nested, word, text)
        path.append(node)
    if any(one["type"] in OptionKind.NESTED for one in node.get("options") or ()):
        raise ClientRefusal(f"a subcommand is missing: {text}")
    return Invocation(command, tuple(path))


def _named(nodes: Iterable[Json], name: str, text: str) -> Json:
    for node in nodes:
        if node["name"] == name:
            return node
    raise ClientRefusal(f"no such command here: {text}")


def fill(invocation: Invocation, values: Mapping[str, object]) -> Json:
    """Return the interaction's data for a command sent with these options.

    :raises ClientRefusal: for an unknown option, a missing one, or a value that does not fit.
    """
    _known(invocation, values)
    options: list[Json] = []
    resolved: Json = {}
    for option in invocation.options:
        name = option["name"]
        if name in values:
            value = _value(option, values[name], resolved)
            options.append({"name": name, "type": option["type"], "value": value})
        elif option.get("required"):
            raise ClientRefusal(f"a required option is missing: {name}")
    return invocation.data(options, resolved)


def resolve_members(channel: Channel, data: Json) -> None:
    """Add to the users that an act names what they are as members of the guild, if they are that still."""
    guild, resolved = channel.guild, data.get("resolved") or {}
    if guild is None or "users" not in resolved:
        return
    resolved["members"] = {
        str(user.id): guild.member(user) | {"permissions": str(int(guild.member_permissions(user)))}
        for user in guild.members
        if str(user.id) in resolved["users"]
    }
    for member in resolved["members"].values():
        del member["user"]


def partly(invocation: Invocation, focused: str, values: Mapping[str, object]) -> Json:
    """Return the data of an autocomplete: what stands in the fields so far, one of them focused.

    :raises ClientRefusal: if the option is unknown or does not complete.
    """
    _known(invocation, {focused: "", **values})
    options: list[Json] = []
    for option in invocation.options:
        name = option["name"]
        if name == focused:
            if not option.get("autocomplete"):
                raise ClientRefusal(f"the option does not complete: {name}")
            typed = str(values.get(name, ""))
            options.append({"name": name, "type": option["type"], "value": typed, "focused": True})
        elif name in values:
            options.append({"name": name, "type": option["type"], "value": _value(option, values[name], {})})
    return invocation.data(options, {})


def _known(invocation: Invocation, values: Mapping[str, object]) -> None:
    names = {option["name"] for option in invocation.options}
    for name in values:
        if name not in names:
            raise ClientRefusal(f"no such option: {name}")


def _value(option: Json, value: object, resolved: Json) -> object:
    kind = option["type"]
    if isinstance(value, User):
        return _resolve(option, value.id, "users", value.to_dict(), resolved)
    if isinstance(value, Channel):
        body = value.to_dict() | {"permissions": "0"}
        return _resolve(option, value.id, "channels", body, resolved)
    plain = PLAIN_TYPES.get(kind)
    if plain is None:
        return value
    value = _chosen(option, value)
    if not isinstance(value, plain) or (isinstance(value, bool) and kind != OptionKind.BOOLEAN):
        raise ClientRefusal(f"not a value for {option['name']}: {value!r}")
    _bounds(option, value)
    return value


def _resolve(option: Json, number: int, shelf: str, body: Json, resolved: Json) -> str:
    fitting = {"users": (OptionKind.USER, OptionKind.MENTIONABLE), "channels": (OptionKind.CHANNEL,)}[shelf]
    if option["type"] not in fitting:
        raise ClientRefusal(f"not a value for {option['name']}: {body.get('username') or body.get('name')}")
    resolved.setdefault(shelf, {})[str(number)] = body
    return str(number)


def _chosen(option: Json, value: object) -> object:
    choices = option.get("choices")
    if not choices:
        return value
    for choice in choices:
        names = {choice["name"], *(choice.get("name_localizations") or {}).values()}
        if value == choice["value"] or value in names:
            found: object = choice["value"]
            return found
    raise ClientRefusal(f"not a choice for {option['name']}: {value!r}")


def _bounds(option: Json, value: object) -> None:
    if isinstance(value, str):
        size, low, high = len(value), option.get("min_length"), option.get("max_length")
    elif isinstance(value, int | float):
        size, low, high = value, option.get("min_value"), option.get("max_value")  # type: ignore[assignment]
    else:
        return
    if (low is not None and size < low) or (high is not None and size > high):
        raise ClientRefusal(f"out of bounds for {option['name']}: {value!r}")
