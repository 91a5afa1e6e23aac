"""The use cases on a real store, with a clock and a source of deals that the test sets."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

from cogs.choices import Choice
from cogs.sessions import Seat, Sessions
from data import GameRecord, Kind, Status, Store, audit, boards
from klondike import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cogs.sessions import Turn

__all__ = ["ANN", "BEN", "CLUB", "PRIVATE", "Hall", "record", "seat"]

ANN, BEN = 101, 102
CLUB, PRIVATE = 900, 0


def seat(player: int = ANN, guild: int = CLUB) -> Seat:
    """Give a seat."""
    return Seat(player, guild, f"player {player}")


def record(**changes: Any) -> GameRecord:
    """Give the record of an open game, or what `changes` make of it."""
    plain: dict[str, Any] = {
        "id": 7,
        "player_id": 1,
        "player_discord_id": ANN,
        "guild_id": 1,
        "guild_discord_id": CLUB,
        "kind": Kind.FREE,
        "practice": False,
        "winnable": False,
        "day": None,
        "channel_id": 31,
        "message_id": 32,
        "deal": 6,
        "rules": "D1N",
        "rules_version": 1,
        "log": "",
        "ply": 0,
        "moves": 0,
        "revision": 0,
        "last_interaction": None,
        "status": Status.OPEN,
        "score": 0,
        "booked": 0,
        "buy_in": None,
        "assisted": False,
        "started_at": 0,
        "active_ms": 0,
        "updated_at": 0,
        "ended_at": None,
    }
    return GameRecord(**{**plain, **changes})


@dataclass
class Hall:
    """Sessions on a store.

    :ivar now: what the clock says, in milliseconds UTC.
    :ivar deals: numbers of the next random deals; deal 6 when there is none.
    :ivar ids: the next interaction ids.
    """

    store: Store
    now: int = 1_000_000
    deals: deque[int] = field(default_factory=deque)
    ids: Iterator[int] = field(default_factory=lambda: count(1))

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Forget everything that is not in the store."""
        self.sessions = Sessions(self.store, clock=lambda: self.now, randbits=self._randbits)

    def _randbits(self, bits: int) -> int:
        assert bits == 60, "new games use sixty random bits"
        return self.deals.popleft() if self.deals else 6

    async def start(self, where: Seat | None = None, rules: str = "D1N", **changes: Any) -> Turn:
        """Start a game under rules such as `D3V`, or by the choice among `changes`."""
        choice = changes.pop("choice", None) or Choice(rules=Rules.parse(rules))
        interaction = changes.pop("interaction", None) or next(self.ids)
        return await self.sessions.start(where or seat(), choice, interaction=interaction, **changes)

    async def play(self, turn: Turn, text: str, **changes: Any) -> Turn:
        """Play a line in a game as its owner, by a new interaction."""
        given: dict[str, Any] = {"interaction": next(self.ids), **changes}
        return await self.sessions.play_text(turn.record.id, turn.record.player_discord_id, text, **given)

    async def balance(self, player: int = ANN, guild: int = CLUB) -> int | None:
        """Give a bankroll."""
        return await self.store.read(lambda conn: boards.balance(conn, player, guild))

    async def problems(self) -> list[str]:
        """List what the audit finds."""
        return await self.store.read(audit)
