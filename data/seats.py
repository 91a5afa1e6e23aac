"""Who plays where: finds the rows of a player, a server and their membership, making them as needed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from data import schema
from data.dialect import insert

if TYPE_CHECKING:
    from sqlalchemy import Connection, ScalarSelect

    from data.records import NewGame

__all__ = ["Seat", "guild_id_of", "player_id_of", "take_seat"]


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
    """Return the seat of a new game; the player's name and last choices are stored on the way."""
    seat = Seat(_player(conn, new), _guild(conn, new.guild_discord_id))
    conn.execute(
        insert(conn, schema.member)
        .values(guild_id=seat.guild_id, player_id=seat.player_id, name=new.name)
        .on_conflict_do_update(index_elements=["guild_id", "player_id"], set_={"name": new.name})
    )
    return seat


def _player(conn: Connection, new: NewGame) -> int:
    choices = {"draw": new.draw, "scoring": new.scoring, "take_back": new.take_back}
    player_id: int = conn.execute(
        insert(conn, schema.player)
        .values(discord_id=new.player_discord_id, created_at=new.now, **choices)
        .on_conflict_do_update(index_elements=["discord_id"], set_=choices)
        .returning(schema.player.c.id)
    ).scalar_one()
    return player_id


def _guild(conn: Connection, discord_id: int) -> int:
    conn.execute(
        insert(conn, schema.guild)
        .values(discord_id=discord_id)
        .on_conflict_do_nothing(index_elements=["discord_id"])
    )
    guild_id: int = conn.execute(select(guild_id_of(discord_id))).scalar_one()
    return guild_id
