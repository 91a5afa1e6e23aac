"""A bot of a few lines that shows the page everything which the game shows it."""

from __future__ import annotations

import asyncio
import io
import struct
import zlib
from typing import Any

import discord
from discord import app_commands, ui
from discord.ext import commands

from localdiscord.attach import network_guard

__all__ = ["PageBot"]

Interaction = discord.Interaction["PageBot"]
FRUIT = ("apple", "banana", "cherry")
ACCENT = 0x2ECC71


def picture(width: int = 640, height: int = 320) -> discord.File:
    """Return a green PNG that a browser can show."""
    rows = b"".join(b"\0" + b"\x10\x80\x50" * width for _ in range(height))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, 1)), (b"IEND", b""))
    body = b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )
    return discord.File(io.BytesIO(b"\x89PNG\r\n\x1a\n" + body), "board.png")


class Ask(ui.Modal, title="Type a move"):
    """A form of one short text."""

    move = ui.Label[Any](
        text="Move",
        description="By cards or by piles",
        component=ui.TextInput[Any](custom_id="move", placeholder="7h 8s", max_length=20),
    )

    async def on_submit(self, interaction: Interaction) -> None:  # type: ignore[override]
        """Repeat what was typed."""
        typed = getattr(self.move.component, "value", "")
        if typed == "up":
            await interaction.response.edit_message(view=Board(2), attachments=[picture()])
            return
        await interaction.response.send_message(f"typed {typed}", ephemeral=True)


class Board(ui.LayoutView):
    """A container with text, picture, buttons and a menu, as the game has it."""

    def __init__(self, n: int) -> None:
        super().__init__(timeout=None)
        self.n = n
        shown = discord.MediaGalleryItem("attachment://board.png", description=f"board number {n}")
        container: ui.Container[Any] = ui.Container(accent_colour=ACCENT)
        container.add_item(ui.TextDisplay(f"## Board {n}\n-# small print"))
        container.add_item(ui.MediaGallery(shown))
        container.add_item(ui.TextDisplay("\n".join(["below"] * self._lines)))
        container.add_item(ui.Separator())
        container.add_item(self._row("Up", "Ask", "Whisper", "Silent", "Off"))
        container.add_item(self._menu())
        self.add_item(container)

    @property
    def _lines(self) -> int:
        """How many lines stand below the picture: boards differ in height, as a game's do."""
        return {1: 3, 20: 12}.get(self.n, 1)

    def _row(self, *names: str) -> ui.ActionRow[Any]:
        row: ui.ActionRow[Any] = ui.ActionRow()
        for name in names:
            button: ui.Button[Any] = ui.Button(label=name, disabled=name == "Off")
            button.callback = getattr(self, name.lower())  # type: ignore[method-assign]
            row.add_item(button)
        return row

    @property
    def _asks(self) -> str:
        return "Pick a board" if self.n == 1 else f"Pick a board after {self.n}"

    def _menu(self) -> ui.ActionRow[Any]:
        options = [
            discord.SelectOption(label=f"Go to {n}", value=str(n), description=f"board {n}") for n in (10, 20)
        ]
        menu: ui.Select[Any] = ui.Select(placeholder=self._asks, options=options)

        async def picked(interaction: Interaction) -> None:
            await self._show(interaction, int(menu.values[0]))

        menu.callback = picked  # type: ignore[method-assign, assignment]
        return ui.ActionRow(menu)

    async def _show(self, interaction: Interaction, n: int) -> None:
        await interaction.response.edit_message(view=Board(n), attachments=[picture()])

    async def up(self, interaction: Interaction) -> None:
        """Show the next board."""
        await self._show(interaction, self.n + 1)

    async def ask(self, interaction: Interaction) -> None:
        """Open the form."""
        await interaction.response.send_modal(Ask())

    async def whisper(self, interaction: Interaction) -> None:
        """Answer privately."""
        await interaction.response.send_message("psst", ephemeral=True)

    async def silent(self, _: Interaction) -> None:
        """Answer nothing at all."""

    async def off(self, _: Interaction) -> None:
        """Never be pressed: the button is disabled."""


class Demo(app_commands.Group):
    """Commands to try out."""

    @app_commands.command(description="Put a board into the channel")
    async def board(self, interaction: Interaction) -> None:
        """Answer with a board."""
        await interaction.response.send_message(view=Board(1), files=[picture()])

    @app_commands.command(description="Repeat options")
    @app_commands.describe(
        fruit="A fruit", times="How often", loud="In capitals", whom="For whom", mode="How"
    )
    @app_commands.choices(mode=[app_commands.Choice(name="Las Vegas", value="vegas")])
    async def serve(  # noqa: PLR0913 - one option of every kind
        self,
        interaction: Interaction,
        fruit: str,
        times: app_commands.Range[int, 1, 5] = 1,
        *,
        loud: bool = False,
        whom: discord.User | None = None,
        mode: str = "plain",
    ) -> None:
        """Say all options back."""
        text = f"{fruit} x{times} {mode} for {whom.name if whom is not None else 'nobody'}"
        await interaction.response.send_message(text.upper() if loud else text)

    @serve.autocomplete("fruit")
    async def _fruit(self, _: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"A {one}", value=one) for one in FRUIT if current in one]

    @app_commands.command(description="Think until told otherwise")
    async def think(self, interaction: Interaction) -> None:
        """Defer, wait, answer."""
        await interaction.response.defer(thinking=True)
        await interaction.client.gate.wait()
        await interaction.edit_original_response(content="thought")

    @app_commands.command(description="Say something privately")
    async def secret(self, interaction: Interaction) -> None:
        """Answer for one person."""
        await interaction.response.send_message("between us", ephemeral=True)

    @app_commands.command(description="Answer nothing")
    async def nothing(self, interaction: Interaction) -> None:
        """Let the deadline pass."""

    @app_commands.command(description="Say a text from elsewhere")
    async def echo(self, interaction: Interaction, text: str) -> None:
        """Say it back as it is."""
        await interaction.response.send_message(text)


class PageBot(commands.Bot):
    """Registers its commands and remembers what it heard."""

    def __init__(self) -> None:
        super().__init__(
            "!",
            intents=discord.Intents(
                guilds=True, guild_messages=True, guild_reactions=True, dm_messages=True, dm_reactions=True
            ),
            help_command=None,
            max_messages=None,
            connector=network_guard(),
            guild_ready_timeout=0.05,
            chunk_guilds_at_startup=False,
            member_cache_flags=discord.MemberCacheFlags.none(),
            allowed_mentions=discord.AllowedMentions.none(),
        )
        self.gate = asyncio.Event()
        self.heard: list[str] = []
        self.emoji: list[str] = []

    async def setup_hook(self) -> None:
        """Register the commands."""
        self.tree.add_command(Demo(name="demo", description="Try things out"))
        await self.tree.sync()

    async def on_message(self, message: discord.Message) -> None:
        """Remember what reached the bot of people's messages."""
        if not message.author.bot:
            self.heard.append(message.content)

    async def on_raw_reaction_add(self, payload: discord.RawReactionActionEvent) -> None:
        """Remember a reaction."""
        self.emoji.append(f"+{payload.emoji.name}")

    async def on_raw_reaction_remove(self, payload: discord.RawReactionActionEvent) -> None:
        """Remember that a reaction went."""
        self.emoji.append(f"-{payload.emoji.name}")
