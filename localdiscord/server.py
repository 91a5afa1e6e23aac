"""The local Discord: one object that serves REST, gateway and files, and lets people play."""

from __future__ import annotations

import asyncio
import errno
import re
from typing import TYPE_CHECKING, Any, Self

from aiohttp import web

from . import events
from .clock import Clock
from .faults import Fault
from .gateway import Gateway
from .interaction import Interaction, payload
from .limits import UNLIMITED
from .places import Channel, ChannelKind, Guild
from .rest import about, commands, interactions, messages, threads, webhooks
from .rest.frame import Frame
from .seat import Seat
from .spec import load
from .wire import Intent
from .world import World

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from .clock import Now
    from .errors import Breach, Late
    from .faults import Effect
    from .feed import Subscription
    from .limits import Limits
    from .people import User
    from .permissions import Right
    from .rest.frame import Seen
    from .wire import Json, Quirk

__all__ = ["DEADLINE", "TOKEN", "LocalDiscord"]

TOKEN = "local.discord.token"  # noqa: S105 - it opens nothing but this server
DEADLINE = 3.0
"""Seconds that Discord gives a bot to answer an interaction."""
HOST = "127.0.0.1"
QUIET = 0.05
"""Seconds without a request or a change after which the bot counts as settled."""
GRACE = 1.0
"""Seconds beyond the deadline that a person waits before an interaction counts as failed."""
IDLE = 3.0
"""Seconds without a sign after which a handler that still runs counts as asleep."""
HANDLERS = (
    "discord.py: ",
    "CommandTree-invoker",
    "discord-ui-dynamic-item",
    "discord-ui-view-dispatch",
    "discord-ui-modal-dispatch",
)
"""How discord.py names the tasks in which a bot's handlers run."""
BODY_LIMIT = 64 * 2**20


class LocalDiscord:
    """A Discord on 127.0.0.1 that the real discord.py logs in to.

    ``async with LocalDiscord() as fake:`` serves it on a free port. ``spec`` is Discord's API description;
    where it is absent that check is skipped and ``spec_checked`` is False. ``privileged`` are the privileged
    intents that are switched on in the (imagined) developer portal. With ``elsewhere`` a port that is taken
    already is no reason to give up: it listens on a free one. ``limits`` counts requests as Discord
    does (``Limits()``); without it none is one too many. ``shards`` is what a bot is told to open.

    :ivar clock: the time that everything here goes by; a test moves it.
    """

    def __init__(  # noqa: PLR0913 - every one a setting with a default, by keyword only
        self,
        *,
        port: int = 0,
        elsewhere: bool = False,
        clock: Now | None = None,
        deadline: float = DEADLINE,
        spec: Path | None = None,
        token: str = TOKEN,
        privileged: Intent = Intent.NONE,
        limits: Limits = UNLIMITED,
        shards: int = 1,
        routes: Iterable[web.AbstractRouteDef] = (),
    ) -> None:
        self.token = token
        self.patience = deadline + GRACE
        self._port = port
        self._elsewhere = elsewhere
        self.clock = clock if isinstance(clock, Clock) else Clock(clock) if clock else Clock()
        self._world = World(self.clock, deadline=deadline, limits=limits, shards=shards)
        self._world.message_content = bool(privileged & Intent.MESSAGE_CONTENT)
        checker = load(spec)
        self.spec_checked = checker is not None
        self._frame = Frame(self._world, token=token, spec=checker)
        self.gateway = Gateway(self._world, token=token, allowed=privileged)
        self._world.listener = self.gateway.emit
        self.app = web.Application(client_max_size=BODY_LIMIT)
        self.app.add_routes(routes)
        self._mount()
        self._runner: web.AppRunner | None = None
        self._host_user = self.user("landlord")

    def _mount(self) -> None:
        router = self.app.router
        router.add_get("/gateway", self.gateway.handle)
        router.add_get("/gateway/", self.gateway.handle)
        router.add_get("/cdn/attachments/{channel}/{id}/{name}", self._file)
        modules = (about, commands, messages, threads, interactions, webhooks)
        self._frame.mount(router, tuple(route for module in modules for route in module.ROUTES))

    # -- life --------------------------------------------------------------------------------------

    @classmethod
    async def start(cls, **settings: Any) -> Self:
        """Make a server with the constructor's settings and open it; close it with ``close``."""
        made = cls(**settings)
        await made.open()
        return made

    async def open(self) -> None:
        """Listen on 127.0.0.1."""
        self._runner = web.AppRunner(self.app, shutdown_timeout=0.1, access_log=None)
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, HOST, self._port).start()
        except OSError as error:
            if not self._elsewhere or error.errno != errno.EADDRINUSE:
                raise
            await web.TCPSite(self._runner, HOST, 0).start()
        self._port = self._runner.addresses[0][1]
        self._world.base_url = self.url

    async def close(self) -> None:
        """Hang up and stop listening."""
        await self.gateway.shut()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    @property
    def url(self) -> str:
        """Where it listens, without a slash at the end."""
        return f"http://{HOST}:{self._port}"

    # -- what it holds -----------------------------------------------------------------------------

    @property
    def bot(self) -> User:
        """The bot's account."""
        return self._world.bot

    @property
    def application_id(self) -> int:
        """The application's id, which is the bot's too."""
        return self._world.application_id

    @property
    def breaches(self) -> list[Breach]:
        """What the bot sent that a correct bot would not; a test ends with this list empty."""
        return self._frame.breaches

    @property
    def late(self) -> list[Late]:
        """Answers that came too late (10062, 50027) or twice (40060)."""
        return self._frame.late

    @property
    def invalid(self) -> int:
        """How many requests were answered 401, 403 or 429 in the last ten minutes (Discord takes 10,000)."""
        return self._world.limiter.invalid

    @property
    def quirks(self) -> set[Quirk]:
        """The faults of Discord itself that are switched on."""
        return self._world.quirks

    @property
    def requests(self) -> list[Seen]:
        """The latest requests, oldest first."""
        return list(self._frame.requests)

    @property
    def commands(self) -> Mapping[int | None, list[Json]]:
        """Registered commands by guild id; None holds the global ones."""
        return self._world.commands

    @property
    def channels(self) -> Mapping[int, Channel]:
        """All channels by id."""
        return self._world.channels

    @property
    def users(self) -> Mapping[int, User]:
        """All accounts by id, the bot's included."""
        return self._world.users

    @property
    def guilds(self) -> Mapping[int, Guild]:
        """All guilds by id."""
        return self._world.guilds

    def user(self, name: str, *, locale: str = "en-US", number: int | None = None) -> User:
        """Make a person; ``number`` is the id of somebody who was here in an earlier run."""
        return self._world.add_user(name, locale, self._seat, number)

    def guild(  # noqa: PLR0913 - every one a setting with a default, by keyword only
        self,
        name: str,
        *,
        has_bot: bool = True,
        owner: User | None = None,
        locale: str = "en-US",
        number: int | None = None,
        shard: int | None = None,
    ) -> Guild:
        """Make a guild; without the bot, people there use the application they installed themselves.

        ``number`` is its id, or ``shard`` the one that it is to belong to.
        """
        owner = owner or self._host_user
        if shard is not None:
            number = self._world.mint.on_shard(shard, self._world.shards)
        return self._world.add_guild(name, has_bot=has_bot, owner=owner, locale=locale, number=number)

    def direct(self, user: User) -> Channel:
        """Return the direct conversation between a person and the bot."""
        return self._world.direct(user)

    def private(self, *people: User) -> Channel:
        """Open a conversation of people which the bot is no part of."""
        kind = ChannelKind.DIRECT if len(people) == 2 else ChannelKind.GROUP  # noqa: PLR2004 - a pair
        return self._world.add_private(kind, list(people))

    def _seat(self, user: User, channel: Channel) -> Seat:
        return Seat(user, channel, self._deliver, self.patience)

    def _deliver(self, act: Interaction) -> None:
        body = payload(act)
        self.gateway.emit(
            events.Event("INTERACTION_CREATE", Intent.NONE, self._home(act.channel), lambda _: body)
        )

    @staticmethod
    def _home(channel: Channel) -> int | None:
        return channel.guild.id if channel.guild is not None else None

    # -- what a test orders ------------------------------------------------------------------------

    def fault(  # noqa: PLR0913 - every one a setting with a default, by keyword only
        self,
        method: str,
        route: str,
        effect: Effect,
        *,
        times: int = 1,
        after: bool = False,
        skip: int = 0,
    ) -> Fault:
        """Order bad luck for the next requests whose path (without /api/v10) matches the expression.

        ``after`` does the effect first, ``skip`` lets so many requests pass before.
        """
        return self._frame.faults.add(
            Fault(method.upper(), re.compile(route), effect, times=times, after=after, skip=skip)
        )

    def deny(self, channel: Channel, *rights: Right) -> None:
        """Take rights from the bot in a channel."""
        channel.denied.update(rights)
        channel.granted.difference_update(rights)
        self._announce(channel)

    def allow(self, channel: Channel, *rights: Right) -> None:
        """Give rights to the bot in a channel; ``manage`` it never has by itself."""
        channel.denied.difference_update(rights)
        channel.granted.update(rights)
        self._announce(channel)

    def _announce(self, channel: Channel) -> None:
        if channel.guild is not None:
            name = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
            self._world.emit(events.channel_event(name, channel))

    # -- waiting -----------------------------------------------------------------------------------

    def subscribe(self) -> Subscription:
        """Hear every change from now on, as an async iterator."""
        return self._world.feed.subscribe()

    async def connected(self, *, timeout: float = 10.0) -> None:  # noqa: ASYNC109 - the waiter's own limit
        """Wait until the bot is on the gateway.

        :raises TimeoutError: if it does not come.
        """
        async with asyncio.timeout(timeout):
            await self.gateway.wait_connected()

    async def settled(self, *, quiet: float = QUIET, timeout: float = 10.0) -> None:  # noqa: ASYNC109
        """Wait until the bot has come to rest.

        That is: no request is in flight, no interaction waits, no handler runs (where the bot lives in this
        process; one that sleeps on without a sign is not waited for), and nothing has happened for a while.

        :raises TimeoutError: if the bot does not come to rest.
        """
        async with asyncio.timeout(timeout):
            idle = 0.0
            while True:
                before = self._mark()
                await asyncio.sleep(quiet)
                idle = idle + quiet if self._mark() == before else 0.0
                if idle and not self._is_busy() and (idle > IDLE or not _handlers_run()):
                    return

    def _is_busy(self) -> bool:
        return self._frame.in_flight > 0 or self._world.is_waiting()

    def _mark(self) -> tuple[int, int]:
        return self._frame.total, sum(session.seq for session in self.gateway.sessions.values())

    # -- files -------------------------------------------------------------------------------------

    async def _file(self, request: web.Request) -> web.Response:
        file = self._world.files.get(self.url + request.path)
        if file is None:
            raise web.HTTPNotFound
        headers = {"Cache-Control": "public, max-age=31536000, immutable"}
        return web.Response(body=file.data, content_type=file.content_type, headers=headers)


def _handlers_run() -> bool:
    return any(task.get_name().startswith(HANDLERS) for task in asyncio.all_tasks())
