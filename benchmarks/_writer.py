"""What units that share a commit save, beside a transaction for each: the part `writer` of `benchmarks.load`.

Both stores append to ranked Vegas games, in turns and in the same run, with an idle interpreter and with one
that a thread keeps busy, as the event loop does under load.
"""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from data import NewGame, Progress, Store, games
from data.store import BATCH

if TYPE_CHECKING:
    from collections.abc import Iterator

    from data import GameRecord

WAITING: Final = (1, 20, 100)
"""Units that wait at the same time."""
UNITS, QUICK_UNITS = 400, 100
"""Units that each store is given for one figure, one at least."""
STAKE: Final = -52


class Ledger:
    """A store with an open game for each of those who wait at the same time."""

    def __init__(self, store: Store, records: list[GameRecord]) -> None:
        self._store = store
        self._records = records

    @classmethod
    async def open(cls, path: Path, batch: int) -> Ledger:
        """Open a store whose writer lets so many units share a commit."""
        store = await Store.open(f"sqlite:///{path}", batch=batch)
        return cls(store, [await _begun(store, player) for player in range(max(WAITING))])

    async def act(self, count: int) -> float:
        """Act in so many games at once, and give the seconds for each."""
        begin = time.perf_counter()
        await asyncio.gather(*map(self._act, range(count)))
        return (time.perf_counter() - begin) / count

    async def _act(self, number: int) -> None:
        before = self._records[number]
        won = before.booked + 5 if before.ply % 2 else before.booked
        progress = Progress(
            tokens="d",
            ply=before.ply + 1,
            moves=before.moves + 1,
            score=won,
            booked=won,
            active_ms=0,
            now=before.updated_at + 1,
        )
        self._records[number] = await self._store.transact(lambda conn: games.append(conn, before, progress))

    async def close(self) -> None:
        """Close the store."""
        await self._store.close()


async def _begun(store: Store, player: int) -> GameRecord:
    """Start a ranked Vegas game."""
    new = NewGame(
        player_discord_id=player + 1,
        guild_discord_id=1,
        name=f"player {player}",
        deal=player,
        rules="D3V",
        rules_version=1,
        draw=3,
        scoring="vegas",
        now=0,
        books=True,
        buy_in=STAKE,
        score=STAKE,
    )
    return await store.transact(lambda conn: games.start(conn, new))


@contextmanager
def _busy() -> Iterator[None]:
    """Keep the interpreter busy meanwhile."""
    over = threading.Event()

    def work() -> None:
        while not over.is_set():
            sum(range(1000))

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


async def _compare(single: Ledger, batched: Ledger, waiting: int, rounds: int) -> tuple[float, float]:
    """Give the seconds of a unit for each of both, as medians of rounds."""
    took: dict[Ledger, list[float]] = {single: [], batched: []}
    for number in range(rounds):
        for ledger in (single, batched) if number % 2 else (batched, single):
            took[ledger].append(await ledger.act(waiting))
    return median(took[single]), median(took[batched])


async def measure(*, quick: bool, folder: Path) -> None:
    """Measure and print."""
    units = QUICK_UNITS if quick else UNITS
    async with AsyncExitStack() as stack:
        place = Path(stack.enter_context(TemporaryDirectory(dir=folder)))
        single = await Ledger.open(place / "single.db", 1)
        batched = await Ledger.open(place / "batched.db", BATCH)
        for ledger in (single, batched):
            stack.push_async_callback(ledger.close)
        for waiting in WAITING:
            rounds = max(units // waiting, 3)
            _print(f"{waiting}", *await _compare(single, batched, waiting, rounds))
        for waiting in WAITING[1:]:
            with _busy():
                _print(f"{waiting}_busy", *await _compare(single, batched, waiting, 3))


def _print(name: str, single: float, batched: float) -> None:
    print(f"transact.single_{name}_ms {single * 1000:.2f}")
    print(f"transact.batched_{name}_ms {batched * 1000:.2f}")
    print(f"transact.ratio_{name} {single / batched:.2f}", flush=True)
