"""Bad luck on order, and what the real discord.py makes of it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import aiohttp
import discord
import pytest

from localdiscord import LocalDiscord, delay, drop, error, html_page, rate_limited

from .raw import Raw

if TYPE_CHECKING:
    from localdiscord import Message

    from .conftest import Stage


def _partial(stage: Stage, message: Message) -> discord.PartialMessage:
    return stage.bot.get_partial_messageable(stage.general.id).get_partial_message(message.id)


async def test_rate_limit_is_waited_out(stage: Stage) -> None:
    """A 429 with its Via header is tried again, and the click answered."""
    board = await stage.board()
    fault = stage.fake.fault("POST", r"/callback$", rate_limited(0.01))
    await stage.seat.click(board, "Draw")
    assert (fault.hits, board.text) == (1, "board 2")


async def test_rate_limit_without_via_is_raised(stage: Stage) -> None:
    """A 429 without Via counts as a ban and is not tried again."""
    board = await stage.board()
    stage.fake.fault("DELETE", r"/messages/", rate_limited(0.01, via=False))
    with pytest.raises(discord.HTTPException) as caught:
        await _partial(stage, board).delete()
    assert caught.value.status == 429
    assert not board.deleted


@pytest.mark.parametrize(("status", "code"), [(404, 10008), (403, 50013), (400, 30046)])
async def test_error_of_discord(stage: Stage, status: int, code: int) -> None:
    """An ordered error arrives with its code and is no breach; the next request goes through."""
    board = await stage.board()
    stage.fake.fault("DELETE", rf"/messages/{board.id}$", error(status, code))
    with pytest.raises(discord.HTTPException) as caught:
        await _partial(stage, board).delete()
    assert (caught.value.status, caught.value.code) == (status, code)
    await _partial(stage, board).delete()
    assert board.deleted


async def test_dropped_connection(stage: Stage) -> None:
    """A cut connection is aiohttp's error, and nothing was done."""
    stage.fake.fault("POST", r"/messages$", drop())
    with pytest.raises(aiohttp.ClientError):
        await stage.bot.get_partial_messageable(stage.general.id).send("hello")
    assert stage.general.messages == []


async def test_lost_reply(stage: Stage) -> None:
    """With ``after`` the effect is there although the reply is lost."""
    stage.fake.fault("POST", r"/messages$", drop(), after=True)
    with pytest.raises(aiohttp.ClientError):
        await stage.bot.get_partial_messageable(stage.general.id).send("hello")
    assert stage.general.last.text == "hello"


async def test_aiohttp_repeats_a_cut_delete(stage: Stage) -> None:
    """On a kept connection aiohttp itself sends a DELETE again, so a lost reply ends as 10008."""
    board = await stage.board()
    stage.fake.fault("DELETE", r"/messages/", drop(), after=True)
    with pytest.raises(discord.NotFound) as caught:
        await _partial(stage, board).delete()
    assert caught.value.code == 10008


async def test_slow_api(stage: Stage) -> None:
    """A delayed answer comes all the same."""
    board = await stage.board()
    fault = stage.fake.fault("*", r"/callback$", delay(0.05), times=2)
    await asyncio.gather(stage.seat.click(board, "Draw"), stage.seat.click(board, "Whisper"))
    assert fault.hits == 2


async def test_slow_reply(stage: Stage) -> None:
    """With ``after`` a delay holds up the reply alone: what the person sees is there before."""
    board = await stage.board()
    stage.fake.fault("POST", r"/callback$", delay(0.2), after=True)
    await stage.seat.click(board, "Draw")
    assert (board.text, stage.fake._frame.in_flight) == ("board 2", 1)
    await stage.fake.settled()
    assert stage.fake.late == []


async def test_page_instead_of_json(stage: Stage) -> None:
    """A page of HTML is a server error to the bot, and the next request goes through."""
    stage.fake.fault("POST", r"/messages$", html_page(503))
    place = stage.bot.get_partial_messageable(stage.general.id)
    with pytest.raises(discord.DiscordServerError):
        await place.send("hello")
    await place.send("hello again")
    assert [message.text for message in stage.general.messages] == ["hello again"]


async def test_nth_request_is_struck() -> None:
    """A fault can let some requests pass first, and be lifted before it has struck as often as ordered."""
    async with LocalDiscord() as fake:
        raw = Raw(fake)
        fault = fake.fault("GET", "/users/@me$", error(500), times=9, skip=2)
        first = [(await raw("GET", "/users/@me")).status for _ in range(4)]
        fault.lift()
        assert (first, (await raw("GET", "/users/@me")).status) == ([200, 200, 500, 500], 200)
        assert fault.hits == 2


async def test_limit_of_a_resource_and_of_everything() -> None:
    """An ordered 429 says whose limit it is, and carries Discord's code if it has one."""
    async with LocalDiscord() as fake:
        raw = Raw(fake)
        fake.fault("*", "/users", rate_limited(1.5, shared=True))
        fake.fault("*", "/users", rate_limited(1.5, is_global=True))
        fake.fault("*", "/users", rate_limited(1.5, code=30046, via=False))
        answers = [await raw("GET", "/users/@me") for _ in range(3)]
        scopes = [answer.headers["X-RateLimit-Scope"] for answer in answers]
        assert scopes == ["shared", "global", "user"]
        assert [answer.body["retry_after"] for answer in answers] == [1.5] * 3
        assert [answer.headers["Retry-After"] for answer in answers] == ["2"] * 3
        assert (answers[2].code, "Via" in answers[2].headers) == (30046, False)
