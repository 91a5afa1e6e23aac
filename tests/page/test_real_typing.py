"""The real bot played from the box of the page: commands with what is offered for them, and messages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from .conftest import counted

if TYPE_CHECKING:
    from .conftest import Parlour

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_new_game_is_typed_letter_by_letter(parlour: Parlour) -> None:
    """Commands, options and values are offered as they are typed, and the board comes with its picture."""
    tab = await parlour.tab("carol")
    offered = tab.page.get_by_role("option")
    await tab.box.press_sequentially("/kl")
    await expect(offered).to_contain_text(["/klondike new", "/klondike move", "/klondike draw"])
    await tab.box.press_sequentially("ondike ne")
    await expect(offered).to_have_text([re.compile(r"^/klondike new\[draw\] \[scoring\].*Start a game$")])
    await tab.box.press_sequentially("w d")
    await expect(offered).to_contain_text(["draw:"])
    await tab.box.press("Tab")
    await expect(offered).to_have_text(["Draw 1 (Easy)", "Draw 3 (Hard)"])
    await tab.box.press("ArrowDown")
    await tab.box.press("Enter")
    await tab.box.press_sequentially("sc")
    await tab.box.press("Tab")
    await tab.box.press_sequentially("veg")
    await expect(offered).to_have_text(["Vegas: dollars, one pass"])
    await tab.box.press("Enter")
    await expect(tab.box).to_have_value("/klondike new draw:3 scoring:vegas ")
    await tab.box.press("Enter")
    board = tab.board_of("carol")
    await expect(board).to_contain_text("@carol · Draw 3 · Vegas")
    await expect(board).to_contain_text(counted(1, 0))
    await expect(board.locator(".picture img")).not_to_have_js_property("naturalWidth", 0)
    await expect(tab.message("Your game is on the table.")).to_contain_text("Only you can see this")
    await expect(tab.box).to_have_value("")


async def test_moves_are_offered_and_played(parlour: Parlour) -> None:
    """The option of a move lists the legal ones, fewer as more is typed, and the one picked is played."""
    tab = await parlour.play()
    offered = tab.page.get_by_role("option")
    await tab.box.press_sequentially("/klondike move ")
    await tab.box.press("Tab")
    text = tab.page.get_by_label("text", exact=True)
    await expect(offered).to_have_text(
        ["Draw 1 card · 24 cards in the stock", "Q♦ → K♣ · column 4 to column 3"]
    )
    await text.press_sequentially("col")
    await expect(offered).to_have_text(["Q♦ → K♣ · column 4 to column 3"])
    await text.press("ArrowDown")
    await text.press("Enter")
    await text.press("Enter")
    await expect(tab.board_of("carol")).to_contain_text(counted(1, 1))
    told = tab.message("Only you can see this").filter(has_text="Q♦ from column 4 to column 3.")
    await told.get_by_role("button", name="Jump to message").click()
    await expect(tab.board_of("carol")).to_be_focused()
    assert await parlour.log() == "43x1"


async def test_refused_command_tells_why(parlour: Parlour) -> None:
    """A typed move that does not work is answered with the rule and with one that would work."""
    tab = await parlour.play()
    await tab.type("/klondike move 7c kc")
    refusal = tab.message("❌ 7c kc: ")
    await expect(refusal).to_contain_text("This would work now: qd kc.")
    await expect(refusal).to_be_in_viewport(ratio=1)
    assert await parlour.log() == ""


async def test_mention_plays(parlour: Parlour) -> None:
    """A line behind the bot's name is played; a refused one is marked until an edit of it is played."""
    tab = await parlour.play()
    board = tab.board_of("carol")
    await tab.box.press_sequentially("@Kl")
    await expect(tab.page.get_by_role("option", name="Klondike")).to_be_visible()
    await tab.box.press("Enter")
    await tab.box.press_sequentially("d")
    await tab.box.press("Enter")
    await expect(board).to_contain_text(counted(1, 1))

    await tab.type("@Klondike 7c kc")
    await expect(tab.message("@Klondike 7c kc").get_by_role("button", name="❌, 1: Klondike")).to_be_visible()
    await tab.box.press("ArrowUp")
    await expect(tab.box).to_have_value("@Klondike 7c kc")
    await tab.type("@Klondike wf")
    await expect(board).to_contain_text(counted(1, 2))
    await expect(tab.button("❌, 1: Klondike")).to_have_count(0)
    assert await parlour.log() == "d wf"


async def test_reply_plays(parlour: Parlour) -> None:
    """A reply to the board, with its @ on as it is by itself, is played."""
    tab = await parlour.play()
    board = tab.board_of("carol")
    await board.hover()
    await board.get_by_role("button", name="Reply").click()
    await expect(tab.button("@ on")).to_be_visible()
    await tab.type("d wf")
    await expect(board).to_contain_text(counted(1, 2))
    assert await parlour.log() == "d wf"


async def test_direct_messages_play(parlour: Parlour) -> None:
    """In the conversation with the bot a command deals and plain messages play."""
    tab = await parlour.tab("carol")
    parlour.house.deals.append(6)
    await tab.page.locator(".place", has_text="Klondike").click()
    await expect(tab.box).to_have_attribute("placeholder", "Message @Klondike")
    await tab.type("/klondike new")
    board = tab.board_of("carol")
    await expect(board).to_contain_text(counted(1, 0))
    await tab.type("d wf")
    await expect(board).to_contain_text(counted(1, 2))
    await expect(board).to_contain_text("A♣ from the waste to the foundation.")


async def test_help_and_its_pictures(parlour: Parlour) -> None:
    """Help is a private page whose menu leads to the others, with drawn examples."""
    tab = await parlour.tab("carol")
    await tab.type("/klondike help")
    page = tab.message("Klondike: first steps")
    await expect(page).to_contain_text("Only you can see this")
    await page.get_by_role("combobox").click()
    await tab.page.get_by_role("option", name="Rules").click()
    rules = tab.message("Columns run down in alternating colours")
    picture = rules.locator(".picture img").first
    await expect(picture).not_to_have_js_property("naturalWidth", 0)
    await expect(rules.get_by_role("combobox")).to_be_focused()
    await expect(tab.messages).to_have_count(1)


async def test_report_is_a_file(parlour: Parlour) -> None:
    """The report of a game that is over is a file to save, with the deal and the log in it."""
    tab = await parlour.play()
    await tab.type("/klondike move d wf")
    await expect(tab.board_of("carol")).to_contain_text(counted(1, 2))
    await tab.type("/klondike resign")
    await tab.button("Yes, give up").click()
    await expect(tab.message("Your game is given up.")).to_be_visible()
    await tab.type("/klondike report")
    file = tab.page.get_by_role("link", name="klondike-1.txt")
    await expect(file).to_have_attribute("download", "klondike-1.txt")
    text = await file.evaluate("link => fetch(link.href).then((answer) => answer.text())")
    assert "d wf" in text


@pytest.mark.parametrize("width", [1200, 390])
async def test_a_line_of_moves_has_room_to_be_typed(parlour: Parlour, width: int) -> None:
    """Enter behind the bare command opens its form, whose option takes most of the box; all of it fits."""
    tab = await parlour.play(width=width)
    await tab.type("/klondike move ")
    option = tab.page.get_by_label("text", exact=True)
    await expect(option).to_be_focused()
    wide, whole = await option.bounding_box(), await tab.page.locator(".composer").bounding_box()
    assert wide is not None
    assert whole is not None
    assert wide["width"] > whole["width"] / 2
    assert await tab.overflowing() == []
    await option.fill("qd kc")
    await option.press("Enter")
    await expect(tab.board_of("carol")).to_contain_text(counted(1, 1))
