"""The interactive items: a button or menu carries its whole meaning in its custom id.

No item has a callback: presses come in at `KlondikeBot.on_interaction` and are known by their id alone,
on boards of any age and after any restart. discord.py's own way for this, `DynamicItem`, would build all
items of the message anew for each press, and drop presses whose item is not on the message as it came along.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

import discord
from discord import ui

if TYPE_CHECKING:
    from cogs.clip_id import ClipId
    from cogs.control_id import ControlId
    from cogs.daily_id import DailyId
    from cogs.film_id import FilmId
    from cogs.history_id import HistoryId
    from cogs.page_id import PageId
    from cogs.race_id import RaceId
    from cogs.server_id import ServerId
    from cogs.together_id import DeedsId

__all__ = ["Control", "button", "chosen", "menu"]

Control: TypeAlias = ui.Button[Any] | ui.Select[Any]
"""A button or a menu."""


def button(
    control: ControlId | PageId | FilmId | ClipId | DailyId | RaceId | DeedsId | ServerId | HistoryId,
    label: str,
    *,
    emoji: str | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    enabled: bool = True,
) -> Control:
    """Make a button."""
    return ui.Button(custom_id=str(control), label=label, emoji=emoji, style=style, disabled=not enabled)


def menu(
    control: ControlId | PageId | ServerId | HistoryId, placeholder: str, options: list[discord.SelectOption]
) -> Control:
    """Make a menu from which one entry is chosen."""
    return ui.Select(custom_id=str(control), placeholder=placeholder, options=options)


def chosen(interaction: discord.Interaction[Any]) -> str:
    """Give the one entry that was chosen from a menu; nothing, which is no entry, for none or several."""
    values = dict(interaction.data or {}).get("values")
    return str(values[0]) if isinstance(values, list) and len(values) == 1 else ""
