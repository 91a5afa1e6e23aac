"""Which words of people reach the bot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from localdiscord import Intent

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Stage


async def test_plain_text_in_a_guild_arrives_blank(stage: Stage) -> None:
    """Without MESSAGE_CONTENT a plain message has no text for the bot, though people see it."""
    message = await stage.seat.say("3 5")
    await stage.fake.settled()
    assert message.text == "3 5"
    assert stage.bot.heard == [("alice", "")]


async def test_mention_brings_the_text(stage: Stage) -> None:
    """A mention of the bot brings the whole text."""
    await stage.seat.say("3 5", mention_bot=True)
    await stage.fake.settled()
    assert stage.bot.heard == [("alice", f"{stage.fake.bot.mention} 3 5")]


@pytest.mark.parametrize(("ping", "text"), [(True, "3 5"), (False, "")])
async def test_reply_to_a_channel_message_of_the_bot(stage: Stage, ping: bool, text: str) -> None:  # noqa: FBT001 - a case
    """A reply to the bot's own message brings its text while the @ is on."""
    board = await stage.board()
    await stage.seat.say("3 5", reply_to=board, ping=ping)
    await stage.fake.settled()
    assert stage.bot.heard == [("alice", text)]


async def test_reply_to_an_interactions_answer_is_blank(stage: Stage) -> None:
    """A reply to an interaction's response arrives blank even with the @ on; an explicit mention helps."""
    reply = await stage.seat.slash("/demo here")
    await stage.seat.say("3 5", reply_to=reply.message)
    await stage.seat.say("3 5", reply_to=reply.message, mention_bot=True)
    await stage.fake.settled()
    assert [text for _, text in stage.bot.heard] == ["", f"{stage.fake.bot.mention} 3 5"]


async def test_message_content_brings_everything(make_stage: Callable[..., Any]) -> None:
    """With MESSAGE_CONTENT switched on and asked for, plain text arrives."""
    intents = {"guilds": True, "guild_messages": True, "message_content": True}
    async with make_stage(intents, privileged=Intent.MESSAGE_CONTENT) as stage:
        await stage.seat.say("3 5")
        await stage.fake.settled()
        assert stage.bot.heard == [("alice", "3 5")]


async def test_fetched_text_is_blank_too(stage: Stage) -> None:
    """Fetching a foreign message gives no more than the gateway did; one's own comes whole."""
    theirs, mine = await stage.seat.say("3 5"), await stage.board()
    channel = stage.bot.get_partial_messageable(stage.general.id)
    assert (await channel.fetch_message(theirs.id)).content == ""
    assert (await channel.fetch_message(mine.id)).components
    assert [message.id async for message in channel.history(limit=5)] == [mine.id, theirs.id]


async def test_edit_of_a_message(stage: Stage) -> None:
    """A person's edit shows at once and keeps what stood there before."""
    message = await stage.seat.say("one")
    await stage.seat.edit(message, "two")
    assert (message.text, [snapshot.text for snapshot in message.history]) == ("two", ["one"])
