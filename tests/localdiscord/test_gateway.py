"""The line to the bot: resume, replay, invalid sessions, intents, duplicates."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Any

import discord
import pytest

from localdiscord import Intent, LocalDiscord
from localdiscord.attach import attached

from .tinybot import TinyBot

if TYPE_CHECKING:
    from collections.abc import Callable

    from .conftest import Stage

PATIENCE = 10.0


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - the bot has no event to wait on
            await asyncio.sleep(0.005)


@pytest.mark.parametrize("how", ["reconnect", "abort", "close", "invalidate"])
async def test_resume_brings_lost_events(stage: Stage, how: str) -> None:
    """After op 7, a cut, a close code or a resumable op 9 the bot resumes and gets what it missed."""
    stage.fake.gateway.lose()
    await stage.seat.say("lost on the way", mention_bot=True)
    await stage.fake.settled()
    assert stage.bot.heard == []
    if how == "invalidate":
        stage.fake.gateway.invalidate(resumable=True)
    else:
        getattr(stage.fake.gateway, how)()
    await until(lambda: stage.fake.gateway.resumed == 1)
    await until(lambda: bool(stage.bot.heard))
    assert stage.fake.gateway.identified == 1


async def test_invalid_session_identifies_anew(stage: Stage) -> None:
    """After op 9 without resume the bot identifies again; what was lost stays lost."""
    stage.fake.gateway.lose()
    await stage.seat.say("lost for good", mention_bot=True)
    stage.fake.gateway.invalidate(resumable=False)
    await until(lambda: stage.fake.gateway.identified == 2)
    await until(lambda: stage.fake.gateway.is_connected)
    await stage.seat.say("heard", mention_bot=True)
    await until(lambda: bool(stage.bot.heard))
    assert [text.split()[-1] for _, text in stage.bot.heard] == ["heard"]


async def test_duplicate_event_runs_the_handler_twice(stage: Stage) -> None:
    """An interaction delivered twice is handled twice; the second answer is 40060."""
    board = await stage.board()
    stage.fake.gateway.duplicate()
    await stage.seat.click(board, "Draw")
    await stage.fake.settled()
    assert stage.bot.draws == 2
    assert [late.code for late in stage.fake.late] == [40060]
    assert board.text == "board 2"


async def test_events_need_their_intents(make_stage: Callable[..., Any]) -> None:
    """Without the message and reaction intents the bot hears neither, interactions still arrive."""
    async with make_stage({"guilds": True}) as stage:
        board = await stage.board()
        await stage.seat.say("hello", mention_bot=True)
        await stage.seat.react(board, "🎴")
        await stage.seat.click(board, "Draw")
        await stage.fake.settled()
        assert (stage.bot.heard, stage.bot.reactions, stage.bot.draws) == ([], [], 1)
        assert {name for name, _ in stage.fake.gateway.sent} == {
            "READY",
            "GUILD_CREATE",
            "INTERACTION_CREATE",
        }


async def test_wrong_token_and_privileged_intents_are_refused() -> None:
    """A wrong token fails the login, a privileged intent that is not switched on closes with 4014."""
    async with LocalDiscord() as fake:
        with attached(fake.url):
            async with TinyBot(discord.Intents.none()) as bot:
                with pytest.raises(discord.LoginFailure):
                    await bot.start("wrong")
            async with TinyBot(discord.Intents(members=True)) as bot:
                with pytest.raises(discord.PrivilegedIntentsRequired):
                    await bot.start(fake.token)
    async with LocalDiscord(privileged=Intent.MEMBERS) as fake:
        with attached(fake.url):
            bot = TinyBot(discord.Intents(members=True, guilds=True))
            running = asyncio.create_task(bot.start(fake.token))
            await fake.connected()
            await bot.close()
            await running


async def test_refused_connection_is_tried_again(stage: Stage) -> None:
    """A 503 at the door does not lose the bot."""
    stage.fake.gateway.refuse()
    stage.fake.gateway.reconnect()
    await until(lambda: stage.fake.gateway.resumed + stage.fake.gateway.identified == 2)


async def test_guilds_channels_and_messages_go(stage: Stage) -> None:
    """The bot hears of deleted messages and channels, of being thrown out and taken back."""
    message = await stage.seat.say("hello")
    await stage.seat.delete(message)
    await until(lambda: stage.bot.gone == [message.id])
    stage.general.delete()
    await until(lambda: stage.bot.get_channel(stage.general.id) is None)
    stage.home.kick_bot()
    await until(lambda: not stage.bot.guilds)
    stage.home.invite_bot()
    await until(lambda: [guild.name for guild in stage.bot.guilds] == ["Home"])


async def test_members_go(make_stage: Callable[..., Any]) -> None:
    """With the members intent the bot hears who left, without it nothing."""
    intents = {"guilds": True, "members": True}
    async with make_stage(intents, privileged=Intent.MEMBERS) as stage:
        stage.home.remove(stage.alice)
        assert stage.fake.gateway.sent[-1][0] == "GUILD_MEMBER_REMOVE"
    async with make_stage() as stage:
        stage.home.remove(stage.alice)
        assert stage.fake.gateway.sent[-1][0] != "GUILD_MEMBER_REMOVE"


async def test_only_the_named_events_are_lost_or_doubled(stage: Stage) -> None:
    """Bad luck can wait for the next event of a name, whatever comes before it."""
    stage.fake.gateway.lose(name="MESSAGE_CREATE")
    stage.fake.gateway.duplicate(name="MESSAGE_REACTION_ADD")
    board = await stage.board()  # an interaction, and the bot's own message, which is lost
    await stage.seat.say("heard", mention_bot=True)
    await stage.seat.react(board, "🎴")
    await until(lambda: len(stage.bot.reactions) == 2)
    assert [text.split()[-1] for _, text in stage.bot.heard] == ["heard"]


async def test_what_comes_while_the_line_is_down_is_replayed_in_order(stage: Stage) -> None:
    """What happens between the break and the RESUME is delivered once, in its order, and nothing else."""
    await stage.seat.say("line before", mention_bot=True)
    await until(lambda: len(stage.bot.heard) == 1)
    stage.fake.gateway.refuse(times=1)
    stage.fake.gateway.abort()
    await until(lambda: not stage.fake.gateway.is_connected)
    for number in range(5):
        await stage.seat.say(f"line {number}", mention_bot=True)
    await until(lambda: len(stage.bot.heard) > 5)
    await stage.fake.settled()
    assert [text.split()[-1] for _, text in stage.bot.heard] == ["before", *"01234"]
    assert (stage.fake.gateway.resumed, stage.fake.gateway.identified) == (1, 1)


async def test_too_much_to_replay_ends_the_session(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    """When more was missed than is remembered, the session is invalid and the bot begins anew."""
    (session,) = stage.fake.gateway.sessions.values()
    monkeypatch.setattr(session, "replay", deque(maxlen=3))
    stage.fake.gateway.lose(10)
    for number in range(10):
        await stage.seat.say(f"line {number}", mention_bot=True)
    stage.fake.gateway.abort()
    await until(lambda: stage.fake.gateway.identified == 2)
    assert (stage.fake.gateway.resumed, stage.bot.heard) == (0, [])
