"""What those who manage a server do: settings, seasons, games that are stuck, and the log of it all."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord

from cogs.answering import TooLate
from cogs.errors import explain
from cogs.faults import ManagersOnly, RequestFault, ServerNeeded, UnknownBoard
from cogs.i18n import speaker
from cogs.layouts import notice
from cogs.places import seat_of
from cogs.server_id import ServerAction, ServerId
from cogs.server_layouts import (
    LOGGED,
    ask_end,
    ask_reset,
    ask_season,
    log_layout,
    read_value,
    settings_layout,
)
from cogs.server_words import FIELDS, PAGES
from data import GameNotOpen, GuildSettings, StaleRevision, games, guilds

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from discord import ui
    from sqlalchemy import Connection

    from cogs.answering import Answer
    from cogs.desk import Desk
    from cogs.i18n import Say
    from cogs.sessions import Seat, Sessions, Turn
    from cogs.table import Table

__all__ = ["Steward", "manager_seat"]

_log: Final = logging.getLogger(__name__)


def manager_seat(interaction: discord.Interaction[Any]) -> Seat:
    """Give the seat of somebody who may manage the server where they are.

    :raises ServerNeeded: the bot is in no server here.
    :raises ManagersOnly: they may not.
    """
    seat = seat_of(interaction)
    if not seat.guild:
        raise ServerNeeded("settings")
    if not (interaction.permissions.manage_guild or interaction.permissions.administrator):
        raise ManagersOnly
    return seat


class Steward:
    """Makes the messages of `/klondike server`, and carries out what is pressed on them.

    Every press is asked anew whether its member may manage the server.
    """

    def __init__(self, desk: Desk, sessions: Sessions, table: Table) -> None:
        self._desk = desk
        self._sessions = sessions
        self._store = sessions.store
        self._table = table
        self._does: dict[ServerAction, Callable[[Answer, Seat, str, Say], Awaitable[None]]] = {
            ServerAction.PAGE: self._turn,
            ServerAction.SET: self._set,
            ServerAction.RESET: self._ask_reset,
            ServerAction.RESET_YES: self._reset,
            ServerAction.SEASON: self._begin_season,
            ServerAction.END: self._end,
            ServerAction.LOG: self._turn_log,
            ServerAction.CANCEL: self._cancel,
        }

    async def pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out a press or a choice."""
        if not await self._desk.admits(interaction):
            return
        async with self._desk.answering(interaction) as answer:
            asked = ServerId.parse(str(dict(interaction.data or {}).get("custom_id", "")))
            if asked is None:
                raise UnknownBoard(0)
            seat = manager_seat(interaction)
            await self._does[asked.action](answer, seat, asked.detail, speaker(interaction.locale.value))

    # The messages

    async def settings(self, seat: Seat, say: Say, page: str = "play", saved: str = "") -> ui.LayoutView:
        """Make a page of settings."""
        chosen = await self._store.read(lambda conn: guilds.settings_of(conn, seat.guild))
        return settings_layout(say, chosen, page, saved)

    async def season(self, seat: Seat, say: Say) -> ui.LayoutView:
        """Make the question before a new season."""
        return ask_season(say, await self._store.read(lambda conn: guilds.season_of(conn, seat.guild)))

    async def open_games(self, seat: Seat, member: int, say: Say) -> ui.LayoutView:
        """Make the question before a member's game is ended."""
        found = await self._store.read(lambda conn: games.open_games(conn, member, seat.guild))
        return ask_end(say, member, found)

    async def log(self, seat: Seat, say: Say, page: int = 1) -> ui.LayoutView:
        """Make a page of the log."""
        skip = (page - 1) * LOGGED
        found = await self._store.read(lambda conn: guilds.changes(conn, seat.guild, LOGGED + 1, skip))
        return log_layout(say, found[:LOGGED], page, more=len(found) > LOGGED)

    # The presses

    async def _turn(self, answer: Answer, seat: Seat, detail: str, say: Say) -> None:
        await answer.replace(await self.settings(seat, say, detail if detail in PAGES else next(iter(PAGES))))

    async def _set(self, answer: Answer, seat: Seat, field: str, say: Say) -> None:
        if field not in FIELDS:
            raise UnknownBoard(0)
        value = _chosen(answer.interaction, field)
        now = self._sessions.clock()
        await self._store.transact(
            lambda conn: guilds.change(conn, seat.guild, seat.player, now=now, **{field: value})
        )
        page = next(name for name, fields in PAGES.items() if field in fields)
        await answer.replace(await self.settings(seat, say, page, field))

    async def _ask_reset(self, answer: Answer, _seat: Seat, _detail: str, say: Say) -> None:
        await answer.replace(ask_reset(say))

    async def _reset(self, answer: Answer, seat: Seat, _detail: str, say: Say) -> None:
        now, plain = self._sessions.clock(), GuildSettings()
        values = {field: getattr(plain, field) for field in FIELDS}
        await self._store.transact(
            lambda conn: guilds.change(conn, seat.guild, seat.player, now=now, **values)
        )
        await answer.replace(await self.settings(seat, say))

    async def _begin_season(self, answer: Answer, seat: Seat, detail: str, say: Say) -> None:
        asked, now = int(detail) if detail.isdecimal() else 0, self._sessions.clock()

        def begin(conn: Connection) -> int | None:
            """Begin it unless somebody else has meanwhile."""
            if guilds.season_of(conn, seat.guild) != asked:
                return None
            return guilds.begin_season(conn, seat.guild, seat.player, now)

        number = await self._store.transact(begin)
        words = say("server.season-changed") if number is None else say("server.season-begun", number=number)
        await answer.replace(notice(words))

    async def _end(self, answer: Answer, seat: Seat, detail: str, say: Say) -> None:
        game, _, revision = detail.partition(":")
        if not (game.isdecimal() and revision.isdecimal()):
            raise UnknownBoard(0)
        try:
            turn = await self._sessions.end(seat, int(game), int(revision))
        except StaleRevision as moved:
            await answer.replace(ask_end(say, moved.record.player_discord_id, [moved.record]))
            return
        except GameNotOpen as ended:
            await answer.replace(notice(explain(say, ended)))
            return
        try:
            await self._tell(turn, say)
        finally:
            player = f"<@{turn.record.player_discord_id}>"
            await answer.replace(notice(say("server.ended", id=turn.record.id, player=player)))

    async def _tell(self, turn: Turn, say: Say) -> None:
        """Tell the member on the board; that it cannot be reached undoes nothing."""
        try:
            await self._table.repaint(turn, say, stay=True)
        except (RequestFault, TooLate, discord.HTTPException, aiohttp.ClientError) as error:
            _log.info("the board of game %s stays as it was: %s", turn.record.id, error)

    async def _turn_log(self, answer: Answer, seat: Seat, detail: str, say: Say) -> None:
        await answer.replace(await self.log(seat, say, max(int(detail), 1) if detail.isdecimal() else 1))

    async def _cancel(self, answer: Answer, _seat: Seat, _detail: str, say: Say) -> None:
        await answer.replace(notice(say("cancelled")))


def _chosen(interaction: discord.Interaction[Any], field: str) -> Any:
    """Read what was chosen in a field's menu.

    :raises UnknownBoard: it cannot be chosen there.
    """
    values = dict(interaction.data or {}).get("values")
    try:
        value = read_value(field, [str(one) for one in values] if isinstance(values, list) else [])
    except ValueError as error:
        raise UnknownBoard(0) from error
    if field == "daily_role" and value == interaction.guild_id:  # everybody is no role to choose
        raise UnknownBoard(0)
    return value
