"""Pages: leaderboards and help topics that are turned by a press, on messages of any age.

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
from cogs.page_id import BoardPageId, HelpPageId, parse_page
from cogs.places import may_attach, seat_of

if TYPE_CHECKING:
    import discord
    from discord import ui

    from cogs.answering import Answer
    from cogs.desk import Desk
    from cogs.easel import Easel
    from cogs.i18n import Say
    from cogs.sessions import Seat
    from data import Store

__all__ = ["Pages"]


class Pages:
    """Makes pages and turns them. Everything a press needs stands in its custom id.

    :param tree: the commands, which help lists.
    """

    def __init__(self, desk: Desk, store: Store, easel: Easel, tree: app_commands.CommandTree[Any]) -> None:
        self._desk = desk
        self._store = store
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
                await self._turn_board(answer, page, say)
            elif isinstance(page, HelpPageId):
                topic, pictured = _topic_of(data), may_attach(interaction)
                layout, files = await self.topic(say, topic, pictured=pictured)
                await answer.replace(layout, *files)
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
        self, say: Say, topic: str, *, pictured: bool
    ) -> tuple[ui.LayoutView, list[discord.File]]:
        """Make a help topic, and the files that it shows.

        :param pictured: whether files may be sent where it is shown.
        """
        file = await self._pictures.file(topic) if pictured else None
        layout = topic_layout(say, topic, self._command_names(), pictured=pictured)
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


def _topic_of(data: dict[str, Any]) -> str:
    """Read the chosen topic; one that there is no more leads to the first page."""
    chosen = next(iter(data.get("values") or ()), None)
    return chosen if chosen in TOPICS else TOPICS[0]
