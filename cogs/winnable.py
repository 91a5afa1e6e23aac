"""Games asked to be winnable: what proves a deal, and how one is dealt from the pool. Imports no Discord."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cogs.faults import NoWinnableDeal
from data import games, pool
from klondike import Deal, Game, KlondikeError, Outcome, Rules

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from data import GameRecord, NewGame

__all__ = ["start_from_pool", "wins"]


def wins(deal: Deal, rules: Rules, line: str) -> bool:
    """Tell whether a line of canonical moves, played by the engine, wins a deal under these very rules."""
    try:
        return Game.replay(deal, rules, line).outcome() is Outcome.WON
    except KlondikeError:
        return False


def start_from_pool(conn: Connection, new: NewGame) -> GameRecord:
    """Start a game on a deal from the pool, which is taken out in the same transaction.

    :raises NoWinnableDeal: there is none for its rules; nothing else stood in the way.
    """
    rules = Rules.parse(new.rules)
    deal = _take(conn, rules)
    # Started even without one: that there is an open game comes first, and what is raised then undoes it all.
    record = games.start(conn, new if deal is None else replace(new, deal=deal))
    if deal is None:
        raise NoWinnableDeal(rules)
    return record


def _take(conn: Connection, rules: Rules) -> int | None:
    """Take deals out of the pool until one is still won by its line: an older program may have left it."""
    while (pooled := pool.take(conn, rules.winning_class)) is not None:
        if wins(Deal(pooled.deal), rules, pooled.line):
            return pooled.deal
    return None
