"""Units on players: their preferences, and whether the boards of a server may list them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select, update

from data import schema
from data.dialect import insert
from data.records import PlayerRecord
from data.seats import guild_id_of, player_id_of
from data.settings import GuildSettings

if TYPE_CHECKING:
    from sqlalchemy import Connection

__all__ = ["Membership", "find", "membership", "set_listed", "set_locale", "set_look"]


@dataclass(frozen=True, slots=True)
class Membership:
    """A player as a server knows them: the name last seen there, and whether others may see their results."""

    name: str
    listed: bool


def find(conn: Connection, discord_id: int) -> PlayerRecord | None:
    """Return the player, or None when they have neither played nor chosen anything."""
    query = select(schema.player).where(schema.player.c.discord_id == discord_id)
    row = conn.execute(query).mappings().first()
    return PlayerRecord(**row) if row is not None else None


def membership(conn: Connection, player_discord_id: int, guild_discord_id: int) -> Membership | None:
    """Return what a server (0: the private place) knows of a player; None when they never played there."""
    columns = schema.member.c
    row = conn.execute(
        select(columns.name, columns.listed).where(
            columns.guild_id == guild_id_of(guild_discord_id),
            columns.player_id == player_id_of(player_discord_id),
        )
    ).one_or_none()
    return None if row is None else Membership(row.name, row.listed)


def set_locale(conn: Connection, discord_id: int, locale: str | None, *, now: int) -> None:
    """Remember the language that a player has chosen; None follows Discord's."""
    _prefer(conn, discord_id, {"locale": locale}, now=now)


def set_look(conn: Connection, discord_id: int, theme: str, back: str, *, now: int) -> None:
    """Remember the look that a player has chosen: colours and card back."""
    _prefer(conn, discord_id, {"theme": theme, "back": back}, now=now)


def set_listed(
    conn: Connection, player_discord_id: int, guild_discord_id: int, *, listed: bool | None
) -> None:
    """Keep whether a player wants to be on the boards of a server; None goes by the server.

    Nothing happens when they are no member of it.
    """
    guild_id = guild_id_of(guild_discord_id)
    settings = conn.scalar(select(schema.guild.c.settings).where(schema.guild.c.id == guild_id))
    effective = GuildSettings.parse(settings or "{}").listed if listed is None else listed
    for table, values in ((schema.member, {"wish": listed}), (schema.standing, {})):
        conn.execute(
            update(table)
            .where(table.c.player_id == player_id_of(player_discord_id), table.c.guild_id == guild_id)
            .values(listed=effective, **values)
        )


def _prefer(conn: Connection, discord_id: int, values: dict[str, str | None], *, now: int) -> None:
    conn.execute(
        insert(conn, schema.player)
        .values({"discord_id": discord_id, "created_at": now, **values})
        .on_conflict_do_update(index_elements=["discord_id"], set_=values)
    )
