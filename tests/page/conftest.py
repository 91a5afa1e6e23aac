"""A stage or a parlour with a page for every test, and one real browser for all of them."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, async_playwright, expect

from localdiscord import LocalDiscord
from localdiscord.attach import attached
from localdiscord.page import Page as Sandbox
from tests.e2e.house import SPEC, House

from .pagebot import PageBot

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from playwright.async_api import BrowserContext, Locator, Page

    from localdiscord import Channel

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
OVERFLOWING = """
() => [...document.querySelectorAll("body *")]
  .filter((node) => node.checkVisibility() && !node.closest(".unseen") && !node.closest("pre"))
  .filter((node) => node.getBoundingClientRect().right > innerWidth + 1)
  .map((node) => `${node.tagName}.${node.className}`)
"""
PATIENCE_MS = 15_000
"""How long a slow machine may take to show something; nothing is measured by it."""


def chromium() -> str | None:
    """Return the browser's program, or None where there is none."""
    named = os.environ.get("KLONDIKE_CHROMIUM")
    return named or next(filter(None, map(shutil.which, PROGRAMS)), None)


@dataclass
class Tabs:
    """A sandbox's page, and the tabs in which it stands open.

    :ivar troubles: what the browser's console complained of.
    """

    sandbox: Sandbox
    browser: Browser | None
    contexts: list[BrowserContext] = field(default_factory=list, init=False)
    troubles: list[str] = field(default_factory=list, init=False)

    @property
    def channel(self) -> Channel:
        """The page's channel."""
        return self.sandbox.channel

    async def tab(
        self, name: str | None = None, *, width: int = 1280, height: int = 800, touch: bool = False
    ) -> Tab:
        """Open the page in a browser of its own, as a player or at the start screen."""
        assert self.browser is not None
        context = await self.browser.new_context(
            viewport={"width": width, "height": height}, has_touch=touch, is_mobile=touch
        )
        self.contexts.append(context)
        page = await context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        page.on("console", lambda line: self.troubles.append(line.text) if line.type == "error" else None)
        address = self.sandbox.address if name is None else self.sandbox.address_for(name)
        await page.goto(address)
        if name is not None:
            await expect(page.locator(".top > *")).to_be_attached()
        return Tab(page)

    async def close(self) -> None:
        """Close all tabs."""
        for context in self.contexts:
            await context.close()


@dataclass
class Stage(Tabs):
    """A local Discord with a page on it and a bot of the tests logged in."""

    fake: LocalDiscord
    bot: PageBot
    running: asyncio.Task[None]

    async def log_in(self) -> None:
        """Let a fresh bot log in."""
        self.bot = PageBot()
        self.running = asyncio.create_task(self.bot.start(self.fake.token))
        await self.fake.connected()
        await self.bot.wait_until_ready()

    async def log_out(self) -> None:
        """Let the bot go."""
        self.bot.gate.set()
        await self.bot.close()
        await self.running


@dataclass
class Parlour(Tabs):
    """A page on a house, where the real bot deals."""

    house: House

    async def play(self, name: str = "carol", **screen: Any) -> Tab:
        """Deal game 6 to somebody, and open the page as them with the reactions on the board."""
        user = next(user for user in self.house.fake.users.values() if user.name == name)
        await self.house.deal(user.at(self.channel))
        tab = await self.tab(name, **screen)
        await expect(tab.board_of(name).get_by_role("button", name="↩️, 1: Klondike")).to_be_visible()
        return tab

    async def log(self) -> str:
        """Return what was played on the newest board, as it is stored."""
        return (await self.house.turn(self.house.board)).record.log


def counted(game: int, actions: int) -> re.Pattern[str]:
    """Give what a board's foot says after so many actions of a game, some of them undos or not."""
    return re.compile(rf"game {game} · move (?:{actions}(?! \(action)|\d+ \(action {actions},)")


class Tab:
    """One open page, in the words of a person."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def box(self) -> Locator:
        """The box at the bottom."""
        return self.page.locator(".line textarea")

    @property
    def messages(self) -> Locator:
        """All messages shown, lines of the client's own left out."""
        return self.page.locator(".message[data-id]")

    @property
    def complaint(self) -> Locator:
        """What the composer complains of."""
        return self.page.locator(".composer .complaint")

    def message(self, text: str) -> Locator:
        """Return the messages that hold a text."""
        return self.messages.filter(has_text=text)

    def button(self, name: str) -> Locator:
        """Return a button by its exact name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def board_of(self, name: str) -> Locator:
        """Return the board of somebody's game."""
        return self.message(f"@{name} · Draw").filter(has=self.page.locator(".picture"))

    async def type(self, text: str) -> None:
        """Type a line into the box and press Enter."""
        await self.box.fill(text)
        await self.box.press("Enter")

    async def board(self) -> Locator:
        """Have a board put up, and return it."""
        await self.type("/demo board")
        board = self.message("Board 1").filter(has=self.page.locator(".container"))
        await expect(board).to_be_visible()
        return board

    async def overflowing(self) -> list[str]:
        """List what is wider than the screen."""
        return list(await self.page.evaluate(OVERFLOWING))

    async def focused(self) -> str:
        """Return the words of what has the focus."""
        script = "document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText"
        return str(await self.page.evaluate(script)).strip()


@asynccontextmanager
async def stage_with(browser: Browser | None = None, **settings: Any) -> AsyncIterator[Stage]:
    """Set a stage; at its end no breach and no trouble in the browser's console may stand."""
    fake = LocalDiscord(**settings)
    sandbox = Sandbox(fake)
    async with fake:
        with attached(fake.url):
            bot = PageBot()
            stage = Stage(sandbox, browser, fake, bot, asyncio.create_task(bot.start(fake.token)))
            try:
                await fake.connected()
                await bot.wait_until_ready()
                yield stage
            finally:
                await stage.close()
                await stage.log_out()
        assert [str(breach) for breach in fake.breaches] == []
        assert stage.troubles == []


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One Chromium for all tests; each opens contexts of its own in it."""
    program = chromium()
    if program is None:
        pytest.skip(
            f"no browser: none of {', '.join(PROGRAMS)} is installed and KLONDIKE_CHROMIUM is not set"
        )
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        launched = await playwright.chromium.launch(executable_path=program, args=list(QUIET))
        yield launched
        await launched.close()


@pytest_asyncio.fixture(loop_scope="session")
async def stage(browser: Browser) -> AsyncIterator[Stage]:
    """Set the usual stage, with a browser."""
    async with stage_with(browser) as made:
        yield made


@pytest_asyncio.fixture(loop_scope="session")
async def parlour(
    browser: Browser, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> AsyncIterator[Parlour]:
    """Set up a page with the real bot on a database of its own; carol and dave are expected."""
    fake = LocalDiscord(spec=SPEC if SPEC.is_file() else None)
    fake.bot.name = "Klondike"
    house = House(fake, tmp_path / "klondike.db")
    made = Parlour(Sandbox(fake, players=("carol", "dave"), channel=house.general), browser, house)
    async with fake, house.open(caplog):
        try:
            yield made
        finally:
            await made.close()
    assert made.troubles == []
