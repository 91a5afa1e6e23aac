"""Killed in the middle of writing, the store keeps every promise."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import data
from data import Store, audit, games

if TYPE_CHECKING:
    from data import GameRecord

ROOT = Path(data.__file__).parents[1]


async def promises(url: str, acknowledged: int) -> list[tuple[int, int, int]]:
    """Run the busy program, kill it after so many acknowledgements, and return all that it made."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "tests.data.busy", url),
        stdout=asyncio.subprocess.PIPE,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    lines = [await process.stdout.readline() for _ in range(acknowledged)]
    process.kill()
    rest = await process.stdout.read()
    await process.wait()
    # The last line may have been cut by the kill: then it was never said.
    said = (b"".join(lines) + rest).decode().splitlines(keepends=True)
    return [
        (int(game), int(revision), int(booked))
        for game, revision, booked in (line.split() for line in said if line.endswith("\n"))
    ]


async def game(store: Store, game_id: int) -> GameRecord:
    """Return a game that must be there."""
    record = await store.read(lambda conn: games.by_id(conn, game_id))
    assert record is not None
    return record


@pytest.mark.parametrize("acknowledged", [1, 23, 60])
async def test_whatever_was_acknowledged_survives_a_kill(url: str, acknowledged: int) -> None:
    """After SIGKILL in mid-writing every acknowledged action is there, and the books balance."""
    promised = await promises(url, acknowledged)
    store = await Store.open(url)
    for game_id, revision, booked in promised:
        record = await game(store, game_id)
        assert record.revision >= revision
        if record.revision == revision:
            assert record.booked == booked
    assert await store.read(audit) == []
    await store.close()
