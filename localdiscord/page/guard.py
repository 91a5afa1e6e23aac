"""Who may talk to this server: only pages of its own, under its own name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aiohttp import web

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

__all__ = ["guard", "is_own_origin", "page_headers"]

LOCAL_NAMES = ("127.0.0.1", "localhost")


@web.middleware
async def guard(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse foreign hosts and origins on every path, the bot's included.

    A foreign web page could otherwise reach the server: through a name of its own that resolves to 127.0.0.1
    (it then sends that name as Host), or through a websocket, which no same-origin rule stops (it then sends
    its own Origin). The bot itself sends no Origin.
    """
    if request.host not in _names(request):
        raise web.HTTPForbidden(text="This host name is not served here.")
    if "Origin" in request.headers and not is_own_origin(request):
        raise web.HTTPForbidden(text="Requests of other pages are not served here.")
    return await handler(request)


def is_own_origin(request: web.Request) -> bool:
    """Tell whether a request says that it comes from a page of this server."""
    return request.headers.get("Origin") in {f"http://{name}" for name in _names(request)}


def page_headers(request: web.Request) -> Mapping[str, str]:
    """Return what every file of the page is served with: nothing foreign is loaded, nothing inline runs."""
    sockets = " ".join(f"ws://{name}" for name in sorted(_names(request)))
    policy = (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        f"connect-src 'self' {sockets}",  # some browsers do not count websockets under 'self'
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
    return {
        "Content-Security-Policy": "; ".join(policy),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cache-Control": "no-store",
    }


def _names(request: web.Request) -> set[str]:
    transport = request.transport
    port = transport.get_extra_info("sockname")[1] if transport is not None else 0
    return {f"{name}:{port}" for name in LOCAL_NAMES}
