"""What goes wrong, carried out: each lets the players act, and holds until it is left."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import threading
from contextlib import asynccontextmanager, closing
from typing import TYPE_CHECKING, Final, TypeAlias

from localdiscord import Quirk, delay, rate_limited
from tests.e2e.acts import give_up
from tests.e2e.program import working
from tests.e2e.reading import live_board, until

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from contextlib import AbstractAsyncContextManager

    from localdiscord.faults import Effect
    from localdiscord.gateway import Gateway
    from localdiscord.permissions import Right
    from tests.e2e.reliability.inputs import Player
    from tests.e2e.reliability.stage import Stage

Strike: TypeAlias = "Callable[[Stage], AbstractAsyncContextManager[None]]"

LONG: Final = 2.0
"""Seconds of waiting that an answer is deferred for."""
LASTING: Final = 1000
"""More often than anybody tries."""
REPLIES: Final = "^/(interactions|webhooks|channels)/"
"""Requests that show something to somebody."""
TOKEN_SECONDS: Final = 15 * 60


@asynccontextmanager
async def nothing(stage: Stage) -> AsyncIterator[None]:
    """Let everything go well."""
    await stage.send()
    yield


def troubled(order: Callable[[Player], None]) -> Strike:
    """Let requests of the bot go wrong."""

    @asynccontextmanager
    async def strike(stage: Stage) -> AsyncIterator[None]:
        for player in stage.players:
            await player.send()
            order(player)
        yield
        for player in stage.players:
            player.lift()

    return strike


def answers(effect: Effect, *, times: int = 1, after: bool = False) -> Strike:
    """Let the requests that answer an interaction go wrong."""
    return troubled(lambda player: player.trouble_answers(effect, times=times, after=after))


def edits(effect: Effect, *, times: int = 1, after: bool = False) -> Strike:
    """Let the edits of the board through its channel go wrong."""
    return troubled(lambda player: player.trouble_edits(effect, times=times, after=after))


def all_requests(effect: Effect, *, times: int = LASTING) -> Strike:
    """Let everything that the bot asks of Discord go wrong."""

    @asynccontextmanager
    async def strike(stage: Stage) -> AsyncIterator[None]:
        await stage.send()
        order = stage.fake.fault("*", "^/(?!gateway)", effect, times=times)
        yield
        order.lift()

    return strike


def line(harm: Callable[[Gateway], None], *, lost: bool) -> Strike:
    """Harm the connection on which events come.

    :param lost: whether the events of the inputs are lost on the way.
    """

    @asynccontextmanager
    async def strike(stage: Stage) -> AsyncIterator[None]:
        if lost:
            stage.fake.gateway.lose(len(stage.players))
            await stage.send()
            harm(stage.fake.gateway)
        else:
            harm(stage.fake.gateway)
            await stage.send()
        yield
        await stage.fake.connected()

    return strike


def invalidate(gateway: Gateway) -> None:
    """Declare the session invalid, and all that was sent in it."""
    gateway.invalidate(resumable=False)


@asynccontextmanager
async def doubled(stage: Stage) -> AsyncIterator[None]:
    """Deliver every input twice."""
    stage.fake.gateway.duplicate(len(stage.players))
    await stage.send()
    yield


def crossed(
    harm: Callable[[Stage, Player], None], mend: Callable[[Stage, Player], None] | None = None
) -> Strike:
    """Let something happen to the place while the input is on its way."""

    @asynccontextmanager
    async def strike(stage: Stage) -> AsyncIterator[None]:
        for player in stage.players:
            await player.send()
            harm(stage, player)
        yield
        for player in stage.players:
            if mend is not None:
                mend(stage, player)

    return strike


def denied(*rights: Right) -> Strike:
    """Take rights from the bot while the input is on its way, and give them back."""
    return crossed(
        lambda stage, player: stage.fake.deny(player.channel, *rights),
        lambda stage, player: stage.fake.allow(player.channel, *rights),
    )


@asynccontextmanager
async def board_deleted(stage: Stage) -> AsyncIterator[None]:
    """Let a moderator delete the board while the input is on its way."""
    moderator = stage.house.person("moderator")
    stage.house.home.managers.add(moderator.user)
    for player in stage.players:
        await player.send()
        await moderator.user.at(player.channel).delete(player.board)
    yield


def _archive(_: Stage, player: Player) -> None:
    player.channel.archive(locked=False)


def _lock(_: Stage, player: Player) -> None:
    player.channel.archive()


def _unlock(_: Stage, player: Player) -> None:
    player.channel.unlock()


def _remove(_: Stage, player: Player) -> None:
    player.channel.delete()


def _move_out(stage: Stage, player: Player) -> None:
    player.seat = player.seat.user.at(stage.house.home.channel("elsewhere"))


thread_archived: Final = crossed(_archive)
thread_locked: Final = crossed(_lock, _unlock)
channel_deleted: Final = crossed(_remove, _move_out)


@asynccontextmanager
async def writer_held(stage: Stage) -> AsyncIterator[None]:
    """Keep the store's writer waiting, by another process that writes."""
    with _other_process(stage):
        await stage.send()
        await asyncio.sleep(LONG)
    yield


@asynccontextmanager
async def store_locked(stage: Stage) -> AsyncIterator[None]:
    """Keep the store locked for longer than its writer waits, which is set to less than its five seconds."""
    await stage.house.store.transact(lambda conn: conn.exec_driver_sql("PRAGMA busy_timeout = 200"))
    with _other_process(stage):
        await stage.send()
        yield


def _other_process(stage: Stage) -> closing[sqlite3.Connection]:
    other = sqlite3.connect(stage.house.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    return closing(other)


@asynccontextmanager
async def readers_held(stage: Stage) -> AsyncIterator[None]:
    """Keep every reader of the store busy."""
    async with stage.house.held_reads():
        await stage.send()
        await asyncio.sleep(LONG)
    yield


@asynccontextmanager
async def disk_broken(stage: Stage) -> AsyncIterator[None]:
    """Let the file system refuse to write on: what SQLite calls an I/O error."""
    size = stage.house.database.with_name(f"{stage.house.database.name}-wal").stat().st_size
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        await stage.send()
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


@asynccontextmanager
async def disk_full(stage: Stage) -> AsyncIterator[None]:
    """Let no page be added to the database."""
    store = stage.house.store
    await store.transact(lambda conn: [conn.exec_driver_sql(one) for one in _FILLED])
    await stage.send()
    yield
    await store.transact(lambda conn: [conn.exec_driver_sql(one) for one in _EMPTIED])


_FILLED: Final = (
    "PRAGMA max_page_count = 1",  # which SQLite takes for as many as there are
    """CREATE TEMP TRIGGER growing BEFORE UPDATE ON game BEGIN
    INSERT INTO meta (key, value) VALUES ('growth', hex(zeroblob(1000000))); END""",
)
_EMPTIED: Final = ("DROP TRIGGER growing", "PRAGMA max_page_count = 1073741823")


@asynccontextmanager
async def painters_held(stage: Stage) -> AsyncIterator[None]:
    """Keep every painter busy."""
    release = threading.Event()
    threads = stage.house.bot.easel._threads
    busy = [threads.submit(release.wait) for _ in range(threads._max_workers)]
    await stage.send()
    await asyncio.sleep(LONG)
    release.set()
    await asyncio.gather(*map(asyncio.wrap_future, busy))
    yield


@asynccontextmanager
async def token_over(stage: Stage) -> AsyncIterator[None]:
    """Let a quarter of an hour go by between the first sign of an answer and the answer."""
    with _other_process(stage):
        await stage.send()
        for player in stage.players:
            for pending in player.pending:
                await pending.acknowledged()
        stage.fake.clock.move(seconds=TOKEN_SECONDS + 1)
    yield


@asynccontextmanager
async def refused_after_defer(stage: Stage) -> AsyncIterator[None]:
    """Refuse the picture in the edit that follows a deferred answer."""
    with _other_process(stage):
        await stage.send()
        await asyncio.sleep(LONG)
        stage.fake.quirks.add(Quirk.GALLERY_BY_TOKEN)
    yield
    stage.fake.quirks.clear()


@asynccontextmanager
async def killed(stage: Stage) -> AsyncIterator[None]:
    """Kill the bot when it has stored the inputs and told nobody; start it again."""
    fake, house = stage.fake, stage.house
    await house.stop()
    async with working(fake, house.database) as process:
        mute = fake.fault("*", REPLIES, rate_limited(3600), times=LASTING)
        await stage.send()
        await until(lambda: _all_stored(stage))
        process.kill()
        await process.wait()
        mute.lift()
    await house.start()
    yield


def _all_stored(stage: Stage) -> bool:
    with closing(sqlite3.connect(stage.house.database)) as conn:
        (count,) = conn.execute("SELECT COUNT(*) FROM game WHERE revision > 0").fetchone()
    return bool(count == len(stage.players))


@asynccontextmanager
async def stopped(stage: Stage) -> AsyncIterator[None]:
    """Tell the bot to stop while it answers, and start it again."""
    slow = stage.fake.fault("*", REPLIES, delay(0.5), times=len(stage.players))
    await stage.send()
    await until(lambda: slow.hits == len(stage.players))
    await stage.house.restart()
    yield


@asynccontextmanager
async def stopping(stage: Stage) -> AsyncIterator[None]:
    """Act while the bot, told to stop, still finishes somebody else's work; start it again."""
    house = stage.house
    slow = stage.fake.fault("POST", "^/interactions/", delay(1.0))
    other = house.bob.slash("/klondike bankroll")
    await until(lambda: slow.hits)
    leaving = asyncio.create_task(house.stop())
    await until(lambda: house.bot.desk.closing)
    await stage.send()
    await other
    await leaving
    await house.start()
    yield


@asynccontextmanager
async def behind(stage: Stage) -> AsyncIterator[None]:
    """Act on a board that shows less than what is stored."""
    for player in stage.players:
        await player.seat.slash("/klondike draw")
    await stage.idle()
    for player in stage.players:
        player.before = await player.record()
        player.remember()
        await player.send(revision=0)
    yield


@asynccontextmanager
async def foreign(stage: Stage) -> AsyncIterator[None]:
    """Let another member act on the board; what that one sees is what counts."""
    owners = [player.seat for player in stage.players]
    for player in stage.players:
        player.seat = stage.house.person("other").user.at(player.channel)
        await player.intrude()
    yield
    for player, seat in zip(stage.players, owners, strict=True):
        player.seat = seat


@asynccontextmanager
async def over(stage: Stage) -> AsyncIterator[None]:
    """Act on a board of a game that has been given up meanwhile."""
    for player in stage.players:
        await give_up(player.seat)
    await stage.idle()
    for player in stage.players:
        player.before = await player.record()
        player.remember()
        await player.send()
    yield
    for player in stage.players:
        await player.seat.slash("/klondike new", scoring="vegas")
        await player.sit_down(live_board(player.channel))


@asynccontextmanager
async def twice(stage: Stage) -> AsyncIterator[None]:
    """Act twice in the same moment."""
    for player in stage.players:
        player.move = "d"
        await player.send(times=2)
    yield
