"""Several players, several places, lines that break, and a bot that comes and goes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

if TYPE_CHECKING:
    from .conftest import Stage

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_private_answers_stay_private(stage: Stage) -> None:
    """A second player sees the board at once, but not what was for the first one's eyes."""
    alice, bob = await stage.tab("alice"), await stage.tab("bob")
    await alice.board()
    await alice.button("Whisper").click()
    await expect(alice.message("psst")).to_contain_text("Only you can see this")
    await alice.type("after that")
    await expect(bob.message("after that")).to_be_visible()
    await expect(bob.message("Board 1")).to_be_visible()
    await expect(bob.message("psst")).to_have_count(0)
    await alice.button("Dismiss message").click()
    await expect(alice.message("psst")).to_have_count(0)


async def test_direct_messages(stage: Stage) -> None:
    """The conversation with the bot is everybody's own, and the channel shows that something new came."""
    alice, bob = await stage.tab("alice"), await stage.tab("bob")
    await alice.page.locator(".place", has_text="Bot").click()
    await expect(alice.box).to_have_attribute("placeholder", "Message @Bot")
    await alice.type("just us")
    await expect(alice.message("just us")).to_be_visible()
    await bob.type("anybody here")
    await expect(alice.page.locator(".place.unread")).to_contain_text("klondike")
    await alice.page.locator(".place", has_text="klondike").click()
    await expect(alice.message("anybody here")).to_be_visible()
    await expect(alice.page.locator(".place.unread")).to_have_count(0)
    await expect(bob.message("just us")).to_have_count(0)
    assert "just us" in stage.bot.heard


async def test_start_screen(stage: Stage) -> None:
    """A new name comes in from the start screen, a taken one is refused with the reason."""
    tab = await stage.tab()
    await tab.page.get_by_label("Or a new name").fill("bot")
    await tab.button("Enter").click()
    await expect(tab.page.get_by_role("alert")).to_have_text("This name is taken: bot")
    await tab.page.get_by_label("Or a new name").fill("Zoë")
    await tab.button("Enter").click()
    await expect(tab.page.locator(".me")).to_contain_text("Zoë")
    other = await stage.tab("alice")
    await other.page.get_by_text("Another player").click()
    async with other.page.context.expect_page() as opening:
        await other.page.get_by_role("link", name="Zoë").click()
    second = await opening.value
    await expect(second.locator(".me")).to_contain_text("Zoë")


async def test_line_comes_back(stage: Stage) -> None:
    """After a broken line the page is back by itself, with what happened meanwhile, and nothing twice."""
    tab = await stage.tab("alice")
    await tab.board()
    bob = next(user for user in stage.fake.users.values() if user.name == "bob")
    await stage.sandbox._hang_up(stage.fake.app)
    await bob.at(stage.channel).say("while you were away")
    await expect(tab.message("while you were away")).to_be_visible()
    await expect(tab.messages).to_have_count(2)
    await expect(tab.page.locator(".banner")).to_be_hidden()
    await tab.button("Up").click()
    await expect(tab.message("Board 2")).to_be_visible()


async def test_bot_comes_and_goes(stage: Stage) -> None:
    """While the bot is away a line says so, and goes when it is back."""
    tab = await stage.tab("alice")
    banner = tab.page.locator(".banner")
    await expect(banner).to_be_hidden()
    await stage.log_out()
    await expect(banner).to_contain_text("Bot is not connected")
    await stage.log_in()
    await expect(banner).to_be_hidden()
    await tab.board()


async def test_long_history(stage: Stage) -> None:
    """A long channel shows its end, gives earlier messages on demand, and leaves a reader where they are."""
    bob = next(user for user in stage.fake.users.values() if user.name == "bob")
    seat = bob.at(stage.channel)
    for number in range(90):
        await seat.say(f"line {number}.")
    tab = await stage.tab("alice")
    await expect(tab.message("line 89.")).to_be_in_viewport()
    await expect(tab.message("line 5.")).to_have_count(0)
    await tab.button("Show earlier messages").click()
    await expect(tab.message("line 5.")).to_have_count(1)
    await tab.message("line 5.").scroll_into_view_if_needed()
    await seat.say("news")
    await expect(tab.button("New messages below")).to_be_visible()
    await tab.button("New messages below").click()
    await expect(tab.message("news")).to_be_in_viewport()
