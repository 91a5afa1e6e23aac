"""The programs that benchmarks compare, each a process of its own on a local Discord.

`python -m benchmarks._bots klondike|bare URL DATABASE_URL [metered]` runs one until its input ends. For every
line of input it prints one, as JSON. An empty line asks for the processor time that it has used so far, in
seconds (`total` is all; by part where it is metered), `lags` for the event loop's delays in milliseconds
since it was asked last, `memory` for the bytes that are resident.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
import time
import types
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import partial, wraps
from io import BytesIO
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import discord
from discord import InteractionType, app_commands, ui
from PIL import Image

import cogs.sessions
from cogs.client import KlondikeBot
from cogs.easel import Easel
from cogs.limit import unlimited
from cogs.sessions import Sessions
from data import Store
from klondike import Game, PlayerView
from localdiscord import TOKEN
from localdiscord.attach import attached, network_guard

if TYPE_CHECKING:
    from asyncio import Event
    from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Iterator
    from concurrent.futures import Future

MILLISECONDS: Final = 1000
READY_SECONDS: Final = 0.05
BEAT: Final = 0.005
"""Seconds between two looks at the clock for the event loop's lag."""
NOISE: Final = 200
"""The side of the bare bot's picture: noise of so many pixels squared is a PNG of 40 KB."""

ENGINE, STORE, PICTURE = "engine", "store", "picture"


@dataclass
class Meter:
    """Adds up the processor time of parts of the program; a part inside another counts to the outer one.

    :ivar spent: seconds in the thread of the event loop, by part.
    """

    spent: dict[str, float] = field(default_factory=dict)
    busy: bool = False

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Count what is done meanwhile to a part; nothing may be awaited in it."""
        if self.busy or threading.current_thread() is not threading.main_thread():
            yield
            return
        self.busy, begin = True, time.thread_time()
        try:
            yield
        finally:
            self.spent[name] = self.spent.get(name, 0.0) + time.thread_time() - begin
            self.busy = False

    def calls(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Count every call of a function."""

        @wraps(function)
        def counted(*args: Any, **options: Any) -> Any:
            with self.part(name):
                return function(*args, **options)

        return counted

    def steps(self, name: str, function: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Any]:
        """Count every step of a coroutine, without the time in which it waits."""

        @types.coroutine
        def stepping(coroutine: Coroutine[Any, Any, Any]) -> Generator[Any, Any, Any]:
            step: Callable[[], Any] = partial(coroutine.send, None)
            while True:
                try:
                    with self.part(name):
                        waited = step()
                except StopIteration as stop:
                    return stop.value
                try:
                    step = partial(coroutine.send, (yield waited))
                except BaseException as error:  # noqa: BLE001 - whatever is thrown in is passed on
                    step = partial(coroutine.throw, error)

        @wraps(function)
        async def counted(*args: Any, **options: Any) -> Any:
            return await stepping(function(*args, **options))

        return counted

    def install(self) -> None:
        """Put the meter around the engine's work and the store's transactions."""
        replay = Game.replay.__func__  # type: ignore[attr-defined]
        engine: dict[str, Any] = {"replay": classmethod(self.calls(ENGINE, replay))}
        for name in ("view", "legal_moves"):
            engine[name] = property(self.calls(ENGINE, getattr(Game, name).fget))
        for name, value in engine.items():
            setattr(Game, name, value)
        for name in ("legal_moves", "can_draw", "can_finish", "can_recycle", "nothing_left"):
            setattr(PlayerView, name, property(self.calls(ENGINE, getattr(PlayerView, name).fget)))
        sessions: Any = cogs.sessions
        sessions.play_line = self.calls(ENGINE, sessions.play_line)
        for name in ("transact", "read"):
            setattr(Store, name, self.steps(STORE, getattr(Store, name)))

    def report(self) -> dict[str, float]:
        """Give the seconds by part: those of the loop's thread, and the threads of easel and store whole."""
        parts = {ENGINE: 0.0, STORE: 0.0, PICTURE: 0.0} | self.spent
        for thread in threading.enumerate():
            if thread is not threading.main_thread() and thread is not threading.current_thread():
                assert thread.ident is not None  # noqa: S101 - it runs
                part = PICTURE if thread.name.startswith("easel") else STORE
                parts[part] += time.clock_gettime(time.pthread_getcpuclockid(thread.ident))
        return parts | {"total": time.process_time()}


class BareBot(discord.Client):
    """The least that a bot can do for a press: put a ready picture in place of the one that is there."""

    def __init__(self, **options: Any) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None, **options)
        self.tree = app_commands.CommandTree(self)
        self.tree.command(name="new")(self._new)
        self.tree.command(name="move")(self._move)
        self.picture = noise()
        self.boards: dict[int, discord.PartialMessage] = {}

    async def setup_hook(self) -> None:
        """Register the two commands."""
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a press with the board."""
        if interaction.type is InteractionType.component:
            await interaction.response.edit_message(view=layout(), attachments=[self._file()])

    async def _new(self, interaction: discord.Interaction[Any]) -> None:
        """Post a board."""
        channel = interaction.channel
        assert isinstance(channel, discord.abc.Messageable)  # noqa: S101 - the benchmark plays in a channel
        message = await channel.send(view=layout(), file=self._file())
        self.boards[interaction.user.id] = self.get_partial_messageable(
            message.channel.id
        ).get_partial_message(message.id)
        await interaction.response.send_message("there", ephemeral=True)

    async def _move(self, interaction: discord.Interaction[Any], text: str) -> None:
        """Edit the board, then answer in a line."""
        await self.boards[interaction.user.id].edit(view=layout(), attachments=[self._file()])
        await interaction.response.send_message(text, ephemeral=True)

    def _file(self) -> discord.File:
        return discord.File(BytesIO(self.picture), "board.png")


def noise() -> bytes:
    """Make a picture of 40 KB."""
    ready = BytesIO()
    Image.frombytes("L", (NOISE, NOISE), Random(1).randbytes(NOISE * NOISE)).save(ready, "PNG")
    return ready.getvalue()


def layout() -> ui.LayoutView:
    """Lay out a picture with words and three buttons."""
    container: ui.Container[Any] = ui.Container(
        ui.TextDisplay("A board"),
        ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png")),
        ui.ActionRow(*(ui.Button(label=name, custom_id=name) for name in ("Draw", "Undo", "Redo"))),
    )
    view = ui.LayoutView(timeout=None)
    view.stop()
    view.add_item(container)
    return view


@asynccontextmanager
async def klondike(database_url: str) -> AsyncIterator[discord.Client]:
    """Give the bot of this project; its deals are always the same."""
    store = await Store.open(database_url)
    sessions = Sessions(
        store, clock=lambda: time.time_ns() // MILLISECONDS**2, randbits=Random(1).getrandbits
    )
    try:
        bot = KlondikeBot(
            sessions,
            Easel(),
            connector=network_guard(),
            guild_ready_timeout=READY_SECONDS,
            limit=unlimited(),  # those who press here are faster than people
        )
        yield bot
        await bot.stop()
    finally:
        await store.close()


@asynccontextmanager
async def bare(_: str) -> AsyncIterator[discord.Client]:
    """Give the bare bot."""
    bot = BareBot(connector=network_guard(), guild_ready_timeout=READY_SECONDS)
    yield bot
    await bot.close()


class Pulse:
    """Wakes every few milliseconds, from the first question on, and notes how late the event loop was."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._lags: list[float] = []
        self._beating: Future[None] | None = None

    def take(self) -> list[float]:
        """Give the delays since the last question, in milliseconds."""
        if self._beating is None:
            self._beating = asyncio.run_coroutine_threadsafe(self._beat(), self._loop)
        taken, self._lags = self._lags, []
        return [round(lag, 2) for lag in taken]

    async def _beat(self) -> None:
        while True:
            begin = time.perf_counter()
            await asyncio.sleep(BEAT)
            self._lags.append((time.perf_counter() - begin - BEAT) * MILLISECONDS)


def resident() -> int:
    """Give the bytes of memory that the process holds."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def serve(reports: dict[str, Callable[[], Any]], loop: asyncio.AbstractEventLoop, end: Event) -> None:
    """Answer each line of input with the report that it asks for."""
    for line in sys.stdin:
        sys.stdout.write(json.dumps(reports[line.strip()]()) + "\n")
        sys.stdout.flush()
    loop.call_soon_threadsafe(end.set)


async def main(kind: str, url: str, database_url: str, *options: str) -> None:
    """Run one of the two until the input ends."""
    meter, loop, end = Meter(), asyncio.get_running_loop(), asyncio.Event()
    if kind == "klondike" and "metered" in options:
        meter.install()
    reports = {"": meter.report, "lags": Pulse(loop).take, "memory": resident}
    with attached(url):
        async with klondike(database_url) if kind == "klondike" else bare(database_url) as bot:
            running = asyncio.create_task(bot.start(TOKEN))
            threading.Thread(target=serve, args=(reports, loop, end), daemon=True).start()
            await end.wait()
        await running


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
