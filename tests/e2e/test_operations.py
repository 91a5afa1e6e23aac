"""A day in the life of the running program: its health, its log, a backup, a restore."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import threading
from typing import TYPE_CHECKING, Any

import aiohttp

from localdiscord import LocalDiscord
from operations.health import LAG_SECONDS, Health
from tests.e2e.house import SPEC, House
from tests.e2e.program import run, serving
from tests.e2e.reading import action_of, board_in, until

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


async def healthz(port: int) -> tuple[int, dict[str, Any]]:
    """Ask for the health."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}/healthz") as response,
    ):
        return response.status, await response.json()


async def healthy(port: int) -> None:
    """Wait until all is well."""
    async with asyncio.timeout(20):
        while (await healthz(port))[0] != 200:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.05)


async def test_a_day_in_its_life(tmp_path: Path) -> None:
    """Healthy while it runs; a backup beside play; no restore under it; afterwards the game is as it was."""
    port = free_port()
    async with LocalDiscord(spec=SPEC if SPEC.is_file() else None) as fake:
        house = House(fake, tmp_path / "var" / "klondike.db")
        async with serving(fake, tmp_path, HEALTH_PORT=str(port), LOG_FORMAT="json") as bot:
            await healthy(port)
            await house.alice.slash("/klondike new")
            board = board_in(house.general)
            await house.alice.click(board, "Draw")
            made = await run(tmp_path, sys.executable, "-m", "operations", "backup")
            assert made.status == 0, made.errors
            copy = made.output.strip().rpartition(" ")[2]
            await house.alice.click(board, "🎴")
            restore = (sys.executable, "-m", "operations", "restore", copy)
            refused = await run(tmp_path, *restore)
            assert (refused.status, refused.output) == (1, "")
            assert f"in use by another process ({bot.process.pid})" in refused.errors
            assert await bot.end() == 0
            events = [json.loads(line) for line in bot.lines()]
            assert not {one["level"] for one in events} - {"INFO", "WARNING"}
            said = [one["message"] for one in events if one["level"] == "INFO"]
            assert said == ["started", "health is served", "commands registered", "ready", "stopped"]
        restored = await run(tmp_path, *restore)
        assert restored.status == 0, restored.errors
        assert ".replaced-" in restored.output
        async with serving(fake, tmp_path) as bot:
            await house.alice.slash("/klondike show")
            assert action_of(board_in(house.general)) == 1
            assert await bot.end() == 0


async def test_health_names_what_is_wrong(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """503 with the reason: a store that takes too long, a loop that was late, no gateway; else 200."""
    port = free_port()
    release = threading.Event()
    health = Health(house.bot)
    async with health.served(port):
        assert (await healthz(port))[0] == 200
        held = asyncio.create_task(house.store.transact(lambda _: release.wait()))
        status, body = await healthz(port)
        assert (status, body["status"]) == (503, "failing")
        assert body["problems"] == ["the store takes more than 1 s for a write"]
        release.set()
        await held
        health._ticks.append((1e12, LAG_SECONDS + 0.5))
        assert (await healthz(port))[1]["problems"] == ["the event loop was 1.5 s late"]
        health._ticks.clear()
        house.fake.gateway.refuse()
        house.fake.gateway.close()
        await until(lambda: not house.bot.ws.open)
        assert (await healthz(port))[1]["problems"] == ["the gateway is not connected"]
        await healthy(port)
    caplog.clear()  # discord.py tells of the gateway that refused it


async def test_health_is_for_this_machine_alone(house: House) -> None:
    """It listens on 127.0.0.1 and nowhere else."""
    port = free_port()
    async with Health(house.bot).served(port):
        other = socket.socket()
        other.settimeout(1)
        with other:
            # Every address of 127.0.0.0/8 is this machine, so an open door would answer here too.
            assert other.connect_ex(("127.0.0.2", port)) != 0
