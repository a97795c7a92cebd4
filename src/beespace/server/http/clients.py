"""Identifies clients: a guest with a cookie, a program with a seat's token, or a new guest.

A guest is a random secret in a signed cookie that no script can read. Its hash is the guest's id,
and the server stores only that: a leaked database impersonates no one. `cookies` decides which
cookies are valid.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from beespace.server import problems
from beespace.server.http.cookies import GuestCookies, has_cookie
from beespace.server.http.errors import error_answer
from beespace.server.http.services import Services
from beespace.server.people.addresses import counted_address
from beespace.server.people.client import Client, Owner
from beespace.server.people.devices import Devices
from beespace.server.people.keys import hash_of, is_secret, new_secret
from beespace.server.problems import ProblemError
from beespace.server.settings import Settings
from beespace.server.storage import Database, StorageError

_STATE = "beespace.guest"
_WITH_OTHER_TOKENS = ("/api/metrics",)


async def guest_of(connection: HTTPConnection) -> str:
    """Return the guest's id for a request or socket, creating a guest if there is none."""
    return _devices(connection).guest_of(await browser_of(connection))


async def browser_of(connection: HTTPConnection) -> str:
    """Return the hash of the browser's own cookie, whichever guest it belongs to.

    The response sets the cookie of a new browser, and renews that of a known one.
    """
    state: dict[str, str] = connection.scope.setdefault(_STATE, {})
    if "secret" not in state:
        secret = await _cookies(connection).secret_of(connection) or new_secret()
        state["secret"], state["hash"] = secret, hash_of(secret)
    return state["hash"]


async def client_of(connection: HTTPConnection) -> Client:
    """Return the guest and the token of a request. Programs with a token need no cookie."""
    token, address = _token_of(connection), _address_of(connection)
    if token is None:
        return await _owner(connection)
    if not has_cookie(connection):
        return Client(None, hash_of(token), address)
    guest, browser = await guest_of(connection), await browser_of(connection)
    devices = _devices(connection).hashes_of(guest)
    return Client(guest, hash_of(token), address, devices, browser)


def _address_of(connection: HTTPConnection) -> str:
    """Return the address to count, or "" if addresses have no limits here."""
    services: Services = connection.app.state.services
    has_limits = services[Settings].limits_in_force is not None
    return counted_address(connection.client.host) if has_limits and connection.client else ""


def shown_by(connection: HTTPConnection) -> str | None:
    """Return the hash of a request's token or else of its signed cookie, if it has either."""
    token = _token_of(connection)
    if token is None:
        token = _cookies(connection).signed_secret_of(connection)
    return hash_of(token) if token is not None and is_secret(token) else None


def _cookies(connection: HTTPConnection) -> GuestCookies:
    services: Services = connection.app.state.services
    return services[GuestCookies]


def _devices(connection: HTTPConnection) -> Devices:
    services: Services = connection.app.state.services
    return services[Devices]


def _token_of(connection: HTTPConnection) -> str | None:
    """Return the bearer token of a request, if any."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


# Not plain functions: FastAPI would run these in threads.
async def _client(connection: HTTPConnection) -> Client:
    return await client_of(connection)


async def _guest(connection: HTTPConnection) -> str:
    return await guest_of(connection)


async def _owner(connection: HTTPConnection) -> Owner:
    guest, browser = await guest_of(connection), await browser_of(connection)
    devices = _devices(connection).hashes_of(guest)
    return Owner(guest, _address_of(connection), devices, browser)


async def _browser(connection: HTTPConnection) -> str:
    return await browser_of(connection)


# For the parameters of routes and sockets. An owner is always a guest, even with a token.
RequestClient = Annotated[Client, Depends(_client)]
RequestGuest = Annotated[str, Depends(_guest)]
RequestOwner = Annotated[Owner, Depends(_owner)]
RequestBrowser = Annotated[str, Depends(_browser)]


class Guests:
    """ASGI middleware that sets the cookies of guests.

    It rejects tokens that open no seat, so that a program doesn't become a watcher unnoticed.
    """

    def __init__(self, app: ASGIApp, database: Database) -> None:
        self._app = app
        self._database = database

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, and set the cookie if the application identified the guest."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        try:
            await self._check_token(HTTPConnection(scope))
        except (ProblemError, StorageError) as error:
            await error_answer(error)(scope, receive, send)
            return
        state: dict[str, str] = scope.setdefault(_STATE, {})

        async def send_with_cookie(message: Message) -> None:
            starts = message["type"] in ("http.response.start", "websocket.accept")
            if starts and "secret" in state:
                message.setdefault("headers", [])
                header = _cookies(HTTPConnection(scope)).header_for(
                    state["secret"], scope["scheme"]
                )
                MutableHeaders(scope=message).append("set-cookie", header)
            await send(message)

        await self._app(scope, receive, send_with_cookie)

    async def _check_token(self, connection: HTTPConnection) -> None:
        token = _token_of(connection)
        if token is None or connection.scope["path"] in _WITH_OTHER_TOKENS:
            return
        if not is_secret(token) or not await self._database.is_token(hash_of(token)):
            raise problems.unknown_token()
