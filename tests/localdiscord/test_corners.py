"""Less travelled ways: all kinds of fields, context menus, shards, lookups, embeds."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import discord
import pytest
from discord.ext import commands

from localdiscord import Callback, ClientRefusal, LocalDiscord
from localdiscord.attach import attached, network_guard
from tests.shared_data import needs_shared

from .oracle import OPENAPI, server_flaws
from .raw import COMMAND, Raw, alone

if TYPE_CHECKING:
    from .conftest import Stage

OPTIONS = [{"label": "Red", "value": "r"}, {"label": "Blue", "value": "b", "default": True}]
FIELDS: list[dict[str, Any]] = [
    {"type": 3, "custom_id": "menu", "options": OPTIONS},
    {"type": 21, "custom_id": "radio", "options": OPTIONS},
    {"type": 22, "custom_id": "boxes", "options": OPTIONS},
    {"type": 23, "custom_id": "box"},
    {"type": 4, "custom_id": "text", "style": 2, "required": False},
]


@needs_shared
async def test_every_kind_of_field_in_a_modal() -> None:
    """Menus, radio groups, checkboxes and texts are filled by label; the rest keeps its default."""
    async with LocalDiscord(spec=OPENAPI) as fake:
        raw, seat = Raw(fake), alone(fake)
        await raw.register(COMMAND)
        pending = seat.slash("/demo", n=1)
        labels = [{"type": 18, "label": part["custom_id"], "component": part} for part in FIELDS]
        await raw.answer(pending, Callback.MODAL, {"custom_id": "form", "title": "All", "components": labels})
        sent = seat.submit((await pending).modal, menu="Red", boxes=["Red", "b"], box=True)
        parts = [part["component"] for part in sent.interaction.data["components"]]
        assert [part.get("values", part.get("value")) for part in parts] == [
            ["r"],
            "b",
            ["r", "b"],
            True,
            "",
        ]
        await raw.answer(sent, Callback.MESSAGE, {"content": "thanks"})
        assert (await sent).text == "thanks"
        assert fake.breaches == []


async def test_context_menus() -> None:
    """A command on a user or a message names its target."""
    async with LocalDiscord() as fake:
        raw, seat = Raw(fake), alone(fake)
        await raw.register({"name": "Look at", "type": 2}, {"name": "Read", "type": 3})
        message = await seat.say("hello")
        for name, target in (("Look at", seat.user), ("Read", message)):
            pending = seat.menu(name, target)
            assert pending.interaction.data["target_id"] == str(target.id)
            await raw.answer(pending, Callback.MESSAGE, {"content": name})
            assert (await pending).text == name
        with pytest.raises(ClientRefusal, match="no such entry: Write"):
            seat.menu("Write", message)


async def test_sharded_bot() -> None:
    """A bot of two shards hears each guild on its own shard."""
    async with LocalDiscord() as fake:
        guilds = [fake.guild(f"Guild {number}") for number in range(4)]
        with attached(fake.url):
            bot = _Sharded(
                "!",
                intents=discord.Intents(guilds=True),
                shard_count=2,
                help_command=None,
                connector=network_guard(),
                guild_ready_timeout=0.05,
            )
            running = asyncio.create_task(bot.start(fake.token))
            await fake.connected()
            await bot.wait_until_ready()
            assert {guild.id for guild in bot.guilds} == {guild.id for guild in guilds}
            assert fake.gateway.identified == 2
            await bot.close()
            await running


class _Sharded(commands.AutoShardedBot):
    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait five seconds between shards."""


@needs_shared
async def test_lookups_look_like_discords() -> None:
    """Guilds, members, channels, users and the application are answered in Discord's shape."""
    async with LocalDiscord(spec=OPENAPI) as fake:
        raw, seat = Raw(fake), alone(fake)
        guild = seat.channel.guild
        assert guild is not None
        paths = [
            "/users/@me",
            f"/users/{seat.user.id}",
            "/applications/@me",
            "/gateway",
            "/gateway/bot",
            f"/guilds/{guild.id}?with_counts=true",
            f"/guilds/{guild.id}/channels",
            f"/guilds/{guild.id}/members/{seat.user.id}",
            f"/channels/{seat.channel.id}",
            f"/channels/{seat.channel.thread('game').id}",
            f"/channels/{fake.direct(seat.user).id}",
        ]
        assert [(await raw("GET", path)).status for path in paths] == [200] * len(paths)
        opened = await raw("POST", "/users/@me/channels", {"recipient_id": str(seat.user.id)})
        assert opened.body["id"] == str(fake.direct(seat.user).id)
        assert (await raw("POST", f"/channels/{seat.channel.id}/typing")).status == 204
        assert fake.breaches == []
        assert server_flaws(fake) == []


async def test_embeds_and_loose_attachments(stage: Stage) -> None:
    """A message of the old kind shows its embed's text and lists its file."""
    channel = stage.bot.get_partial_messageable(stage.general.id)
    embed = discord.Embed(title="Title", description="Words").add_field(name="A", value="B")
    await channel.send("hello", embed=embed, file=discord.File(__file__, "code.txt"))
    message = stage.general.last
    assert message.text == "hello\nTitle\nWords\nA: B"
    assert [file.content_type for file in message.listed_attachments] == ["text/plain"]
    assert message.image is None


async def test_forged_click_is_sent_and_dropped(stage: Stage) -> None:
    """A forged custom id reaches the bot, which discord.py drops without an answer."""
    board = await stage.board()
    pending = stage.seat.click(board, custom_id="draw:99999", force=True)
    disabled = stage.seat.click(board, "Off", force=True)
    await asyncio.sleep(0)
    assert pending.interaction.data["custom_id"] == "draw:99999"
    assert disabled.interaction.data["custom_id"] == "act:off"
    assert board.text == "board 1"
    stage.clock.ahead += 4  # the two clicks have failed for the person


async def test_click_on_a_deleted_message(stage: Stage) -> None:
    """The client refuses a message that is gone; by force the bot's answer is 10008."""
    board = await stage.board()
    moderator = stage.home.owner.at(stage.general)
    await moderator.delete(board)
    with pytest.raises(ClientRefusal, match="the message is gone"):
        stage.seat.click(board, "Draw")
    pending = stage.seat.click(board, "Draw", force=True)
    await asyncio.sleep(0.05)
    stage.clock.ahead += 4
    await stage.fake.settled()
    assert pending.interaction.callback is None
    assert stage.fake.requests[-1].status == 404
