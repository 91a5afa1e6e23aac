"""Around every request: faults, token, description check, errors, and the record of what went wrong."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aiohttp import web

from localdiscord.errors import ApiError, Breach, Late
from localdiscord.faults import Delay, Drop, Faults, Page, RateLimited

from .call import read
from .replies import SCOPE, failure, limited, page, refused, reply

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from localdiscord.spec import Spec
    from localdiscord.world import World

    from .call import Answer, Call, Route

__all__ = ["API", "Frame", "Seen"]

API = "/api/v10"
KEPT = 1000
"""Requests remembered for tests that count them."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A request that was answered."""

    method: str
    path: str
    status: int
    template: str
    body: object
    answer: Answer = None


class Frame:
    """Turns routes into aiohttp handlers and keeps the books."""

    def __init__(self, world: World, *, token: str, spec: Spec | None) -> None:
        self._world = world
        self._token = token
        self._spec = spec
        self.faults = Faults()
        self.breaches: list[Breach] = []
        self.late: list[Late] = []
        self.requests: deque[Seen] = deque(maxlen=KEPT)
        self.in_flight = 0
        self.total = 0

    def mount(self, router: web.UrlDispatcher, routes: tuple[Route, ...]) -> None:
        """Add the routes, and a trap for every other path of the API."""
        for route in routes:
            router.add_route(route.method, API + route.template, self._serve(route))
        router.add_route("*", API + "/{tail:.*}", self._unknown)

    def _serve(self, route: Route) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
        async def serve(request: web.Request) -> web.StreamResponse:
            with self._busy():
                response = await self._admit(request, route, request.path.removeprefix(API))
            if response.headers.get(SCOPE) != "shared":
                self._world.limiter.count(response.status)
            return response

        return serve

    async def _admit(self, request: web.Request, route: Route, path: str) -> web.StreamResponse:
        verdict = self._world.limiter.admit(route.bucket, _place(request), paced=not route.public)
        if verdict.wait is None:
            response = await self._meet(request, route, path)
        else:
            self.requests.append(Seen(request.method, path, 429, route.template, None))
            response = refused(verdict)
        response.headers.update(verdict.headers)
        return response

    async def _meet(self, request: web.Request, route: Route, path: str) -> web.StreamResponse:
        fault = self.faults.take(request.method, path)
        if fault is None:
            return await self._handle(request, route, path)
        if not isinstance(fault.effect, Delay):
            if fault.after:
                await self._handle(request, route, path)
            return _strike(request, fault.effect)
        if not fault.after:
            await asyncio.sleep(fault.effect.seconds)
            return await self._handle(request, route, path)
        response = await self._handle(request, route, path)
        await asyncio.sleep(fault.effect.seconds)
        return response

    @contextmanager
    def _busy(self) -> Iterator[None]:
        self.in_flight += 1
        self.total += 1
        try:
            yield
        finally:
            self.in_flight -= 1

    async def _handle(self, request: web.Request, route: Route, path: str) -> web.Response:
        body: object = None
        try:
            self._authorise(request, route)
            call = await read(request, route.template, path)
            body = call.body
            self._check(call)
            answer = route.handler(self._world, call)
        except ApiError as error:
            self._record(request.method, path, error)
            self.requests.append(Seen(request.method, path, error.status, route.template, body))
            return failure(error)
        for note in call.notes:
            self.breaches.append(Breach(call.method, path, note, code=0))
        status = 204 if answer is None else 200
        self.requests.append(Seen(call.method, path, status, route.template, body, answer))
        return reply(answer, status)

    def _authorise(self, request: web.Request, route: Route) -> None:
        if not route.public and request.headers.get("Authorization") != f"Bot {self._token}":
            raise ApiError(0, status=401, message="401: Unauthorized")

    def _check(self, call: Call) -> None:
        if self._spec is not None and call.body is not None:
            call.insist(self._spec.request_flaws(call.method, call.template, call.body))

    def _record(self, method: str, path: str, error: ApiError) -> None:
        if error.is_breach:
            text = error.breach or f"{error.message} {json.dumps(error.errors or {}, ensure_ascii=False)}"
            self.breaches.append(Breach(method, path, text, error.code))
        if error.is_late:
            self.late.append(Late(method, path, error.code))

    async def _unknown(self, request: web.Request) -> web.Response:
        path = request.path.removeprefix(API)
        with self._busy():
            self.breaches.append(Breach(request.method, path, "no such route here", code=0))
            self.requests.append(Seen(request.method, path, 404, "", None))
            return failure(ApiError(0))


def _place(request: web.Request) -> str:
    """Return what Discord's buckets are counted apart for: the channel or the interaction."""
    return request.match_info.get("channel_id") or request.match_info.get("webhook_token") or ""


def _strike(request: web.Request, effect: ApiError | RateLimited | Drop | Page) -> web.StreamResponse:
    if isinstance(effect, RateLimited):
        return limited(effect)
    if isinstance(effect, ApiError):
        return failure(effect)
    if isinstance(effect, Page):
        return page(effect.status)
    if request.transport is not None:
        request.transport.abort()
    return web.Response(status=500)
