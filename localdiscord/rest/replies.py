"""Answers as they go over the wire: JSON, refusals with their headers, pages of HTML."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

from aiohttp import web

from localdiscord.faults import RateLimited

if TYPE_CHECKING:
    from localdiscord.errors import ApiError
    from localdiscord.limits import Verdict
    from localdiscord.wire import Json

    from .call import Answer

__all__ = ["SCOPE", "failure", "limited", "page", "refused", "reply"]

SCOPE = "X-RateLimit-Scope"
MESSAGES = {
    "user": "You are being rate limited.",
    "shared": "The resource is being rate limited.",
    "global": "You are being rate limited.",
}


def reply(body: Answer, status: int) -> web.Response:
    """Send a JSON body, or nothing for None."""
    # exactly application/json: with a charset behind it discord.py takes the body for text
    if body is None:
        return web.Response(status=status)
    return web.Response(body=json.dumps(body).encode(), status=status, content_type="application/json")


def failure(error: ApiError) -> web.Response:
    """Send an error of Discord; some of them ask to wait."""
    if error.retry_after is None:
        return reply(error.to_dict(), error.status)
    response = reply(error.to_dict() | {"retry_after": error.retry_after, "global": False}, error.status)
    _ask_to_wait(response, error.retry_after, "user")
    return response


def limited(effect: RateLimited) -> web.Response:
    """Send a 429 that was ordered."""
    scope = "global" if effect.is_global else "shared" if effect.shared else "user"
    body: Json = {
        "message": MESSAGES[scope],
        "retry_after": effect.retry_after,
        "global": effect.is_global,
    }
    response = reply(body | ({"code": effect.code} if effect.code else {}), 429)
    _ask_to_wait(response, effect.retry_after, scope, via=effect.via)
    return response


def refused(verdict: Verdict) -> web.Response:
    """Send the 429 that a request has earned."""
    wait = verdict.wait or 0.0
    if not verdict.via:
        response = page(429)
        response.headers["Retry-After"] = str(math.ceil(wait))
        return response
    return limited(RateLimited(round(wait, 3), is_global=verdict.is_global))


def page(status: int) -> web.Response:
    """Send a page of HTML."""
    text = f"<!DOCTYPE html><html><head><title>{status}</title></head><body>{status}</body></html>"
    return web.Response(text=text, status=status, content_type="text/html")


def _ask_to_wait(response: web.Response, seconds: float, scope: str, *, via: bool = True) -> None:
    response.headers["Retry-After"] = str(math.ceil(seconds))
    response.headers[SCOPE] = scope
    if scope == "global":
        response.headers["X-RateLimit-Global"] = "true"
    if via:
        response.headers["Via"] = "1.1 google"
