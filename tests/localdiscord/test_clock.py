"""Time that a test moves while the bot runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
import pytest

from localdiscord import Callback, Clock, LocalDiscord

from .raw import COMMAND, Raw, alone

if TYPE_CHECKING:
    from localdiscord import Pending, Reply, Seat

    from .conftest import Stage

QUARTER = 15


async def _answered(raw: Raw, seat: Seat) -> tuple[Pending[Reply], str]:
    await raw.register(COMMAND)
    pending = seat.slash("/demo", n=1)
    await raw.answer(pending, Callback.MESSAGE, {"content": "hello"})
    token = pending.interaction.token
    return pending, f"/webhooks/{raw.fake.application_id}/{token}/messages/@original"


async def test_a_move_ends_tokens(stage: Stage) -> None:
    """A bot that has deferred finds its token dead 15 minutes later, and its next answer is fine."""
    board = await stage.board()
    press = stage.seat.click(board, "Silent")
    await press.acknowledged()
    stage.fake.clock.move(minutes=QUARTER, seconds=1)
    await stage.fake.settled(quiet=0.3)
    assert ([late.code for late in stage.fake.late], board.text) == ([50027], "board 1")
    await stage.seat.click(board, "Draw")
    assert board.text == "board 2"


async def test_nobody_waits_for_a_dead_token() -> None:
    """What still says "thinking…" when its token ends stays so: the server counts as settled."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        await raw.register(COMMAND)
        await raw.answer(seat.slash("/demo", n=1), Callback.DEFER)
        with pytest.raises(TimeoutError):
            await fake.settled(timeout=0.2)
        fake.clock.move(minutes=QUARTER, seconds=1)
        await fake.settled()


async def test_a_dead_token_is_tried_once() -> None:
    """Whoever could not see the time jump may try a dead token once; trying again is a breach."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        _, path = await _answered(raw, seat)
        fake.clock.move(hours=25)
        assert (await raw("PATCH", path, {"content": "x"})).code == 50027
        assert fake.breaches == []
        assert (await raw("PATCH", path, {"content": "x"})).code == 50027
        assert [breach.code for breach in fake.breaches] == [50027]
        assert [late.code for late in fake.late] == [50027, 50027]


async def test_a_token_that_the_bot_saw_end() -> None:
    """Where time went by as usual, the bot knows how old the interaction is: no try is free."""
    now = 1_750_000_000.0
    async with LocalDiscord(clock=lambda: now) as fake:
        raw, seat = Raw(fake), alone(fake)
        _, path = await _answered(raw, seat)
        now += QUARTER * 60 + 1
        assert (await raw("PATCH", path, {"content": "x"})).code == 50027
        assert [breach.text for breach in fake.breaches] == ["the interaction is older than 15 minutes"]


async def test_ids_and_stamps_go_with_the_clock() -> None:
    """After a move new messages are so much younger; ids rise even when time is moved back."""
    async with LocalDiscord() as fake:
        seat = alone(fake)
        first = await seat.say("before")
        fake.clock.move(days=2)
        second = await seat.say("after")
        apart = discord.utils.snowflake_time(second.id) - discord.utils.snowflake_time(first.id)
        assert (apart.days, round(second.created - first.created) // 86_400) == (2, 2)
        fake.clock.move(days=-2)
        assert (await seat.say("back")).id > second.id


async def test_a_thread_falls_asleep_after_a_day() -> None:
    """A thread with no message for 24 hours is archived: nothing in it can be edited until one is posted."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        thread = seat.channel.thread("game")
        made = (await raw.send(thread, {"content": "x"})).body
        fake.clock.move(hours=23)
        assert not thread.archived
        fake.clock.move(hours=2)
        assert (thread.archived, thread.locked, seat.channel.archived) == (True, False, False)
        path = f"/channels/{thread.id}/messages/{made['id']}"
        assert (await raw("PATCH", path, {"content": "y"})).code == 50083
        assert (await raw.send(thread, {"content": "z"})).status == 200
        assert not thread.archived
        assert (await raw("PATCH", path, {"content": "y"})).status == 200


def test_a_clock_of_ones_own_can_be_moved() -> None:
    """A clock given to the server is the one it goes by."""
    clock = Clock(lambda: 1_700_000_000.0)
    fake = LocalDiscord(clock=clock)
    assert fake.clock is clock
    clock.move(hours=1, ms=5)
    assert fake.clock() == 1_700_003_600.005
