"""Bots of several connections: every guild on its shard, direct messages on the first."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import discord

from localdiscord import LocalDiscord
from localdiscord.attach import attached, network_guard

from .raw import COMMAND, Raw
from .test_gateway import until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from localdiscord import Guild, User

INTENTS = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)


class _Ears:
    """What both kinds of client remember: interactions, messages, gaps."""

    def _prepare(self) -> None:
        self.heard: list[str] = []
        self.pressed: list[tuple[int | None, int]] = []
        self.gone: list[int] = []

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait five seconds between shards."""

    async def on_message(self, message: discord.Message) -> None:
        """Remember what was said."""
        self.heard.append(message.content)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer, and remember which shard heard."""
        self.pressed.append((interaction.guild_id, interaction.client.shard_id or 0))
        await interaction.response.send_message("here")

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Remember a guild that went."""
        self.gone.append(guild.id)


class One(_Ears, discord.Client):
    """A process that serves one shard."""

    def __init__(self, shard: int, total: int) -> None:
        super().__init__(
            intents=INTENTS,
            shard_id=shard,
            shard_count=total,
            connector=network_guard(),
            guild_ready_timeout=0.05,
        )
        self._prepare()


class Every(_Ears, discord.AutoShardedClient):
    """A process that serves as many shards as it is told to."""

    def __init__(self) -> None:
        super().__init__(intents=INTENTS, connector=network_guard(), guild_ready_timeout=0.05)
        self._prepare()


@asynccontextmanager
async def running(fake: LocalDiscord, *bots: One | Every) -> AsyncIterator[None]:
    """Log the bots in, and out again."""
    tasks = [asyncio.create_task(bot.start(fake.token)) for bot in bots]
    try:
        await fake.connected()
        await asyncio.gather(*(bot.wait_until_ready() for bot in bots))
        yield
    finally:
        await asyncio.gather(*(bot.close() for bot in bots))
        await asyncio.gather(*tasks)


def settle_in(fake: LocalDiscord) -> tuple[User, list[Guild]]:
    """Make a guild on each of two shards, with one person in both."""
    guilds = [fake.guild(f"Guild {shard}", shard=shard) for shard in (0, 1)]
    alice = fake.user("alice")
    for guild in guilds:
        guild.add(alice)
    return alice, guilds


async def test_the_bot_opens_as_many_shards_as_it_is_told() -> None:
    """An automatically sharded client asks for their number, and each READY names its shard and guilds."""
    async with LocalDiscord(shards=2) as fake:
        _, guilds = settle_in(fake)
        with attached(fake.url):
            bot = Every()
            async with running(fake, bot):
                assert bot.shard_count == 2
                assert {guild.id: guild.shard_id for guild in bot.guilds} == {
                    guilds[0].id: 0,
                    guilds[1].id: 1,
                }
        ready = [body for name, body in fake.gateway.sent if name == "READY"]
        told = {body["shard"][0]: [one["id"] for one in body["guilds"]] for body in ready}
        assert told == {0: [str(guilds[0].id)], 1: [str(guilds[1].id)]}
        assert [body["shard"][1] for body in ready] == [2, 2]


async def test_two_processes_hear_their_own() -> None:
    """Of two clients each hears its guild; what is said to the bot alone reaches shard 0."""
    async with LocalDiscord(shards=2) as fake:
        alice, guilds = settle_in(fake)
        with attached(fake.url):
            bots = [One(0, 2), One(1, 2)]
            async with running(fake, *bots):
                await Raw(fake).register({**COMMAND, "integration_types": [0, 1], "contexts": [0, 1, 2]})
                places = [guild.channel("general") for guild in guilds]
                replies = [await alice.at(place).slash("/demo", n=1) for place in places]
                assert [reply.text for reply in replies] == ["here", "here"]
                await alice.at(fake.direct(alice)).say("psst")
                await alice.at(fake.direct(alice)).slash("/demo", n=1)
                away = fake.guild("Away", has_bot=False, shard=1)
                away.add(alice)
                await alice.at(away.channel("lobby")).slash("/demo", n=1)
                await fake.settled()
                assert [bot.pressed for bot in bots] == [
                    [(guilds[0].id, 0), (None, 0)],
                    [(guilds[1].id, 1), (away.id, 1)],
                ]
                assert [bot.heard.count("psst") for bot in bots] == [1, 0]
                guilds[1].kick_bot()
                await until(lambda: bots[1].gone == [guilds[1].id])
                assert bots[0].gone == []
        assert fake.breaches == []


async def test_one_shard_is_cut_and_resumes() -> None:
    """When one shard's line breaks the other goes on, and the first gets what it missed."""
    async with LocalDiscord(shards=2) as fake:
        alice, guilds = settle_in(fake)
        with attached(fake.url):
            bots = [One(0, 2), One(1, 2)]
            async with running(fake, *bots):
                mention = f"<@{fake.bot.id}>"
                fake.gateway.lose(name="MESSAGE_CREATE")
                await alice.at(guilds[1].channel("general")).say(f"{mention} lost")
                fake.gateway.abort(shard=1)
                await until(lambda: bots[1].heard == [f"{mention} lost"])
                assert (fake.gateway.resumed, fake.gateway.identified) == (1, 2)
                await alice.at(guilds[0].channel("general")).say(f"{mention} kept")
                await until(lambda: bots[0].heard == [f"{mention} kept"])


async def test_a_bot_counts_as_connected_with_all_its_shards() -> None:
    """One shard of two alone is not the whole bot."""
    async with LocalDiscord(shards=2) as fake:
        with attached(fake.url):
            first, second = One(0, 2), One(1, 2)
            task = asyncio.create_task(first.start(fake.token))
            await until(lambda: fake.gateway.identified == 1)
            assert not fake.gateway.is_connected
            async with running(fake, second):
                assert fake.gateway.is_connected
            await first.close()
            await task
