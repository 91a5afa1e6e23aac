"""A server's settings, and what was changed in them, in words."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from cogs.errors import quoted
from data import GuildSettings
from data.guilds import GAME_ENDED, SEASON
from klondike import Rules

if TYPE_CHECKING:
    from cogs.i18n import Say
    from data.guilds import Change

__all__ = ["BOARDS", "FIELDS", "PAGES", "PLAY", "change_text", "field_text", "value_text"]

PLAY: Final = ("channels", "threads", "draw", "scoring", "reactions")
BOARDS: Final = ("daily_channel", "daily_role", "daily_draw", "listed")
FIELDS: Final = (*PLAY, *BOARDS)
"""The fields of `GuildSettings` that are changed by menus, as they are shown: on two pages."""
PAGES: Final = {"play": PLAY, "boards": BOARDS}

CHANNELS_TOLD: Final = 3
"""Channels of a change that the log names: ten changes must fit one message."""

_SWITCHES: Final = {
    "threads": ("server.in-place", "server.in-thread"),
    "reactions": ("server.off", "server.on"),
    "listed": ("server.listed-wish", "server.listed-all"),
}
"""What the two values of a field are called, False first."""


def field_text(say: Say, field: str, value: Any) -> str:
    """Tell what a field is set to, with its name."""
    return say("server.field", field=say(f"server.field-{field}"), value=value_text(say, field, value))


def value_text(say: Say, field: str, value: Any, *, short: bool = False) -> str:
    """Tell the value of a field of `GuildSettings`.

    :param short: name only some of many channels.
    """
    if field in _SWITCHES:
        return say(_SWITCHES[field][bool(value)])
    if field == "channels":
        return _channels_text(say, tuple(value), short=short)
    if value is None:
        return say(f"server.none-{field}")
    if field == "scoring":
        return say(f"scoring.{Rules.preset(scoring=str(value)).letter}")
    marks = {"daily_channel": "<#{}>", "daily_role": "<@&{}>"}
    return marks[field].format(value) if field in marks else say("server.draw", draw=value)


def _channels_text(say: Say, channels: tuple[int, ...], *, short: bool) -> str:
    if not channels:
        return say("server.everywhere")
    shown = channels[:CHANNELS_TOLD] if short else channels
    text = " ".join(f"<#{channel}>" for channel in shown)
    return (
        text if len(shown) == len(channels) else say("server.more", shown=text, n=len(channels) - len(shown))
    )


def change_text(say: Say, change: Change) -> str:
    """Tell one change of a server: when, who, what, from what to what."""
    who = f"<@{change.player_discord_id}>" if change.player_discord_id else say("server.somebody")
    return say("server.log-row", when=f"<t:{change.at // 1000}:f>", who=who, what=_what_text(say, change))


def _what_text(say: Say, change: Change) -> str:
    if change.what == SEASON:
        return say("server.log-season", number=change.after)
    if change.what == GAME_ENDED:
        return say("server.log-ended", id=change.before)
    if change.what not in FIELDS:  # of another version
        return quoted(change.what)
    before, after = (
        value_text(say, change.what, json.loads(text or "null") or _plain(change.what), short=True)
        for text in (change.before, change.after)
    )
    return say("server.log-set", field=say(f"server.field-{change.what}"), before=before, after=after)


def _plain(field: str) -> Any:
    """Give what stands for nothing in a field."""
    return () if field == "channels" else False if field in _SWITCHES else getattr(GuildSettings(), field)
