"""Checks every request before anything else handles it.

1. Its host must be a name of this server. A malicious site can make its own name point here
   (DNS rebinding), but it can't make a browser send a different name.
2. If it comes from a page and changes something or opens a socket, the page must be our own.
3. Its body must not exceed the size limit.

Responses get security headers that isolate the page from other sites.
"""

from __future__ import annotations

import ipaddress
import logging
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from beespace.server.http.errors import problem_answer
from beespace.server.problems import ProblemError
from beespace.server.refusals import LimitName, Refusals
from beespace.server.settings import Settings, is_loopback

_LOG = logging.getLogger(__name__)

# Only texts of games and studies are long. Other bodies have few parts, and not very many of them:
# each can be an error, and thousands of errors take long to describe.
MOST_BODY_BYTES = 2_500_000
MOST_SHORT_BODY_BYTES = 131_072
MOST_COMMAS = 5000
LONG_BODIES = (
    "/api/imports",
    "/api/analysis/read",
    "/api/analysis/write",
    "/api/studies",
    "/api/sync",
)
_HARMLESS = ("GET", "HEAD", "OPTIONS")
_LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
# `connect-src 'self'` includes WebSockets in every browser that can show the page: Safari supports
# that since 15.4, the version that also introduced the CSS units the page uses.
_HEADERS = {
    # The core of the page is WebAssembly. It needs shared memory to search with several threads,
    # which browsers only allow on pages that load nothing from elsewhere: hence the two policies
    # about other origins.
    "content-security-policy": "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; "
    "img-src 'self' data: blob:; "
    "style-src 'self' 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-frame-options": "DENY",
}
# For half a year, browsers that reached us over HTTPS use nothing else.
_HTTPS_ONLY = "max-age=15552000"


class Guard:
    """ASGI middleware that checks requests and adds security headers to responses."""

    def __init__(self, app: ASGIApp, settings: Settings, refusals: Refusals) -> None:
        self._app = app
        self._refusals = refusals
        self._names = {*_LOOPBACK_NAMES, settings.host.lower()}
        self._names.update(name.lower() for name in settings.allowed_hosts)
        self._is_open_to_all = _is_wildcard(settings.host)
        if self._is_open_to_all:
            name = socket.gethostname().lower().partition(".")[0]
            # The name of this machine on networks without a DNS server.
            self._names |= {socket.gethostname().lower(), f"{name}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or reject it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        try:
            self._check(scope)
        except ProblemError as error:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008, "reason": str(error)})
            else:
                await problem_answer(error.problem)(scope, receive, _with_headers(scope, send))
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            counted = self._counted(receive, _may_be_long(scope))
            await self._app(scope, counted, _with_headers(scope, send))

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host) or len(headers.getlist("host")) > 1:
            raise ProblemError("wrong-host", "this server doesn't answer to that host name")
        is_change = scope["type"] == "websocket" or scope["method"] not in _HARMLESS
        if is_change and not _is_from_our_page(headers, host, scope):
            raise ProblemError("wrong-origin", "this request comes from another site")
        length = headers.get("content-length", "")
        most = MOST_BODY_BYTES if _may_be_long(scope) else MOST_SHORT_BODY_BYTES
        if length.isdecimal() and int(length[:20]) > most:
            self._refusals.note(LimitName.BODY_SIZE)
            raise ProblemError("too-large", f"the body exceeds the limit of {most} bytes")

    def _counted(self, receive: Receive, may_be_long: bool) -> Receive:
        """Limit the size of bodies that don't declare their length, and the number of parts."""
        most = MOST_BODY_BYTES if may_be_long else MOST_SHORT_BODY_BYTES
        received = commas = 0

        async def receive_some() -> Message:
            nonlocal received, commas
            message = await receive()
            body = message.get("body", b"")
            received += len(body)
            commas += body.count(b",")
            if received > most or (commas > MOST_COMMAS and not may_be_long):
                self._refusals.note(LimitName.BODY_SIZE)
                raise HTTPException(413)
            return message

        return receive_some

    def _is_ours(self, host: str) -> bool:
        name = _split(f"//{host}")
        if name is None:
            return False
        # DNS rebinding can't make a browser send an IP address as the host, so any is accepted.
        return name in self._names or (self._is_open_to_all and _is_address(name))


def _is_from_our_page(headers: Headers, host: str, scope: Scope) -> bool:
    """Return whether a request comes from our own page, or from a program.

    Browsers send their origin. Programs don't have to if they send no cookie, or if they run on
    this machine, where no other site can control them.
    """
    origins = headers.getlist("origin")
    if not origins:
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin"):
            return False
        client = scope.get("client")
        return "cookie" not in headers or client is None or is_loopback(client[0])
    return len(origins) == 1 and origins[0].lower() in (
        f"http://{host}".lower(),
        f"https://{host}".lower(),
    )


def _split(address: str) -> str | None:
    """Return the host name in an address, or None if the address is invalid."""
    try:
        parts = urlsplit(address)
        _ = parts.port  # raises if it is not a number
    except ValueError:
        return None
    if not parts.hostname or parts.path or parts.query or parts.fragment or parts.username:
        return None
    return parts.hostname


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_wildcard(host: str) -> bool:
    return not host or (_is_address(host) and ipaddress.ip_address(host).is_unspecified)


def _may_be_long(scope: Scope) -> bool:
    path: str = scope["path"]
    return any(path == one or path.startswith(f"{one}/") for one in LONG_BODIES)


def _with_headers(scope: Scope, send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            if scope["scheme"] == "https":
                headers["strict-transport-security"] = _HTTPS_ONLY
            if scope["path"].startswith("/api/"):
                # Responses depend on the client.
                headers.setdefault("cache-control", "no-store")
        await send(message)

    return send_with_headers
