"""Routes on the bot itself, guilds, members and channels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from localdiscord.errors import ApiError
from localdiscord.feed import Change

from .call import Route

if TYPE_CHECKING:
    from localdiscord.places import Guild
    from localdiscord.wire import Json
    from localdiscord.world import World

    from .call import Answer, Call

__all__ = ["ROUTES"]


def _me(world: World, _: Call) -> Answer:
    return world.bot.to_dict() | {"verified": True, "mfa_enabled": True, "email": None, "locale": "en-US"}


def _application(world: World, _: Call) -> Answer:
    owner = next(iter(world.users.values()))
    return {
        "id": str(world.application_id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "summary": "",
        "type": None,
        "bot": world.bot.to_dict(),
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "flags_new": "0",
        "max_participants": None,
        "tags": [],
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": owner.to_dict(),
        "approximate_guild_count": sum(guild.has_bot for guild in world.guilds.values()),
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "eligible_oauth2_scopes": [],
        "team": None,
    }


def _socket(world: World) -> str:
    return world.base_url.replace("http", "ws", 1) + "/gateway"


def _gateway(world: World, _: Call) -> Answer:
    return {"url": _socket(world)}


def _gateway_bot(world: World, _: Call) -> Answer:
    limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
    return {"url": _socket(world), "shards": world.shards, "session_start_limit": limit}


def _guild(world: World, call: Call) -> Guild:
    guild = world.guilds.get(call.number("guild_id"))
    if guild is None:
        raise ApiError(10004)
    if not guild.has_bot:
        raise ApiError(50001)
    return guild


def _get_guild(world: World, call: Call) -> Answer:
    guild = _guild(world, call)
    counts: Json = {}
    if call.query.get("with_counts") in ("1", "true"):
        counts = {"approximate_member_count": len(guild.members), "approximate_presence_count": 1}
    return guild.to_dict() | counts


def _guild_channels(world: World, call: Call) -> Answer:
    return [channel.to_dict() for channel in _guild(world, call).channels if not channel.is_thread]


def _member(world: World, call: Call) -> Answer:
    guild = _guild(world, call)
    user = world.users.get(call.number("user_id"))
    if user is None:
        raise ApiError(10013)
    if user not in guild.members:
        raise ApiError(10007)
    return guild.member(user)


def _user(world: World, call: Call) -> Answer:
    user = world.users.get(call.number("user_id"))
    if user is None:
        raise ApiError(10013)
    return user.to_dict()


def _channel(world: World, call: Call) -> Answer:
    return world.channel(call.number("channel_id")).to_dict()


def _typing(world: World, call: Call) -> Answer:
    channel = world.channel(call.number("channel_id"))
    if not channel.may("send"):
        raise ApiError(50013)
    world.feed.publish(Change("typing", channel))
    return None


def _open_direct(world: World, call: Call) -> Answer:
    user = world.users.get(int(call.body["recipient_id"]))
    if user is None:
        raise ApiError(10013)
    if user.bot:
        raise ApiError(50007)
    return world.direct(user).to_dict()


ROUTES = (
    Route("GET", "/users/@me", _me),
    Route("GET", "/users/{user_id}", _user),
    Route("GET", "/oauth2/applications/@me", _application),
    Route("GET", "/applications/@me", _application),
    Route("GET", "/gateway", _gateway, public=True),
    Route("GET", "/gateway/bot", _gateway_bot),
    Route("GET", "/guilds/{guild_id}", _get_guild),
    Route("GET", "/guilds/{guild_id}/channels", _guild_channels),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", _member),
    Route("GET", "/channels/{channel_id}", _channel),
    Route("POST", "/channels/{channel_id}/typing", _typing),
    Route("POST", "/users/@me/channels", _open_direct),
)
