"""What every request passes before anything else sees it.

1. It must name this server as its host: a page elsewhere may make a name of its own point here
   (DNS rebinding), but cannot make a browser send another name.
2. What changes something, and every socket, must come from our own page, if it comes from one.
3. Its body must not be larger than anything we read.

The answer leaves with headers that keep the page to itself.
"""

from __future__ import annotations

import ipaddress
import logging
import socket
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from beespace.server.games.problems import ProblemError
from beespace.server.settings import Settings, is_loopback
from beespace.server.web.answers import problem_answer

_LOG = logging.getLogger(__name__)

MOST_BODY_BYTES = 2_500_000
_HARMLESS = ("GET", "HEAD", "OPTIONS")
_LOOPBACK_NAMES = ("localhost", "127.0.0.1", "::1")
# To connect to oneself includes sockets in all browsers that can show the page: in Safari since the
# version (15.4) that knows its units, too.
_HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data: blob:; "
    "style-src 'self' 'unsafe-inline'; connect-src 'self'; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'self'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "x-frame-options": "DENY",
}


class Guard:
    """An ASGI application around another one."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._names = {*_LOOPBACK_NAMES, settings.host.lower()}
        self._names.update(name.lower() for name in settings.allowed_hosts)
        self._is_open_to_all = _is_wildcard(settings.host)
        if self._is_open_to_all:
            name = socket.gethostname().lower().partition(".")[0]
            # As others in a network without a name server know this machine.
            self._names |= {socket.gethostname().lower(), f"{name}.local"}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request pass, or answer it here."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        try:
            self._check(scope)
        except ProblemError as error:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008, "reason": str(error)})
            else:
                await problem_answer(error.problem, error.status)(
                    scope, receive, _with_headers(scope, send)
                )
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
        else:
            await self._app(scope, _counted(receive), _with_headers(scope, send))

    def _check(self, scope: Scope) -> None:
        headers = Headers(scope=scope)
        host = headers.get("host", "")
        if not self._is_ours(host):
            raise ProblemError("wrong-host", "this server is not known by that name", 421)
        is_change = scope["type"] == "websocket" or scope["method"] not in _HARMLESS
        if is_change and not _is_from_our_page(headers, host, scope):
            raise ProblemError("wrong-origin", "this may only be asked by our own page", 403)
        length = headers.get("content-length", "")
        if length.isdecimal() and int(length[:20]) > MOST_BODY_BYTES:
            raise _too_large()

    def _is_ours(self, host: str) -> bool:
        name = _split(f"//{host}")
        if name is None:
            return False
        # Nobody can make a browser send an address of ours by changing what a name means.
        return name in self._names or (self._is_open_to_all and _is_address(name))


def _is_from_our_page(headers: Headers, host: str, scope: Scope) -> bool:
    """Browsers say where a request comes from; programs need not, if they show no cookie.

    Those on this machine may show one: nobody elsewhere can make them ask.
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
    """The host's name in an address; None if it is no address."""
    try:
        parts = urlsplit(address)
        _ = parts.port  # raises where it is not a number
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


def _too_large() -> ProblemError:
    return ProblemError("too-large", f"more than {MOST_BODY_BYTES} bytes are not read", 413)


def _counted(receive: Receive) -> Receive:
    """Receive a body that does not say how long it is, up to a limit."""
    received = 0

    async def receive_some() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > MOST_BODY_BYTES:
            raise HTTPException(413)
        return message

    return receive_some


def _with_headers(scope: Scope, send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers[name] = value
            if scope["path"].startswith("/api/"):
                # Whose games they are depends on who asks.
                headers.setdefault("cache-control", "no-store")
        await send(message)

    return send_with_headers
