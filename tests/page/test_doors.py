"""Who is let in: no foreign host, page or path; and what the page's own files may not hold."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import aiohttp
import pytest

from localdiscord import LocalDiscord
from localdiscord.page import Page

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

FORBIDDEN = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|https?://(?!www\.w3\.org)\w"
)


@pytest.fixture
async def page() -> AsyncIterator[Page]:
    """Serve a page without a bot."""
    fake = LocalDiscord()
    made = Page(fake)
    async with fake:
        yield made


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    """Somebody who sends requests."""
    async with aiohttp.ClientSession() as session:
        yield session


async def test_page_is_served_strictly(page: Page, http: aiohttp.ClientSession) -> None:
    """The page comes with headers that let nothing foreign load and nothing inline run."""
    async with http.get(page.address_for("Zoë & co")) as answer:
        assert answer.status == 200
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        html = await answer.text()
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\son\w+=|\sstyle=", html)
    async with http.get(page.address + "app.js") as answer:
        assert answer.content_type == "text/javascript"


@pytest.mark.parametrize("path", ["", "wrong-token/", "wrong-token/socket", "app.js"])
async def test_no_token(page: Page, http: aiohttp.ClientSession, path: str) -> None:
    """Without the random path there is nothing."""
    async with http.get(page._fake.url + "/" + path) as answer:
        assert answer.status == 404


@pytest.mark.parametrize("path", ["", "app.js", "lobby", "../api/v10/gateway", "../gateway"])
async def test_foreign_host(page: Page, http: aiohttp.ClientSession, path: str) -> None:
    """A name that merely resolves to this machine is refused on every path, the bot's included."""
    async with http.get(page.address + path, headers={"Host": "evil.example:80"}) as answer:
        assert answer.status == 403


@pytest.mark.parametrize("path", ["socket?as=alice", "../gateway"])
@pytest.mark.parametrize("origin", ["http://evil.example", "https://127.0.0.1", "null"])
async def test_foreign_page(page: Page, http: aiohttp.ClientSession, path: str, origin: str) -> None:
    """A foreign page opens no websocket here, neither the page's nor the bot's."""
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await http.ws_connect(page.address + path, headers={"Origin": origin})
    assert refused.value.status == 403


async def test_socket_needs_an_origin(page: Page, http: aiohttp.ClientSession) -> None:
    """The page's socket wants to know where it is opened; its own page gets the scene."""
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await http.ws_connect(page.address + "socket?as=alice")
    own = {"Origin": page._fake.url}
    async with http.ws_connect(page.address + "socket?as=alice", headers=own) as socket:
        scene = await socket.receive_json()
    assert scene["me"]["name"] == "alice"
    assert [player["name"] for player in scene["players"]] == ["alice", "bob"]


@pytest.mark.parametrize(
    "frame", ["no json", "[]", '{"op": "fly"}', '{"op": "click"}', '{"op": "open", "channel": "7"}']
)
async def test_wrong_frames(page: Page, http: aiohttp.ClientSession, frame: str) -> None:
    """A frame that makes no sense is refused in words, and the line stays up."""
    own = {"Origin": page._fake.url}
    async with http.ws_connect(page.address + "socket?as=alice", headers=own) as socket:
        await socket.receive_json()
        await socket.send_str(frame)
        assert "refused" in await socket.receive_json()
        await socket.send_json({"op": "open", "number": 2, "channel": str(page.channel.id)})
        assert (await socket.receive_json())["messages"] == []


@pytest.mark.parametrize("name", ["", "  ", "x" * 33, "a\u200bb", "everyone", "Bot"])
async def test_wrong_names(page: Page, http: aiohttp.ClientSession, name: str) -> None:
    """A name that nobody can have is refused with the reason."""
    own = {"Origin": page._fake.url}
    async with http.ws_connect(page.address + "socket", params={"as": name}, headers=own) as socket:
        answer = await socket.receive_json()
    assert answer["kind"] == "stranger"
    assert answer["refused"]


async def test_players_are_the_same_in_every_run(page: Page) -> None:
    """People and guild keep their ids from run to run, so that stored games are found again."""
    other = Page(LocalDiscord(), players=["Alice", "carol"])
    ids = {user.name: user.id for user in page._players}
    assert next(user.id for user in other._players) == ids["alice"]
    assert other.channel.guild is not None
    assert page.channel.guild is not None
    assert other.channel.guild.id == page.channel.guild.id
    assert len({*ids.values(), *(user.id for user in other._players), page.channel.guild.id}) == 4


async def test_one_spelling_of_a_name(page: Page) -> None:
    """The bot is told the name as it was typed, as the page shows it."""
    for name in ("alice", "McKay o'Neil"):
        told = page._players.join(name).to_dict()
        assert (told["username"], told["global_name"]) == (name, name)


async def test_files_hold_no_markup_making(page: Page) -> None:
    """No file of the page turns text into markup or code, or names a place outside."""
    texts = {name: data.decode() for name, data in page._files.items()}
    assert {name: FORBIDDEN.findall(text) for name, text in texts.items() if FORBIDDEN.search(text)} == {}
