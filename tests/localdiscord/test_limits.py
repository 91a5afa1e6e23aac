"""How many requests Discord takes, and what it says of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from localdiscord import UNLIMITED, Callback, Limits, LocalDiscord, Rate, error, rate_limited

from .raw import COMMAND, Raw, alone

if TYPE_CHECKING:
    from collections.abc import Callable

    from localdiscord import Channel

    from .raw import Answer

HEART = "%F0%9F%8E%B4"


class Frozen:
    """A clock that stands until it is set."""

    def __init__(self) -> None:
        self.now = 1_750_000_000.0

    def __call__(self) -> float:
        """Return seconds since 1970."""
        return self.now


async def _say(raw: Raw, channel: Channel, times: int) -> list[Answer]:
    return [await raw.send(channel, {"content": "x"}) for _ in range(times)]


async def test_a_bucket_says_how_full_it_is() -> None:
    """Every answer has the bucket's headers; one request too many is 429 with Via until the reset."""
    clock = Frozen()
    async with LocalDiscord(clock=clock, limits=Limits()) as fake:
        raw, seat = Raw(fake), alone(fake)
        answers = await _say(raw, seat.channel, 5)
        left = [answer.headers["X-RateLimit-Remaining"] for answer in answers]
        assert ([answer.status for answer in answers], left) == ([200] * 5, ["4", "3", "2", "1", "0"])
        head = answers[0].headers
        assert (head["X-RateLimit-Limit"], head["X-RateLimit-Reset-After"]) == ("5", "5.000")
        assert head["X-RateLimit-Reset"] == "1750000005.000"
        clock.now += 2
        (refused,) = await _say(raw, seat.channel, 1)
        assert (refused.status, refused.body) == (
            429,
            {"message": "You are being rate limited.", "retry_after": 3.0, "global": False},
        )
        assert (refused.headers["Via"], refused.headers["X-RateLimit-Scope"]) == ("1.1 google", "user")
        assert refused.headers["Retry-After"] == "3"
        assert refused.headers["X-RateLimit-Bucket"] == head["X-RateLimit-Bucket"]
        clock.now += 3
        assert [answer.status for answer in await _say(raw, seat.channel, 1)] == [200]
        assert (len(seat.channel.messages), fake.breaches) == (6, [])


async def test_buckets_are_counted_apart() -> None:
    """Each channel has its own, and posting, editing and deleting have their own; reactions share one."""
    async with LocalDiscord(clock=Frozen(), limits=Limits()) as fake:
        raw, seat = Raw(fake), alone(fake)
        assert seat.channel.guild is not None
        made = (await _say(raw, seat.channel, 5))[-1]
        assert [one.status for one in await _say(raw, seat.channel.guild.channel("b"), 5)] == [200] * 5
        path = f"/channels/{seat.channel.id}/messages/{made.body['id']}"
        edits = [await raw("PATCH", path, {"content": "y"}) for _ in range(6)]
        assert [one.status for one in edits] == [200] * 5 + [429]
        assert edits[0].headers["X-RateLimit-Bucket"] != made.headers["X-RateLimit-Bucket"]
        assert (await raw("PUT", f"{path}/reactions/{HEART}/@me")).status == 204
        assert (await raw("DELETE", f"{path}/reactions/{HEART}/@me")).status == 429
        assert (await raw("DELETE", path)).status == 204


async def test_answers_to_interactions_are_not_counted() -> None:
    """Callbacks have no bucket and are no part of the total; follow-ups have a bucket for each token."""
    limits = Limits(total=Rate(1, 60))
    async with LocalDiscord(clock=Frozen(), limits=limits) as fake:
        raw, seat = Raw(fake), alone(fake)
        await raw.register(COMMAND)
        for _ in range(3):
            pending = seat.slash("/demo", n=1)
            answer = await raw.answer(pending, Callback.MESSAGE, {"content": "x"})
            assert (answer.status, "X-RateLimit-Bucket" in answer.headers) == (200, False)
            path = f"/webhooks/{fake.application_id}/{pending.interaction.token}"
            more = [await raw("POST", path, {"content": "x"}) for _ in range(6)]
            assert [one.status for one in more] == [204] * 5 + [429]
        assert (await raw("GET", "/users/@me")).status == 429


async def test_the_total() -> None:
    """The fifty-first request of a second is refused globally, whatever it asks."""
    clock = Frozen()
    async with LocalDiscord(clock=clock, limits=Limits()) as fake:
        raw = Raw(fake)
        answers = [await raw("GET", "/users/@me") for _ in range(51)]
        assert [one.status for one in answers] == [200] * 50 + [429]
        last = answers[-1]
        assert (last.body["global"], last.headers["X-RateLimit-Global"]) == (True, "true")
        assert last.headers["X-RateLimit-Scope"] == "global"
        clock.now += 1
        assert (await raw("GET", "/users/@me")).status == 200


async def test_refused_requests_are_counted() -> None:
    """401, 403 and 429 count for ten minutes, other errors and shared limits do not; too many ban."""
    clock = Frozen()
    async with LocalDiscord(clock=clock, limits=Limits(create=None, invalid=Rate(3, 600))) as fake:
        raw, seat = Raw(fake), alone(fake)
        fake.fault("GET", "/users/@me", error(403, 50013))
        fake.fault("GET", "/users/@me", rate_limited(1, shared=True))
        fake.fault("GET", "/users/@me", error(404, 10013))
        fake.fault("GET", "/users/@me", rate_limited(1))
        statuses = [(await raw("GET", "/users/@me")).status for _ in range(4)]
        assert (statuses, fake.invalid) == ([403, 429, 404, 429], 2)
        clock.now += 601
        assert fake.invalid == 0
        fake.deny(seat.channel, "send")
        await _say(raw, seat.channel, 3)
        banned = await raw("GET", "/users/@me")
        assert (banned.status, "Via" in banned.headers) == (429, False)
        assert "html" in banned.body
        clock.now += 24 * 3600 + 1
        assert (await raw("GET", "/users/@me")).status == 200


async def test_old_messages_are_edited_less_often() -> None:
    """Messages older than an hour take three edits in six seconds, a channel's together: 429 with 30046."""
    clock = Frozen()
    async with LocalDiscord(clock=clock, limits=Limits(create=None, edit=None)) as fake:
        raw, seat = Raw(fake), alone(fake)
        made = [answer.body["id"] for answer in await _say(raw, seat.channel, 2)]
        paths = [f"/channels/{seat.channel.id}/messages/{one}" for one in made] * 2
        assert [(await raw("PATCH", path, {"content": "a"})).status for path in paths] == [200] * 4
        clock.now += 3601
        answers = [await raw("PATCH", path, {"content": "b"}) for path in paths]
        assert [one.status for one in answers] == [200] * 3 + [429]
        assert (answers[-1].code, answers[-1].body["retry_after"]) == (30046, 6.0)
        assert "Via" in answers[-1].headers
        clock.now += 6
        assert (await raw("PATCH", paths[0], {"content": "c"})).status == 200
        assert fake.breaches == []


@pytest.mark.parametrize("limits", [None, UNLIMITED])
async def test_nothing_is_counted_by_default(limits: Limits | None) -> None:
    """Without limits a hundred messages at once are fine, and no header speaks of buckets."""
    settings: dict[str, Any] = {} if limits is None else {"limits": limits}
    async with LocalDiscord(clock=Frozen(), **settings) as fake:
        raw, seat = Raw(fake), alone(fake)
        answers = await asyncio.gather(*(raw.send(seat.channel, {"content": "x"}) for _ in range(100)))
        assert {answer.status for answer in answers} == {200}
        assert not any(name.startswith("X-RateLimit") for name in answers[0].headers)


async def test_the_real_client_keeps_to_the_buckets(make_stage: Callable[..., Any]) -> None:
    """discord.py reads the headers and waits by itself, so nothing is refused."""
    async with make_stage(limits=Limits(create=Rate(3, 0.2), react=Rate(1, 0.05))) as stage:
        place = stage.bot.get_partial_messageable(stage.general.id)
        sent = await asyncio.gather(*(place.send(f"line {number}") for number in range(10)))
        for emoji in "🎴🃏":
            await sent[0].add_reaction(emoji)
        assert (len(stage.general.messages), stage.fake.invalid) == (10, 0)
        assert set(stage.general.messages[0].reactions) <= {"🎴", "🃏"}


async def test_the_real_client_waits_out_the_old_messages_limit(make_stage: Callable[..., Any]) -> None:
    """discord.py takes 30046 for a limit of its own kind and tries again after the wait."""
    async with make_stage(limits=Limits(create=None, edit=None, old_edits=Rate(1, 0.1))) as stage:
        place = stage.bot.get_partial_messageable(stage.general.id)
        sent = await place.send("old")
        stage.fake.clock.move(hours=2)
        await sent.edit(content="once")
        await sent.edit(content="twice")
        assert (stage.general.last.text, stage.fake.invalid) == ("twice", 1)
