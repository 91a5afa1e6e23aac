"""Playing on from where a game was given up, as practice. Imports no Discord."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from cogs.faults import CannotGoOn, NotOver
from data import Status
from data.periods import DAY_MS
from klondike import Deal, Game, Rules

if TYPE_CHECKING:
    from cogs.sessions import Seat, Sessions, Turn
    from data import GameRecord

__all__ = ["can_go_on", "go_on"]

DAYS: Final = 7
"""For so long a game that was given up can be played on (RULES.md section 3)."""
_RESIGN: Final = "resign"


def can_go_on(record: GameRecord, now: int) -> bool:
    """Tell whether a game was given up so recently that it can be played on at `now` (milliseconds UTC)."""
    if record.status is not Status.GIVEN_UP or record.ended_at is None:
        return False
    return now < record.ended_at + DAYS * DAY_MS


async def go_on(  # noqa: PLR0913 - who goes on where, in place of what
    sessions: Sessions,
    seat: Seat,
    record: GameRecord,
    *,
    interaction: int,
    replaces: int | None = None,
    revision: int | None = None,
) -> Turn:
    """Start a practice game that stands as another one did when it was given up, its undos included.

    :param replaces: the open game that is given up for it, if it still stands at `revision`.
    :raises CannotGoOn: it was won, or given up too long ago.
    :raises NotOver: its deal is that of a day or a race that is not over for everybody.
    :raises PlayedUnderOldRules: it can no longer be played.
    :raises GameAlreadyOpen: there is an open game, and it is not the one to be replaced.
    """
    if not can_go_on(record, sessions.clock()):
        raise CannotGoOn
    if await sessions.is_contested(record.deal):
        raise NotOver
    await sessions.replay(record)  # one of earlier rules is told so
    log = [token for token in record.log.split() if token != _RESIGN]
    game = Game.replay(Deal(record.deal), Rules.parse(record.rules), log)
    new = replace(
        sessions.new_game(seat, game, practice=True, interaction=interaction),
        log=game.log,
        ply=game.ply,
        moves=game.moves,
        assisted=game.assisted,
        replaces=replaces,
        replaces_at=revision,
    )
    return await sessions.begin(seat, new)
