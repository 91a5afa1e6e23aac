"""Units on a server: its settings, what was changed in them by whom, and its seasons."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, literal, select, update

from data import schema
from data.periods import ALL_TIME, past_season_key
from data.seats import guild_id_of, guild_row, player_row

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["Change", "GuildSettings", "begin_season", "change", "changes", "note", "season_of", "settings_of"]


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """What those who manage a server have chosen for it; ids are Discord's.

    Every field begins with the value of a server that chose nothing.

    :ivar channels: where the bot plays; empty for everywhere.
    :ivar threads: whether each new game gets a thread of its own.
    :ivar draw: what a new game draws where neither its player nor an earlier game says; `scoring` likewise.
    :ivar reactions: whether boards carry reactions that play.
    :ivar daily_channel: where the deal of each day is announced; `daily_role` is mentioned there.
    :ivar daily_draw: what the daily deal draws; None for draw 1 and draw 3 on alternating days.
    :ivar listed: whether boards list members who have not said anything about it themselves.
    :ivar locale: the language of what is said to all; None for the server's own.
    """

    channels: tuple[int, ...] = ()
    threads: bool = False
    draw: int | None = None
    scoring: str | None = None
    reactions: bool = True
    daily_channel: int | None = None
    daily_role: int | None = None
    daily_draw: int | None = None
    listed: bool = True
    locale: str | None = None

    @classmethod
    def parse(cls, text: str) -> GuildSettings:
        """Read what `str` writes; what this version does not know is left out."""
        stored: dict[str, Any] = json.loads(text)
        known = {field.name: stored[field.name] for field in fields(cls) if field.name in stored}
        if "channels" in known:
            known["channels"] = tuple(known["channels"])
        return cls(**known)

    def __str__(self) -> str:
        plain = GuildSettings()
        changed = {name: value for name, value in asdict(self).items() if value != getattr(plain, name)}
        return json.dumps(changed, sort_keys=True)


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
    return after


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
    _write_down(conn, guild_id, Change(player_discord_id, "season", str(before), str(before + 1), now))
    return before + 1


def changes(conn: Connection, guild_discord_id: int, limit: int) -> list[Change]:
    """Return what was changed in a server, the newest first."""
    table, player = schema.guild_change, schema.player
    query = (
        select(player.c.discord_id, table.c.what, table.c.before, table.c.after, table.c.at)
        .outerjoin_from(table, player, player.c.id == table.c.player_id)
        .where(table.c.guild_id == guild_id_of(guild_discord_id))
        .order_by(table.c.id.desc())
        .limit(limit)
    )
    return [Change(*row) for row in conn.execute(query)]


def note(conn: Connection, guild_discord_id: int, player_discord_id: int, what: str, *, now: int) -> None:
    """Write down something that was done in a server and is no setting, such as ending a member's game."""
    _write_down(conn, guild_row(conn, guild_discord_id), Change(player_discord_id, what, None, None, now))


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
