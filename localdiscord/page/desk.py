"""One open tab: orders come in over its websocket, answers and changes go out."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

from aiohttp import WSMsgType

from localdiscord.errors import ClientRefusal, NoAnswer

from . import shown
from .orders import Orders

if TYPE_CHECKING:
    from aiohttp import web

    from localdiscord.feed import Change, Subscription
    from localdiscord.people import User
    from localdiscord.server import LocalDiscord
    from localdiscord.wire import Json

    from .players import Players

__all__ = ["Desk"]

GLANCE = 0.25
"""Seconds between two looks at what no change tells of: the bot's line, its commands, who has come."""
_WITH_MESSAGE = frozenset({"message", "edit", "reactions"})


class Desk:
    """Serves one websocket for one player until it closes."""

    def __init__(
        self, fake: LocalDiscord, socket: web.WebSocketResponse, user: User, players: Players
    ) -> None:
        self._fake = fake
        self._socket = socket
        self._user = user
        self._players = players
        self._orders = Orders(user, players)
        self._acts: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """Listen and tell until the tab is closed; acts under way are dropped with it."""
        with self._fake.subscribe() as changes:
            await self._send(self._scene())
            telling = [asyncio.create_task(self._tell(changes)), asyncio.create_task(self._watch())]
            try:
                await self._listen()
            finally:
                tasks = [*telling, *self._acts]
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    # -- in ----------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        async for frame in self._socket:
            if frame.type is not WSMsgType.TEXT:
                continue
            task = asyncio.create_task(self._act(str(frame.data)))
            self._acts.add(task)
            task.add_done_callback(self._acts.discard)

    async def _act(self, text: str) -> None:
        number: object = None
        try:
            body = json.loads(text)
            number = body.get("number")
            answer = await self._orders.carry_out(body)
        except ClientRefusal as refusal:
            answer = {"refused": shown.sentence(refusal)}
        except NoAnswer:
            answer = {"failed": True}
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            answer = {"refused": f"The page sent what the server does not understand: {error!r}"}
        await self._send({"kind": "reply", "number": number} | answer)

    # -- out ---------------------------------------------------------------------------------------

    async def _send(self, body: Json) -> None:
        try:
            await self._socket.send_str(json.dumps(body))
        except ConnectionError:
            return  # the tab is gone; listening ends by itself

    async def _tell(self, changes: Subscription) -> None:
        async for change in changes:
            if change.seen_by(self._user):
                body = self._change(change)
                if body is not None:
                    await self._send(body)

    def _change(self, change: Change) -> Json | None:
        body: Json = {"kind": change.kind, "channel": str(change.channel.id)}
        message = change.message
        if change.kind == "delete" and message is not None:
            return body | {"id": str(message.id)}
        if change.kind in _WITH_MESSAGE and message is not None and not message.deleted:
            return body | {"message": shown.message_json(message, self._user)}
        return body if change.kind == "typing" else None

    async def _watch(self) -> None:
        scene, version = self._scene(), self._version()
        while True:
            await asyncio.sleep(GLANCE)
            before = scene, version
            scene, version = self._scene(), self._version()
            if scene != before[0]:
                await self._send(scene)
            if version != before[1]:
                await self._send({"kind": "commands"})

    def _scene(self) -> Json:
        bot = self._fake.bot
        return {
            "kind": "scene",
            "me": shown.user_json(self._user) | {"owner": self._players.owns(self._user)},
            "bot": shown.user_json(bot) | {"online": self._fake.gateway.is_connected},
            "players": [shown.user_json(user) for user in self._players],
            "channels": [shown.channel_json(one, bot) for one in self._players.channels(self._user)],
        }

    def _version(self) -> list[str]:
        return [str(one["version"]) for scope in self._fake.commands.values() for one in scope]
