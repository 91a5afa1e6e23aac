"""The daily deal on Discord: one try that counts, practice after it, the list of the day, what is shared."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord

from cogs.answering import TooLate
from cogs.control import button
from cogs.control_id import ControlAction, ControlId
from cogs.daily_id import DayPageId, InsteadId, PlayId, PracticeId, ShareId, parse_daily
from cogs.daily_list import day_layout, day_list
from cogs.daily_share import share_layout
from cogs.days import date_text, relative_time
from cogs.errors import explain, link
from cogs.faults import NotOver, NotYours, RequestFault, ThreadLocked, UnknownBoard
from cogs.i18n import speaker
from cogs.layouts import BoardMessage, notice
from cogs.places import seat_of
from data import DayTried, GameAlreadyOpen, GameNotOpen, Kind, StaleRevision, daily, games
from data.periods import day_of, day_over
from klondike import Deal, Game, Help, Rules

if TYPE_CHECKING:
    from discord import ui

    from cogs.answering import Answer
    from cogs.client import KlondikeBot
    from cogs.daily_id import DailyId
    from cogs.i18n import Say
    from cogs.sessions import Turn
    from data import GameRecord

__all__ = ["DailyPlay", "ask_instead"]

_log: Final = logging.getLogger(__name__)


class DailyPlay:
    """Carries out what the command and the controls of the daily deal ask for."""

    def __init__(self, bot: KlondikeBot) -> None:
        self._desk = bot.desk
        self._house = bot.house
        self._sessions = bot.sessions
        self._store = bot.sessions.store
        self._table = bot.table
        self._results = bot.results
        self._deals = bot.day_deals
        self._compiled = bot.compiled

    async def pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out a press on a control of the daily deal, on messages of any age."""
        if not await self._desk.admits(interaction):
            return
        async with self._desk.answering(interaction) as answer:
            asked = parse_daily(str(dict(interaction.data or {}).get("custom_id", "")))
            if asked is None:
                raise UnknownBoard(0)
            await self._carry_out(answer, asked, speaker(interaction.locale.value))

    async def _carry_out(self, answer: Answer, asked: DailyId, say: Say) -> None:
        if isinstance(asked, PlayId):
            await self.play(answer, say)
        elif isinstance(asked, DayPageId):
            await self.list(answer, asked, say)
        elif isinstance(asked, PracticeId):
            await self._practise(answer, asked.day, say)
        elif isinstance(asked, InsteadId):
            await self._start_instead(answer, asked, say)
        else:
            await self._share(answer, asked, say)

    async def play(self, answer: Answer, say: Say) -> None:
        """Start today's try, or show how it stands: its board, where that is, or the list of the day."""
        day, user = self._today, answer.interaction.user.id
        tried = await self._store.read(lambda conn: daily.try_of(conn, user, day))
        if tried is None:
            await self._start(answer, day, say, practice=False)
        else:
            await self._tell_tried(answer, tried, say)

    async def list(self, answer: Answer, asked: DayPageId, say: Say) -> None:
        """Show a page of the list of a day to whoever asks, in place of the page that they turn."""
        interaction = answer.interaction
        shown = await day_list(self._sessions, seat_of(interaction), asked)
        layout = day_layout(say, shown, solvable=self._compiled.solve is not None)
        if interaction.message is not None and interaction.message.flags.ephemeral:
            await answer.replace(layout)
        else:
            await answer.say(layout)

    @property
    def _today(self) -> int:
        return day_of(self._sessions.clock())

    async def _tell_tried(self, answer: Answer, tried: GameRecord, say: Say) -> None:
        assert tried.day is not None  # noqa: S101 - it is a try
        if not tried.is_open:
            await self.list(answer, DayPageId(tried.day), say)
        elif tried.guild_discord_id == seat_of(answer.interaction).guild:
            await self._lay(answer, await self._sessions.by_id(tried.id), say, "daily.goes-on")
        else:
            address = link(tried)
            words = say("daily.elsewhere", link=address) if address else say("daily.elsewhere-private")
            practise = button(PracticeId(tried.day), say("button.daily-practice"), emoji="🎴")
            await answer.say(notice(words, practise))

    async def _practise(self, answer: Answer, day: int, say: Say) -> None:
        """Play a day's deal as practice; while it can still be tried, whoever has not done so does that."""
        if await self._is_untried(answer, day):
            await self.play(answer, say)
            return
        await self._start(answer, day, say, practice=True)

    async def _is_untried(self, answer: Answer, day: int) -> bool:
        """Tell whether somebody who wants practice on a day's deal has its try still before them.

        :raises UnknownBoard: there is no deal of that day.
        """
        user, today = answer.interaction.user.id, self._today
        if day > today or await self._store.read(lambda conn: daily.deal_of(conn, day)) is None:
            raise UnknownBoard(0)
        return day == today and await self._store.read(lambda conn: daily.try_of(conn, user, day)) is None

    async def _start(self, answer: Answer, day: int, say: Say, *, practice: bool) -> None:
        try:
            turn = await self._begun(answer, day, practice=practice)
        except DayTried as error:
            await self._tell_tried(answer, error.record, say)
        except GameAlreadyOpen as error:
            if error.record.day == day:
                turn = await self._sessions.by_id(error.record.id)
                await self._lay(answer, turn, say, "daily.goes-on" if turn.record.is_try else "show.done")
            else:
                await answer.say(self._ask(error.record, day, say, practice=practice))
        else:
            await self._lay(answer, turn, say, _started(turn))

    async def _begun(
        self, answer: Answer, day: int, *, practice: bool, replaces: GameRecord | None = None
    ) -> Turn:
        """Start a game on a day's deal.

        :param replaces: the open game that its player agreed to give up, as it stood then.
        :raises DayTried: it was tried before.
        :raises GameAlreadyOpen: another game on the deal of a day is open here.
        :raises StaleRevision: the game to be replaced has moved on since.
        :raises NotPlayedHere: the server wants games in other channels.
        """
        await self._house.require_at(answer.interaction)
        seat = seat_of(answer.interaction)
        deal = await self._deals.of(day)
        draw = await self._store.read(lambda conn: daily.draw_of(conn, seat.guild, day))
        if practice:
            await self._give_away(answer, day, replaces)
        game = Game(Deal(deal.deal), Rules.preset(draw=draw))
        new = self._sessions.new_game(seat, game, practice=practice, interaction=answer.interaction.id)
        today = day_of(new.now)
        if not practice and day != today:  # midnight has passed while the deal was made
            return await self._begun(answer, today, practice=practice, replaces=replaces)
        return await self._sessions.begin(
            seat,
            replace(
                new,
                kind=Kind.DAILY,
                day=day,
                replaces=replaces.id if replaces else None,
                replaces_at=replaces.revision if replaces else None,
            ),
            daily.start,
        )

    async def _give_away(self, answer: Answer, day: int, replaces: GameRecord | None) -> None:
        """Let an open try count as played with help before practice on its deal shows the cards.

        :raises GameAlreadyOpen: there can be no practice yet, as another game is open here.
        """
        seat = seat_of(answer.interaction)
        here = await self._store.read(lambda conn: games.open_game(conn, seat.player, seat.guild, Kind.DAILY))
        if here is not None and (replaces is None or here.id != replaces.id):
            raise GameAlreadyOpen(here)
        tried = await self._store.read(lambda conn: daily.try_of(conn, seat.player, day))
        if tried is None or not tried.is_open or tried.assisted:
            return
        with suppress(GameNotOpen):
            await self._sessions.take_help(tried.id, seat.player, Help.HINT)
            await self._refresh(tried.id, speaker(answer.interaction.locale.value))

    def _ask(self, record: GameRecord, day: int, say: Say, *, practice: bool) -> ui.LayoutView:
        return ask_instead(say, record, day, self._sessions.clock(), practice=practice)

    async def _start_instead(self, answer: Answer, asked: InsteadId, say: Say) -> None:
        old = await self._owned(answer, asked.game)
        is_moot = await self._is_untried(answer, asked.day) if asked.practice else asked.day != self._today
        if is_moot:
            await self.play(answer, say)  # another day has come since the question, or practice has to wait
            return
        try:
            replaces = replace(old, revision=asked.revision) if old.is_open else None
            turn = await self._begun(answer, asked.day, practice=asked.practice, replaces=replaces)
        except StaleRevision as moved:
            # The game has moved on since the question: it stands to lose more than was asked about.
            await answer.replace(self._ask(moved.record, asked.day, say, practice=asked.practice))
            return
        except DayTried as tried:
            await self._tell_tried(answer, tried.record, say)
            return
        with suppress(TooLate):
            await answer.acknowledge()
        try:
            placed = await self._table.lay(answer, turn, say)
            words = say(_started(turn), link=link(placed.record))
        except ThreadLocked as error:
            words = explain(say, error)
        await answer.replace(notice(words))
        await self._refresh(old.id, say)

    async def _share(self, answer: Answer, asked: ShareId, say: Say) -> None:
        record = await self._owned(answer, asked.game)
        if record.is_open or not record.is_try:
            raise NotOver
        with self._results.pause.once(asked):
            await answer.post(BoardMessage(await asyncio.to_thread(share_layout, say, record), None))

    async def _owned(self, answer: Answer, game_id: int) -> GameRecord:
        record = await self._sessions.record(game_id)
        if record.player_discord_id != answer.interaction.user.id:
            raise NotYours(record)
        return record

    async def _lay(self, answer: Answer, turn: Turn, say: Say, key: str) -> None:
        """Put the board here, and say so where the board itself is no answer."""
        try:
            placed = await self._table.lay(answer, turn, say)
        except ThreadLocked as error:
            await answer.say(notice(explain(say, error)))
            return
        if not answer.answered:
            await answer.say(notice(say(key, link=link(placed.record))))

    async def _refresh(self, game_id: int, say: Say) -> None:
        """Bring another board up to date; that it cannot be reached undoes nothing."""
        try:
            await self._table.repaint(await self._sessions.by_id(game_id), say, stay=True)
        except (RequestFault, discord.HTTPException, aiohttp.ClientError) as error:
            _log.info("the board of game %s stays as it was: %s", game_id, error)


def _started(turn: Turn) -> str:
    return "daily.practice-started" if turn.record.practice else "daily.started"


def ask_instead(say: Say, record: GameRecord, day: int, now: int, *, practice: bool) -> ui.LayoutView:
    """Ask whether an open game on the deal of another day is given up for that of `day`.

    :param practice: play that day's deal as practice.
    """
    assert record.day is not None  # noqa: S101 - it is a game on a day's deal
    over = day_over(record.day)
    date, wanted, address = date_text(say, record.day), date_text(say, day), link(record)
    if record.is_try and now < over:
        time = relative_time(over)
        words = say("daily.ask-counts", date=date, wanted=wanted, n=record.ply, link=address, time=time)
    else:
        key = "daily.ask-late" if record.is_try else "daily.ask-practice"
        words = say(key, date=date, wanted=wanted, n=record.ply, link=address)
    yes = InsteadId(day, practice, record.id, record.revision)
    no = ControlId(record.id, record.revision, ControlAction.CANCEL)
    return notice(
        words,
        button(yes, say("button.new-yes"), style=discord.ButtonStyle.danger),
        button(no, say("button.cancel")),
    )
