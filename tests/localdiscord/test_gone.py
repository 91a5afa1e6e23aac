"""Places and people that go: what the bot is told, and what it is answered afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from localdiscord import Callback, ClientRefusal, LocalDiscord

from .raw import COMMAND, Raw, alone
from .test_gateway import until

if TYPE_CHECKING:
    from .conftest import Stage

HEART = "%F0%9F%8E%B4"
WHO = {
    "name": "who",
    "type": 1,
    "description": "Name somebody",
    "options": [{"name": "user", "type": 6, "description": "Who", "required": True}],
}


async def test_a_deleted_channel() -> None:
    """In a channel that is gone nobody can act, and everything of the bot's ends in 10003, its tokens too."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        await raw.register(COMMAND)
        thread = seat.channel.thread("game")
        answered, waiting = seat.slash("/demo", n=1), seat.slash("/demo", n=2)
        await raw.answer(answered, Callback.MESSAGE, {"content": "hello"})
        message = seat.channel.last
        seat.channel.delete()
        assert (seat.channel.is_gone, thread.is_gone) == (True, True)
        with pytest.raises(ClientRefusal, match="is not in general"):
            seat.slash("/demo", n=1)
        with pytest.raises(ClientRefusal, match="is not in general"):
            seat.click(message, "x")
        token = f"/webhooks/{fake.application_id}/{answered.interaction.token}"
        codes = [
            (await raw.send(seat.channel, {"content": "x"})).code,
            (await raw.send(thread, {"content": "x"})).code,
            (await raw("PATCH", f"/channels/{seat.channel.id}/messages/{message.id}", {"content": "x"})).code,
            (await raw("PATCH", f"{token}/messages/@original", {"content": "x"})).code,
            (await raw("POST", token, {"content": "x"})).code,
            (await raw.answer(waiting, Callback.MESSAGE, {"content": "x"})).code,
        ]
        assert codes == [10003] * len(codes)
        assert fake.breaches == []


async def test_a_deleted_guild(stage: Stage) -> None:
    """When a server goes the bot hears it, and its channels go with it."""
    raw, channel = Raw(stage.fake), stage.general
    stage.home.delete()
    await until(lambda: not stage.bot.guilds)
    assert (await raw.send(channel, {"content": "x"})).code == 10003
    assert (await raw("GET", f"/guilds/{stage.home.id}")).code == 10004
    with pytest.raises(ClientRefusal):
        await stage.seat.say("hello")


async def test_an_outage_is_no_goodbye(stage: Stage) -> None:
    """A server that cannot be reached for a while is said to be unavailable, and comes back."""
    stage.home.fail()
    await until(lambda: bool(stage.bot.guilds and stage.bot.guilds[0].unavailable))
    stage.home.recover()
    await until(lambda: not stage.bot.guilds[0].unavailable)
    assert stage.bot.removed == []
    stage.home.kick_bot()
    await until(lambda: stage.bot.removed == [stage.home.id])


async def test_where_the_bot_was_thrown_out() -> None:
    """A bot that is no member any more may do nothing there by itself."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        made = (await raw.send(seat.channel, {"content": "x"})).body
        assert seat.channel.guild is not None
        seat.channel.guild.kick_bot()
        one = f"/channels/{seat.channel.id}/messages/{made['id']}"
        answers = [
            await raw.send(seat.channel, {"content": "x"}),
            await raw("PATCH", one, {"content": "y"}),
            await raw("DELETE", one),
            await raw("PUT", f"{one}/reactions/{HEART}/@me"),
            await raw("GET", f"/channels/{seat.channel.id}"),
            await raw("GET", f"/guilds/{seat.channel.guild.id}"),
        ]
        assert [(answer.status, answer.code) for answer in answers] == [(403, 50001)] * 6
        assert fake.invalid == 6


async def test_where_people_brought_the_bot_themselves() -> None:
    """In a place that the bot is no part of only the interaction's token works."""
    async with LocalDiscord() as fake:
        raw, alice, bob = Raw(fake), fake.user("alice"), fake.user("bob")
        away = fake.guild("Away", has_bot=False)
        away.add(alice)
        await raw.register({**COMMAND, "integration_types": [0, 1], "contexts": [0, 1, 2]})
        for place in (away.channel("lobby"), fake.private(alice, bob)):
            pending = alice.at(place).slash("/demo", n=1)
            await raw.answer(pending, Callback.MESSAGE, {"content": "hello"})
            token = f"/webhooks/{fake.application_id}/{pending.interaction.token}"
            assert (await raw("PATCH", f"{token}/messages/@original", {"content": "on"})).status == 200
            base = f"/channels/{place.id}"
            answers = [
                await raw("GET", base),
                await raw.send(place, {"content": "x"}),
                await raw("GET", f"{base}/messages/{place.last.id}"),
                await raw("PATCH", f"{base}/messages/{place.last.id}", {"content": "x"}),
                await raw("PUT", f"{base}/messages/{place.last.id}/reactions/{HEART}/@me"),
            ]
            assert [answer.code for answer in answers] == [50001] * 5
            assert place.last.text == "on"


async def test_members_come_with_those_who_are_there() -> None:
    """A command that names a member says so; of somebody who left only the account is told."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        await raw.register(WHO, {"name": "Look", "type": 2})
        home, bob = seat.channel.guild, fake.user("bob")
        assert home is not None
        home.add(bob)
        there = seat.slash("/who", user=bob).interaction.data["resolved"]
        assert (list(there["users"]), list(there["members"])) == ([str(bob.id)], [str(bob.id)])
        assert "user" not in there["members"][str(bob.id)]
        assert str(bob.id) in seat.menu("Look", bob).interaction.data["resolved"]["members"]
        home.remove(bob)
        gone = seat.slash("/who", user=bob).interaction.data["resolved"]
        assert (list(gone["users"]), gone["members"]) == ([str(bob.id)], {})
        with pytest.raises(ClientRefusal, match="bob is not in general"):
            await bob.at(seat.channel).say("hello")
        direct = seat.user.at(fake.direct(seat.user)).slash("/who", user=bob).interaction.data["resolved"]
        assert "members" not in direct


async def test_an_archived_thread_opens_with_a_message() -> None:
    """Where a thread is only archived, a post opens it; where it is locked too, a moderator must."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        thread = seat.channel.thread("game")
        made = (await raw.send(thread, {"content": "x"})).body
        one = f"/channels/{thread.id}/messages/{made['id']}"
        thread.archive(locked=False)
        assert (await raw("PATCH", one, {"content": "y"})).code == 50083
        assert (await raw("PUT", f"{one}/reactions/{HEART}/@me")).code == 50083
        assert (await raw.send(thread, {"content": "x"})).status == 200
        assert (await raw("PATCH", one, {"content": "y"})).status == 200
        thread.archive()
        assert (await raw.send(thread, {"content": "x"})).code == 50083
        with pytest.raises(ClientRefusal, match="the thread is locked"):
            await seat.user.at(thread).say("hello")
        thread.unlock()
        assert (await raw.send(thread, {"content": "x"})).status == 200


async def test_a_shut_direct_channel() -> None:
    """Somebody who takes no direct messages: 50007."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        place = fake.direct(seat.user)
        fake.deny(place, "send")
        answer = await raw.send(place, {"content": "x"})
        assert (answer.status, answer.code) == (403, 50007)
