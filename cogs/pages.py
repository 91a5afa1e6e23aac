"""Pages: leaderboards, help topics and looks that are turned by a press, on messages of any age.

A leaderboard is for all to see, and it turns under the presses of the member who asked for it. Anybody
else who presses gets the page privately, with their own rank on it, and turns that copy from there: so
nobody takes a page away under another reader's eyes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from discord import app_commands

from cogs.faults import ServersOnly, UnknownBoard
from cogs.help import TOPICS, topic_layout
from cogs.i18n import speaker
from cogs.leaderboard import board_layout, board_page
from cogs.lessons import Pictures
from cogs.page_id import BoardPageId, HelpPageId, LookPageId, parse_page
from cogs.places import may_attach, seat_of

if TYPE_CHECKING:
    import discord
    from discord import ui

    from cogs.answering import Answer
    from cogs.desk import Desk
    from cogs.easel import Easel
    from cogs.i18n import Say
    from cogs.looks import Looks
    from cogs.sessions import Seat
    from cogs.wardrobe import Wardrobe
    from data import Store

__all__ = ["Pages"]


class Pages:
    """Makes pages and turns them. Everything a press needs stands in its custom id.

    :param tree: the commands, which help lists.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - each kind of page shows something else
        self,
        desk: Desk,
        store: Store,
        easel: Easel,
        looks: Looks,
        wardrobe: Wardrobe,
        tree: app_commands.CommandTree[Any],
    ) -> None:
        self._desk = desk
        self._store = store
        self._looks = looks
        self._wardrobe = wardrobe
        self._tree = tree
        self._pictures = Pictures(easel)

    async def pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out a press that turns a page."""
        if not await self._desk.admits(interaction):
            return
        async with self._desk.answering(interaction) as answer:
            data: dict[str, Any] = dict(interaction.data or {})
            say = speaker(interaction.locale.value)
            page = parse_page(str(data.get("custom_id", "")))
            if isinstance(page, BoardPageId):
                await self._turn_board(answer, page if page.menu is None else _other_board(page, data), say)
            elif isinstance(page, HelpPageId):
                reader = interaction.user.id if may_attach(interaction) else None
                layout, files = await self.topic(say, _topic_of(data), reader)
                await answer.replace(layout, *files)
            elif isinstance(page, LookPageId):
                await self._wardrobe.choose(answer, page, _chosen(data), say)
            else:
                raise UnknownBoard(0)

    async def board(self, say: Say, asked: BoardPageId, seat: Seat, note: str | None = None) -> ui.LayoutView:
        """Make a page of a leaderboard of the seat's server, as its player is to see it.

        :raises ServersOnly: this place has no leaderboards.
        """
        if not seat.guild:
            raise ServersOnly
        page = await board_page(self._store, seat.guild, asked, seat.player)
        return board_layout(say, asked, page, seat.name, note)

    async def topic(
        self, say: Say, topic: str, reader: int | None
    ) -> tuple[ui.LayoutView, list[discord.File]]:
        """Make a help topic, and the files that it shows.

        :param reader: whose look its picture has; None where no file may be sent.
        """
        file = await self._pictures.file(topic, say, await self._looks.of(reader)) if reader else None
        layout = topic_layout(say, topic, self._command_names(), pictured=reader is not None)
        return layout, [file] if file else []

    async def _turn_board(self, answer: Answer, page: BoardPageId, say: Say) -> None:
        seat = seat_of(answer.interaction)
        layout = await self.board(say, replace(page, asker=seat.player), seat)
        if page.asker == seat.player:
            await answer.replace(layout)
        else:
            await answer.say(layout)

    def _command_names(self) -> list[str]:
        return [
            command.qualified_name
            for command in self._tree.walk_commands()
            if isinstance(command, app_commands.Command)
        ]


def _other_board(page: BoardPageId, data: dict[str, Any]) -> BoardPageId:
    """Read the chosen board."""
    board = page.turned(_chosen(data))
    if board is None:
        raise UnknownBoard(0)
    return board


def _topic_of(data: dict[str, Any]) -> str:
    """Read the chosen topic; one that there is no more leads to the first page."""
    chosen = _chosen(data)
    return chosen if chosen in TOPICS else TOPICS[0]


def _chosen(data: dict[str, Any]) -> str:
    """Read the chosen entry of a menu, or nothing, which is none."""
    return str(next(iter(data.get("values") or ()), ""))
