"""A driver for the tests: people who start games and act in them, on a real store."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING, Any

from data import GameRecord, NewGame, Progress, Status, Store, audit, boards, games

if TYPE_CHECKING:
    from collections.abc import Iterator

    from data import BoardRow, ListClass, Standing
    from data.boards import Board

ANN, BEN, CAT, DAN = 101, 102, 103, 104
NAMES = {ANN: "Ann", BEN: "Ben", CAT: "Cat", DAN: "Dan"}
CLUB, PUB = 900, 901
STAKE = -52


def new_game(player: int = ANN, guild: int = CLUB, **changes: Any) -> NewGame:
    """Return a new unranked game of normal scoring, or what `changes` make of it."""
    name = NAMES.get(player, f"player {player}")
    plain: dict[str, Any] = {
        "player_discord_id": player,
        "guild_discord_id": guild,
        "name": name,
        "deal": 2**60 - 1,
        "rules": "D1N",
        "rules_version": 1,
        "draw": 1,
        "scoring": "normal",
        "now": 1_000,
    }
    return NewGame(**{**plain, **changes})


def vegas(player: int = ANN, guild: int = CLUB, **changes: Any) -> NewGame:
    """Return a new ranked Vegas game."""
    stake: dict[str, Any] = {"rules": "D3V", "draw": 3, "scoring": "vegas"}
    return new_game(player, guild, **{**stake, "books": True, "buy_in": STAKE, "score": STAKE, **changes})


@dataclass
class House:
    """The store with people around it; its clock ticks a second an action."""

    store: Store
    seconds: Iterator[int] = field(default_factory=lambda: count(2))

    async def start(self, new: NewGame) -> GameRecord:
        """Start a game."""
        return await self.store.transact(lambda conn: games.start(conn, new))

    async def act(self, game: GameRecord, **changes: Any) -> GameRecord:
        """Act in a game as it was last seen: one draw, or what `changes` make of it."""
        same: dict[str, Any] = {
            "tokens": "d",
            "ply": game.ply + 1,
            "moves": game.moves + 1,
            "score": game.score,
            "booked": game.booked,
            "assisted": game.assisted,
            "active_ms": game.active_ms + 1_000,
            "now": next(self.seconds) * 1_000,
        }
        progress = Progress(**{**same, **changes})
        return await self.store.transact(lambda conn: games.append(conn, game, progress))

    async def play(self, new: NewGame, *, won: bool = False, **changes: Any) -> GameRecord:
        """Play a game to its end in one action."""
        status = Status.WON if won else Status.GIVEN_UP
        return await self.act(await self.start(new), status=status, **changes)

    async def problems(self) -> list[str]:
        """Return what the audit finds."""
        return await self.store.read(audit)

    async def balance(self, player: int, guild: int = CLUB) -> int | None:
        """Return a bankroll."""
        return await self.store.read(lambda conn: boards.balance(conn, player, guild))

    async def stats(self, player: int, guild: int = CLUB) -> dict[ListClass, Standing]:
        """Return a player's figures by class; for tests that play under one set of rules."""
        found = await self.store.read(lambda conn: boards.player_stats(conn, player, guild))
        return {standing.cls: standing for standing in found}

    async def top(self, board: Board, *, limit: int = 10, offset: int = 0) -> list[BoardRow]:
        """Return rows of a board."""
        return await self.store.read(lambda conn: boards.top(conn, board, limit=limit, offset=offset))
