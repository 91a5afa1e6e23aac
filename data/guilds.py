"""Units on a server: its settings, what was changed in them by whom, and its seasons."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import and_, insert, literal, select, update

from data import games, schema
from data.errors import StaleRevision
from data.periods import ALL_TIME, past_season_key
from data.seats import guild_id_of, guild_row, player_row
from data.settings import GuildSettings

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from data.records import GameRecord

__all__ = [
    "GAME_ENDED",
    "SEASON",
    "Change",
    "begin_season",
    "change",
    "changes",
    "end_game",
    "note",
    "season_of",
    "settings_of",
]

SEASON: Final = "season"
GAME_ENDED: Final = "game-ended"
"""What was done in a server besides changing a setting."""


@dataclass(frozen=True, slots=True)
class Change:
    """A change in a server; `player_discord_id` is None once whoever made it is erased. `at` in ms UTC."""

    player_discord_id: int | None
    what: str
    before: str | None
    after: str | None
    at: int


def settings_of(conn: Connection, guild_discord_id: int) -> GuildSettings:
    """Return the settings of a server; those of one that chose nothing where it is unknown or private (0)."""
    columns = schema.guild.c
    text = conn.scalar(select(columns.settings).where(columns.discord_id == guild_discord_id))
    return GuildSettings() if text is None else GuildSettings.parse(text)


def change(
    conn: Connection, guild_discord_id: int, player_discord_id: int, *, now: int, **values: Any
) -> GuildSettings:
    """Set fields of a server's `GuildSettings`, and write down each that is another one than before.

    :returns: the settings as they are then.
    """
    before = settings_of(conn, guild_discord_id)
    after = replace(before, **values)
    guild_id = guild_row(conn, guild_discord_id)
    for name in values:
        old, new = (json.dumps(getattr(settings, name)) for settings in (before, after))
        if old != new:
            _write_down(conn, guild_id, Change(player_discord_id, name, old, new, now))
    conn.execute(update(schema.guild).where(schema.guild.c.id == guild_id).values(settings=str(after)))
    if after.listed != before.listed:
        _list_by_default(conn, guild_id, listed=after.listed)
    return after


def _list_by_default(conn: Connection, guild_id: int, *, listed: bool) -> None:
    """Put all members who have not said anything about it on the boards, or take them away."""
    member, standing = schema.member, schema.standing
    silent = and_(member.c.guild_id == guild_id, member.c.wish.is_(None))
    conn.execute(update(member).where(silent).values(listed=listed))
    theirs = standing.c.player_id.in_(select(member.c.player_id).where(silent))
    conn.execute(update(standing).where(standing.c.guild_id == guild_id, theirs).values(listed=listed))


def season_of(conn: Connection, guild_discord_id: int) -> int:
    """Return the number of a server's season, from 1."""
    columns = schema.guild.c
    season: int | None = conn.scalar(select(columns.season).where(columns.discord_id == guild_discord_id))
    return season or 1


def begin_season(conn: Connection, guild_discord_id: int, player_discord_id: int, now: int) -> int:
    """Begin a server's season lists anew and keep the old ones; bankrolls and all-time lists go on.

    :returns: the number of the new season.
    """
    guild_id, before = guild_row(conn, guild_discord_id), season_of(conn, guild_discord_id)
    if before == 1:  # until now it was the same as all time
        table = schema.standing
        columns = [column for column in table.c if column.name != "period"]
        copied = select(literal(past_season_key(1)), *columns).where(
            table.c.guild_id == guild_id, table.c.period == ALL_TIME
        )
        conn.execute(insert(table).from_select(["period", *(column.name for column in columns)], copied))
    conn.execute(update(schema.guild).where(schema.guild.c.id == guild_id).values(season=before + 1))
    _write_down(conn, guild_id, Change(player_discord_id, SEASON, str(before), str(before + 1), now))
    return before + 1


def changes(conn: Connection, guild_discord_id: int, limit: int, skip: int = 0) -> list[Change]:
    """Return what was changed in a server, the newest first, without the `skip` newest."""
    table, player = schema.guild_change, schema.player
    query = (
        select(player.c.discord_id, table.c.what, table.c.before, table.c.after, table.c.at)
        .outerjoin_from(table, player, player.c.id == table.c.player_id)
        .where(table.c.guild_id == guild_id_of(guild_discord_id))
        .order_by(table.c.id.desc())
        .limit(limit)
        .offset(skip)
    )
    return [Change(*row) for row in conn.execute(query)]


def note(  # noqa: PLR0913 - who did what where and when
    conn: Connection,
    guild_discord_id: int,
    player_discord_id: int,
    what: str,
    *,
    now: int,
    before: str | None = None,
) -> None:
    """Write down something that was done in a server and is no setting, such as ending a member's game.

    :param before: what it was done to, such as the game's number.
    """
    _write_down(conn, guild_row(conn, guild_discord_id), Change(player_discord_id, what, before, None, now))


def end_game(conn: Connection, game_id: int, revision: int, player_discord_id: int, now: int) -> GameRecord:
    """End a member's open game as given up, and write down who has done that.

    :raises UnknownGame: when there is no such game
    :raises GameNotOpen: when the game has ended
    :raises StaleRevision: when the game has moved on
    """
    before = games.by_id(conn, game_id)
    if before is not None and before.is_open and before.revision != revision:
        raise StaleRevision(before)
    ended = games.give_up(conn, game_id, now)
    note(conn, ended.guild_discord_id, player_discord_id, GAME_ENDED, now=now, before=str(game_id))
    return ended


def _write_down(conn: Connection, guild_id: int, made: Change) -> None:
    assert made.player_discord_id is not None  # noqa: S101 - somebody makes it
    conn.execute(
        insert(schema.guild_change).values(
            guild_id=guild_id,
            player_id=player_row(conn, made.player_discord_id, made.at),
            what=made.what,
            before=made.before,
            after=made.after,
            at=made.at,
        )
    )
