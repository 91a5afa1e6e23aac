"""A player's history on Discord: its pages, and what can be done with a game that is over.

Everything a press needs stands in its custom id; whose game it is, and what may be shown of it now, is looked
up at each press.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import aiohttp
import discord

from cogs.answering import TooLate
from cogs.choices import Choice
from cogs.control import chosen
from cogs.errors import explain, link
from cogs.faults import NoSuchGame, NotOver, NotYours, RequestFault, ThreadLocked, UnknownBoard
from cogs.going_on import can_go_on, go_on
from cogs.history_id import HistoryAct, HistoryId
from cogs.history_layouts import PAGE, Picked, ask_instead, history_layout, picked_layout
from cogs.i18n import speaker
from cogs.layouts import notice
from cogs.places import seat_of
from cogs.presses import ask_new
from data import GameAlreadyOpen, StaleRevision, Status, games
from klondike import Deal, DealCode, Rules

if TYPE_CHECKING:
    from cogs.answering import Answer
    from cogs.client import KlondikeBot
    from cogs.i18n import Say
    from cogs.sessions import Turn
    from data import GameRecord

__all__ = ["Histories"]


class Histories:
    """Shows histories, and carries out what their controls and those of challenges ask for."""

    def __init__(self, bot: KlondikeBot) -> None:
        self._desk = bot.desk
        self._sessions = bot.sessions
        self._table = bot.table
        self._challenges = bot.challenges

    async def open(self, answer: Answer) -> None:
        """Show the newest games of whoever asks."""
        await answer.say(await self._page(answer, 1))

    async def pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out a press on a button or a choice from a menu."""
        if not await self._desk.admits(interaction):
            return
        async with self._desk.answering(interaction) as answer:
            control = HistoryId.parse(str(dict(interaction.data or {}).get("custom_id", "")))
            say = speaker(interaction.locale.value)
            if control is None:
                raise UnknownBoard(0)
            match control.act:
                case HistoryAct.LIST:
                    await answer.replace(await self._page(answer, control.number))
                case HistoryAct.PICK:
                    picked = await self._picked(answer, control.number)
                    await answer.replace(picked_layout(say, picked))
                case HistoryAct.ASK:
                    record = await self._own(interaction, control.number)
                    await self._challenges.post(answer, record, chosen(interaction), say)
                case _:
                    await self._begin(answer, control, say)

    async def _page(self, answer: Answer, number: int) -> discord.ui.LayoutView:
        seat = seat_of(answer.interaction)
        page = await self._sessions.store.read(
            lambda conn: games.history(conn, seat.player, seat.guild, size=PAGE, number=number)
        )
        return history_layout(answer.interaction.locale.value, page)

    async def _picked(self, answer: Answer, page: int) -> Picked:
        interaction, sessions = answer.interaction, self._sessions
        entry = chosen(interaction)
        if not entry.isascii() or not entry.isdecimal() or len(entry) > 18:  # noqa: PLR2004 - as in ids
            raise NoSuchGame
        record = await self._own(interaction, int(entry))
        counted = record.status in {Status.WON, Status.GIVEN_UP}
        over = counted and await sessions.is_over_for_all(record)
        free = counted and not await sessions.is_contested(record.deal)
        return Picked(
            record,
            page,
            code=str(DealCode(Deal(record.deal), Rules.parse(record.rules))) if over else None,
            shows=over,
            goes_on=free and can_go_on(record, sessions.clock()),
            again=free,
            challenges=free and bool(record.guild_discord_id),
        )

    async def _own(self, interaction: discord.Interaction[Any], number: int) -> GameRecord:
        """Give a game that is over, of whoever pressed, played here."""
        seat, record = seat_of(interaction), await self._sessions.record(number)
        if record.player_discord_id != seat.player:
            raise NotYours(record)
        if record.guild_discord_id != seat.guild:
            raise NoSuchGame
        if record.is_open:
            raise NotOver
        return record

    async def _begin(self, answer: Answer, control: HistoryId, say: Say) -> None:
        """Start the game that a control leads to; over an open one ask first."""
        try:
            turn = await self._started(answer, control)
        except (GameAlreadyOpen, StaleRevision) as error:
            if not error.record.is_open:
                await self._begin(answer, HistoryId(control.act, control.number), say)
                return
            await self._ask(answer, control, error.record, say)
            return
        await self._lay(answer, turn, say)
        if control.replaces is not None:
            await self._refresh(control.replaces, say)

    async def _started(self, answer: Answer, control: HistoryId) -> Turn:
        interaction = answer.interaction
        instead: dict[str, Any] = {
            "interaction": interaction.id,
            "replaces": control.replaces,
            "revision": control.revision,
        }
        if control.act is HistoryAct.PLAY:
            return await self._challenges.start(seat_of(interaction), control.number, **instead)
        record = await self._own(interaction, control.number)
        if control.act is HistoryAct.ON:
            return await go_on(self._sessions, seat_of(interaction), record, **instead)
        if await self._sessions.is_contested(record.deal):
            raise NotOver
        return await self._sessions.start(seat_of(interaction), _same_deal(record), **instead)

    async def _ask(self, answer: Answer, control: HistoryId, record: GameRecord, say: Say) -> None:
        if control.act is HistoryAct.PLAY and await self._challenges.is_played_by(control.number, record):
            await answer.say(notice(say("challenge.playing", link=link(record)).strip()))
            return
        if control.act is HistoryAct.AGAIN:
            choice = _same_deal(await self._own(answer.interaction, control.number))
            layout = ask_new(say, record, f"{choice.rules}/{choice.code}")
        else:
            layout = ask_instead(say, record, control.act, control.number)
        if control.replaces is None:
            await answer.say(layout)
        else:
            await answer.replace(layout)

    async def _lay(self, answer: Answer, turn: Turn, say: Say) -> None:
        """Lay the board of a new game, which exists whether or not its player can still be answered."""
        with suppress(TooLate):
            await answer.acknowledge()
        try:
            words = say("new.started", link=link((await self._table.lay(answer, turn, say)).record))
        except ThreadLocked as error:
            words = explain(say, error)
        message = answer.interaction.message
        if message is not None and message.flags.ephemeral:
            await answer.replace(notice(words))

    async def _refresh(self, game_id: int, say: Say) -> None:
        """Bring the board of a game that was given up up to date, where it can be reached."""
        with suppress(RequestFault, TooLate, discord.HTTPException, aiohttp.ClientError):
            await self._table.repaint(await self._sessions.by_id(game_id), say, stay=True)


def _same_deal(record: GameRecord) -> Choice:
    rules = Rules.parse(record.rules)
    return Choice(rules=rules, code=str(DealCode(Deal(record.deal), rules)))
