"""Challenges: a member asks another one to play the deal of a game; its message tells both results."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord

from cogs.faults import NoOpponent, NotChallenged, NotOver, RequestFault, ServersOnly, UnknownBoard
from cogs.history_layouts import challenge_layout
from cogs.i18n import DEFAULT_LOCALE, speaker
from cogs.layouts import BoardMessage
from cogs.pause import Pause
from cogs.places import seat_of
from data import Kind, StoreClosed, challenges, games
from klondike import Deal, DealCode, Game, Rules

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from cogs.answering import Answer
    from cogs.client import KlondikeBot
    from cogs.i18n import Say
    from cogs.sessions import Seat, Turn
    from data import GameRecord, NewGame
    from data.challenges import Challenge

__all__ = ["Challenges"]

_log: Final = logging.getLogger(__name__)


class Challenges:
    """Posts challenges, starts their games and tells their results."""

    def __init__(self, bot: KlondikeBot) -> None:
        self._bot = bot
        self._sessions = bot.sessions
        self._pause = Pause()
        self._telling = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._sessions.listeners.append(self._noticed)

    async def post(self, answer: Answer, record: GameRecord, chosen: str, say: Say) -> None:
        """Challenge the chosen member to the deal of a game that is over; whose it is was checked before.

        :raises NoOpponent: it is nobody, oneself or a bot.
        :raises NotOver: the deal is that of a day or a race that is not over for everybody.
        :raises ShownJustNow: the same member was challenged to it within the last minute.
        """
        interaction, host = answer.interaction, record.player_discord_id
        if not seat_of(interaction).guild:
            raise ServersOnly
        if await self._sessions.is_contested(record.deal):
            raise NotOver
        guest = _member(interaction, chosen)
        if guest is None or guest == host:
            raise NoOpponent
        now = self._sessions.clock()
        with self._pause.once((record.id, guest)):
            made = await self._sessions.store.transact(
                lambda conn: challenges.create(conn, record.id, host, guest, now)
            )
            message = await answer.post(
                BoardMessage(challenge_layout(say, made, record, (None, None), None), None)
            )
        channel = interaction.channel_id
        if message is not None and channel is not None:
            await self._sessions.store.transact(
                lambda conn: challenges.place(conn, made.id, channel, message)
            )

    async def start(
        self, seat: Seat, number: int, *, interaction: int, replaces: int | None, revision: int | None
    ) -> Turn:
        """Start the game of one of the two.

        :raises UnknownBoard: there is no such challenge here.
        :raises NotChallenged: it is between two others.
        :raises GameAlreadyOpen: there is an open game, which may be this very one.
        :raises GameNotOpen: this player has played it.
        """
        found = await self._found(number)
        source = await self._sessions.record(found.game_id)
        if source.guild_discord_id != seat.guild:
            raise UnknownBoard(number)
        if seat.player not in found.games:
            raise NotChallenged(found.host, found.guest)
        if await self._sessions.is_contested(source.deal):
            raise NotOver
        game = Game(Deal(source.deal), Rules.parse(source.rules))
        new = self._sessions.new_game(seat, game, practice=True, interaction=interaction)

        def begin(conn: Connection, new: NewGame) -> GameRecord:
            return challenges.start(conn, number, new)

        return await self._sessions.begin(seat, replace(new, replaces=replaces, replaces_at=revision), begin)

    async def is_played_by(self, number: int, record: GameRecord) -> bool:
        """Tell whether a game is one of those that a challenge is played with."""
        return record.id in (await self._found(number)).games.values()

    async def resume(self) -> None:
        """Tell the results that came while nobody could tell them."""
        for challenge in await self._sessions.store.read(challenges.pending):
            self._later(challenge.id)

    async def close(self) -> None:
        """Let what is under way come to its end; what fails is told after the next start."""
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=1)
        for task in self._tasks:
            task.cancel()

    async def _found(self, number: int) -> Challenge:
        found = await self._sessions.store.read(lambda conn: challenges.by_id(conn, number))
        if found is None:
            raise UnknownBoard(number)
        return found

    def _noticed(self, record: GameRecord) -> None:
        """Hear of a game that was changed."""
        if not record.is_open and record.practice and record.kind is Kind.FREE:
            self._later(record.id, game=True)

    def _later(self, number: int, *, game: bool = False) -> None:
        task = asyncio.get_running_loop().create_task(self._tell(number, game=game))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _tell(self, number: int, *, game: bool) -> None:
        """Bring the message of a challenge up to date."""
        find = challenges.by_game if game else challenges.by_id
        try:
            async with self._telling:
                found = await self._sessions.store.read(lambda conn: find(conn, number))
                if found is not None and found.channel_id is not None and found.message_id is not None:
                    await self._edit(found, found.channel_id, found.message_id)
        except (discord.HTTPException, aiohttp.ClientError, StoreClosed, RequestFault) as error:
            _log.info("the results of a challenge are told later: %s", error)

    async def _edit(self, found: Challenge, channel: int, message: int) -> None:
        source = await self._sessions.record(found.game_id)
        results = [await self._game(game) for game in found.games.values()]
        ended = sum(record is not None and not record.is_open for record in results)
        code = None
        if ended == len(results) and await self._sessions.is_over_for_all(source):
            code = str(DealCode(Deal(source.deal), Rules.parse(source.rules)))
        guild = self._bot.get_guild(source.guild_discord_id)
        say = speaker(guild.preferred_locale.value if guild else DEFAULT_LOCALE)
        layout = challenge_layout(say, found, source, results, code)
        place = self._bot.get_partial_messageable(channel).get_partial_message(message)
        try:
            await place.edit(view=layout, allowed_mentions=discord.AllowedMentions.none())
        except discord.NotFound:
            _log.debug("the message of challenge %s is gone", found.id)
        await self._sessions.store.transact(lambda conn: challenges.show(conn, found.id, ended))

    async def _game(self, number: int | None) -> GameRecord | None:
        if number is None:
            return None
        return await self._sessions.store.read(lambda conn: games.by_id(conn, number))


def _member(interaction: discord.Interaction[Any], chosen: str) -> int | None:
    """Read the chosen member's Discord id; None for a bot, and for one whom Discord does not know."""
    resolved: dict[str, Any] = dict(interaction.data or {}).get("resolved") or {}  # type: ignore[assignment]
    user = resolved.get("users", {}).get(chosen)
    return None if user is None or user.get("bot") else int(user["id"])
