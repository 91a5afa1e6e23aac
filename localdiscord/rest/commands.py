"""Routes that register commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from localdiscord.errors import ApiError
from localdiscord.rules_command import commands_flaws

from .call import Route

if TYPE_CHECKING:
    from localdiscord.wire import Json
    from localdiscord.world import World

    from .call import Answer, Call

__all__ = ["ROUTES"]

GLOBAL = "/applications/{application_id}/commands"
LOCAL = "/applications/{application_id}/guilds/{guild_id}/commands"
ALL_CONTEXTS = [0, 1, 2]


def _scope(world: World, call: Call) -> int | None:
    if call.number("application_id") != world.application_id:
        raise ApiError(10002, message="Unknown Application")
    if "guild_id" not in call.params:
        return None
    guild = world.guilds.get(call.number("guild_id"))
    if guild is None or not guild.has_bot:
        raise ApiError(50001)
    return guild.id


def _stored(world: World, scope: int | None, command: Json, old: Json | None) -> Json:
    kept = {key: value for key, value in command.items() if value is not None}
    done: Json = {
        "type": 1,
        "description": "",
        "name_localizations": None,
        "description_localizations": None,
        "default_member_permissions": None,
        "nsfw": False,
        "integration_types": [0],
        "contexts": None if scope is not None else ALL_CONTEXTS,
        "options": [],
    }
    done |= kept
    if done["default_member_permissions"] is not None:
        done["default_member_permissions"] = str(done["default_member_permissions"])
    done["id"] = old["id"] if old is not None else str(world.mint())
    done["version"] = str(world.mint())
    done["application_id"] = str(world.application_id)
    if scope is not None:
        done["guild_id"] = str(scope)
    else:
        done.setdefault("dm_permission", True)
    return done


def _key(command: Json) -> tuple[int, str]:
    return int(command.get("type") or 1), command["name"]


def _find(world: World, call: Call) -> tuple[list[Json], Json]:
    commands = world.command_list(_scope(world, call))
    wanted = str(call.number("command_id"))
    for command in commands:
        if command["id"] == wanted:
            return commands, command
    raise ApiError(10063)


def _list(world: World, call: Call) -> Answer:
    return list(world.command_list(_scope(world, call)))


def _overwrite(world: World, call: Call) -> Answer:
    scope = _scope(world, call)
    wanted: list[Json] = call.body or []
    call.insist(commands_flaws(wanted))
    old = {_key(command): command for command in world.command_list(scope)}
    world.commands[scope] = [_stored(world, scope, one, old.get(_key(one))) for one in wanted]
    return list(world.commands[scope])


def _create(world: World, call: Call) -> Answer:
    scope = _scope(world, call)
    commands = world.command_list(scope)
    others = [command for command in commands if _key(command) != _key(call.body)]
    call.insist(commands_flaws([call.body]))
    old = next((command for command in commands if _key(command) == _key(call.body)), None)
    made = _stored(world, scope, call.body, old)
    world.commands[scope] = [*others, made]
    return made


def _get(world: World, call: Call) -> Answer:
    return _find(world, call)[1]


def _edit(world: World, call: Call) -> Answer:
    commands, old = _find(world, call)
    changed = old | call.body
    call.insist(commands_flaws([changed]))
    made = _stored(world, _scope(world, call), changed, old)
    commands[commands.index(old)] = made
    return made


def _delete(world: World, call: Call) -> Answer:
    commands, old = _find(world, call)
    commands.remove(old)
    return None


ROUTES = tuple(
    Route(method, base + tail, handler)
    for base in (GLOBAL, LOCAL)
    for method, tail, handler in (
        ("GET", "", _list),
        ("PUT", "", _overwrite),
        ("POST", "", _create),
        ("GET", "/{command_id}", _get),
        ("PATCH", "/{command_id}", _edit),
        ("DELETE", "/{command_id}", _delete),
    )
)
