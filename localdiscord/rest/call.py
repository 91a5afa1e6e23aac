"""One request of the bot, read and taken apart."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from aiohttp import BodyPartReader, web

from localdiscord.errors import ApiError, invalid_form

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from localdiscord.errors import Flaw
    from localdiscord.limits import Bucket
    from localdiscord.wire import Json
    from localdiscord.world import World

__all__ = ["Answer", "Call", "Handler", "Route", "Upload", "read"]

_FILE_FIELD = re.compile(r"files\[(\d+)\]")
Answer: TypeAlias = "Json | list[Json] | None"
"""What a handler returns: a JSON body, or None for 204."""


@dataclass(frozen=True, slots=True)
class Upload:
    """One file of a multipart request."""

    name: str
    data: bytes


@dataclass(slots=True)
class Call:
    """A request as handlers see it."""

    method: str
    path: str
    template: str
    params: Mapping[str, str]
    query: Mapping[str, str]
    body: Any = None
    uploads: dict[str, Upload] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def number(self, name: str) -> int:
        """Return a path parameter that is an id.

        :raises ApiError: 50035 if it is no number.
        """
        text = self.params[name]
        if not text.isdigit():
            raise ApiError(50035, errors={name: {"_errors": [{"code": "NUMBER", "message": text}]}})
        return int(text)

    def insist(self, flaws: Iterable[Flaw]) -> None:
        """Refuse the request if there is any flaw.

        :raises ApiError: 50035 with all of them.
        """
        found = list(flaws)
        if found:
            raise invalid_form(found)

    def note(self, text: str) -> None:
        """Record a breach that Discord would let pass."""
        self.notes.append(text)


Handler: TypeAlias = "Callable[[World, Call], Answer]"


@dataclass(frozen=True, slots=True)
class Route:
    """A method and a path of the API description, and who handles it.

    :ivar public: whether it needs no bot token; such requests do not count in the total.
    :ivar bucket: what it counts as.
    """

    method: str
    template: str
    handler: Handler
    public: bool = False
    bucket: Bucket | None = None


async def read(request: web.Request, template: str, path: str) -> Call:
    """Read a request whole.

    :raises ApiError: 50109 if the body is not JSON.
    """
    call = Call(request.method, path, template, dict(request.match_info), dict(request.query))
    if request.content_type == "multipart/form-data":
        await _read_parts(request, call)
    elif request.can_read_body:
        call.body = _json(await request.read())
    return call


async def _read_parts(request: web.Request, call: Call) -> None:
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        data = bytes(await part.read())
        name = part.name or ""
        index = _FILE_FIELD.fullmatch(name)
        if name == "payload_json":
            call.body = _json(data)
        elif index is not None:
            call.uploads[index[1]] = Upload(part.filename or "file", data)


def _json(data: bytes) -> Any:
    if not data:
        return None
    try:
        return json.loads(data)
    except ValueError:
        raise ApiError(50109, message="The request body contains invalid JSON.") from None
