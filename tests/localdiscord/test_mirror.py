"""What a page needs: changes, JSON, extra routes; and the seams of discord.py."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.asset import Asset
from discord.gateway import DiscordWebSocket
from discord.http import Route

from localdiscord import LocalDiscord
from localdiscord.attach import NetworkGuardError, attached, network_guard
from localdiscord.media import Attachment, FileStore

from .raw import alone

if TYPE_CHECKING:
    from .conftest import Stage


async def test_changes_tell_everything(stage: Stage) -> None:
    """A subscription hears messages, edits, reactions, private answers, modals, choices and deletions."""
    with stage.fake.subscribe() as changes:
        board = await stage.board()
        await stage.seat.click(board, "Draw")
        await stage.seat.react(board, "🎴")
        await stage.seat.click(board, "Type")
        await stage.seat.autocomplete("/demo pick", focused="text", text="x")
        await stage.seat.delete(await stage.seat.say("bye"))
        heard = []
        while ("delete", False) not in heard:
            change = await anext(changes)
            json.dumps(change.to_dict())
            heard.append((change.kind, change.only is not None))
    for expected in (
        ("message", False),
        ("message", True),
        ("edit", False),
        ("reactions", False),
        ("modal", True),
        ("choices", True),
        ("answer", True),
    ):
        assert expected in heard


async def test_private_changes_are_for_one_person(stage: Stage) -> None:
    """Others do not see an ephemeral change."""
    bob = stage.fake.user("bob")
    stage.home.add(bob)
    with stage.fake.subscribe() as changes:
        await stage.seat.slash("/demo me look", theme="dark")
        change = await anext(changes)
    assert change.seen_by(stage.alice)
    assert not change.seen_by(bob)


async def test_wait_for_a_message(stage: Stage) -> None:
    """A test can wait for the next message, or for one that fits."""
    waiting = asyncio.create_task(stage.general.next_message(author=stage.fake.bot))
    await asyncio.sleep(0)
    stage.seat.slash("/demo board", n=8)
    assert (await waiting).text == "board 8"
    fitting = await stage.general.wait_for(lambda message: "8" in message.text)
    assert fitting is stage.general.last
    with pytest.raises(TimeoutError):
        await stage.general.wait_for(lambda message: "9" in message.text, timeout=0.01)


async def test_extra_routes() -> None:
    """A page can be served by the same server."""

    async def hello(_: web.Request) -> web.Response:
        return web.Response(text="hello")

    async with (
        LocalDiscord(routes=[web.get("/page", hello)]) as fake,
        aiohttp.ClientSession() as session,
        session.get(f"{fake.url}/page") as answer,
    ):
        assert await answer.text() == "hello"


async def test_start_and_close_by_hand() -> None:
    """Started without a context manager the server answers, and closed it answers no more."""
    fake = await LocalDiscord.start()
    async with aiohttp.ClientSession() as person:
        answer = await person.get(
            f"{fake.url}/api/v10/gateway", headers={"Authorization": f"Bot {fake.token}"}
        )
        assert answer.status == 200
        await fake.close()
        with pytest.raises(aiohttp.ClientConnectionError):
            await person.get(f"{fake.url}/api/v10/gateway")


async def test_seams_are_put_back() -> None:
    """Attaching changes three class attributes and restores them."""
    before = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE
    async with LocalDiscord() as fake:
        with attached(fake.url):
            assert fake.url in Route.BASE
    assert before == (Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, Asset.BASE)


@pytest.mark.parametrize("host", ["discord.com", "192.0.2.1", "localhost"])
async def test_network_is_shut(host: str) -> None:
    """The guard lets nothing out but 127.0.0.1, not even a literal address."""
    async with aiohttp.ClientSession(connector=network_guard()) as session:
        with pytest.raises(NetworkGuardError, match=host):
            await session.get(f"http://{host}/")


def test_oldest_files_go() -> None:
    """The file store forgets its oldest files beyond its capacity, never its newest."""
    store = FileStore(capacity=10)
    for number in range(3):
        store.add(Attachment(number, "x", b"123456", f"u{number}"))
    assert store.get("u0") is None
    assert store.get("u2") is not None


async def test_the_bot_is_not_played() -> None:
    """Nobody sits down as the bot."""
    fake = LocalDiscord()
    with pytest.raises(TypeError, match="Bot is not played"):
        fake.bot.at(alone(fake).channel)


def test_discord_version() -> None:
    """The seams were found in this line of discord.py; a new one wants a look at them."""
    assert discord.version_info[:2] == (2, 7)
