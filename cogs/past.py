"""A player's own games that are over: which there are, and which one is meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from cogs.faults import NoGame, NoSuchGame, NotOver
from cogs.i18n import day_text, speaker
from cogs.wording import mode_text, score_text
from data import Status, games
from klondike import Rules

if TYPE_CHECKING:
    from cogs.sessions import Seat
    from data import EndedGame, GameRecord, Store

__all__ = ["past_game", "past_games", "past_text"]

LOOKED_THROUGH: Final = 200
"""Games that are looked through for what is typed; older ones are found by their number."""


async def past_games(store: Store, seat: Seat) -> list[EndedGame]:
    """List the games that ended last at a seat, the newest first."""
    return await store.read(lambda conn: games.ended(conn, seat.player, seat.guild, LOOKED_THROUGH))


async def past_game(store: Store, seat: Seat, wanted: str | None) -> GameRecord:
    """Give the game that is wanted, or the one that ended last.

    :param wanted: its number, such as `12` or `#12`.
    :raises NoGame: nothing was ever played here.
    :raises NotOver: it still goes on, or it is the only one.
    :raises NoSuchGame: there is no such game of this player here.
    """
    record = await (_newest(store, seat) if wanted is None else _named(store, seat, wanted))
    if record.is_open:
        raise NotOver
    return record


async def _newest(store: Store, seat: Seat) -> GameRecord:
    """Give the game that ended last, else one that cannot be shown."""
    ended = await store.read(lambda conn: games.ended(conn, seat.player, seat.guild, 1))
    if ended:
        return await _named(store, seat, str(ended[0].id))
    record = await store.read(lambda conn: games.latest(conn, seat.player, seat.guild))
    if record is None:
        raise NoGame
    return record


async def _named(store: Store, seat: Seat, wanted: str) -> GameRecord:
    found = re.fullmatch(r"\s*#?([0-9]{1,18})\s*", wanted)
    record = await store.read(lambda conn: games.by_id(conn, int(found[1]))) if found else None
    if record is None or (record.player_discord_id, record.guild_discord_id) != (seat.player, seat.guild):
        raise NoSuchGame
    return record


def past_text(locale: str, game: EndedGame) -> str:
    """Describe a game in a line: number, result, score, variant, day."""
    say = speaker(locale)
    result = say("past.won") if game.status is Status.WON else say("past.given-up")
    parts = [say("past.game", id=game.id), result]
    try:
        rules = Rules.parse(game.rules)
    except ValueError:  # rules that this version no longer knows
        pass
    else:
        parts += [score_text(rules, game.score)] if rules.scored else []
        parts.append(mode_text(say, rules))
    return " · ".join([*parts, day_text(locale, game.ended_at)])
