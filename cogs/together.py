"""Games that several play together: who may do what in them. Imports no Discord."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from cogs.faults import StartersChoice
from data import Kind, deeds

if TYPE_CHECKING:
    from cogs.sessions import Seat
    from data import GameRecord, Store

__all__ = ["REST_MS", "is_open_to", "may_act", "may_look_back", "require_resign"]

REST_MS: Final = 24 * 60 * 60 * 1000
"""How long nobody must have done anything in such a game before others than its owner may give it up."""


def may_act(record: GameRecord, player: int, by: Seat | None) -> bool:
    """Tell whether somebody may act in a game: its owner, or in one that several play, all of its server.

    :param by: their seat, without which nobody acts in a game that several play.
    """
    if record.kind is not Kind.TOGETHER:
        return record.player_discord_id == player
    return by is not None and bool(by.guild) and (by.player, by.guild) == (player, record.guild_discord_id)


def is_open_to(record: GameRecord, seat: Seat, channel: int | None) -> bool:
    """Tell whether somebody may act in a game from where they are: it is theirs, or played together there."""
    if record.player_discord_id == seat.player:
        return True
    here = channel is not None and record.channel_id in {None, channel}
    return record.kind is Kind.TOGETHER and here and may_act(record, seat.player, seat)


async def may_look_back(store: Store, record: GameRecord, player: int) -> bool:
    """Tell whether somebody may look back at a game: their own, or one in which they did something."""
    if record.player_discord_id == player or record.kind is not Kind.TOGETHER:
        return record.player_discord_id == player
    return await store.read(lambda conn: deeds.has_acted(conn, record.id, player))


async def require_resign(store: Store, record: GameRecord, player: int, now: int) -> None:
    """Let a game that several play be given up by whoever started it.

    Once nobody has done anything in it for a day, everybody who had may as well.

    :raises StartersChoice: this player may not, or not yet.
    """
    if record.kind is not Kind.TOGETHER or record.player_discord_id == player:
        return
    acted = await store.read(lambda conn: deeds.has_acted(conn, record.id, player))
    rested = record.updated_at + REST_MS
    if not acted or now < rested:
        raise StartersChoice(record, rested if acted else None)
