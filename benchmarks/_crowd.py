"""A crowd at a local Discord that presses fast enough to keep a bot busy.

Boards are posted by the local Discord, with all its checks. What it takes to press on them, and to read the
answers, is done here in a fifth of its time, or the crowd would be busy before the bot is.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from aiohttp import web

from localdiscord import DEADLINE, Callback, Intent, LocalDiscord
from localdiscord.events import Event
from localdiscord.interaction import Interaction, payload
from localdiscord.wire import InteractionKind, Part

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from localdiscord import Message, Seat
    from localdiscord.wire import Json

__all__ = ["RESIGN", "Crowd", "Player", "gathered"]

CALLBACK: Final = r"/api/v10/interactions/{id}/{token:press-\d+}/callback"
ORIGINAL: Final = r"/api/v10/webhooks/{app}/{token:press-\d+}/messages/@original"
BOARD: Final = "/api/v10/channels/{channel}/messages/{id}"
PATIENCE_SECONDS: Final = 20.0
"""How long a player waits for a picture before the press counts as failed."""
LATE: Final[Json] = {"message": "Unknown interaction", "code": 10062}
PICTURE: Final = b"\x89PNG"
TABLES: Final = 50
"""Channels that the players share."""
TURNS: Final = frozenset({"🎴", "↩️", "Draw", "Undo"})
"""Buttons that play, by emoji or label; a menu is used as often as both together."""
RESIGN: Final = "🏳️"
"""The button that asks whether to give up, and the one that does."""


class _Press(NamedTuple):
    """A press that waits for its picture; the future holds the seconds that it took, None where it failed."""

    player: Player
    began: float
    shown: asyncio.Future[float | None]


@dataclass(slots=True, eq=False)
class Player:
    """Somebody with a board.

    :ivar board: the message as Discord stores it.
    :ivar envelope: what is the same in each of the player's interactions.
    :ivar controls: the buttons and menus that can be used.
    """

    seat: Seat
    chance: Random
    board: Json
    envelope: Json
    controls: list[Json] = field(default_factory=list)

    @classmethod
    def at(cls, seat: Seat, message: Message) -> Player:
        """Sit down before a board."""
        act = Interaction(0, "", InteractionKind.COMPONENT, seat.user, seat.channel, 0.0, {})
        player = cls(seat, Random(seat.user.id), message.to_dict(), payload(act))
        player.see(player.board["components"])
        return player

    def see(self, parts: list[Json]) -> None:
        """Complete the parts of a board as Discord stores them, and look at its controls."""
        self.controls = []
        for number, part in enumerate(_walk(parts), 1):
            part["id"] = number
            if part["type"] == Part.GALLERY:
                for item in part["items"]:
                    item["media"] |= {"proxy_url": item["media"]["url"], "width": 1, "height": 1}
            elif "custom_id" in part and not part.get("disabled"):
                self.controls.append(part)
        self.board["components"] = parts

    def turn(self) -> Json | None:
        """Choose by chance what to press; None where nothing can be played any more."""
        turns = [one for one in self.controls if one["type"] == Part.SELECT or _names(one) & TURNS]
        menus = [one for one in turns if one["type"] == Part.SELECT]
        if not turns:
            return None
        return _pressed(self.chance.choice(turns + menus), self.chance)

    def button(self, name: str) -> Json | None:
        """Choose a button by its emoji or label; None where it is not there."""
        found = next((one for one in self.controls if name in _names(one)), None)
        return found and _pressed(found, self.chance)


class Crowd:
    """The people at a local Discord.

    :ivar tally: presses `shown` with a picture, `deferred` first, and `failed`: not answered in time, or
        never shown.
    """

    def __init__(self) -> None:
        self.fake = LocalDiscord(
            routes=[
                web.post(CALLBACK, self._called_back),
                web.patch(ORIGINAL, self._edited),
                web.patch(BOARD, self._repainted),
            ]
        )
        self.home = self.fake.guild("Home")
        self.tables = [self.home.channel(f"table-{number}") for number in range(TABLES)]
        self.tally: Counter[str] = Counter()
        self._waiting: dict[str, _Press] = {}
        self._pressing: dict[str, _Press] = {}

    def seat(self, number: int) -> Seat:
        """Let one more guest in."""
        user = self.fake.user(f"guest{number}")
        self.home.add(user)
        return user.at(self.tables[number % TABLES])

    async def press(self, player: Player, data: Json) -> float | None:
        """Press, and give the seconds until the picture is there; None when that failed."""
        number = player.seat.channel.world.mint()
        token = f"press-{number}"
        press = _Press(player, time.perf_counter(), asyncio.get_running_loop().create_future())
        self._waiting[token] = self._pressing[player.board["id"]] = press
        act = {**player.envelope, "id": str(number), "token": token, "data": data, "message": player.board}
        self._emit("INTERACTION_CREATE", Intent.NONE, act)
        try:
            took = await asyncio.wait_for(press.shown, PATIENCE_SECONDS)
        except TimeoutError:
            took = None
        finally:
            del self._waiting[token]
        self.tally["failed" if took is None else "shown"] += 1
        return took

    async def _called_back(self, request: web.Request) -> web.Response:
        """Take the first answer to a press: the board, or word that it will come."""
        body = await request.read()
        press = self._waiting.get(request.match_info["token"])
        if press is None:
            return _reply(LATE, status=404)
        if time.perf_counter() - press.began > DEADLINE:
            if not press.shown.done():
                press.shown.set_result(None)
            return _reply(LATE, status=404)
        answer = _read(body)
        about: Json = {"id": request.match_info["id"], "type": int(InteractionKind.COMPONENT)}
        if answer["type"] == Callback.DEFER_UPDATE:
            self.tally["deferred"] += 1
            return _reply({"interaction": about})
        self._show(press, answer["data"], body)
        about["response_message_id"] = press.player.board["id"]
        resource = {"type": answer["type"], "message": press.player.board}
        return _reply({"interaction": about, "resource": resource})

    async def _edited(self, request: web.Request) -> web.Response:
        """Take a board that was deferred."""
        body = await request.read()
        press = self._waiting.get(request.match_info["token"])
        if press is None:
            return _reply(LATE, status=404)
        self._show(press, _read(body), body)
        return _reply(press.player.board)

    async def _repainted(self, request: web.Request) -> web.Response:
        """Take a board that was brought up to date otherwise than by an answer, as after a late one."""
        body = await request.read()
        press = self._pressing[request.match_info["id"]]
        self._show(press, _read(body), body)
        return _reply(press.player.board)

    def _show(self, press: _Press, data: Json, body: bytes) -> None:
        player, here = press.player, press.player.envelope
        player.see(data["components"])
        if PICTURE in body and not press.shown.done():
            press.shown.set_result(time.perf_counter() - press.began)
        edited = {key: here[key] for key in ("guild_id", "member")} | player.board | {"channel_type": 0}
        self._emit("MESSAGE_UPDATE", Intent.GUILD_MESSAGES, edited)

    def _emit(self, name: str, needs: Intent, body: Json) -> None:
        self.fake.gateway.emit(Event(name, needs, self.home.id, lambda _: body))


@asynccontextmanager
async def gathered() -> AsyncIterator[Crowd]:
    """Open a place for a crowd."""
    crowd = Crowd()
    async with crowd.fake:
        yield crowd


def _walk(parts: list[Json]) -> Iterator[Json]:
    for part in parts:
        yield part
        yield from _walk(part.get("components", []))


def _names(control: Json) -> set[str]:
    return {control.get("label", ""), (control.get("emoji") or {}).get("name", "")}


def _pressed(control: Json, chance: Random) -> Json:
    """Give the data of an interaction with a control."""
    data = {"component_type": control["type"], "custom_id": control["custom_id"], "id": control["id"]}
    if control["type"] == Part.SELECT:
        data["values"] = [chance.choice(control["options"])["value"]]
    return data


def _read(body: bytes) -> Any:
    """Read the JSON of a request, which stands before the files where there are any."""
    if body.startswith(b"{"):
        return json.loads(body)
    begin = body.index(b"\r\n\r\n", body.index(b'name="payload_json"')) + 4
    return json.loads(body[begin : body.index(b"\r\n--", begin)])


def _reply(body: Json, status: int = 200) -> web.Response:
    return web.Response(body=json.dumps(body).encode(), status=status, content_type="application/json")
