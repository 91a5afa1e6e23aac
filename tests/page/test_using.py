"""The page for small screens and for texts of all kinds, those of ill will too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

if TYPE_CHECKING:
    from .conftest import Stage

pytestmark = pytest.mark.asyncio(loop_scope="session")

HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "<script>document.title='owned'</script>",
    "[click](javascript:alert(1))",
    "[click](https://example.com/steal)",
    "\u202egnp.exe\u202c right to left \u05e9\u05dc\u05d5\u05dd",
    "**_**__~~||``` " * 40,
    "<@123> <#45> <t:99999999999999:F> <a:b:6> </x:1>",
)


async def test_small_screen(stage: Stage) -> None:
    """At 390 pixels nothing is wider than the screen, and the channels open over the room."""
    tab = await stage.tab("alice", width=390, height=844)
    await tab.board()
    await tab.type("a" * 300)
    await tab.type("/demo echo text:```\n" + "wide " * 60 + "\n```")
    await tab.box.press_sequentially("/demo serve")
    await tab.box.press("Enter")
    assert await tab.overflowing() == []
    await tab.page.keyboard.press("Escape")
    await tab.page.keyboard.press("Escape")
    await tab.button("Show channels").click()
    await tab.page.locator(".place", has_text="Bot").click()
    await expect(tab.box).to_have_attribute("placeholder", "Message @Bot")
    await expect(tab.button("Show channels")).to_be_visible()


async def test_hostile_text(stage: Stage) -> None:
    """Text of anybody is shown as text: no element, script or foreign link comes of it."""
    tab = await stage.tab("alice")
    bob = next(user for user in stage.fake.users.values() if user.name == "bob")
    for number, text in enumerate(HOSTILE):
        await bob.at(stage.channel).say(f"start {number}, {text} end")
        message = tab.message(f"start {number},")
        await expect(message).to_contain_text("end")
        assert await message.locator(".body :is(img, script, a, iframe)").count() == 0
    await expect(tab.message("<img src=x onerror=alert(1)>")).to_be_visible()
    assert await tab.page.title() == "alice · #klondike"


async def test_markdown(stage: Stage) -> None:
    """The small Markdown that bots use becomes elements."""
    tab = await stage.tab("alice")
    bob = next(user for user in stage.fake.users.values() if user.name == "bob")
    lines = (
        "# Head",
        "**bold** *leaning* `code`",
        "-# small",
        "- one",
        "- two",
        f"{bob.mention} <t:0:D> https://discord.com/channels/1/2/3",
    )
    await bob.at(stage.channel).say("\n".join(lines))
    body = tab.message("Head").locator(".markdown")
    await expect(body.get_by_role("heading", name="Head")).to_be_visible()
    for tag, text in (("strong", "bold"), ("em", "leaning"), ("code", "code"), (".small", "small")):
        await expect(body.locator(tag)).to_have_text(text)
    await expect(body.get_by_role("listitem")).to_have_text(["one", "two"])
    await expect(body.locator(".mention")).to_have_text("@bob")
    await expect(body.locator("time")).to_contain_text("19")
    await expect(body.get_by_role("button", name="Jump to message")).to_be_visible()
