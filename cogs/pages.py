"""Pages: leaderboards, figures, help topics and looks that are turned by a press, on messages of any age.

A leaderboard is for all to see, and it turns under the presses of the member who asked for it. Anybody
else who presses gets the page privately, with their own rank on it, and turns that copy from there: so
nobody takes a page away under another reader's eyes.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from discord import app_commands

from cogs.control import chosen
from cogs.faults import ServersOnly, UnknownBoard
from cogs.help import TOPICS, topic_layout
from cogs.i18n import speaker
from cogs.leaderboard import Listing, board_page, ranking_card, ranking_message
from cogs.lessons import Pictures
from cogs.page_id import BoardPageId, HelpPageId, LookPageId, StatsPageId, parse_page
from cogs.places import may_attach, seat_of
from cogs.profiles import Profiles

if TYPE_CHECKING:
    import discord
    from discord import ui

    from cogs.answering import Answer
    from cogs.desk import Desk
    from cogs.easel import Easel
    from cogs.i18n import Say
    from cogs.layouts import BoardMessage
    from cogs.looks import Looks
    from cogs.sessions import Sessions
    from cogs.wardrobe import Wardrobe

__all__ = ["Pages"]


class Pages:
    """Makes pages and turns them. Everything a press needs stands in its custom id.

    :param tree: the commands, which help lists.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - each kind of page shows something else
        self,
        desk: Desk,
        sessions: Sessions,
        easel: Easel,
        looks: Looks,
        wardrobe: Wardrobe,
        tree: app_commands.CommandTree[Any],
    ) -> None:
        self._desk = desk
        self._sessions = sessions
        self._easel = easel
        self._looks = looks
        self._wardrobe = wardrobe
        self._tree = tree
        self._pictures = Pictures(easel)
        self.profiles = Profiles(sessions, easel, looks)

    async def pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out a press that turns a page."""
        if not await self._desk.admits(interaction):
            return
        async with self._desk.answering(interaction) as answer:
            entry, say = chosen(interaction), speaker(interaction.locale.value)
            page = parse_page(str(dict(interaction.data or {}).get("custom_id", "")))
            if isinstance(page, BoardPageId):
                await self._turn_board(answer, _board_of(page, entry))
            elif isinstance(page, StatsPageId):
                await self._turn_stats(answer, page, entry)
            elif isinstance(page, HelpPageId):
                reader = interaction.user.id if may_attach(interaction) else None
                topic = (
                    entry if entry in TOPICS else TOPICS[0]
                )  # there may be one less than when it was shown
                layout, files = await self.topic(say, topic, reader)
                await answer.replace(layout, *files)
            elif isinstance(page, LookPageId):
                await self._wardrobe.choose(answer, page, entry, say)
            else:
                raise UnknownBoard(0)

    async def board(
        self, interaction: discord.Interaction[Any], asked: BoardPageId, note: str | None = None
    ) -> BoardMessage:
        """Make a page of a leaderboard of the server where an interaction happened, as its user is to see it.

        :raises ServersOnly: this place has no leaderboards.
        """
        seat, locale = seat_of(interaction), interaction.locale.value
        if not seat.guild:
            raise ServersOnly
        now, drawable = self._sessions.clock(), may_attach(interaction)
        page, span = await board_page(self._sessions.store, seat.guild, asked, seat.player, now)
        listing = Listing(asked, page, span, seat.name)
        picture = None
        if asked.drawn and drawable and page.players:
            look = await self._looks.of(seat.player)
            picture = await self._easel.ranking(ranking_card(locale, listing), look)
        return ranking_message(locale, listing, note, picture=picture, drawable=drawable)

    async def topic(
        self, say: Say, topic: str, reader: int | None
    ) -> tuple[ui.LayoutView, list[discord.File]]:
        """Make a help topic, and the files that it shows.

        :param reader: whose look its picture has; None where no file may be sent.
        """
        file = await self._pictures.file(topic, say, await self._looks.of(reader)) if reader else None
        layout = topic_layout(say, topic, self._command_names(), pictured=reader is not None)
        return layout, [file] if file else []

    async def _turn_board(self, answer: Answer, page: BoardPageId) -> None:
        user = answer.interaction.user.id
        message = await self.board(answer.interaction, replace(page, asker=user, menu=None))
        if page.asker == user:
            await answer.replace(message.layout, *message.files())
        else:
            await answer.say(message.layout, *message.files())

    async def _turn_stats(self, answer: Answer, asked: StatsPageId, page: str) -> None:
        interaction = answer.interaction
        message = await self.profiles.page(
            interaction.locale.value, asked, seat_of(interaction), page, drawn=may_attach(interaction)
        )
        await answer.replace(message.layout, *message.files())

    def _command_names(self) -> list[str]:
        return [
            command.qualified_name
            for command in self._tree.walk_commands()
            if isinstance(command, app_commands.Command)
        ]


def _board_of(page: BoardPageId, entry: str) -> BoardPageId:
    """Give the board that a control leads to; for a menu, the one of the chosen entry."""
    if page.menu in {None, "drawn"}:
        return page
    board = page.turned(entry)
    if board is None:
        raise UnknownBoard(0)
    return board
