"""A person plays with the tiny bot through every kind of interaction."""

from __future__ import annotations

from typing import TYPE_CHECKING

import aiohttp
import pytest

from localdiscord import Callback, ClientRefusal, Flag

from .tinybot import PICTURE

if TYPE_CHECKING:
    from .conftest import Stage


async def test_slash_command_sends_a_board_and_answers_privately(stage: Stage) -> None:
    """A slash command makes a channel message with picture and buttons, and an ephemeral answer."""
    reply = await stage.seat.slash("/demo board", n=3)
    assert (reply.kind, reply.text, reply.ephemeral) == (Callback.MESSAGE, "Here it is", True)
    assert stage.seat.private == [reply.message]
    board = stage.general.last
    assert board.text == "board 3"
    assert board.image == PICTURE
    assert board.alt == "alt 3"
    assert board.flags & Flag.COMPONENTS_V2
    assert [button.label for button in board.buttons[:2]] == ["Draw", "Type"]


@pytest.mark.parametrize("name", ["Draw", "🎴", "draw:1"])
async def test_click_by_label_emoji_or_id_edits_in_place(stage: Stage, name: str) -> None:
    """A button is known by label, emoji or custom id, and its message remembers what it showed."""
    board = await stage.board()
    reply = await stage.seat.click(board, name)
    assert reply.kind is Callback.UPDATE
    assert reply.message is board
    assert board.text == "board 2"
    assert [snapshot.text for snapshot in board.history] == ["board 1"]


async def test_select_by_label(stage: Stage) -> None:
    """A menu is answered by label as well as by value."""
    board = await stage.board()
    await stage.seat.select(board, "Move 20")
    assert board.text == "board 20"


async def test_modal_round_trip(stage: Stage) -> None:
    """A button opens a modal, its submission is answered."""
    board = await stage.board()
    modal = (await stage.seat.click(board, "Type")).modal
    assert modal.title == "Type a move"
    reply = await stage.seat.submit(modal, {"Move": "7h 8s"})
    assert reply.text == "typed 7h 8s"
    again = await stage.seat.submit((await stage.seat.click(board, "Type")).modal, move="d")
    assert again.text == "typed d"


async def test_autocomplete(stage: Stage) -> None:
    """Typing in an option brings the bot's suggestions."""
    choices = await stage.seat.autocomplete("/demo pick", focused="text", text="7h")
    assert [(choice.label, choice.value) for choice in choices] == [("7h!", "7h")]


async def test_subcommand_group_and_choice(stage: Stage) -> None:
    """A command in a group in a group is found, and its choice taken by name."""
    reply = await stage.seat.slash("/demo me look", theme="Dark")
    assert reply.text == "dark en-US"


async def test_deferred_answer_comes_when_it_is_there(stage: Stage) -> None:
    """The reply to a deferred command waits for its content; follow-ups are listed."""
    pending = stage.seat.slash("/demo think")
    assert (await pending.acknowledged()).kind is Callback.DEFER
    reply = await pending
    assert reply.text == "board 7"
    assert reply.shown.image == PICTURE
    assert not reply.shown.flags & Flag.LOADING
    await stage.fake.settled()
    assert [message.text for message in reply.followups] == ["and more"]


async def test_ephemeral_defer_stays_ephemeral(stage: Stage) -> None:
    """The flag of the defer holds for the message that follows."""
    reply = await stage.seat.slash("/demo think", quiet=True)
    assert reply.ephemeral
    assert stage.general.messages == []


async def test_silent_defer_then_edit(stage: Stage) -> None:
    """After a type 6 answer the edit of the original is the board's."""
    board = await stage.board()
    reply = await stage.seat.click(board, "Silent")
    assert reply.kind is Callback.DEFER_UPDATE
    assert (await reply.edited()).text == "board 50"


async def test_settled_waits_for_handlers(stage: Stage) -> None:
    """A handler that is still at work after its silent defer keeps the bot from counting as settled."""
    board = await stage.board()
    await stage.seat.click(board, "Silent")
    assert board.text == "board 1"
    await stage.fake.settled()
    assert board.text == "board 50"


async def test_reactions_are_heard_and_put(stage: Stage) -> None:
    """A person's reactions reach the bot, and the bot's own stand on the message."""
    board = await stage.board()
    channel = stage.bot.get_partial_messageable(stage.general.id)
    await channel.get_partial_message(board.id).add_reaction("↩️")
    await stage.seat.react(board, "↩")
    await stage.seat.unreact(board, "↩️")
    await stage.fake.settled()
    assert board.reacted("↩") == [stage.fake.bot]
    mine = [entry for entry in stage.bot.reactions if entry[2] == stage.alice.id]
    assert [kind for kind, _, _ in mine] == ["add", "remove"]


async def test_several_clicks_at_once(stage: Stage) -> None:
    """Acts happen when they are called, so two clicks can be under way together."""
    board = await stage.board()
    first, second = stage.seat.click(board, "Draw"), stage.seat.click(board, "Draw")
    assert (await first).kind is Callback.UPDATE
    assert (await second).kind is Callback.UPDATE
    assert stage.bot.draws == 2


async def test_picture_is_served_to_anyone(stage: Stage) -> None:
    """The content network gives out the uploaded bytes with their type."""
    board = await stage.board()
    assert board.image_url is not None
    async with aiohttp.ClientSession() as session, session.get(board.image_url) as answer:
        assert (await answer.read(), answer.content_type) == (PICTURE, "image/png")


async def test_shown_files_are_not_listed(stage: Stage) -> None:
    """A file that a component shows is not among the message's attachments, as on the real Discord."""
    board = await stage.board()
    assert len(board.attachments) == 1
    assert board.to_dict()["attachments"] == []


async def test_direct_conversation(stage: Stage) -> None:
    """Commands and plain text work in a direct conversation with the bot."""
    here = stage.alice.at(stage.fake.direct(stage.alice))
    await here.slash("/demo board", n=4)
    await here.say("d d d")
    await stage.fake.settled()
    assert here.channel.messages[0].text == "board 4"
    assert stage.bot.heard == [("alice", "d d d")]


async def test_guild_without_the_bot(stage: Stage) -> None:
    """Where only the person installed the application, interactions work and the channel is shut."""
    away = stage.fake.guild("Away", has_bot=False)
    away.add(stage.alice)
    there = stage.alice.at(away.channel("lobby"))
    reply = await there.slash("/demo here")
    assert reply.interaction.owners == {"1": str(stage.alice.id)}
    await there.click(reply.shown, "Draw")
    assert there.channel.last.text == "board 2"
    await there.say("hello?")
    await stage.fake.settled()
    assert stage.bot.heard == []


async def test_private_channel_of_people(stage: Stage) -> None:
    """Two people's conversation takes the interactions of the one who installed the application."""
    bob = stage.fake.user("bob")
    here = stage.alice.at(stage.fake.private(stage.alice, bob))
    reply = await here.slash("/demo here")
    assert reply.text == "board 1"


async def test_thread(stage: Stage) -> None:
    """A thread is a channel of its own under its parent."""
    thread = stage.general.thread("my game")
    here = stage.alice.at(thread)
    await here.slash("/demo board", n=5)
    assert thread.last.text == "board 5"


async def test_whisper_is_private(stage: Stage) -> None:
    """An ephemeral answer is seen by one person, who alone can touch it."""
    board = await stage.board()
    reply = await stage.seat.click(board, "Whisper")
    bob = stage.fake.user("bob")
    stage.home.add(bob)
    assert bob.at(stage.general).private == []
    with pytest.raises(ClientRefusal, match="does not see"):
        await bob.at(stage.general).react(reply.shown, "🎴")


@pytest.mark.parametrize(
    ("command", "options", "reason"),
    [
        ("/nothing", {}, "no such command here: /nothing"),
        ("/demo", {}, "a subcommand is missing"),
        ("/demo board", {"m": 1}, "no such option: m"),
        ("/demo board", {"n": "x"}, "not a value for n: 'x'"),
        ("/demo board", {"n": True}, "not a value for n: True"),
        ("/demo board", {"n": 100}, "out of bounds for n: 100"),
        ("/demo me look", {}, "a required option is missing: theme"),
        ("/demo me look", {"theme": "pink"}, "not a choice for theme: 'pink'"),
    ],
)
async def test_client_refuses_commands(
    stage: Stage, command: str, options: dict[str, object], reason: str
) -> None:
    """What Discord's client would not send is an error of the test, not a message to the bot."""
    with pytest.raises(ClientRefusal, match=reason):
        stage.seat.slash(command, **options)


async def test_client_refuses_buttons_and_fields(stage: Stage) -> None:
    """Disabled and missing buttons, foreign values and texts that do not fit are refused."""
    board = await stage.board()
    with pytest.raises(ClientRefusal, match="disabled: Off"):
        stage.seat.click(board, "Off")
    with pytest.raises(ClientRefusal, match="not there: Fly"):
        stage.seat.click(board, "Fly")
    with pytest.raises(ClientRefusal, match="no menu takes this choice: 99"):
        stage.seat.select(board, "99")
    modal = (await stage.seat.click(board, "Type")).modal
    with pytest.raises(ClientRefusal, match="no such field"):
        stage.seat.submit(modal, {"Nothing": ""})
    with pytest.raises(ClientRefusal, match="must be filled: Move"):
        stage.seat.submit(modal)
    with pytest.raises(ClientRefusal, match="between 0 and 20"):
        stage.seat.submit(modal, move="x" * 21)


async def test_pings_are_recorded_not_sent(stage: Stage) -> None:
    """Text that names people pings nobody while allowed_mentions is empty."""
    reply = await stage.seat.slash("/demo who", user=stage.alice)
    assert reply.text == f"{stage.alice.mention} @everyone"
    assert not reply.shown.pings
    assert reply.shown.mentions == []
