"""Who plays where: finds the rows of a player, a server and their membership, making them as needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from data import schema
from data.dialect import insert
from data.records import Kind, Member
from data.settings import GuildSettings

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection, ScalarSelect

    from data.records import NewGame

__all__ = ["Seat", "guild_id_of", "guild_row", "join", "player_id_of", "player_row", "take_seat"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A player in a server, by the row ids of the store."""

    player_id: int
    guild_id: int


def player_id_of(discord_id: int) -> ScalarSelect[int]:
    """Return a subquery for the row id of a player; NULL when they have never played."""
    return select(schema.player.c.id).where(schema.player.c.discord_id == discord_id).scalar_subquery()


def guild_id_of(discord_id: int) -> ScalarSelect[int]:
    """Return a subquery for the row id of a server; NULL when nobody has played there."""
    return select(schema.guild.c.id).where(schema.guild.c.discord_id == discord_id).scalar_subquery()


def take_seat(conn: Connection, new: NewGame) -> Seat:
    """Return the seat of a new game; the player's name, and a free one's choices, are stored too."""
    member = Member(new.player_discord_id, new.guild_discord_id, new.name)
    choices = {"draw": new.draw, "scoring": new.scoring, "take_back": new.take_back}
    return join(conn, member, new.now, choices if new.kind is Kind.FREE else {})


def join(conn: Connection, member: Member, now: int, choices: Mapping[str, object] | None = None) -> Seat:
    """Return the seat of a person in a server, made if there is none; their name there is stored on the way.

    :param choices: columns of the player to store as well.
    """
    seat = Seat(
        player_row(conn, member.player_discord_id, now, choices), guild_row(conn, member.guild_discord_id)
    )
    settings: str = conn.execute(
        select(schema.guild.c.settings).where(schema.guild.c.id == seat.guild_id)
    ).scalar_one()
    conn.execute(
        insert(conn, schema.member)
        .values(
            guild_id=seat.guild_id,
            player_id=seat.player_id,
            name=member.name,
            listed=GuildSettings.parse(settings).listed,
        )
        .on_conflict_do_update(index_elements=["guild_id", "player_id"], set_={"name": member.name})
    )
    return seat


def player_row(
    conn: Connection, discord_id: int, now: int, choices: Mapping[str, object] | None = None
) -> int:
    """Return the row id of a player, made at `now` if there is none; `choices` are columns to store."""
    stored = {"discord_id": discord_id, **(choices or {})}
    player_id: int = conn.execute(
        insert(conn, schema.player)
        .values(created_at=now, **stored)
        .on_conflict_do_update(index_elements=["discord_id"], set_=stored)
        .returning(schema.player.c.id)
    ).scalar_one()
    return player_id


def guild_row(conn: Connection, discord_id: int) -> int:
    """Return the row id of a server (0: the private place), made if there is none."""
    conn.execute(
        insert(conn, schema.guild)
        .values(discord_id=discord_id)
        .on_conflict_do_nothing(index_elements=["discord_id"])
    )
    guild_id: int = conn.execute(select(guild_id_of(discord_id))).scalar_one()
    return guild_id
