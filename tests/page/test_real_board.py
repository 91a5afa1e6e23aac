"""The real bot played on its board: buttons, menu, form, reactions, by two people, and across a restart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

from tests.e2e.test_pages import crowd

from .conftest import Tab, counted

if TYPE_CHECKING:
    from .conftest import Parlour

pytestmark = pytest.mark.asyncio(loop_scope="session")


HIDDEN = """
node => {
  const room = document.querySelector(".timeline").getBoundingClientRect();
  return node.getBoundingClientRect().bottom - room.bottom;
}
"""


async def test_draw_shows_another_picture(parlour: Parlour) -> None:
    """A press on Draw plays: the picture, its description, the words, the buttons and the foot are new."""
    tab = await parlour.play()
    board = tab.board_of("carol")
    image = board.locator(".picture img")
    await expect(image).to_have_attribute("alt", re.compile("Stock: 24 cards"))
    before = str(await image.get_attribute("src"))
    await expect(tab.button("↩️ Undo")).to_be_disabled()
    await tab.button("🎴 Draw").click()
    await expect(board).to_contain_text("Drew A♣.")
    await expect(board).to_contain_text(counted(1, 1))
    await expect(image).not_to_have_attribute("src", before)
    await expect(image).not_to_have_js_property("naturalWidth", 0)
    await expect(image).to_have_attribute("alt", re.compile("Stock: 23 cards"))
    await expect(tab.button("↩️ Undo ⚠️")).to_be_enabled()
    await expect(tab.messages.filter(has=tab.page.locator(".picture"))).to_have_count(1)


async def test_the_newest_answer_is_never_cut(parlour: Parlour) -> None:
    """Below a board an answer is seen whole, or lies out of sight and is told of; the box covers no half."""
    await parlour.play(height=980)
    seen = []
    for height in (980, 900, 860, 800):
        tab = await parlour.tab("carol", height=height)
        answer = tab.message("Your game is on the table.")
        hidden = await answer.evaluate(HIDDEN)
        seen.append(hidden <= 0)
        if hidden > 0:
            assert hidden >= await answer.evaluate("node => node.offsetHeight")
            await expect(tab.button("New messages below")).to_be_visible()
            await expect(tab.page.locator(".picture")).to_be_in_viewport(ratio=1)
    assert seen == [True, True, True, False]


async def test_a_message_that_gets_shorter_stays_in_sight(parlour: Parlour) -> None:
    """A press that puts a short answer in place of a page of settings leaves no empty room on a phone."""
    carol = next(user for user in parlour.house.fake.users.values() if user.name == "carol")
    parlour.house.home.managers.add(carol)
    await parlour.play(width=390, height=844, touch=True)
    tab = await parlour.tab("carol", width=390, height=844, touch=True)
    await tab.type("/klondike server settings")
    answer, log = tab.messages.last, tab.page.get_by_role("button", name=re.compile(r"\bLog$"))
    await log.click()
    await expect(log).to_have_count(0)
    await expect(answer).to_be_in_viewport(ratio=0.9)


async def test_menu_plays(parlour: Parlour) -> None:
    """The menu lists the legal moves and plays the one that is chosen."""
    tab = await parlour.play()
    board = tab.board_of("carol")
    await tab.button("🎴 Draw").click()
    await board.get_by_role("combobox", name="3 legal moves").click()
    await expect(tab.page.get_by_role("option")).to_contain_text(
        ["Draw 1 card", "A♣ → foundation", "Q♦ → K♣"]
    )
    await tab.page.get_by_role("option", name="A♣ → foundation").click()
    await expect(board).to_contain_text("A♣ from the waste to the foundation. (+10)")
    await expect(board.get_by_role("combobox", name="2 legal moves")).to_be_visible()
    assert await parlour.log() == "d wf"


async def test_form_plays_or_tells_why_not(parlour: Parlour) -> None:
    """A line typed into the form is played; one that does not work has its reason on the board."""
    tab = await parlour.play()
    board = tab.board_of("carol")
    await tab.button("⌨️ Type a move").click()
    dialog = tab.page.get_by_role("dialog", name="Type a move")
    await expect(dialog.get_by_label("Moves")).to_have_attribute("placeholder", "qd kc")
    await tab.page.keyboard.type("d wf")
    await dialog.get_by_role("button", name="Submit").click()
    await expect(dialog).to_be_hidden()
    await expect(board).to_contain_text(counted(1, 2))

    await tab.button("⌨️ Type a move").click()
    await dialog.get_by_label("Moves").fill("ks 7h")
    await tab.page.keyboard.press("Enter")
    await expect(board).to_contain_text("❌ ks 7h: That card has not turned up yet.")
    await expect(board).to_contain_text(counted(1, 2))
    await expect(dialog).to_be_hidden()
    assert await parlour.log() == "d wf"


async def test_reactions_play(parlour: Parlour) -> None:
    """🎴 draws and ↩️ undoes, both when the reaction is put on and when it is taken off."""
    tab = await parlour.play()
    board = tab.board_of("carol")
    for number, (emoji, others) in enumerate(
        [
            ("🎴", "1: Klondike"),
            ("🎴", "2: Klondike, carol"),
            ("↩️", "1: Klondike"),
            ("↩️", "2: Klondike, carol"),
        ]
    ):
        await tab.button(f"{emoji}, {others}").click()
        await expect(board).to_contain_text(counted(1, number + 1))
    await expect(tab.button("↩️, 1: Klondike")).to_have_attribute("aria-pressed", "false")
    assert await parlour.log() == "d d u u"


async def test_second_player_in_a_second_tab(parlour: Parlour) -> None:
    """Another player's press is refused in private, in their sight; their own game is beside the first."""
    carol = await parlour.play()
    await carol.page.get_by_text("Another player").click()
    async with carol.page.context.expect_page() as opening:
        await carol.page.get_by_role("link", name="dave").click()
    dave = Tab(await opening.value)
    await expect(dave.page.locator(".me")).to_contain_text("dave")
    await dave.button("🎴 Draw").click()
    refusal = dave.message("This is the game of @carol. /klondike new starts your own.")
    await expect(refusal).to_contain_text("Only you can see this")
    await expect(refusal).to_be_in_viewport(ratio=1)
    await dave.type("/klondike new")
    await dave.board_of("dave").get_by_role("button", name="🎴 Draw").click()
    for tab in (carol, dave):
        await expect(tab.board_of("dave")).to_contain_text(counted(2, 1))
        await expect(tab.board_of("carol")).to_contain_text(counted(1, 0))
    await expect(carol.message("This is the game of")).to_have_count(0)


async def test_everything_open_works_after_a_restart(parlour: Parlour) -> None:
    """While the bot restarts a line says so; then the open form, buttons, menu and reactions work."""
    tab = await parlour.play()
    board = tab.board_of("carol")
    banner = tab.page.locator(".banner")
    await tab.button("⌨️ Type a move").click()
    await tab.page.get_by_role("dialog").get_by_label("Moves").fill("d wf")
    await parlour.house.stop()
    await expect(banner).to_contain_text("Klondike is not connected")
    await parlour.house.start()
    await expect(banner).to_be_hidden()
    await tab.page.keyboard.press("Enter")
    await expect(board).to_contain_text(counted(1, 2))
    await parlour.house.restart()
    await tab.button("🎴 Draw").click()
    await expect(board).to_contain_text(counted(1, 3))
    await parlour.house.restart()
    await board.get_by_role("combobox").click()
    await tab.page.get_by_role("option", name="Q♦ → K♣").click()
    await expect(board).to_contain_text(counted(1, 4))
    await parlour.house.restart()
    await tab.button("↩️, 1: Klondike").click()
    await expect(board).to_contain_text(counted(1, 5))
    assert await parlour.log() == "d wf d 43x1 u"


async def test_giving_up_is_asked_first(parlour: Parlour) -> None:
    """Give up asks on the board; no goes on, yes ends the game, and the next one is a press away."""
    tab = await parlour.play()
    board = tab.board_of("carol")
    await tab.button("🏳️ Give up").click()
    await expect(board).to_contain_text("Give this game up? It counts as played and not won.")
    await tab.button("🎴 Keep playing").click()
    await expect(tab.button("🎴 Draw")).to_be_enabled()
    await tab.button("🏳️ Give up").click()
    await tab.button("🏳️ Yes, give up").click()
    await expect(board).to_contain_text("Given up after 0 moves.")
    await tab.button("🔁 Play again").click()
    await expect(tab.message("game 2 · move 0").locator(".picture img")).to_be_visible()


async def test_an_ended_game_is_shown_again(parlour: Parlour) -> None:
    """Step by step below its board, then as a moving picture, which others see once it is shown to all."""
    carol, dave = await parlour.play(), await parlour.tab("dave")
    await carol.type("/klondike draw")
    await expect(carol.board_of("carol")).to_contain_text(counted(1, 1))
    await carol.type("/klondike resign")
    await carol.button("Yes, give up").click()
    await carol.button("🎞️ Replay").click()
    steps = carol.message("Move 0 of 1")
    await expect(steps.locator(".picture img")).to_be_visible()
    await carol.button("▶️ Next").click()
    await expect(carol.message("Move 1 of 1")).to_contain_text("Given up after 1 move.")
    await carol.button("🎞️ Animated picture").click()
    await expect(carol.message("Step by step").locator(".picture img")).to_be_visible()
    await carol.button("📣 Show it to all").click()
    await expect(dave.message("Replay of a game of").locator(".picture img")).to_be_visible()


async def test_leaderboard_turns_its_pages(parlour: Parlour) -> None:
    """The buttons turn the pages in place; who did not ask gets a copy of their own."""
    await crowd(parlour.house, range(25))
    carol, dave = await parlour.tab("carol"), await parlour.tab("dave")
    await carol.type("/klondike leaderboard board:score")
    board = carol.message("Best score")
    await expect(board).to_contain_text("Page 1 of 3 · 25 players")
    await expect(carol.button("◀️ Previous")).to_be_disabled()
    for page in (2, 3):
        await carol.button("▶️ Next").click()
        await expect(board).to_contain_text(f"Page {page} of 3")
    await expect(carol.button("▶️ Next")).to_be_disabled()
    await dave.button("◀️ Previous").click()
    copy = dave.message("Page 2 of 3")
    await expect(copy).to_contain_text("Only you can see this")
    await expect(copy.get_by_role("button", name="Next")).to_be_in_viewport(ratio=1)
    await expect(board).to_contain_text("Page 3 of 3")
