"""The real bot played by the keyboard alone, on a phone, and in a low window."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from .conftest import counted

if TYPE_CHECKING:
    from .conftest import Parlour, Tab

pytestmark = pytest.mark.asyncio(loop_scope="session")

FINGER = 40
"""Pixels that a control has at least, both ways; links in a line of words are as high as the words."""
SMALL = """
(least) => [...document.querySelectorAll("button, summary, textarea, input, select, [role=option]")]
  .filter((node) => node.checkVisibility({ visibilityProperty: true }))
  .filter((node) => !node.matches(".mention, .jump, .used"))
  .map((node) => [node, node.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < least - 0.5)
  .map(([node, { width, height }]) => `${node.className || node.tagName}: ${width} x ${height}`)
"""
UNCOVERED = """
() => {
  // Looked up each time: a new picture is a new element.
  const node = document.querySelector(".picture img");
  const { top, right } = node.getBoundingClientRect();
  return document.elementFromPoint(right - 12, top + 12) === node;
}
"""


async def walk_to(tab: Tab, name: str, key: str) -> None:
    """Press a key until what has the name has the focus."""
    seen: list[str] = []
    while name not in seen:
        assert len(seen) < 30, seen
        await tab.page.keyboard.press(key)
        seen.append(" ".join((await tab.focused()).split()))


async def test_keyboard_alone(parlour: Parlour) -> None:
    """From the start screen to moves made by button, menu, form and reaction no mouse is needed."""
    parlour.house.deals.append(6)
    tab = await parlour.tab()
    keys, option = tab.page.keyboard, tab.page.get_by_role("option")
    await expect(tab.page.locator(".player").first).to_be_focused()
    await keys.press("Enter")
    await expect(tab.box).to_be_focused()
    await keys.type("/klondike new")
    await keys.press("Tab")
    await walk_to(tab, "Add option draw", "Shift+Tab")
    await keys.press("Enter")
    await expect(option).to_have_text(["Draw 1 (Easy)", "Draw 3 (Hard)"])
    for key in ("ArrowDown", "Enter", "Enter"):
        await keys.press(key)
    board = tab.board_of("carol")
    await expect(board).to_contain_text("@carol · Draw 1 · Normal")
    await expect(tab.button("↩️, 1: Klondike")).to_be_visible()

    await walk_to(tab, "🎴 Draw", "Shift+Tab")
    assert await tab.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    await keys.press("Enter")
    await expect(board).to_contain_text(counted(1, 1))
    await expect(tab.button("🎴 Draw")).to_be_focused()

    await walk_to(tab, "3 legal moves", "Tab")
    await keys.press("ArrowDown")
    await expect(option).to_have_count(3)
    await keys.press("Escape")
    await expect(option).to_have_count(0)
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        await keys.press(key)
    await expect(board).to_contain_text(counted(1, 2))
    await expect(board.get_by_role("combobox")).to_be_focused()

    await walk_to(tab, "⌨️ Type a move", "Shift+Tab")
    await keys.press("Enter")
    await expect(tab.page.get_by_role("dialog").get_by_label("Moves")).to_be_focused()
    await keys.press("Escape")
    await expect(tab.button("⌨️ Type a move")).to_be_focused()
    await keys.press("Enter")
    await expect(tab.page.get_by_role("dialog").get_by_label("Moves")).to_be_focused()
    await keys.type("qd kc")
    await keys.press("Enter")
    await expect(board).to_contain_text(counted(1, 3))
    await expect(tab.button("⌨️ Type a move")).to_be_focused()

    await walk_to(tab, "↩️, 1: Klondike", "Tab")
    await keys.press("Enter")
    await expect(board).to_contain_text(counted(1, 4))
    await expect(tab.button("↩️, 2: Klondike, carol")).to_be_focused()
    await keys.type("/kl")  # whoever types after a press writes a message, and presses nothing
    await expect(tab.box).to_be_focused()
    await expect(tab.box).to_have_value("/kl")
    assert await parlour.log() == "d wf 43x1 u"


async def test_phone(parlour: Parlour) -> None:
    """On a touch screen of 390 x 844 the board is whole, all fits, and everything is large enough to tap."""
    tab = await parlour.play(width=390, height=844, touch=True)
    board = tab.board_of("carol")
    picture = board.locator(".picture img")
    await expect(picture).to_be_in_viewport(ratio=1)
    assert await picture.evaluate("image => image.clientWidth") >= 300
    for control in (board.get_by_role("combobox"), tab.button("↩️, 1: Klondike"), tab.box, tab.button("Send")):
        await expect(control).to_be_in_viewport(ratio=1)
    await fits(tab)

    await tab.button("🎴 Draw").tap()
    await expect(board).to_contain_text(counted(1, 1))
    # The page may still be scrolling to where the taller board was.
    await tab.page.wait_for_function(UNCOVERED)
    await board.get_by_role("combobox").tap()
    await expect(tab.page.get_by_role("option").first).to_be_in_viewport(ratio=1)
    await fits(tab)
    await tab.page.get_by_role("option", name="A♣ → foundation").tap()
    await expect(board).to_contain_text(counted(1, 2))

    await tab.button("⌨️ Type a move").tap()
    dialog = tab.page.get_by_role("dialog")
    await expect(dialog).to_be_in_viewport(ratio=1)
    await fits(tab)
    await dialog.get_by_label("Moves").fill("43")
    await dialog.get_by_role("button", name="Submit").tap()
    await expect(board).to_contain_text(counted(1, 3))
    await tab.button("↩️, 1: Klondike").tap()
    await expect(board).to_contain_text(counted(1, 4))
    assert await parlour.log() == "d wf 43x1 u"


async def test_phone_composes(parlour: Parlour) -> None:
    """On a phone, commands, their options and the other places are found and chosen by taps."""
    tab = await parlour.tab("carol", width=390, height=844, touch=True)
    await tab.box.tap()
    await tab.box.press_sequentially("/")
    await expect(tab.page.get_by_role("option", name="/klondike new")).to_be_in_viewport(ratio=1)
    await fits(tab)
    await tab.page.get_by_role("option", name="/klondike new").tap()
    await tab.button("Add option scoring").tap()
    await expect(tab.page.get_by_role("option")).to_have_count(4)
    await fits(tab)
    await tab.page.get_by_role("option", name="Vegas").tap()
    await tab.button("Send").tap()
    await expect(tab.board_of("carol")).to_contain_text("@carol · Draw 1 · Vegas")
    await tab.board_of("carol").locator(".picture").tap()
    await expect(tab.page.get_by_role("dialog").get_by_role("img")).to_be_in_viewport(ratio=1)
    await fits(tab)
    await tab.page.keyboard.press("Escape")
    await tab.button("Show channels").tap()
    direct = tab.page.locator(".place", has_text="Klondike")
    await expect(direct).to_be_in_viewport(ratio=1)
    await fits(tab)
    await direct.tap()
    await expect(tab.box).to_have_attribute("placeholder", "Message @Klondike")
    await expect(tab.button("Show channels")).to_be_visible()


async def fits(tab: Tab) -> None:
    """Hold that nothing is wider than the screen, and that no control is too small for a finger."""
    assert await tab.overflowing() == []
    assert await tab.page.evaluate(SMALL, FINGER) == []


async def test_low_window_begins_at_the_picture(parlour: Parlour) -> None:
    """A new board too tall for the room begins at its picture; what was said in private is a press below."""
    tab = await parlour.tab("carol", width=1280, height=560)
    await tab.type("/klondike new")
    board = tab.board_of("carol")
    told = tab.message("Your game is on the table.")
    await expect(told).to_have_count(1)
    await expect(tab.button("↩️, 1: Klondike")).to_have_count(1)
    await expect(board.locator(".picture")).to_be_in_viewport(ratio=1)
    await expect(tab.button("🎴 Draw")).to_be_in_viewport(ratio=1)
    await expect(told).not_to_be_in_viewport()
    await tab.button("New messages below").click()
    await expect(told).to_be_in_viewport(ratio=1)
    await parlour.house.bob.say("next")
    await expect(tab.message("next")).to_be_in_viewport(ratio=1)
