"""Units on challenges: a member asks another to play the deal of a game that is over; each plays it once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import exists, or_, select, update

from data import games, schema
from data.dialect import insert
from data.errors import GameAlreadyOpen, GameNotOpen, UnknownGame
from data.records import Status

if TYPE_CHECKING:
    from sqlalchemy import Column, ColumnElement, Connection

    from data.records import GameRecord, NewGame

__all__ = ["Challenge", "by_game", "by_id", "create", "pending", "place", "show", "start"]


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge; `host` and `guest` are Discord ids.

    :ivar game_id: the ended game of the host's whose deal and rules it is.
    :ivar shown: how many results its message tells.
    """

    id: int
    game_id: int
    host: int
    guest: int
    channel_id: int | None
    message_id: int | None
    host_game_id: int | None
    guest_game_id: int | None
    shown: int

    @property
    def games(self) -> dict[int, int | None]:
        """The game of each of the two, by Discord id; None for one who has not begun."""
        return {self.host: self.host_game_id, self.guest: self.guest_game_id}


_CHALLENGE = schema.challenge
_COLUMNS = [_CHALLENGE.c[name] for name in Challenge.__slots__]


def create(conn: Connection, game_id: int, host: int, guest: int, now: int) -> Challenge:
    """Store a challenge at `now` (milliseconds UTC) and return it."""
    values = {"game_id": game_id, "host": host, "guest": guest, "created_at": now}
    row = conn.execute(insert(conn, _CHALLENGE).values(**values).returning(*_COLUMNS)).one()
    return Challenge(*row)


def place(conn: Connection, challenge_id: int, channel_id: int, message_id: int) -> None:
    """Remember which message tells of a challenge."""
    where = _CHALLENGE.c.id == challenge_id
    conn.execute(update(_CHALLENGE).where(where).values(channel_id=channel_id, message_id=message_id))


def by_id(conn: Connection, challenge_id: int) -> Challenge | None:
    """Return the challenge with this id, or None."""
    return _first(conn, _CHALLENGE.c.id == challenge_id)


def by_game(conn: Connection, game_id: int) -> Challenge | None:
    """Return the challenge that a game is played for, or None."""
    return _first(conn, or_(_CHALLENGE.c.host_game_id == game_id, _CHALLENGE.c.guest_game_id == game_id))


def start(conn: Connection, challenge_id: int, new: NewGame) -> GameRecord:
    """Start the game of one of the two.

    :raises UnknownGame: when there is no such challenge, or not for this player
    :raises GameAlreadyOpen: when its player is playing it, or another game that is not to be replaced
    :raises GameNotOpen: when its player has played it
    """
    found, player = by_id(conn, challenge_id), new.player_discord_id
    if found is None or player not in found.games:
        raise UnknownGame(challenge_id)
    before = games.by_id(conn, found.games[player] or 0)
    if before is not None:
        raise GameAlreadyOpen(before) if before.is_open else GameNotOpen(before)
    record = games.start(conn, new)
    column = "host_game_id" if player == found.host else "guest_game_id"
    conn.execute(update(_CHALLENGE).where(_CHALLENGE.c.id == challenge_id).values({column: record.id}))
    return record


def show(conn: Connection, challenge_id: int, results: int) -> None:
    """Remember how many results the message of a challenge tells."""
    conn.execute(update(_CHALLENGE).where(_CHALLENGE.c.id == challenge_id).values(shown=results))


def pending(conn: Connection) -> list[Challenge]:
    """Return the challenges whose message tells fewer results than there are."""
    host, guest = _ended(_CHALLENGE.c.host_game_id), _ended(_CHALLENGE.c.guest_game_id)
    behind = or_(
        (_CHALLENGE.c.shown < 1) & or_(host, guest),
        (_CHALLENGE.c.shown < 2) & host & guest,  # noqa: PLR2004 - both
    )
    rows = conn.execute(select(*_COLUMNS).where(behind, _CHALLENGE.c.message_id.is_not(None)))
    return [Challenge(*row) for row in rows]


def _ended(game_id: Column[int]) -> ColumnElement[bool]:
    return exists().where(schema.game.c.id == game_id, schema.game.c.status != Status.OPEN.value)


def _first(conn: Connection, where: ColumnElement[bool]) -> Challenge | None:
    row = conn.execute(select(*_COLUMNS).where(where)).first()
    return None if row is None else Challenge(*row)
