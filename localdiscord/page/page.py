"""The page: its address, its files, and the websocket behind it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote
from weakref import WeakSet

from aiohttp import WSCloseCode, web

from localdiscord.errors import ClientRefusal

from . import shown
from .desk import Desk
from .guard import guard, is_own_origin, page_headers
from .players import Players, lasting_id
from .secret import new_secret

if TYPE_CHECKING:
    from collections.abc import Iterable

    from localdiscord.places import Channel
    from localdiscord.server import LocalDiscord

__all__ = ["Page"]

STATIC = Path(__file__).parent / "static"
TYPES = {  # told here, because the machine's own table of types may know .js as plain text
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}
FRAME_LIMIT = 64 * 2**10


class Page:
    """A chat page on a local Discord; make it before the server opens, for it adds routes.

    ``players`` are there from the start; the first of them owns the guild that is made where no ``channel``
    is given. Whoever types another name on the start screen comes in as well. Players and guild have the same
    ids in every run. ``secret`` is the random part of the address, by default another in every run; one that
    ``lasting_secret`` keeps gives the same address after a restart.
    """

    def __init__(
        self,
        fake: LocalDiscord,
        *,
        players: Iterable[str] = ("alice", "bob"),
        channel: Channel | None = None,
        secret: str | None = None,
    ) -> None:
        self._fake = fake
        self._path = f"/{secret or new_secret()}/"
        self._files = {file.name: file.read_bytes() for file in STATIC.iterdir() if file.suffix in TYPES}
        self._sockets: WeakSet[web.WebSocketResponse] = WeakSet()
        self._players = Players(fake)
        users = [self._players.join(name) for name in players]
        if channel is None:
            owner = next(iter(users), None)
            channel = fake.guild("Sandbox", owner=owner, number=lasting_id("guild")).channel("klondike")
        self.channel = channel
        self._players.settle(channel.guild)
        self._mount(fake.app)

    @property
    def address(self) -> str:
        """What to open in a browser; the random part keeps other pages and other users out."""
        return self._fake.url + self._path

    def address_for(self, name: str) -> str:
        """Return the address that opens the page as one player."""
        return f"{self.address}?as={quote(name)}"

    def _mount(self, app: web.Application) -> None:
        app.middlewares.append(guard)
        app.on_shutdown.append(self._hang_up)
        app.router.add_get(self._path, self._index)
        app.router.add_get(self._path + "lobby", self._lobby)
        app.router.add_get(self._path + "socket", self._socket)
        app.router.add_get(self._path + "{name}", self._file)

    async def _index(self, request: web.Request) -> web.Response:
        return self._served(request, "index.html")

    async def _file(self, request: web.Request) -> web.Response:
        return self._served(request, request.match_info["name"])

    def _served(self, request: web.Request, name: str) -> web.Response:
        data = self._files.get(name)
        if data is None:
            raise web.HTTPNotFound
        kind = TYPES[Path(name).suffix]
        return web.Response(
            body=data,
            content_type=kind,
            charset=None if kind.startswith("image/") else "utf-8",
            headers=page_headers(request),
        )

    async def _lobby(self, request: web.Request) -> web.Response:
        body = {
            "bot": shown.user_json(self._fake.bot),
            "players": [shown.user_json(user) for user in self._players],
        }
        return web.json_response(body, headers=page_headers(request))

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        if not is_own_origin(request):
            raise web.HTTPForbidden(text="A page of this server only.")
        socket = web.WebSocketResponse(max_msg_size=FRAME_LIMIT, heartbeat=30.0)
        await socket.prepare(request)
        try:
            user = self._players.join(request.query.get("as", ""), request.query.get("locale", ""))
        except ClientRefusal as refusal:  # said over the socket: a page cannot read a refused handshake
            await socket.send_json({"kind": "stranger", "refused": str(refusal)})
            await socket.close()
            return socket
        self._sockets.add(socket)
        await Desk(self._fake, socket, user, self._players).serve()
        return socket

    async def _hang_up(self, _: web.Application) -> None:
        for socket in tuple(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)
