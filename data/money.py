"""The bankroll: every change of a balance stands in the ledger and is the house's change reversed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlalchemy import insert, update

from data import schema

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from data.records import GameRecord

__all__ = ["BUY_IN", "WINNINGS", "buy_in", "settle"]

BUY_IN: Final = "buy-in"
WINNINGS: Final = "winnings"


def buy_in(conn: Connection, game: GameRecord, dollars: int) -> None:
    """Book the stake of a game that has just started: `dollars`, a negative number."""
    _enter(conn, game, BUY_IN, dollars)
    _pay(conn, game, dollars)


def settle(conn: Connection, before: GameRecord, after: GameRecord) -> None:
    """Make the books follow a game from `before` to `after`, the same game one action later.

    :raises ValueError: when a game without a buy-in is to book anything
    """
    if before.booked == after.booked:
        return
    if before.buy_in is None:
        raise ValueError(f"game {before.id} has no buy-in and books nothing")
    _keep_winnings(conn, after, after.booked - before.buy_in)
    _pay(conn, after, after.booked - before.booked)


def _keep_winnings(conn: Connection, game: GameRecord, dollars: int) -> None:
    ledger = schema.ledger
    kept = conn.execute(
        update(ledger)
        .where(ledger.c.game_id == game.id, ledger.c.reason == WINNINGS)
        .values(delta=dollars, at=game.updated_at)
    )
    if not kept.rowcount:
        _enter(conn, game, WINNINGS, dollars)


def _enter(conn: Connection, game: GameRecord, reason: str, dollars: int) -> None:
    conn.execute(
        insert(schema.ledger).values(
            guild_id=game.guild_id,
            player_id=game.player_id,
            game_id=game.id,
            reason=reason,
            delta=dollars,
            at=game.updated_at,
        )
    )


def _pay(conn: Connection, game: GameRecord, dollars: int) -> None:
    """Move `dollars` from the house to the player (the other way when negative)."""
    member, guild = schema.member, schema.guild
    conn.execute(
        update(member)
        .where(member.c.guild_id == game.guild_id, member.c.player_id == game.player_id)
        .values(balance=member.c.balance + dollars, booked=True)
    )
    conn.execute(update(guild).where(guild.c.id == game.guild_id).values(house=guild.c.house - dollars))
