"""The interactive items: a button or menu carries its whole meaning in its custom id."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import discord
from discord import ui

from cogs.control_id import PATTERN, ControlId
from cogs.page_id import PAGE_PATTERN, PageId

if TYPE_CHECKING:
    import re

    from cogs.client import KlondikeBot

__all__ = ["Control", "PageControl", "button", "menu"]


class Control(ui.DynamicItem[ui.Item[Any]], template=PATTERN):
    """A stateless control: it works on boards of any age and after any restart."""

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003 - discord.py's signature
        item: ui.Item[Any],
        match: re.Match[str],  # noqa: ARG003
        /,
    ) -> Self:
        """Rebuild the control that was pressed; its id is read again when it is carried out."""
        return cls(item)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the press to the one place where presses come in."""
        client: KlondikeBot = interaction.client
        await client.pressed(interaction)


class PageControl(Control, template=PAGE_PATTERN):
    """A control that belongs to no game: it turns pages."""


def button(
    control: ControlId | PageId,
    label: str,
    *,
    emoji: str | None = None,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    enabled: bool = True,
) -> Control:
    """Make a button."""
    plain: ui.Button[Any] = ui.Button(
        custom_id=str(control), label=label, emoji=emoji, style=style, disabled=not enabled
    )
    return _made(control, plain)


def menu(control: ControlId | PageId, placeholder: str, options: list[discord.SelectOption]) -> Control:
    """Make a menu from which one entry is chosen."""
    plain: ui.Select[Any] = ui.Select(custom_id=str(control), placeholder=placeholder, options=options)
    return _made(control, plain)


def _made(control: ControlId | PageId, plain: ui.Item[Any]) -> Control:
    return Control(plain) if isinstance(control, ControlId) else PageControl(plain)
