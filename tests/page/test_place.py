"""What the reader looks at stays where it is, whatever is drawn anew, comes below or loads slowly."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.async_api import Route

    from localdiscord import Seat

    from .conftest import Stage, Tab

pytestmark = pytest.mark.asyncio(loop_scope="session")

PLACE = "() => Math.round(document.querySelector('.picture').getBoundingClientRect().top)"
SIZE = "() => Math.round(document.querySelector('.picture img').getBoundingClientRect().height)"
LINE_30 = """
() => {
  const line = [...document.querySelectorAll(".message")].find((node) => node.innerText.includes("line 30."));
  return Math.round(line.getBoundingClientRect().top);
}
"""
SCREENS = ((1280, 800), (390, 844))


def bob_in(stage: Stage) -> Seat:
    """Sit Bob down in the page's channel."""
    return next(user for user in stage.fake.users.values() if user.name == "bob").at(stage.channel)


async def measured(tab: Tab, script: str) -> int:
    """Measure once the browser has drawn what it knows."""
    await tab.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
    return int(await tab.page.evaluate(script))


def wheres() -> Iterator[tuple[int, int, int]]:
    """Give screens, and how many messages stand below the board."""
    yield from ((*screen, below) for screen in SCREENS for below in (0, 1, 9))


@pytest.mark.parametrize(("width", "height", "below"), list(wheres()))
async def test_board_stays_when_it_is_redrawn(stage: Stage, width: int, height: int, below: int) -> None:
    """A press leaves the board's picture where it is, though the lines under it change, at the end or not."""
    tab = await stage.tab("alice", width=width, height=height)
    bob = bob_in(stage)
    for number in range(6):
        await bob.say(f"above {number}.")
    await tab.board()
    for number in range(below):
        await bob.say(f"below {number}.")
    if below:
        await expect(tab.message(f"below {below - 1}.")).to_have_count(1)
    before = await measured(tab, PLACE)
    for number in range(2, 6):
        await tab.button("Up").evaluate("button => button.click()")
        await expect(tab.message(f"Board {number}")).to_have_count(1)
        assert await measured(tab, PLACE) == before


async def test_picture_has_its_size_before_it_is_there(stage: Stage) -> None:
    """A picture that loads slowly takes its place at once; a new one leaves the old in sight meanwhile."""
    tab = await stage.tab("alice")
    held = asyncio.Event()

    async def hold(route: Route) -> None:
        await held.wait()
        await route.continue_()

    await tab.page.route("**/cdn/**", hold)
    await tab.board()
    assert await measured(tab, SIZE) == 280  # 640 x 320 in a column of 560
    held.set()
    image = tab.page.locator(".picture img")
    await expect(image).to_have_js_property("complete", value=True)
    held.clear()
    old = await image.get_attribute("src")
    await tab.button("Up").click()
    await expect(tab.message("Board 2")).to_be_visible()
    assert (await image.get_attribute("src"), await measured(tab, SIZE)) == (old, 280)
    assert await image.get_attribute("alt") == "board number 2"
    held.set()
    await expect(image).not_to_have_attribute("src", str(old))
    await expect(image).to_have_count(1)


async def test_tall_message_begins_at_its_beginning(stage: Stage) -> None:
    """A message taller than the room is shown from its first line."""
    tab = await stage.tab("alice", width=1280, height=500)
    await bob_in(stage).say("\n".join(["first line.", *["more"] * 40]))
    await expect(tab.message("first line.").locator(".author")).to_be_in_viewport()


async def test_end_of_a_board_stays_in_sight(stage: Stage) -> None:
    """What a board has at its end can be seen after it grew, as after a win, if it could be seen before."""
    tab = await stage.tab("alice", width=1280, height=860)
    await tab.board()
    menu = tab.page.locator(".menu-button")
    await expect(menu).to_be_in_viewport(ratio=1)
    for key in ("ArrowDown", "ArrowDown", "Enter"):
        await menu.press(key)
    await expect(tab.message("Board 20")).to_be_visible()
    await expect(tab.page.locator(".menu-button")).to_be_in_viewport(ratio=1)


async def test_picture_leaves_room_for_buttons(stage: Stage) -> None:
    """In a low window the picture takes no more than three fifths of the height, whole and undistorted."""
    tab = await stage.tab("alice", width=1280, height=400)
    await tab.board()
    await expect(tab.page.locator(".picture")).to_be_in_viewport(ratio=1)
    assert await measured(tab, SIZE) == 240
    assert await tab.page.locator(".picture img").evaluate("image => image.width") == 480


async def test_reader_of_old_messages_is_left_alone(stage: Stage) -> None:
    """What happens above or below does not move what is being read."""
    tab = await stage.tab("alice")
    board = await tab.board()
    bob = bob_in(stage)
    for number in range(60):
        await bob.say(f"line {number}.")
    await expect(tab.message("line 59.")).to_have_count(1)
    line = tab.message("line 30.")
    await line.scroll_into_view_if_needed()
    place = LINE_30
    before = await measured(tab, place)
    await tab.button("Up").evaluate("button => button.click()")
    await expect(board.or_(tab.message("Board 2")).filter(has_text="Board 2")).to_have_count(1)
    await bob.say("news")
    await expect(tab.button("New messages below")).to_be_visible()
    assert await measured(tab, place) == before
