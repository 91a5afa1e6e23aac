"""Commands typed into the page: the list, the fields, the raw line, and what is wrong with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.async_api import expect

if TYPE_CHECKING:
    from .conftest import Stage

OPTIONS = "fruit, times, loud, whom, mode"

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_slash_by_keyboard(stage: Stage) -> None:
    """A command is found, filled with a completed option and sent without touching the mouse."""
    tab = await stage.tab("alice")
    await tab.box.press_sequentially("/serv")
    await expect(tab.page.get_by_role("option", name="/demo serve")).to_be_visible()
    await tab.box.press("Tab")
    fruit = tab.page.get_by_label("fruit", exact=True)
    await expect(fruit).to_be_focused()
    await fruit.press_sequentially("ban")
    await expect(tab.page.get_by_role("option", name="A banana")).to_be_visible()
    await expect(tab.page.get_by_role("option", name="A apple")).to_be_hidden()
    await fruit.press("ArrowDown")
    await fruit.press("Enter")
    await expect(fruit).to_have_value("A banana")
    await fruit.press("Enter")
    await expect(tab.message("banana x1 plain for nobody")).to_be_visible()
    await expect(tab.message("alice used /demo serve")).to_be_visible()
    await expect(tab.box).to_be_focused()


async def test_every_kind_of_field(stage: Stage) -> None:
    """Integer, boolean, user and choice options are offered as chips and sent as what they are."""
    tab = await stage.tab("alice")
    await tab.box.press_sequentially("/demo serve")
    await tab.page.get_by_role("option", name="/demo serve").click()
    await tab.page.get_by_label("fruit", exact=True).fill("fig")
    for name, text in (("times", "3"), ("loud", "tr"), ("whom", "bo"), ("mode", "vegas")):
        await tab.button(f"Add option {name}").click()
        await tab.page.get_by_label(name, exact=True).press_sequentially(text)
        await tab.page.keyboard.press("Tab")
    await tab.button("Send").click()
    await expect(tab.message("FIG X3 VEGAS FOR BOB")).to_be_visible()


async def test_raw_line(stage: Stage) -> None:
    """A whole command pasted from a text is read, strings with spaces included."""
    tab = await stage.tab("alice")
    await tab.type("/demo serve fruit:a ripe fig times:2 mode:Las Vegas whom:@bob")
    await expect(tab.message("a ripe fig x2 vegas for bob")).to_be_visible()


async def test_refusals_are_plain(stage: Stage) -> None:
    """What Discord's client would not send is said in one line, and the text is not lost."""
    tab = await stage.tab("alice")
    complaints = {
        "/demo serve times:2 size:3": f"No such option: size. This command takes: {OPTIONS}",
        "/demo serve fruit:fig times:many": "Not a value for times: many. It takes a whole number.",
        "/demo serve fruit:fig mode:v": "Not a choice for mode: v. Choose from: vegas",
        "/demo serve times:2": "A required option is missing: fruit",
        "/nothing at all": "No such command here: /nothing. Did you mean /demo nothing?",
        "/else": "No such command here: /else. A / alone lists every command.",
        "/demo boord": "No such command here: /demo boord. Did you mean /demo board?",
    }
    for line, complaint in complaints.items():
        await tab.box.fill(line)
        await tab.button("Send").click()
        await expect(tab.complaint).to_have_text(complaint)
        await expect(tab.box).to_have_value(line)


async def test_typing_after_a_refusal_starts_anew(stage: Stage) -> None:
    """A refused line stays, selected: what is typed next takes its place."""
    tab = await stage.tab("alice")
    for line in ("/demo boord", "x" * 10):
        await tab.box.fill(line)
        if not line.startswith("/"):
            await tab.page.evaluate("document.querySelector('.line textarea').maxLength = 5000")
            line = line * 300  # noqa: PLW2901
            await tab.box.fill(line)
        await tab.box.press("Enter")
        await expect(tab.complaint).not_to_be_empty()
        await expect(tab.box).to_have_value(line)
        await tab.page.keyboard.type("anew")
        await expect(tab.box).to_have_value("anew")
        await expect(tab.complaint).to_be_hidden()


async def test_tab_keeps_what_is_typed(stage: Stage) -> None:
    """Typed options come along into the form, picked choices as what they are, and are sent from there."""
    tab = await stage.tab("alice")
    await tab.box.press_sequentially("/demo serve ripe fig times:3 mode:las vegas ")
    await tab.box.press("Tab")
    for name, text in (("fruit", "ripe fig"), ("times", "3"), ("mode", "Las Vegas")):
        await expect(tab.page.get_by_label(name, exact=True)).to_have_value(text)
    await expect(tab.page.get_by_label("mode", exact=True)).to_be_focused()
    await tab.page.keyboard.press("Enter")
    await expect(tab.message("ripe fig x3 vegas for nobody")).to_be_visible()


async def test_tab_completes_what_the_caret_is_in(stage: Stage) -> None:
    """While an option is typed its choices are offered; Tab completes a value, and a name that is begun."""
    tab = await stage.tab("alice")
    option = tab.page.get_by_role("option")
    await tab.box.press_sequentially("/demo serve times:2 mo")
    await expect(option).to_have_text(["mode:How"])
    await tab.box.press("Tab")
    await expect(tab.box).to_have_value("/demo serve times:2 mode:")
    await expect(option).to_have_text(["Las Vegas"])
    await tab.box.press_sequentially("v")
    await tab.box.press("Tab")
    await expect(tab.box).to_have_value("/demo serve times:2 mode:vegas ")
    await expect(option).to_contain_text(["fruit:", "loud:", "whom:"])
    await tab.box.press_sequentially("whom:bo")
    await expect(option).to_have_text(["bob", "Bot"])
    await tab.box.press("Enter")
    await expect(tab.box).to_have_value("/demo serve times:2 mode:vegas whom:@bob ")
    await tab.box.press_sequentially("fruit:ban")
    await expect(option).to_have_text(["A banana"])
    await tab.box.press("Tab")
    await expect(tab.box).to_have_value("/demo serve times:2 mode:vegas whom:@bob fruit:banana ")
    await tab.box.press("Enter")
    await expect(tab.message("banana x2 vegas for bob")).to_be_visible()


async def test_caret_in_the_midst(stage: Stage) -> None:
    """A value in the middle of a line is completed without touching what follows."""
    tab = await stage.tab("alice")
    await tab.box.fill("/demo serve loud:t mode:vegas fruit:fig")
    await tab.box.evaluate("box => { box.setSelectionRange(18, 18); box.dispatchEvent(new Event('input')); }")
    await expect(tab.page.get_by_role("option")).to_have_text(["True"])
    await tab.box.press("Tab")
    await expect(tab.box).to_have_value("/demo serve loud:True mode:vegas fruit:fig")
    await tab.box.press("Enter")
    await expect(tab.message("FIG X1 VEGAS")).to_be_visible()


async def test_missing_field_gets_the_focus(stage: Stage) -> None:
    """Sending without a required option leads to its field; Escape gives the box back."""
    tab = await stage.tab("alice")
    await tab.box.press_sequentially("/demo serve")
    await tab.box.press("Enter")
    fruit = tab.page.get_by_label("fruit", exact=True)
    await fruit.press("Enter")
    await expect(tab.complaint).to_have_text("This option is required: fruit")
    await expect(fruit).to_be_focused()
    await expect(tab.page.get_by_role("option", name="A apple")).to_be_visible()
    await fruit.press("Escape")
    await expect(tab.page.get_by_role("option")).to_have_count(0)
    await fruit.press("Escape")
    await expect(tab.box).to_be_focused()


async def test_messages_and_mentions(stage: Stage) -> None:
    """Plain text goes as a message, @Name becomes a mention, and only that reaches the bot with its text."""
    tab = await stage.tab("alice")
    await tab.type("hello there")
    await expect(tab.message("hello there")).to_be_visible()
    await tab.type("@Bot move 3 5")
    await expect(tab.message("@Bot move 3 5")).to_be_visible()
    await stage.fake.settled()
    assert stage.bot.heard == ["", f"{stage.fake.bot.mention} move 3 5"]


async def test_edit_and_reply(stage: Stage) -> None:
    """The arrow up edits one's last message; a reply shows what it answers, and its @ can be off."""
    tab = await stage.tab("alice")
    board = await tab.board()
    await tab.type("frist")
    await expect(tab.message("frist")).to_be_visible()
    await tab.box.press("ArrowUp")
    await expect(tab.box).to_have_value("frist")
    await tab.type("first")
    await expect(tab.message("first(edited)")).to_be_visible()

    await board.hover()
    await board.get_by_role("button", name="Reply").click()
    await tab.button("@ on").click()
    await tab.type("nice board")
    reply = tab.message("nice board")
    await expect(reply.get_by_role("button", name="Jump to the message of Bot")).to_contain_text("Board 1")
    await reply.get_by_role("button", name="Jump to the message of Bot").click()
    await expect(board).to_be_focused()
