"""Units on games that several play together: who did what, and which game somebody means in a channel."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import and_, exists, func, select

from data import games, schema
from data.records import Kind
from data.seats import player_id_of

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from data.records import GameRecord

__all__ = ["Deed", "at_hand", "deeds_of", "has_acted"]


@dataclass(frozen=True, slots=True)
class Deed:
    """What one person did at once: the last `count` actions of the log up to `ply`; `at` in ms UTC.

    `name` is the one that they go by in the game's server.
    """

    player_discord_id: int
    name: str
    ply: int
    count: int
    at: int


def deeds_of(conn: Connection, game_id: int) -> list[Deed]:
    """Return who did what in a game, in order; nothing in one that its owner plays alone."""
    deed, player, member = schema.deed, schema.player, schema.member
    here = and_(member.c.player_id == deed.c.player_id, member.c.guild_id == schema.game.c.guild_id)
    query = (
        select(player.c.discord_id, member.c.name, deed.c.ply, deed.c.count, deed.c.at)
        .join_from(deed, player, player.c.id == deed.c.player_id)
        .join(schema.game, schema.game.c.id == deed.c.game_id)
        .join(member, here)
        .where(deed.c.game_id == game_id)
        .order_by(deed.c.ply)
    )
    return [Deed(*row) for row in conn.execute(query)]


def has_acted(conn: Connection, game_id: int, player_discord_id: int) -> bool:
    """Tell whether somebody has done anything in a game that several play."""
    deed = schema.deed.c
    mine = exists().where(deed.game_id == game_id, deed.player_id == player_id_of(player_discord_id))
    return bool(conn.scalar(select(mine)))


def at_hand(
    conn: Connection, player_discord_id: int, guild_discord_id: int, channel_id: int
) -> GameRecord | None:
    """Return the open game that a player means in a channel of a server, or None.

    That is their own, as `games.open_game` says, unless they acted later in one that is played together in
    this channel; whoever has none of their own means that one.
    """
    own = games.open_game(conn, player_discord_id, guild_discord_id)
    shared = games.open_together(conn, guild_discord_id, channel_id) if guild_discord_id else None
    if own is None or shared is None or own.id == shared.id:
        return own or shared
    acted = _acted_at(conn, shared, player_discord_id)
    return shared if acted is not None and acted > _acted_at_own(conn, own, player_discord_id) else own


def _acted_at_own(conn: Connection, own: GameRecord, player_discord_id: int) -> int:
    if own.kind is not Kind.TOGETHER:
        return own.updated_at
    return _acted_at(conn, own, player_discord_id) or own.started_at


def _acted_at(conn: Connection, game: GameRecord, player_discord_id: int) -> int | None:
    deed = schema.deed.c
    query = select(func.max(deed.at)).where(
        deed.game_id == game.id, deed.player_id == player_id_of(player_discord_id)
    )
    at: int | None = conn.scalar(query)
    return at
