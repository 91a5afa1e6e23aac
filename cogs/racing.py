"""Races on Discord: one message in the channel tells all how it stands, and each racer's board is their own.

Cards of a rival on the same deal would give it away, so no board is ever posted: the button "My board", and
every command that plays, answers with it privately. Each press on such a board brings a token of its own, so
that it can be edited as long as its player likes; whoever dismissed or lost it presses "My board" again.
Direct messages would need a consent that many members do not give.
"""

from __future__ import annotations

import asyncio
import logging
import time
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from weakref import WeakValueDictionary

import aiohttp
import discord

from cogs.faults import MissingRights, UnknownBoard
from cogs.i18n import DEFAULT_LOCALE, speaker
from cogs.layouts import BoardMessage, notice
from cogs.places import Right, missing, seat_of, server_of
from cogs.race_id import RaceAction, RaceId
from cogs.race_layouts import ask_call_off, ask_give_up, race_layout, race_link
from cogs.races import USUAL_MINUTES, Races
from data import GameNotOpen, Kind, RaceRefusal, RaceRefused, guilds
from data.races import RaceStatus

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Sequence

    from discord import ui

    from cogs.answering import Answer
    from cogs.client import KlondikeBot
    from cogs.i18n import Say
    from cogs.races import Place
    from cogs.sessions import Seat
    from data import GameRecord
    from data.races import Race

__all__ = ["Racing"]

_log: Final = logging.getLogger(__name__)

EVERY_SECONDS = 3.0
"""The message of a race is not edited more often than that."""

LOOK_SECONDS = 5.0
"""How often a race is looked at while nothing is heard of it: its time may be up."""

TRIES: Final = 20
"""How often it is tried to show how a race ended."""

AGAIN_MS: Final = 60 * 60 * 1000
"""Races that ended so long before a start are shown once more: the stop may have come in between."""

UNKNOWN: Final = frozenset({10003, 10008})
"""Discord's answers for a message that is gone, or its channel."""

_FAILURES: Final = (discord.HTTPException, aiohttp.ClientError, OSError)


@dataclass(slots=True)
class _Follower:
    """The task that keeps the message of a race as it stands, and what wakes it."""

    task: asyncio.Task[None] | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)
    shown: tuple[Race, list[Place]] | None = None
    edited: float = -EVERY_SECONDS


class Racing:
    """Shows races and carries out the presses on their messages."""

    def __init__(self, bot: KlondikeBot) -> None:
        self._bot = bot
        self._house = bot.house
        self._sessions = bot.sessions
        self.races = Races(bot.sessions)
        self._closed = False
        self._followers: dict[int, _Follower] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        bot.sessions.listeners.append(self._heard)
        self._handlers: dict[RaceAction, Callable[[Answer, RaceId, Say], Awaitable[None]]] = {
            RaceAction.JOIN: self._act,
            RaceAction.LEAVE: self._act,
            RaceAction.READY: self._act,
            RaceAction.START: self._act,
            RaceAction.CALL_OFF: self._ask_call_off,
            RaceAction.CALL_OFF_YES: self._call_off,
            RaceAction.KEEP: self._keep,
            RaceAction.BOARD: self._board,
            RaceAction.GIVE_UP: self._ask_give_up,
            RaceAction.REMATCH: self._rematch,
        }

    async def pressed(self, interaction: discord.Interaction[Any]) -> None:
        """Carry out a press on a control of a race."""
        if not await self._bot.desk.admits(interaction):
            return
        async with self._bot.desk.answering(interaction) as answer:
            asked = RaceId.parse(str(dict(interaction.data or {}).get("custom_id", "")))
            if asked is None:
                raise UnknownBoard(0)
            try:
                await self._handlers[asked.action](answer, asked, speaker(interaction.locale.value))
            finally:
                self._wake(asked.race)

    async def offer(
        self, answer: Answer, *, draw: int = 1, minutes: int = USUAL_MINUTES, asked: Sequence[int] = ()
    ) -> None:
        """Open a lobby where a command was given.

        :raises RaceRefused: there can be no race here, or its host is in one.
        :raises MissingRights: the bot could not keep its message up to date.
        """
        seat = seat_of(answer.interaction)
        if seat.guild:
            _require_rights(answer.interaction)
        offer = partial(self.races.offer, seat, draw=draw, minutes=minutes, asked=asked)
        try:
            race = await offer()
        except RaceRefused as error:
            if error.why is not RaceRefusal.ELSEWHERE or not await self._let_go(seat):
                raise
            race = await offer()
        await self._post(answer, race)

    async def resume(self) -> None:
        """Go on with the races that are stored."""
        for race_id in await self.races.unfinished(AGAIN_MS):
            self._wake(race_id)

    def deleted(self, message_ids: Collection[int]) -> None:
        """Take it that messages are gone, perhaps one that told of a race."""
        for race_id, follower in list(self._followers.items()):
            if follower.shown is not None and follower.shown[0].message_id in message_ids:
                follower.shown = None
                self._wake(race_id)

    async def close(self) -> None:
        """Stop what runs in the background."""
        self._closed = True  # a cancellation that meets its news is lost in `asyncio.wait_for` of Python 3.11
        tasks = [one.task for one in self._followers.values() if one.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Presses

    async def _act(self, answer: Answer, asked: RaceId, say: Say) -> None:
        """Join, leave, be ready or start, and show the lobby as it is then."""
        del say  # it is shown to all
        act = {
            RaceAction.JOIN: self.races.enter,
            RaceAction.LEAVE: self.races.leave,
            RaceAction.READY: self.races.ready,
            RaceAction.START: self.races.start,
        }[asked.action]
        race = await act(asked.race, seat_of(answer.interaction))
        message = answer.interaction.message
        async with self._lock(race.id):
            if message is not None and (race.message_id or 0) < message.id:
                await self.races.place(race, message.channel.id, message.id)
            shown = await self._seen(race.id)
            await answer.replace(await self._layout(*shown))
            self._note(*shown)

    async def _ask_call_off(self, answer: Answer, asked: RaceId, say: Say) -> None:
        race = await self.races.require_host(asked.race, seat_of(answer.interaction))
        await answer.say(ask_call_off(race, say))

    async def _call_off(self, answer: Answer, asked: RaceId, say: Say) -> None:
        await self.races.call_off(asked.race, seat_of(answer.interaction))
        await answer.replace(notice(say("race.called-off")))

    async def _keep(self, answer: Answer, asked: RaceId, say: Say) -> None:
        del asked
        await answer.replace(notice(say("cancelled")))

    async def _board(self, answer: Answer, asked: RaceId, say: Say) -> None:
        game = await self.races.game_of(asked.race, seat_of(answer.interaction))
        await self._bot.table.lay(answer, await self._sessions.by_id(game), say)

    async def _ask_give_up(self, answer: Answer, asked: RaceId, say: Say) -> None:
        game = await self.races.game_of(asked.race, seat_of(answer.interaction))
        record = await self._sessions.record(game)
        if not record.is_open:
            raise GameNotOpen(record)
        await answer.say(ask_give_up(record, say))

    async def _rematch(self, answer: Answer, asked: RaceId, say: Say) -> None:
        """Offer the race again; whoever presses second joins the lobby that the first one has opened."""
        _require_rights(answer.interaction)
        await self._house.require_at(answer.interaction)
        async with self._lock(asked.race):
            race = await self.races.rematch(asked.race, seat_of(answer.interaction))
            if race.message_id is None:
                await self._post(answer, race)
                return
        self._wake(race.id)
        await answer.say(notice(say("race.rematch-joined", link=race_link(race))))

    # The message

    async def _post(self, answer: Answer, race: Race) -> None:
        try:
            message_id = await answer.post(BoardMessage(await self._layout(race, []), None))
        except Exception:
            await self.races.call_off(race.id)  # nobody can join it
            raise
        channel_id = answer.interaction.channel_id
        if message_id is not None and channel_id is not None:
            await self.races.place(race, channel_id, message_id)
        self._note(race, [])
        self._wake(race.id)

    async def _let_go(self, seat: Seat) -> bool:
        """Call the lobbies off that somebody is in and whose message is gone; tell whether there were any."""
        gone = False
        for race_id in await self.races.live_of(seat):
            race = await self.races.look(race_id)
            if race.status is RaceStatus.LOBBY:
                await self._shown(race, _Follower())
                gone |= not (await self.races.look(race_id)).is_live
        return gone

    async def _seen(self, race_id: int) -> tuple[Race, list[Place]]:
        race = await self.races.look(race_id)
        started = race.status in {RaceStatus.RUNNING, RaceStatus.OVER}
        return race, await self.races.standing(race) if started else []

    async def _layout(self, race: Race, places: Sequence[Place]) -> ui.LayoutView:
        settings = await self._sessions.store.read(
            lambda conn: guilds.settings_of(conn, race.guild_discord_id)
        )
        return race_layout(race, places, speaker(settings.locale or DEFAULT_LOCALE))

    def _note(self, race: Race, places: list[Place]) -> None:
        follower = self._followers.setdefault(race.id, _Follower())
        follower.shown, follower.edited = (race, places), time.monotonic()

    # Following

    def _heard(self, record: GameRecord) -> None:
        """Take it that a game has changed: whoever follows its race looks again."""
        if record.kind is Kind.RACE:
            for follower in self._followers.values():
                if follower.shown is None or _has(follower.shown[0], record):
                    follower.news.set()

    def _wake(self, race_id: int) -> None:
        """Have a race looked at now, by the one task that follows it."""
        follower = self._followers.setdefault(race_id, _Follower())
        follower.news.set()
        if (follower.task is None or follower.task.done()) and not self._closed:
            follower.task = asyncio.create_task(self._follow(race_id, follower))

    async def _follow(self, race_id: int, follower: _Follower) -> None:
        """Show a race whenever it has changed, until its end is shown."""
        tries = 0
        try:
            while tries < TRIES and not self._closed:
                follower.news.clear()
                done, race = False, None
                try:
                    race = await self.races.look(race_id)
                    done = await self._shown(race, follower)
                except _FAILURES as error:
                    _log.info("the message of race %s stays as it was: %s", race_id, error)
                if race is not None and not race.is_live:
                    if done:
                        return
                    tries += 1
                await self._pause(follower)
        except RaceRefused as error:
            _log.info("race %s is not followed: %s", race_id, error)
        except Exception:  # noqa: BLE001 - nobody awaits this task
            _log.exception("race %s is no longer followed", race_id)
        finally:
            if self._followers.get(race_id) is follower and not follower.news.is_set():
                self._followers.pop(race_id)

    async def _pause(self, follower: _Follower) -> None:
        """Wait for news, or for the time to look again; never so short that edits come too often."""
        try:
            await asyncio.wait_for(follower.news.wait(), LOOK_SECONDS)
        except TimeoutError:
            return
        await asyncio.sleep(max(0.0, follower.edited + EVERY_SECONDS - time.monotonic()))

    async def _shown(self, race: Race, follower: _Follower) -> bool:
        """Edit the message of a race if it shows anything else; tell whether it is up to date then."""
        if race.message_id is None or race.channel_id is None:
            return False
        async with self._lock(race.id):
            seen = await self._seen(race.id)
            if follower.shown == seen:
                return True
            channel = self._bot.get_partial_messageable(race.channel_id)
            message = channel.get_partial_message(race.message_id)
            layout = await self._layout(*seen)
            try:
                await message.edit(view=layout, allowed_mentions=discord.AllowedMentions.none())
            except discord.NotFound as error:
                if error.code not in UNKNOWN:
                    raise
                return await self._lost(seen, channel)
            self._note(*seen)
            return True

    async def _lost(self, seen: tuple[Race, list[Place]], channel: discord.PartialMessageable) -> bool:
        """Go on without the message of a race: a lobby is called off, a race is shown anew."""
        race = seen[0]
        if race.status is RaceStatus.LOBBY:
            await self.races.call_off(race.id)
        if race.status in {RaceStatus.LOBBY, RaceStatus.CALLED_OFF}:
            return True
        message = await channel.send(view=await self._layout(*seen))
        await self.races.place(race, channel.id, message.id)
        self._note(*seen)
        return True

    def _lock(self, race_id: int) -> asyncio.Lock:
        lock = self._locks.get(race_id)
        if lock is None:
            lock = self._locks[race_id] = asyncio.Lock()
        return lock


def _has(race: Race, record: GameRecord) -> bool:
    """Tell whether a game may be one of a race, which may have been started since it was looked at."""
    return race.status is RaceStatus.LOBBY or any(racer.game_id == record.id for racer in race.racers)


def _require_rights(interaction: discord.Interaction[Any]) -> None:
    """Refuse a race whose message the bot could not edit later."""
    lacking = missing(interaction, (Right.VIEW,)) if server_of(interaction) else ()
    if lacking:
        raise MissingRights(lacking)
