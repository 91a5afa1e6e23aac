"""The use cases of races: offer, join, start, end. Imports no Discord.

All that a race is stands in the store: each act brings it up to date first, so that a lobby that nobody
started is called off and a race whose time is up is over, whoever looks at it next, also after a restart.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

from cogs.faults import EndedByUpdate, PlayedUnderOldRules
from data import Kind, Member, RaceRefusal, RaceRefused, Status, races
from data.races import NewRace, RaceStatus
from klondike import RULES_VERSION, Deal, DealCode, Game, Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cogs.sessions import Seat, Sessions
    from data import GameRecord, NewGame
    from data.races import Race

__all__ = ["LONGEST_MINUTES", "USUAL_MINUTES", "Place", "Races", "State", "ranking"]

USUAL_MINUTES: Final = 15
LONGEST_MINUTES: Final = 60
_MINUTE_MS: Final = 60 * 1000


class State(StrEnum):
    """How somebody stands in a race."""

    PLAYING = "playing"
    WON = "won"
    GAVE_UP = "gave-up"


@dataclass(frozen=True, slots=True)
class Place:
    """What all may know of somebody in a race: a rank and figures, and no card.

    :ivar rank: competition rank (1, 1, 3).
    :ivar home: cards on the foundations.
    :ivar took: from the start of the race to the end of the game, in milliseconds; None while it is played.
    """

    rank: int
    player: int
    name: str
    home: int
    score: int
    state: State
    took: int | None


class Races:
    """The races of all servers."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._store = sessions.store

    # The lobby

    async def offer(
        self, seat: Seat, *, draw: int, minutes: int, asked: Sequence[int] = (), rematch_of: int | None = None
    ) -> Race:
        """Open a lobby, or join the rematch that there is already.

        :param asked: Discord ids of those who are asked to join; anybody may.
        :raises RaceRefused: this is no server, or its host is in another race here.
        """
        if not seat.guild:
            raise RaceRefused(RaceRefusal.NO_SERVER)
        await self._update_all_of(seat)
        new = NewRace(
            host=_member(seat),
            rules=str(Rules.preset(draw=draw)),
            rules_version=RULES_VERSION,
            limit_ms=minutes * _MINUTE_MS,
            now=self._sessions.clock(),
            asked=tuple(dict.fromkeys(one for one in asked if one != seat.player)),
            rematch_of=rematch_of,
        )
        return await self._store.transact(lambda conn: races.open_lobby(conn, new))

    async def rematch(self, race_id: int, seat: Seat) -> Race:
        """Open a lobby like that of a race that is over, where the same members are asked to join.

        :raises RaceRefused: they were not in it, or it is not over.
        """
        race = await self._here(race_id, seat)
        if race.status is not RaceStatus.OVER:
            raise RaceRefused(RaceRefusal.NOT_OVER)
        if race.racer(seat.player) is None:
            raise RaceRefused(RaceRefusal.NOT_IN)
        return await self.offer(
            seat,
            draw=Rules.parse(race.rules).draw,
            minutes=race.limit_ms // _MINUTE_MS,
            asked=[racer.discord_id for racer in race.racers],
            rematch_of=race_id,
        )

    async def enter(self, race_id: int, seat: Seat) -> Race:
        """Join a lobby."""
        await self._here(race_id, seat)
        await self._update_all_of(seat)
        member, now = _member(seat), self._sessions.clock()
        return await self._store.transact(lambda conn: races.enter(conn, race_id, member, now))

    async def leave(self, race_id: int, seat: Seat) -> Race:
        """Leave a lobby."""
        first = self._first(await self._here(race_id, seat), seat)
        return await self._store.transact(lambda conn: races.leave(conn, race_id, seat.player, first))

    async def ready(self, race_id: int, seat: Seat) -> Race:
        """Be ready; when all are, the race starts."""
        first = self._first(await self._here(race_id, seat), seat)
        return await self._store.transact(lambda conn: races.ready(conn, race_id, seat.player, first))

    async def start(self, race_id: int, seat: Seat) -> Race:
        """Start a race as its host, whether all are ready or not."""
        first = self._first(await self._here(race_id, seat), seat)
        return await self._store.transact(lambda conn: races.start(conn, race_id, seat.player, first))

    async def require_host(self, race_id: int, seat: Seat) -> Race:
        """Give a lobby to its host.

        :raises RaceRefused: it is another's, or no lobby any more.
        """
        race = await self._here(race_id, seat)
        if race.host_discord_id != seat.player:
            raise RaceRefused(RaceRefusal.NOT_HOST)
        if race.status is not RaceStatus.LOBBY:
            raise RaceRefused(RaceRefusal.NOT_OPEN)
        return race

    async def call_off(self, race_id: int, seat: Seat | None = None) -> Race:
        """Call a lobby off, by its host or, without a seat, because it cannot go on."""
        if seat is not None:
            await self._here(race_id, seat)
        now, by = self._sessions.clock(), seat.player if seat else None
        return await self._store.transact(lambda conn: races.call_off(conn, race_id, now, by))

    # The race

    async def game_of(self, race_id: int, seat: Seat) -> int:
        """Give the game of somebody in a race.

        :raises RaceRefused: they have none.
        """
        race = await self._here(race_id, seat)
        racer = race.racer(seat.player)
        if racer is None:
            raise RaceRefused(RaceRefusal.NOT_IN)
        if racer.game_id is None:
            raise RaceRefused(RaceRefusal.NOT_BEGUN)
        return racer.game_id

    async def look(self, race_id: int) -> Race:
        """Bring a race up to date and give it.

        :raises RaceRefused: there is no such race.
        """
        race = await self._store.read(lambda conn: races.by_id(conn, race_id))
        late = race.is_live and self._sessions.clock() >= race.deadline
        if race.status is RaceStatus.LOBBY and late:
            with suppress(RaceRefused):  # it was started at the last moment
                return await self.call_off(race_id)
        elif race.status is RaceStatus.RUNNING and (late or not await self._is_played(race)):
            return await self._end(race, late=late)
        return race

    async def standing(self, race: Race) -> list[Place]:
        """Give how all stand in a race that has been started, the first first."""
        found = await self._store.read(lambda conn: races.games_of(conn, race))
        homes = [await self._home(record) for record in found]
        places = zip(race.racers, found, homes, ranking(list(zip(found, homes, strict=True))), strict=True)
        named = [_place(race, racer.name, record, home, rank) for racer, record, home, rank in places]
        return sorted(named, key=lambda place: place.rank)

    async def place(self, race: Race, channel_id: int, message_id: int) -> Race:
        """Remember which message tells of a race."""
        return await self._store.transact(lambda conn: races.place(conn, race.id, channel_id, message_id))

    async def live_of(self, seat: Seat) -> list[int]:
        """List the races that somebody is in and that are not over, as far as is known."""
        return await self._store.read(lambda conn: races.live_of(conn, _member(seat)))

    async def unfinished(self, within_ms: int) -> list[int]:
        """List the races that go on, and those that ended within some time."""
        since = self._sessions.clock() - within_ms
        return await self._store.read(lambda conn: races.unfinished(conn, since))

    @staticmethod
    def code(race: Race) -> DealCode | None:
        """Give the deal code of a race that is over for all."""
        if race.status is not RaceStatus.OVER or race.deal is None:
            return None
        return DealCode(Deal(race.deal), Rules.parse(race.rules))

    # How

    async def _here(self, race_id: int, seat: Seat) -> Race:
        race = await self.look(race_id)
        if race.guild_discord_id != seat.guild:
            raise RaceRefused(RaceRefusal.UNKNOWN)
        return race

    async def _update_all_of(self, seat: Seat) -> None:
        """Bring every race that somebody is in up to date: one that is over keeps nobody from another."""
        for race_id in await self.live_of(seat):
            await self.look(race_id)

    def _first(self, race: Race, seat: Seat) -> NewGame:
        """Describe the games of a race that starts now; the deal is drawn at this moment and not before."""
        game = Game(self._sessions.random_deal(), Rules.parse(race.rules))
        return replace(self._sessions.new_game(seat, game, practice=False, interaction=None), kind=Kind.RACE)

    async def _is_played(self, race: Race) -> bool:
        found = await self._store.read(lambda conn: races.games_of(conn, race))
        return any(record.is_open for record in found)

    async def _end(self, race: Race, *, late: bool) -> Race:
        if late:
            await self._store.transact(lambda conn: races.close_games(conn, race.id))
            for racer in race.racers:
                self._sessions.forget(racer.game_id or 0)
        found = await self._store.read(lambda conn: races.games_of(conn, race))
        ranks = ranking([(record, await self._home(record)) for record in found])
        by_game = {record.id: rank for record, rank in zip(found, ranks, strict=True)}
        return await self._store.transact(lambda conn: races.finish(conn, race.id, by_game))

    async def _home(self, record: GameRecord) -> int:
        """Count the cards that are home; none in a game that no longer replays."""
        try:
            view = (await self._sessions.by_id(record.id)).view
        except (EndedByUpdate, PlayedUnderOldRules):
            return 0
        return sum(view.foundations)


def ranking(results: Sequence[tuple[GameRecord, int]]) -> list[int]:
    """Give the competition ranks (1, 1, 3) of games and the cards that are home in each.

    Who has won comes before who has not; among winners the moment of the win decides, to the millisecond, and
    among the others the cards that are home, then the score.
    """
    merits = [_merit(record, home) for record, home in results]
    return [1 + sum(other < merit for other in merits) for merit in merits]


def _merit(record: GameRecord, home: int) -> tuple[int, int, int]:
    if record.status is Status.WON:
        return (0, record.ended_at or 0, 0)
    return (1, -home, -record.score)


def _place(race: Race, name: str, record: GameRecord, home: int, rank: int) -> Place:
    state = State.PLAYING if record.is_open else State.GAVE_UP
    took = None if record.ended_at is None else record.ended_at - (race.started_at or record.started_at)
    return Place(
        rank=rank,
        player=record.player_discord_id,
        name=name,
        home=home,
        score=record.score,
        state=State.WON if record.status is Status.WON else state,
        took=took,
    )


def _member(seat: Seat) -> Member:
    return Member(seat.player, seat.guild, seat.name)
