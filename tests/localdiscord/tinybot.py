"""A bot of a few lines that uses every part of Discord which the game uses."""

from __future__ import annotations

import asyncio
import io
import struct
from typing import TYPE_CHECKING, Any, Self

import discord
from discord import app_commands, ui
from discord.ext import commands

from localdiscord.attach import network_guard

if TYPE_CHECKING:
    import re

__all__ = ["PICTURE", "Interaction", "TinyBot", "board"]

Interaction = discord.Interaction["TinyBot"]
# just enough of a PNG to be known by its first bytes: 2 x 3 points
PICTURE = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sIIBBBBB", 13, b"IHDR", 2, 3, 8, 0, 0, 0, 0) + b"crc."


def picture() -> discord.File:
    """Return the board's picture, to be sent once."""
    return discord.File(io.BytesIO(PICTURE), "board.png")


class Draw(ui.DynamicItem[ui.Button[Any]], template=r"draw:(?P<n>\d+)$"):
    """Draws: the number on the board goes up."""

    def __init__(self, n: int) -> None:
        super().__init__(ui.Button(label="Draw", emoji="🎴", custom_id=f"draw:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Read the button back."""
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Edit the board in place."""
        interaction.client.draws += 1
        await interaction.response.edit_message(view=board(self.n + 1), attachments=[picture()])


class Act(ui.DynamicItem[ui.Button[Any]], template=r"act:(?P<name>\w+)$"):
    """Does one of several things to try out."""

    def __init__(self, name: str, *, disabled: bool = False) -> None:
        super().__init__(ui.Button(label=name.title(), custom_id=f"act:{name}", disabled=disabled))
        self.name = name

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction[Any], __: ui.Item[Any], match: re.Match[str]
    ) -> Self:
        """Read the button back."""
        return cls(match["name"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Do what the name says."""
        if self.name == "type":
            await interaction.response.send_modal(Line())
        elif self.name == "silent":
            await interaction.response.defer()
            await asyncio.sleep(0.15)  # longer than the server is quiet before it counts as settled
            await interaction.edit_original_response(view=board(50), attachments=[picture()])
        elif self.name == "twice":
            await interaction.response.defer()
            await interaction.client.http.request(_raw_callback(interaction), json={"type": 6})
        elif self.name == "whisper":
            await interaction.response.send_message("psst", ephemeral=True)


def _raw_callback(interaction: Interaction) -> discord.http.Route:
    path = "/interactions/{interaction_id}/{token}/callback"
    return discord.http.Route("POST", path, interaction_id=interaction.id, token=interaction.token)


class Pick(ui.DynamicItem[ui.Select[Any]], template=r"pick$"):
    """A menu."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label=f"Move {n}", value=str(n)) for n in (10, 20)]
        super().__init__(ui.Select(custom_id="pick", placeholder="Pick", options=options))

    @classmethod
    async def from_custom_id(cls, _: discord.Interaction[Any], __: ui.Item[Any], ___: re.Match[str]) -> Self:
        """Read the menu back."""
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Show the board of that number."""
        await interaction.response.edit_message(view=board(int(self.item.values[0])), attachments=[picture()])


class Line(ui.Modal, title="Type a move"):
    """A form of a label with a text input."""

    move = ui.Label[Any](text="Move", component=ui.TextInput[Any](custom_id="move", max_length=20))

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Repeat what was typed."""
        field = self.move.component
        await interaction.response.send_message(f"typed {getattr(field, 'value', '')}", ephemeral=True)


def board(n: int) -> ui.LayoutView:
    """Return a board message as the game has it."""
    view = ui.LayoutView(timeout=None)
    gallery: ui.MediaGallery[Any] = ui.MediaGallery(
        discord.MediaGalleryItem("attachment://board.png", description=f"alt {n}")
    )
    row: ui.ActionRow[Any] = ui.ActionRow(
        Draw(n), Act("type"), Act("silent"), Act("twice"), Act("off", disabled=True)
    )
    more: ui.ActionRow[Any] = ui.ActionRow(Act("whisper"))
    menu: ui.ActionRow[Any] = ui.ActionRow(Pick())
    view.add_item(ui.Container(ui.TextDisplay(f"board {n}"), gallery, row, more, menu))
    return view


class Demo(app_commands.Group):
    """Commands to try out."""

    me = app_commands.Group(name="me", description="About me")

    @me.command(description="Show a look")
    @app_commands.choices(theme=[app_commands.Choice(name="Dark", value="dark")])
    async def look(self, interaction: Interaction, theme: str) -> None:
        """Answer with a chosen value."""
        await interaction.response.send_message(f"{theme} {interaction.locale}", ephemeral=True)

    @app_commands.command(description="Put a board into the channel")
    async def board(self, interaction: Interaction, n: app_commands.Range[int, 1, 99] = 1) -> None:
        """Send a channel message and a private answer."""
        channel = interaction.channel
        assert isinstance(channel, discord.abc.Messageable)
        await channel.send(view=board(n), files=[picture()])
        await interaction.response.send_message("Here it is", ephemeral=True)

    @app_commands.command(description="Answer with a board")
    async def here(self, interaction: Interaction) -> None:
        """Send the board as the interaction's response."""
        await interaction.response.send_message(view=board(1), files=[picture()])

    @app_commands.command(description="Think first")
    async def think(self, interaction: Interaction, *, quiet: bool = False) -> None:
        """Defer, then answer and follow up."""
        await interaction.response.defer(thinking=True, ephemeral=quiet)
        await interaction.edit_original_response(view=board(7), attachments=[picture()])
        await interaction.followup.send("and more", ephemeral=True)

    @app_commands.command(description="Be slow")
    async def slow(self, interaction: Interaction) -> None:
        """Answer only when a test says so."""
        await interaction.client.gate.wait()
        await interaction.response.send_message("late")

    @app_commands.command(description="Ping somebody")
    async def who(self, interaction: Interaction, user: discord.User) -> None:
        """Name a user without a sound."""
        await interaction.response.send_message(f"{user.mention} @everyone")

    @app_commands.command(description="Pick a move")
    async def pick(self, interaction: Interaction, text: str) -> None:
        """Repeat a completed option."""
        await interaction.response.send_message(text)

    @pick.autocomplete("text")
    async def _complete(self, _: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{current}!", value=current)]


class TinyBot(commands.Bot):
    """Remembers what it heard."""

    def __init__(self, intents: discord.Intents, **more: Any) -> None:
        super().__init__(
            "!",
            intents=intents,
            help_command=None,
            max_messages=None,
            connector=network_guard(),
            guild_ready_timeout=0.05,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            **more,
        )
        self.draws = 0
        self.heard: list[tuple[str, str]] = []
        self.reactions: list[tuple[str, str, int]] = []
        self.failures: list[BaseException] = []
        self.gone: list[int] = []
        self.removed: list[int] = []
        self.gate = asyncio.Event()

    async def setup_hook(self) -> None:
        """Register everything."""
        self.add_dynamic_items(Draw, Act, Pick)
        self.tree.add_command(
            Demo(
                name="demo",
                description="Try out",
                allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
                allowed_contexts=app_commands.AppCommandContext(
                    guild=True, dm_channel=True, private_channel=True
                ),
            )
        )
        self.tree.error(self._failed)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait five seconds before a second IDENTIFY."""

    async def _failed(self, _: Interaction, error: app_commands.AppCommandError) -> None:
        self.failures.append(getattr(error, "original", error))

    async def on_message(self, message: discord.Message) -> None:
        """Remember what people wrote."""
        if not message.author.bot:
            self.heard.append((message.author.name, message.content))

    async def on_raw_reaction_add(self, event: discord.RawReactionActionEvent) -> None:
        """Remember a reaction."""
        self.reactions.append(("add", str(event.emoji), event.user_id))

    async def on_raw_reaction_remove(self, event: discord.RawReactionActionEvent) -> None:
        """Remember that one went."""
        self.reactions.append(("remove", str(event.emoji), event.user_id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Remember a guild that threw the bot out."""
        self.removed.append(guild.id)

    async def on_raw_message_delete(self, event: discord.RawMessageDeleteEvent) -> None:
        """Remember a deleted message."""
        self.gone.append(event.message_id)
