"""The messages for those who manage a server, as Components V2: settings, questions, the log."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import ButtonStyle, ui

from cogs.control import button, menu
from cogs.errors import link
from cogs.layouts import notice
from cogs.server_id import ServerAction, ServerId
from cogs.server_words import PAGES, change_text, field_text, value_text
from cogs.wording import mode_text, money_text, moves_in
from data import Kind
from klondike import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cogs.control import Control
    from cogs.i18n import Say
    from data import GameRecord, GuildSettings
    from data.guilds import Change

__all__ = ["LOGGED", "ask_end", "ask_reset", "ask_season", "log_layout", "read_value", "settings_layout"]

MOST_CHANNELS: Final = 25
"""Discord's limit for the choices of a menu."""
LOGGED: Final = 10
"""Changes on a page of the log."""

_PLACES: Final = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.voice,
]
_ANNOUNCED: Final = [discord.ChannelType.text, discord.ChannelType.news]
_VALUES: Final[dict[str, tuple[str, ...]]] = {
    "threads": ("no", "yes"),
    "draw": ("none", "1", "3"),
    "scoring": ("none", "normal", "vegas", "casual", "traditional"),
    "reactions": ("yes", "no"),
    "daily_draw": ("none", "1", "3"),
    "listed": ("yes", "no"),
}
"""What can be chosen in each menu; `read_value` tells what it means."""
_EXPLAINED: Final = ("threads", "listed")
"""The fields that take another sentence."""


def read_value(field: str, values: Sequence[str]) -> Any:
    """Give what was chosen in a field's menu.

    :raises ValueError: it can not be chosen there.
    """
    if field == "channels":
        return tuple(dict.fromkeys(int(one) for one in values[:MOST_CHANNELS]))
    if field in {"daily_channel", "daily_role"}:
        return int(values[0]) if values else None
    (value,) = values
    if value not in _VALUES[field]:
        raise ValueError(value)
    return {"yes": True, "no": False, "none": None, "1": 1, "3": 3}.get(value, value)


def settings_layout(say: Say, settings: GuildSettings, page: str, saved: str = "") -> ui.LayoutView:
    """Lay all settings out in words, those of one page with a menu each.

    :param saved: the field that was just changed.
    """
    layout = notice(say("server.head"))
    for name, fields in PAGES.items():
        if name != page:
            layout.add_item(ui.TextDisplay("\n".join(_line(say, settings, field) for field in fields)))
    for field in PAGES[page]:
        line = _line(say, settings, field)
        layout.add_item(ui.TextDisplay(say("server.saved", line=line) if field == saved else line))
        layout.add_item(ui.ActionRow(_menu(say, settings, field)))
    others = [ServerId(ServerAction.PAGE, name) for name in PAGES if name != page]
    layout.add_item(
        ui.ActionRow(
            *(button(other, say(f"server.page-{other.detail}"), emoji="➡️") for other in others),
            button(ServerId(ServerAction.LOG, "1"), say("button.server-log"), emoji="📜"),
            button(ServerId(ServerAction.RESET), say("button.server-reset"), style=ButtonStyle.danger),
        )
    )
    return layout


def _line(say: Say, settings: GuildSettings, field: str) -> str:
    text = field_text(say, field, getattr(settings, field))
    return f"{text}. {say(f'server.how-{field}')}" if field in _EXPLAINED else text


def _menu(say: Say, settings: GuildSettings, field: str) -> Any:
    control, value = str(ServerId(ServerAction.SET, field)), getattr(settings, field)
    placeholder = say(f"server.choose-{field}")
    if field == "channels":
        return _channel_menu(control, placeholder, value, _PLACES, MOST_CHANNELS)
    if field == "daily_channel":
        return _channel_menu(control, placeholder, () if value is None else (value,), _ANNOUNCED, 1)
    if field == "daily_role":
        chosen = [] if value is None else [_default(value, discord.SelectDefaultValueType.role)]
        return ui.RoleSelect(
            custom_id=control, placeholder=placeholder, min_values=0, max_values=1, default_values=chosen
        )
    options = [
        discord.SelectOption(
            label=value_text(say, field, read_value(field, [entry])),
            value=entry,
            default=read_value(field, [entry]) == value,
        )
        for entry in _VALUES[field]
    ]
    return menu(ServerId(ServerAction.SET, field), placeholder, options)


def _channel_menu(
    control: str, placeholder: str, chosen: Sequence[int], kinds: list[discord.ChannelType], most: int
) -> Any:
    return ui.ChannelSelect(
        custom_id=control,
        placeholder=placeholder,
        channel_types=kinds,
        min_values=0,
        max_values=most,
        default_values=[_default(one, discord.SelectDefaultValueType.channel) for one in chosen],
    )


def _default(number: int, kind: discord.SelectDefaultValueType) -> discord.SelectDefaultValue:
    return discord.SelectDefaultValue(id=number, type=kind)


def ask_reset(say: Say) -> ui.LayoutView:
    """Ask whether all settings go back to what they were at first."""
    return notice(
        say("server.ask-reset"),
        button(ServerId(ServerAction.RESET_YES), say("button.server-reset-yes"), style=ButtonStyle.danger),
        _cancel(say),
    )


def ask_season(say: Say, season: int) -> ui.LayoutView:
    """Ask whether the season that runs is to end."""
    yes = ServerId(ServerAction.SEASON, str(season))
    return notice(
        say("server.ask-season", number=season, following=season + 1),
        button(yes, say("button.server-season", number=season + 1), style=ButtonStyle.danger),
        _cancel(say),
    )


def ask_end(say: Say, member: int, games: Sequence[GameRecord]) -> ui.LayoutView:
    """Ask which open game of a member is to be ended."""
    player = f"<@{member}>"
    if not games:
        return notice(say("server.end-none", player=player))
    lines = [say("server.ask-end", player=player), *(_game_text(say, record) for record in games)]
    return notice("\n".join([*lines, say("server.end-counts")]), *_end_buttons(say, games))


def _end_buttons(say: Say, games: Sequence[GameRecord]) -> Iterator[Control]:
    for record in games:
        yes = ServerId(ServerAction.END, f"{record.id}:{record.revision}")
        yield button(yes, say("button.server-end", id=record.id), style=ButtonStyle.danger)
    yield _cancel(say)


def _game_text(say: Say, record: GameRecord) -> str:
    parts = [say("board.game", id=record.id)]
    with suppress(ValueError):  # rules that this version no longer knows
        parts.append(mode_text(say, Rules.parse(record.rules)))
    if record.kind is not Kind.FREE:
        parts.append(say(f"class.{record.kind}"))
    if record.practice:
        parts.append(say("board.practice"))
    parts += [
        say("board.move", number=moves_in(record.log)),
        say("server.last-played", when=f"<t:{record.updated_at // 1000}:R>"),
    ]
    return "- " + " · ".join([*parts, *filter(None, (money_text(say, record), link(record)))])


def log_layout(say: Say, changes: Sequence[Change], page: int, *, more: bool) -> ui.LayoutView:
    """Lay a page of the log out.

    :param page: which one, from 1, which is the newest.
    :param more: whether there are older changes.
    """
    lines = [change_text(say, change) for change in changes] or [say("server.log-empty")]
    text = "\n".join([say("server.log-head", page=page), *lines])
    if page == 1 and not more:
        return notice(text)
    newer, older = ServerId(ServerAction.LOG, str(page - 1)), ServerId(ServerAction.LOG, str(page + 1))
    return notice(
        text,
        button(newer, say("button.newer"), emoji="◀️", enabled=page > 1),
        button(older, say("button.older"), emoji="▶️", enabled=more),
    )


def _cancel(say: Say) -> Control:
    return button(ServerId(ServerAction.CANCEL), say("button.cancel"))
