"""The sandbox as `bot.py --sandbox` starts it: an address that lasts."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import stat
import sys
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from localdiscord import LocalDiscord
from localdiscord.page import lasting_secret

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from playwright.async_api import Browser

pytestmark = pytest.mark.asyncio(loop_scope="session")

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


@asynccontextmanager
async def sandbox(folder: Path, port: int) -> AsyncIterator[str]:
    """Run the sandbox in a folder with another usual port, and give its address."""
    start = f"import bot; bot.SANDBOX_PORT = {port}; raise SystemExit(bot.main(['--sandbox']))"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", start),
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "BROWSER": "true"},
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(60):
            while not (line := await process.stdout.readline()).startswith(b"Play at "):
                assert line
        yield line.decode().split()[-1]
        process.send_signal(signal.SIGTERM)
        assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def test_open_tab_goes_on_after_a_restart(browser: Browser, tmp_path: Path) -> None:
    """The address is the same in the next run, and a tab in a conversation with the bot is back there."""
    port = free_port()
    context = await browser.new_context()
    page = await context.new_page()
    async with sandbox(tmp_path, port) as address:
        assert address.startswith(f"http://127.0.0.1:{port}/")
        await page.goto(f"{address}?as=Zoë")
        await page.locator(".place", has_text=re.compile("^@Klondike$")).click()
        box = page.locator(".line textarea")
        await expect(box).to_have_attribute("placeholder", "Message @Klondike")
        await box.fill("/klondike new")
        await expect(page.get_by_role("option", name="/klondike new")).to_be_visible()
        await box.press("Enter")
        await expect(page.locator(".picture")).to_be_visible()
        await expect(page.locator(".container")).to_contain_text("@Zoë")
        await box.fill("half a thought")
    await expect(page.locator(".banner")).to_contain_text("The connection to the sandbox is lost")
    async with sandbox(tmp_path, port) as again:
        assert again == address
        await expect(page.locator(".banner")).to_be_hidden()
        await expect(box).to_have_value("half a thought")
        await expect(page.locator(".place[aria-current]")).to_contain_text("Klondike")
        await expect(page.locator(".welcome")).to_contain_text("/klondike show brings your board back.")
        await expect(page.locator(".welcome")).not_to_contain_text("Plain messages")
        await page.get_by_role("button", name="/klondike show").click()
        await expect(page.get_by_role("option", name="/klondike show")).to_be_visible()
        await box.press("Enter")
        await expect(page.locator(".picture")).to_be_visible()
    await context.close()
    (secret,) = (tmp_path / "var").glob("*.secret")
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600


async def test_taken_port(tmp_path: Path) -> None:
    """Where the usual port is taken the sandbox is on another one, and the page has the same secret there."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        async with sandbox(tmp_path, port) as address:
            assert not address.startswith(f"http://127.0.0.1:{port}/")
            assert address.endswith(f"/{lasting_secret(tmp_path / 'var' / 'sandbox.db.secret')}/")


async def test_set_port_is_taken_at_its_word() -> None:
    """A port that was asked for by name is used or is an error, never exchanged for another."""
    with socket.create_server(("127.0.0.1", 0)) as other, pytest.raises(OSError, match="in use"):
        await LocalDiscord.start(port=other.getsockname()[1])


async def test_secret_is_made_once(tmp_path: Path) -> None:
    """The secret is random, made once, its owner's alone, and made anew where it is no whole one."""
    file = tmp_path / "new" / "one.secret"
    made = lasting_secret(file)
    assert re.fullmatch(r"[\w-]{24}", made)
    assert lasting_secret(file) == made != lasting_secret(tmp_path / "other.secret")
    file.chmod(0o644)
    assert lasting_secret(file) == made
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    for spoiled in (b"", made[:5].encode(), b"\xff\x00 a/../b", b"x" * 25):
        file.write_bytes(spoiled)
        anew = lasting_secret(file)
        assert re.fullmatch(r"[\w-]{24}", anew)
        assert anew != made
    assert [one.name for one in file.parent.iterdir()] == ["one.secret"]
