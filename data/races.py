"""Units on races: members of a server who play the same deal at the same time, each on their own board.

A race is a lobby first, runs once it is started, and is over when all its games have ended. Its games are
ordinary games of `Kind.RACE`; they count in one transaction with the end of the race, by rank.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, delete, exists, func, insert, or_, select, update

from data import games, schema, standings
from data.errors import RaceRefusal, RaceRefused
from data.records import Kind, ListClass, Member, Result, Status
from data.seats import Seat, guild_id_of, player_id_of
from data.seats import join as take_seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection, Select

    from data.records import GameRecord, NewGame

__all__ = [
    "FEWEST",
    "LOBBY_MS",
    "MOST",
    "NewRace",
    "Race",
    "RaceStatus",
    "Racer",
    "by_id",
    "call_off",
    "close_games",
    "enter",
    "finish",
    "games_of",
    "leave",
    "limit_of",
    "live_of",
    "open_lobby",
    "place",
    "ready",
    "start",
    "unfinished",
]

FEWEST: Final = 2
MOST: Final = 20
"""Racers that it takes, and that there is room for."""

LOBBY_MS: Final = 30 * 60 * 1000
"""How long a lobby waits for its start."""

_RACE: Final = schema.race
_RACER: Final = schema.racer


class RaceStatus(StrEnum):
    """How a race stands; the last two are final."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    CALLED_OFF = "called_off"


_LIVE: Final = (RaceStatus.LOBBY, RaceStatus.RUNNING)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRace:
    """A race about to be offered.

    :ivar asked: Discord ids of those who are asked to join.
    :ivar limit_ms: how long it may last at most, in milliseconds; `now` is in milliseconds UTC.
    :ivar rematch_of: the race that it follows.
    """

    host: Member
    rules: str
    rules_version: int
    limit_ms: int
    now: int
    asked: tuple[int, ...] = ()
    rematch_of: int | None = None


@dataclass(frozen=True, slots=True)
class Racer:
    """Somebody in a race, under the name last seen in its server.

    :ivar game_id: their game, once it runs; `rank` is there once it is over.
    """

    player_id: int
    discord_id: int
    name: str
    ready: bool
    game_id: int | None
    rank: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Race:
    """A race as it is stored, its racers in the order in which they joined. Times in milliseconds UTC."""

    id: int
    guild_id: int
    guild_discord_id: int
    host_discord_id: int
    channel_id: int | None
    message_id: int | None
    deal: int | None
    rules: str
    status: RaceStatus
    limit_ms: int
    created_at: int
    started_at: int | None
    ended_at: int | None
    asked: tuple[int, ...]
    rematch_of: int | None
    racers: tuple[Racer, ...]

    @property
    def deadline(self) -> int:
        """Until when a lobby waits, or a race lasts."""
        return self.created_at + LOBBY_MS if self.started_at is None else self.started_at + self.limit_ms

    @property
    def is_live(self) -> bool:
        """Whether it is still to come or still goes on."""
        return self.status in _LIVE

    @property
    def all_ready(self) -> bool:
        """Whether there are enough racers, and none is waited for."""
        return len(self.racers) >= FEWEST and all(racer.ready for racer in self.racers)

    def racer(self, discord_id: int) -> Racer | None:
        """Give somebody's place in it, None for one who is not in it."""
        return next((racer for racer in self.racers if racer.discord_id == discord_id), None)


# Looking


def by_id(conn: Connection, race_id: int) -> Race:
    """Return a race.

    :raises RaceRefused: there is no such race
    """
    host, guild = schema.player, schema.guild
    row = (
        conn.execute(
            select(
                _RACE,
                host.c.discord_id.label("host_discord_id"),
                guild.c.discord_id.label("guild_discord_id"),
            )
            .join(host, host.c.id == _RACE.c.host_id)
            .join(guild, guild.c.id == _RACE.c.guild_id)
            .where(_RACE.c.id == race_id)
        )
        .mappings()
        .one_or_none()
    )
    if row is None:
        raise RaceRefused(RaceRefusal.UNKNOWN)
    plain = {name: row[name] for name in Race.__dataclass_fields__ if name in row}
    asked = tuple(map(int, row["asked"].split()))
    racers = tuple(Racer(*one) for one in conn.execute(_racers(race_id)))
    return Race(**{**plain, "status": RaceStatus(row["status"]), "asked": asked, "racers": racers})


def games_of(conn: Connection, race: Race) -> list[GameRecord]:
    """Return the games of a race that has been started, in the order of its racers."""
    found = (games.by_id(conn, racer.game_id) for racer in race.racers if racer.game_id is not None)
    return [game for game in found if game is not None]


def unfinished(conn: Connection, since: int) -> list[int]:
    """Return the ids of the races that are not over, or that ended after `since` (milliseconds UTC)."""
    return list(
        conn.scalars(select(_RACE.c.id).where(or_(_RACE.c.status.in_(_LIVE), _RACE.c.ended_at >= since)))
    )


def live_of(conn: Connection, member: Member) -> list[int]:
    """Return the ids of the races that a member of a server is in and that are not over."""
    return list(
        conn.scalars(
            select(_RACE.c.id)
            .join(_RACER, _RACER.c.race_id == _RACE.c.id)
            .where(
                _RACER.c.player_id == player_id_of(member.player_discord_id),
                _RACE.c.guild_id == guild_id_of(member.guild_discord_id),
                _RACE.c.status.in_(_LIVE),
            )
        )
    )


def limit_of(conn: Connection, game_id: int) -> int | None:
    """Return the moment (milliseconds UTC) at which the race of a game is over at the latest."""
    limit: int | None = conn.scalar(
        select(_RACE.c.started_at + _RACE.c.limit_ms)
        .join(_RACER, _RACER.c.race_id == _RACE.c.id)
        .where(_RACER.c.game_id == game_id)
    )
    return limit


# The lobby


def open_lobby(conn: Connection, new: NewRace) -> Race:
    """Offer a race, with its host as the first in it. A rematch that there is already is joined instead.

    :raises RaceRefused: the host is in another race, or the rematch has begun
    """
    if new.rematch_of is not None:
        existing = conn.scalar(select(_RACE.c.id).where(_RACE.c.rematch_of == new.rematch_of))
        if existing is not None:
            return enter(conn, existing, new.host, new.now)
    host = take_seat(conn, new.host, new.now)
    race_id: int = conn.execute(
        insert(_RACE)
        .values(
            guild_id=host.guild_id,
            host_id=host.player_id,
            rules=new.rules,
            rules_version=new.rules_version,
            status=RaceStatus.LOBBY,
            limit_ms=new.limit_ms,
            revision=0,
            created_at=new.now,
            asked=" ".join(map(str, new.asked)),
            rematch_of=new.rematch_of,
        )
        .returning(_RACE.c.id)
    ).scalar_one()
    return enter(conn, race_id, new.host, new.now)


def enter(conn: Connection, race_id: int, member: Member, now: int) -> Race:
    """Put somebody into a lobby; to be in it already is no mistake.

    :raises RaceRefused: it is no lobby any more, it is full, or they are in another race
    """
    race = _lobby(conn, race_id)
    if race.racer(member.player_discord_id) is not None:
        return race
    if _is_racing(conn, member):
        raise RaceRefused(RaceRefusal.ELSEWHERE)
    if len(race.racers) >= MOST:
        raise RaceRefused(RaceRefusal.FULL)
    seat = take_seat(conn, member, now)
    conn.execute(insert(_RACER).values(race_id=race_id, player_id=seat.player_id, joined_at=now))
    return by_id(conn, race_id)


def leave(conn: Connection, race_id: int, player_discord_id: int, first: NewGame) -> Race:
    """Take somebody out of a lobby, which may have waited only for them; its last racer calls it off.

    A host who leaves hands it on to the racer who joined next.

    :param first: what each game is to be if the race starts by that, but for its player.
    :raises RaceRefused: it is no lobby any more
    """
    race = _lobby(conn, race_id)
    left = [racer for racer in race.racers if racer.discord_id != player_discord_id]
    if len(left) == len(race.racers):
        return race
    if not left:
        return call_off(conn, race_id, first.now)
    columns = _RACER.c
    conn.execute(
        delete(_RACER).where(columns.race_id == race_id, columns.player_id == player_id_of(player_discord_id))
    )
    if player_discord_id == race.host_discord_id:
        _set(conn, race_id, host_id=left[0].player_id)
    return _begun_if_ready(conn, race_id, first)


def ready(conn: Connection, race_id: int, player_discord_id: int, first: NewGame) -> Race:
    """Note that a racer is ready; when all are, the race starts.

    :param first: what each game is to be if it does, but for its player.
    :raises RaceRefused: it is no lobby any more, or they are not in it
    """
    race = _lobby(conn, race_id)
    racer = race.racer(player_discord_id)
    if racer is None:
        raise RaceRefused(RaceRefusal.NOT_IN)
    conn.execute(
        update(_RACER)
        .where(_RACER.c.race_id == race_id, _RACER.c.player_id == racer.player_id)
        .values(ready=True)
    )
    return _begun_if_ready(conn, race_id, first)


def start(conn: Connection, race_id: int, player_discord_id: int, first: NewGame) -> Race:
    """Start a race by its host's word; one that runs already is left alone.

    :param first: what each game is to be, but for its player.
    :raises RaceRefused: somebody else wants to, there are too few racers, or it is over
    """
    race = by_id(conn, race_id)
    if race.host_discord_id != player_discord_id:
        raise RaceRefused(RaceRefusal.NOT_HOST)
    if race.status is RaceStatus.RUNNING:
        return race
    _lobby(conn, race_id)
    if len(race.racers) < FEWEST:
        raise RaceRefused(RaceRefusal.TOO_FEW)
    return _begun(conn, race, first)


def call_off(conn: Connection, race_id: int, now: int, player_discord_id: int | None = None) -> Race:
    """Call a lobby off, by its host or because nobody came; one that was called off stays so.

    :raises RaceRefused: it has been started, or it is not theirs
    """
    race = by_id(conn, race_id)
    if player_discord_id not in {None, race.host_discord_id}:
        raise RaceRefused(RaceRefusal.NOT_HOST)
    if race.status is RaceStatus.CALLED_OFF:
        return race
    _lobby(conn, race_id)
    return _set(conn, race_id, status=RaceStatus.CALLED_OFF, ended_at=now, asked="", rematch_of=None)


def place(conn: Connection, race_id: int, channel_id: int, message_id: int) -> Race:
    """Remember which message tells of a race."""
    return _set(conn, race_id, channel_id=channel_id, message_id=message_id)


# The end


def close_games(conn: Connection, race_id: int) -> Race:
    """Give up, at the limit of a race, the games of it that are still open."""
    race = by_id(conn, race_id)
    if race.status is RaceStatus.RUNNING:
        for game in games_of(conn, race):
            if game.is_open:
                games.give_up(conn, game.id, max(race.deadline, game.updated_at))
    return race


def finish(conn: Connection, race_id: int, ranks: Mapping[int, int]) -> Race:
    """End a race whose games have all ended, and count each; one that is over stays as it is.

    Whoever is first has won, if they have made a move and were not the only one.

    :param ranks: by game id.
    :raises RaceRefused: it has not been started
    """
    race = by_id(conn, race_id)
    if race.status is RaceStatus.OVER:
        return race
    if race.status is not RaceStatus.RUNNING:
        raise RaceRefused(RaceRefusal.NOT_OPEN)
    ended = games_of(conn, race)
    ended_at = max(game.ended_at or race.deadline for game in ended)
    contested = sum(game.moves > 0 for game in ended) >= FEWEST
    for game in ended:
        conn.execute(update(_RACER).where(_RACER.c.game_id == game.id).values(rank=ranks[game.id]))
        if game.status in standings.COUNTED:
            won = contested and game.moves > 0 and ranks[game.id] == 1
            result = Result(won=won, score=game.score, moves=game.moves, active_ms=game.active_ms)
            entry = standings.Entry(ListClass.RACE, result)
            standings.add(conn, Seat(game.player_id, game.guild_id), replace(game, ended_at=ended_at), entry)
    return _set(conn, race_id, status=RaceStatus.OVER, ended_at=ended_at)


# How


def _racers(race_id: int) -> Select[Any]:
    player, member = schema.player, schema.member
    return (
        select(
            _RACER.c.player_id,
            player.c.discord_id,
            member.c.name,
            _RACER.c.ready,
            _RACER.c.game_id,
            _RACER.c.rank,
        )
        .join(player, player.c.id == _RACER.c.player_id)
        .join(_RACE, _RACE.c.id == _RACER.c.race_id)
        .join(member, and_(member.c.player_id == player.c.id, member.c.guild_id == _RACE.c.guild_id))
        .where(_RACER.c.race_id == race_id)
        .order_by(_RACER.c.joined_at, _RACER.c.player_id)
    )


def _lobby(conn: Connection, race_id: int) -> Race:
    race = by_id(conn, race_id)
    if race.status is not RaceStatus.LOBBY:
        raise RaceRefused(RaceRefusal.NOT_OPEN)
    return race


def _is_racing(conn: Connection, member: Member) -> bool:
    """Tell whether somebody waits in a lobby of a server, or still plays in a race of it."""
    game = schema.game.c
    playing = exists().where(game.id == _RACER.c.game_id, game.status == Status.OPEN)
    return bool(
        conn.scalar(
            select(func.count())
            .select_from(_RACER)
            .join(_RACE, _RACE.c.id == _RACER.c.race_id)
            .where(
                _RACER.c.player_id == player_id_of(member.player_discord_id),
                _RACE.c.guild_id == guild_id_of(member.guild_discord_id),
                or_(_RACE.c.status == RaceStatus.LOBBY, playing),
            )
        )
    )


def _begun_if_ready(conn: Connection, race_id: int, first: NewGame) -> Race:
    race = by_id(conn, race_id)
    return _begun(conn, race, first) if race.all_ready else race


def _begun(conn: Connection, race: Race, first: NewGame) -> Race:
    """Start the game of each racer on the same deal, at the same moment."""
    for racer in race.racers:
        new = replace(first, player_discord_id=racer.discord_id, name=racer.name, kind=Kind.RACE)
        game = games.start(conn, replace(new, guild_discord_id=race.guild_discord_id))
        at = (_RACER.c.race_id == race.id, _RACER.c.player_id == racer.player_id)
        conn.execute(update(_RACER).where(*at).values(game_id=game.id))
    return _set(
        conn,
        race.id,
        status=RaceStatus.RUNNING,
        deal=first.deal,
        rules_version=first.rules_version,
        started_at=first.now,
        asked="",
    )


def _set(conn: Connection, race_id: int, **values: object) -> Race:
    changed = {**values, "revision": _RACE.c.revision + 1}
    conn.execute(update(_RACE).where(_RACE.c.id == race_id).values(**changed))
    return by_id(conn, race_id)
