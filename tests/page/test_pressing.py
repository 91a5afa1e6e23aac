"""Buttons, menus, forms, reactions and pictures of a message, used in the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

if TYPE_CHECKING:
    from playwright.async_api import Browser

    from .conftest import Stage

from .conftest import stage_with

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_button_edits_in_place(stage: Stage) -> None:
    """A pressed button draws the message anew, and the focus stays on that button."""
    tab = await stage.tab("alice")
    await tab.board()
    await tab.button("Up").click()
    await expect(tab.message("Board 2")).to_contain_text("(edited)")
    await expect(tab.button("Up")).to_be_focused()
    await tab.page.keyboard.press("Enter")
    await expect(tab.message("Board 3")).to_be_visible()
    await expect(tab.messages).to_have_count(1)
    await expect(tab.button("Off")).to_be_disabled()


async def test_select_by_keyboard(stage: Stage) -> None:
    """A menu opens, moves and chooses by keys, and Escape closes it without choosing."""
    tab = await stage.tab("alice")
    await tab.board()
    menu = tab.page.get_by_role("combobox", name="Pick a board")
    await menu.press("ArrowDown")
    await expect(tab.page.get_by_role("option", name="Go to 20")).to_be_visible()
    await menu.press("Escape")
    await expect(tab.page.get_by_role("option")).to_have_count(0)
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        await menu.press(key)
    await expect(tab.message("Board 20")).to_be_visible()
    await expect(tab.page.get_by_role("combobox", name="Pick a board after 20")).to_be_focused()


async def test_form(stage: Stage) -> None:
    """A modal takes the focus, is left by Escape, insists on what is required, and is sent by Enter."""
    tab = await stage.tab("alice")
    await tab.board()
    await tab.button("Ask").click()
    dialog = tab.page.get_by_role("dialog", name="Type a move")
    move = dialog.get_by_label("Move")
    await expect(move).to_be_focused()
    await expect(dialog).to_contain_text("By cards or by piles")
    await move.press("Escape")
    await expect(dialog).to_be_hidden()
    await expect(tab.button("Ask")).to_be_focused()

    await tab.button("Ask").press("Enter")
    await move.press("Enter")
    await expect(dialog.get_by_role("alert")).to_be_visible()
    await move.fill("7h 8s")
    await move.press("Enter")
    await expect(dialog).to_be_hidden()
    await expect(tab.message("typed 7h 8s")).to_contain_text("Only you can see this")


async def test_focus_goes_back_to_the_redrawn_button(stage: Stage) -> None:
    """After a form whose answer redraws the board, the focus is on the button that opened it."""
    tab = await stage.tab("alice")
    await tab.board()
    await tab.button("Ask").press("Enter")
    await tab.page.get_by_role("dialog").get_by_label("Move").fill("up")
    await tab.page.keyboard.press("Enter")
    await expect(tab.message("Board 2")).to_be_visible()
    await expect(tab.page.get_by_role("dialog")).to_be_hidden()
    await expect(tab.button("Ask")).to_be_focused()


async def test_reactions(stage: Stage) -> None:
    """A reaction is put, joined by another player, counted, and taken back."""
    alice, bob = await stage.tab("alice"), await stage.tab("bob")
    board = await alice.board()
    await board.hover()
    await board.get_by_role("button", name="Add reaction").click()
    await alice.button("React with 🎴").click()
    await expect(bob.button("🎴, 1: alice")).to_be_visible()
    await bob.button("🎴, 1: alice").click()
    await expect(alice.button("🎴, 2: alice, bob")).to_have_attribute("aria-pressed", "true")
    await alice.button("🎴, 2: alice, bob").click()
    await expect(bob.button("🎴, 1: bob")).to_be_visible()
    await stage.fake.settled()
    assert stage.bot.emoji == ["+🎴", "+🎴", "-🎴"]


async def test_picture(stage: Stage) -> None:
    """A picture has its description and its size, and can be enlarged and closed."""
    tab = await stage.tab("alice")
    await tab.board()
    image = tab.page.get_by_role("img", name="board number 1")
    await expect(image).to_be_visible()
    assert await image.evaluate("node => node.decode().then(() => node.naturalWidth)") == 640
    await image.click()
    dialog = tab.page.get_by_role("dialog")
    await expect(dialog.get_by_role("img", name="board number 1")).to_be_visible()
    await tab.page.keyboard.press("Escape")
    await expect(dialog).to_be_hidden()


async def test_thinking(stage: Stage) -> None:
    """A deferred answer shows that the bot is thinking, then the answer, which does not count as edited."""
    tab = await stage.tab("alice")
    await tab.type("/demo think")
    await expect(tab.message("Bot is thinking…")).to_be_visible()
    stage.bot.gate.set()
    await expect(tab.message("thought")).to_be_visible()
    await expect(tab.messages).not_to_contain_text("(edited)")


async def test_interaction_failed(browser: Browser) -> None:
    """Where the bot stays silent past the deadline, the page says so as Discord does."""
    async with stage_with(browser, deadline=0.3) as stage:
        tab = await stage.tab("alice")
        board = await tab.board()
        await tab.button("Silent").click()
        await expect(board.get_by_role("alert")).to_have_text("This interaction failed")
        await tab.type("/demo nothing")
        pending = tab.page.locator(".pending")
        await expect(pending).to_contain_text("The application did not respond")
        await pending.get_by_role("button", name="Dismiss message").click()
        await expect(pending).to_have_count(0)
