"""The websocket that the bot listens on: sessions, resume, replay, and faults to inject."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from aiohttp import WSMsgType, web

from . import events
from .snowflake import shard_of
from .wire import Intent, Json

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .events import Event
    from .world import World

__all__ = ["Close", "Gateway", "Session"]

HEARTBEAT_MS = 41_250  # what the real gateway says
ACK_SECONDS = 0.05
REPLAY = 1000
"""Events kept per session for a RESUME."""


class Close:
    """Close codes of the gateway."""

    UNKNOWN = 4000
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    INVALID_SHARD = 4010
    DISALLOWED_INTENTS = 4014


class Op:
    """Opcodes."""

    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    RESUME = 6
    RECONNECT = 7
    MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    ACK = 11


class Line:
    """One connection: frames leave it in order, written by one task."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request) -> None:
        self.socket = socket
        self._request = request
        self._queue: asyncio.Queue[str | int] = asyncio.Queue()

    def send(self, op: int, data: object = None, **more: object) -> None:
        """Queue one frame."""
        self._queue.put_nowait(json.dumps({"op": op, "d": data, "s": None, "t": None} | more))

    def close(self, code: int) -> None:
        """Close after all that is queued has left."""
        self._queue.put_nowait(code)

    def abort(self) -> None:
        """Cut the connection without a word."""
        if self._request.transport is not None:
            self._request.transport.abort()

    async def write(self) -> None:
        """Send what is queued until the line closes."""
        while True:
            frame = await self._queue.get()
            if isinstance(frame, int):
                await self.socket.close(code=frame)
                return
            try:
                await self.socket.send_str(frame)
            except ConnectionError:
                return


@dataclass(eq=False)
class Session:
    """What the bot identified with, and the events it may ask for again."""

    id: str
    intents: Intent
    shard: tuple[int, int]
    line: Line | None = None
    seq: int = 0
    replay: deque[tuple[int, str, Json]] = field(default_factory=lambda: deque(maxlen=REPLAY), repr=False)
    resumable: bool = True

    def hears(self, event: Event) -> bool:
        """Tell whether an event is for this session's intents and shard."""
        index, total = self.shard
        return shard_of(event.guild_id, total) == index and event.heard_with(self.intents)

    def dispatch(self, name: str, data: Json, *, lost: bool = False) -> None:
        """Give an event its number, remember it, and send it unless it is to be lost on the way."""
        self.seq += 1
        self.replay.append((self.seq, name, data))
        if self.line is not None and not lost:
            self.line.send(Op.DISPATCH, data, s=self.seq, t=name)

    def remembers(self, after: int) -> bool:
        """Tell whether every event after a number can still be sent again."""
        return self.resumable and self.seq - after <= len(self.replay)

    def resume(self, line: Line, after: int) -> None:
        """Carry on over a new line: everything after a number again, then RESUMED."""
        self.line = line
        for seq, name, data in self.replay:
            if seq > after:
                line.send(Op.DISPATCH, data, s=seq, t=name)
        self.dispatch("RESUMED", {})


@dataclass(slots=True)
class _Order:
    """Bad luck for the next events, of one name or of any."""

    left: int
    name: str | None

    def strikes(self, name: str) -> bool:
        if not self.left or self.name not in (None, name):
            return False
        self.left -= 1
        return True


class Gateway:
    """All sessions of the bot, and the switches by which a test makes the line bad."""

    def __init__(self, world: World, *, token: str, allowed: Intent) -> None:
        self._world = world
        self._token = token
        self._allowed = allowed
        self.sessions: dict[str, Session] = {}
        self.identified = 0
        self.resumed = 0
        self.acknowledges = True
        self.sent: deque[tuple[str, Json]] = deque(maxlen=REPLAY)
        self._refusals = 0
        self._losses: list[_Order] = []
        self._duplicates: list[_Order] = []
        self._lines: set[Line] = set()
        self._arrival = asyncio.Event()

    # -- what a test does to the line (of one shard, or of all) ------------------------------------

    def reconnect(self, *, shard: int | None = None) -> None:
        """Ask the bot to come again (op 7), as the real gateway does every few hours."""
        for _, line in self._open(shard):
            line.send(Op.RECONNECT)

    def invalidate(self, *, resumable: bool, shard: int | None = None) -> None:
        """Declare the session invalid (op 9)."""
        for session, line in self._open(shard):
            session.resumable = resumable
            line.send(Op.INVALID_SESSION, resumable)

    def close(self, code: int = Close.UNKNOWN, *, shard: int | None = None) -> None:
        """Close every line with a code."""
        for _, line in self._open(shard):
            line.close(code)

    def abort(self, *, shard: int | None = None) -> None:
        """Cut every line at the transport."""
        for _, line in self._open(shard):
            line.abort()

    def lose(self, events: int = 1, *, name: str | None = None) -> None:
        """Let the next events (of a name such as INTERACTION_CREATE) get lost; a RESUME brings them again."""
        self._losses.append(_Order(events, name))

    def duplicate(self, events: int = 1, *, name: str | None = None) -> None:
        """Deliver the next events (of a name) twice."""
        self._duplicates.append(_Order(events, name))

    def refuse(self, times: int = 1) -> None:
        """Answer the next connections with 503."""
        self._refusals += times

    @property
    def is_connected(self) -> bool:
        """Whether the bot is on the line now, with every shard that it said it has."""
        shards = {session.shard for session, _ in self._open()}
        return bool(shards) and all((index, total) in shards for _, total in shards for index in range(total))

    async def wait_connected(self) -> None:
        """Wait until the bot has identified or resumed, with all its shards."""
        while not self.is_connected:
            self._arrival.clear()
            await self._arrival.wait()

    def _open(self, shard: int | None = None) -> Iterator[tuple[Session, Line]]:
        return (
            (one, one.line)
            for one in tuple(self.sessions.values())
            if one.line is not None and shard in (None, one.shard[0])
        )

    # -- events ------------------------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Send an event to every session that it is for."""
        hearers = [session for session in tuple(self.sessions.values()) if session.hears(event)]
        if not hearers:
            return
        lost = any(order.strikes(event.name) for order in self._losses)
        times = 1 + any(order.strikes(event.name) for order in self._duplicates)
        for session in hearers:
            data = event.build(session.intents)
            self.sent.append((event.name, data))
            for _ in range(times):
                session.dispatch(event.name, data, lost=lost)

    # -- the socket --------------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection from HELLO to its end."""
        if self._refusals > 0:
            self._refusals -= 1
            raise web.HTTPServiceUnavailable
        socket = web.WebSocketResponse(max_msg_size=0)
        await socket.prepare(request)
        line = Line(socket, request)
        self._lines.add(line)
        line.send(Op.HELLO, {"heartbeat_interval": HEARTBEAT_MS, "_trace": []})
        writer = asyncio.create_task(line.write())
        try:
            await self._listen(line)
        finally:
            writer.cancel()
            self._hang_up(line)
        return socket

    async def shut(self) -> None:
        """Close all lines for good."""
        for line in tuple(self._lines):
            await line.socket.close(code=Close.UNKNOWN)

    def _hang_up(self, line: Line) -> None:
        self._lines.discard(line)
        for session in self.sessions.values():
            if session.line is line:
                session.line = None

    async def _listen(self, line: Line) -> None:
        async for frame in line.socket:
            if frame.type is WSMsgType.TEXT:
                body = json.loads(frame.data)
                self._take(line, body["op"], body.get("d"))

    def _take(self, line: Line, op: int, data: Json) -> None:
        if op == Op.HEARTBEAT:
            if self.acknowledges:
                # discord.py notes that a beat is sent only afterwards: an answer before that looks late.
                asyncio.get_running_loop().call_later(ACK_SECONDS, line.send, Op.ACK)
        elif op == Op.IDENTIFY:
            self._identify(line, data)
        elif op == Op.RESUME:
            self._resume(line, data)
        elif op == Op.MEMBERS:
            self._members(line, data)

    def _identify(self, line: Line, data: Json) -> None:
        intents = Intent(data.get("intents", 0))
        index, total = data.get("shard") or (0, 1)
        refusal = self._refusal(data.get("token"), intents, index, total)
        if refusal is not None:
            line.close(refusal)
            return
        session = Session(secrets.token_hex(8), intents, (index, total), line)
        self._replace(session)
        self.identified += 1
        self._arrival.set()
        self._greet(session, sharded="shard" in data)

    def _refusal(self, token: object, intents: Intent, index: int, total: int) -> int | None:
        if token != self._token:
            return Close.AUTHENTICATION_FAILED
        if intents & Intent.privileged() & ~self._allowed:
            return Close.DISALLOWED_INTENTS
        return None if 0 <= index < total else Close.INVALID_SHARD

    def _replace(self, session: Session) -> None:
        for old in [one for one in self.sessions.values() if one.shard == session.shard and one.line is None]:
            del self.sessions[old.id]
        self.sessions[session.id] = session

    def _greet(self, session: Session, *, sharded: bool) -> None:
        world = self._world
        index, total = session.shard
        guilds = [one for one in world.guilds.values() if one.has_bot and shard_of(one.id, total) == index]
        ready: Json = {
            "v": 10,
            "user": world.bot.to_dict() | {"verified": True, "mfa_enabled": True, "email": None},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": world.base_url.replace("http", "ws", 1) + "/gateway",
            "application": {"id": str(world.application_id), "flags": 0, "flags_new": "0"},
            "private_channels": [],
            "_trace": [],
        }
        if sharded:
            ready["shard"] = [index, total]
        self.sent.append(("READY", ready))
        session.dispatch("READY", ready)
        for guild in guilds:
            event = events.guild_create(guild)
            if session.hears(event):
                body = event.build(session.intents)
                self.sent.append((event.name, body))
                session.dispatch(event.name, body)

    def _resume(self, line: Line, data: Json) -> None:
        session = self.sessions.get(data.get("session_id", ""))
        after = int(data.get("seq") or 0)
        if data.get("token") != self._token:
            line.close(Close.AUTHENTICATION_FAILED)
        elif session is None or not session.remembers(after):
            line.send(Op.INVALID_SESSION, data=False)
        else:
            self.resumed += 1
            self._arrival.set()
            session.resume(line, after)

    def _members(self, line: Line, data: Json) -> None:
        guild = self._world.guilds.get(int(data["guild_id"]))
        session = next((one for one in self.sessions.values() if one.line is line), None)
        if guild is None or session is None:
            return
        wanted = {int(one) for one in data.get("user_ids") or ()}
        found = [user for user in guild.members if not wanted or user.id in wanted]
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": [guild.member(user) for user in found],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": sorted(str(one) for one in wanted - {user.id for user in found}),
        }
        if data.get("nonce"):
            chunk["nonce"] = data["nonce"]
        session.dispatch("GUILD_MEMBERS_CHUNK", chunk)
