"""Three seconds, one answer, fifteen minutes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import pytest

from localdiscord import Callback, Clock, LocalDiscord, NoAnswer

from .raw import COMMAND, Raw, alone

if TYPE_CHECKING:
    from .conftest import Stage


async def test_slow_answer_is_10062(stage: Stage) -> None:
    """An answer after the deadline finds no interaction, and the person saw it fail."""
    pending = stage.seat.slash("/demo slow")
    stage.clock.ahead += 3.5
    stage.bot.gate.set()
    await stage.fake.settled()
    assert [late.code for late in stage.fake.late] == [10062]
    assert [getattr(error, "code", None) for error in stage.bot.failures] == [10062]
    assert pending.interaction.callback is None


async def test_no_answer_is_what_the_person_sees(stage: Stage) -> None:
    """Where the bot says nothing, awaiting raises NoAnswer."""
    stage.seat._patience = 0.05
    with pytest.raises(NoAnswer, match="This interaction failed: command demo"):
        await stage.seat.slash("/demo slow")
    stage.seat._patience = 5


async def test_second_answer_is_40060(stage: Stage) -> None:
    """A second answer to one interaction is refused and recorded apart from the breaches."""
    board = await stage.board()
    await stage.seat.click(board, "Twice")
    await stage.fake.settled()
    assert [late.code for late in stage.fake.late] == [40060]


async def test_token_lives_fifteen_minutes() -> None:
    """The interaction's webhook works for 15 minutes, then it is 401 with 50027."""
    clock = Clock()
    async with LocalDiscord(clock=clock) as fake:
        raw, seat = Raw(fake), alone(fake)
        await raw.register(COMMAND)
        pending = seat.slash("/demo", n=1)
        path = f"/webhooks/{fake.application_id}/{pending.interaction.token}"
        assert (await raw("PATCH", f"{path}/messages/@original", {"content": "x"})).code == 10015
        await raw.answer(pending, Callback.MESSAGE, {"content": "hello"})
        clock.ahead = 14 * 60 + 59
        assert (await raw("PATCH", f"{path}/messages/@original", {"content": "still"})).status == 200
        clock.ahead = 15 * 60 + 1
        answer = await raw("PATCH", f"{path}/messages/@original", {"content": "too late"})
        assert (answer.status, answer.code) == (401, 50027)
        assert seat.channel.last.text == "still"


async def test_old_interactions_are_forgotten() -> None:
    """Expired interactions do not pile up, and their tokens stay dead."""
    clock = Clock()
    async with LocalDiscord(clock=clock) as fake:
        raw, seat = Raw(fake), alone(fake)
        await raw.register(COMMAND)
        first = seat.slash("/demo", n=1)
        for _ in range(2000):
            seat.slash("/demo", n=1)
        clock.ahead = 20 * 60
        seat.slash("/demo", n=1)
        assert len(fake._world.interactions) == 1
        path = f"/webhooks/{fake.application_id}/{first.interaction.token}/messages/@original"
        assert (await raw("GET", path)).code == 50027


async def test_original_and_followups_by_hand() -> None:
    """The original and a follow-up can be fetched, edited and deleted; a gone one is 10008."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        await raw.register(COMMAND)
        pending = seat.slash("/demo", n=1)
        await raw.answer(pending, Callback.MESSAGE, {"content": "first", "flags": 64})
        path = f"/webhooks/{fake.application_id}/{pending.interaction.token}"
        more = (await raw("POST", f"{path}?wait=true", {"content": "second"})).body
        assert (await raw("GET", f"{path}/messages/@original")).body["content"] == "first"
        one = f"{path}/messages/{more['id']}"
        assert (await raw("PATCH", one, {"content": "changed"})).body["content"] == "changed"
        assert (await raw("DELETE", one)).status == 204
        assert (await raw("GET", one)).code == 10008
        assert (await raw("GET", f"/channels/{seat.channel.id}/messages/{more['id']}")).code == 10008


async def test_only_five_followups_where_the_bot_is_not() -> None:
    """In a place without the bot the sixth follow-up is refused."""
    async with LocalDiscord() as fake:
        raw, alice = Raw(fake), fake.user("alice")
        away = fake.guild("Away", has_bot=False)
        away.add(alice)
        await raw.register({**COMMAND, "integration_types": [0, 1], "contexts": [0]})
        pending = alice.at(away.channel("lobby")).slash("/demo", n=1)
        await raw.answer(pending, Callback.MESSAGE, {"content": "first"})
        path = f"/webhooks/{fake.application_id}/{pending.interaction.token}?wait=true"
        answers = [await raw("POST", path, {"content": "more"}) for _ in range(6)]
        assert [answer.status for answer in answers] == [200] * 5 + [400]
        assert answers[-1].code == 40094


def test_ids_carry_the_clock() -> None:
    """An id tells its moment, and never repeats while the clock stands still."""
    fake = LocalDiscord(clock=lambda: 1_700_000_000.0)
    first, second = fake.user("a").id, fake.user("b").id
    assert second > first
    assert int(discord.utils.snowflake_time(first).timestamp()) == 1_700_000_000
