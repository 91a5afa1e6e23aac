"""Requests by hand, for what discord.py would never send."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import aiohttp

from localdiscord import Callback, LocalDiscord

from .tinybot import PICTURE

if TYPE_CHECKING:
    from collections.abc import Mapping

    from localdiscord import Channel, Pending, Reply, Seat

__all__ = ["COMMAND", "Answer", "Raw", "alone", "good_board", "with_modal"]

COMMAND: dict[str, Any] = {
    "name": "demo",
    "type": 1,
    "description": "Try out",
    "options": [
        {"name": "n", "type": 4, "description": "A number", "required": True},
        {"name": "text", "type": 3, "description": "A text"},
    ],
}


@dataclass(frozen=True)
class Answer:
    """Status, body and headers of an answer."""

    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def code(self) -> int:
        """Discord's error code."""
        return int(self.body["code"])


class Raw:
    """A bot of bare requests."""

    def __init__(self, fake: LocalDiscord) -> None:
        self.fake = fake
        self.application = f"/applications/{fake.application_id}"

    async def __call__(
        self, method: str, path: str, body: object = None, *, files: dict[str, bytes] | None = None
    ) -> Answer:
        """Send one request with the bot's token."""
        headers = {"Authorization": f"Bot {self.fake.token}"}
        form = None
        if files is not None:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps(body))
            for index, (name, data) in enumerate(files.items()):
                form.add_field(f"files[{index}]", io.BytesIO(data), filename=name)
        async with (
            aiohttp.ClientSession(headers=headers) as session,
            session.request(
                method,
                f"{self.fake.url}/api/v10{path}",
                json=None if form is not None else body,
                data=form,
            ) as answer,
        ):
            text = await answer.text()
            body = json.loads(text) if text and answer.content_type == "application/json" else text or None
            return Answer(answer.status, body, answer.headers)

    async def send(self, channel: Channel, body: object, *, with_file: bool = False) -> Answer:
        """Create a message."""
        files = {"board.png": PICTURE} if with_file else None
        return await self("POST", f"/channels/{channel.id}/messages", body, files=files)

    async def register(self, *commands: object) -> Answer:
        """Overwrite the global commands."""
        return await self("PUT", f"{self.application}/commands", list(commands))

    async def answer(self, pending: Pending[Reply], kind: int, data: object = None) -> Answer:
        """Answer an interaction."""
        act = pending.interaction
        body = {"type": int(kind)} | ({"data": data} if data is not None else {})
        return await self("POST", f"/interactions/{act.id}/{act.token}/callback?with_response=1", body)


def alone(fake: LocalDiscord) -> Seat:
    """Return a person in a guild's channel."""
    alice, home = fake.user("alice"), fake.guild("Home")
    home.add(alice)
    return alice.at(home.channel("general"))


def good_board() -> dict[str, Any]:
    """Return a message that Discord takes, to be spoilt in one place."""
    button = {"type": 2, "style": 2, "label": "Draw", "custom_id": "draw"}
    options = [{"label": f"Move {n}", "value": str(n)} for n in range(3)]
    gallery = {"type": 12, "items": [{"media": {"url": "attachment://board.png"}, "description": "alt"}]}
    parts = [
        {"type": 10, "content": "board"},
        gallery,
        {"type": 1, "components": [button, {**button, "custom_id": "undo"}]},
        {"type": 1, "components": [{"type": 3, "custom_id": "pick", "options": options}]},
    ]
    return {
        "flags": 1 << 15,
        "components": [{"type": 17, "components": parts}],
        "attachments": [{"id": "0", "filename": "board.png"}],
        "allowed_mentions": {"parse": []},
    }


async def with_modal(raw: Raw, seat: Seat) -> tuple[Pending[Reply], dict[str, Any]]:
    """Send a command and return it with a modal that Discord takes."""
    await raw.register(COMMAND)
    field = {"type": 4, "custom_id": "move", "style": 1}
    label = {"type": 18, "label": "Move", "component": field}
    return seat.slash("/demo", n=1), {"custom_id": "form", "title": "Type", "components": [label]}


MODAL = Callback.MODAL
