"""Units on players: their preferences, and whether the boards of a server may list them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sqlalchemy import exists, select, update

from data import schema
from data.dialect import insert
from data.records import Habits, Kind, PlayerRecord
from data.seats import guild_id_of, join, player_id_of
from data.settings import GuildSettings

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from data.records import Member

__all__ = [
    "Membership",
    "find",
    "habits",
    "membership",
    "name_in",
    "set_listed",
    "set_locale",
    "set_look",
    "wish_listed",
]


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


def habits(conn: Connection, player_discord_id: int, guild_discord_id: int) -> Habits:
    """Return how a player plays in a server where they do not say otherwise.

    That is as in their last game; before their first one in this server it is as the server has chosen.
    """
    player = find(conn, player_discord_id)
    last = Habits(player.draw, player.scoring, player.take_back) if player else Habits()
    text = conn.scalar(select(schema.guild.c.settings).where(schema.guild.c.discord_id == guild_discord_id))
    settings = GuildSettings.parse(text or "{}")
    if settings.draw is None and settings.scoring is None:
        return last
    game = schema.game.c
    here = exists().where(
        game.player_id == player_id_of(player_discord_id),
        game.guild_id == guild_id_of(guild_discord_id),
        game.kind == Kind.FREE,
    )
    if conn.scalar(select(here)):
        return last
    return replace(last, draw=settings.draw or last.draw, scoring=settings.scoring or last.scoring)


def name_in(conn: Connection, player_discord_id: int, guild_discord_id: int) -> str | None:
    """Return the name by which a player was last seen in a server; None where they never did anything."""
    member = schema.member.c
    query = select(member.name).where(
        member.player_id == player_id_of(player_discord_id), member.guild_id == guild_id_of(guild_discord_id)
    )
    name: str | None = conn.scalar(query)
    return name


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


def wish_listed(conn: Connection, member: Member, listed: bool | None, *, now: int) -> None:  # noqa: FBT001
    """Keep a wish as `set_listed` does, also that of somebody who has not played in the server yet."""
    join(conn, member, now)
    set_listed(conn, member.player_discord_id, member.guild_discord_id, listed=listed)


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
