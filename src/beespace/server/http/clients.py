"""Identifies clients: a guest with a cookie, a program with a seat's token, or a new guest.

A guest is a random secret in a cookie that no script can read. Its hash is the guest's id, and the
server stores only that: a leaked database impersonates no one. There is nothing to look up: a
client with a secret is the guest with its hash.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from beespace.server import problems
from beespace.server.http.errors import error_answer
from beespace.server.people.client import Client
from beespace.server.people.keys import hash_of, is_secret, new_secret
from beespace.server.problems import ProblemError
from beespace.server.storage import Database, StorageError

COOKIE = "beespace_guest"
_MAX_AGE_S = 400 * 24 * 3600  # the longest that browsers allow
_STATE = "beespace.guest"
_WITH_OTHER_TOKENS = ("/api/metrics",)


def guest_of(connection: HTTPConnection) -> str:
    """Return the guest's id for a request or socket, creating a guest if there is none.

    The response sets the cookie of a new guest, and renews that of a known one.
    """
    state: dict[str, str] = connection.scope.setdefault(_STATE, {})
    if "secret" not in state:
        shown = connection.cookies.get(COOKIE, "")
        state["secret"] = shown if is_secret(shown) else new_secret()
        state["hash"] = hash_of(state["secret"])
    return state["hash"]


def client_of(connection: HTTPConnection) -> Client:
    """Return the guest and the token of a request. Programs with a token need no cookie."""
    token = _token_of(connection)
    if token is None:
        return Client(guest_of(connection))
    has_cookie = COOKIE in connection.cookies
    return Client(guest_of(connection) if has_cookie else None, hash_of(token))


def shown_by(connection: HTTPConnection) -> str | None:
    """Return the hash of a request's token or else of its cookie, if it has either."""
    token = _token_of(connection)
    shown = token if token is not None else connection.cookies.get(COOKIE, "")
    return hash_of(shown) if is_secret(shown) else None


def _token_of(connection: HTTPConnection) -> str | None:
    """Return the bearer token of a request, if any."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


# Not plain functions: FastAPI would run these in threads.
async def _client(connection: HTTPConnection) -> Client:
    return client_of(connection)


async def _guest(connection: HTTPConnection) -> str:
    return guest_of(connection)


# For the parameters of routes and sockets.
RequestClient = Annotated[Client, Depends(_client)]
RequestGuest = Annotated[str, Depends(_guest)]


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
                is_secure = scope["scheme"] in ("https", "wss")
                MutableHeaders(scope=message).append(
                    "set-cookie",
                    f"{COOKIE}={state['secret']}; Max-Age={_MAX_AGE_S}; Path=/; HttpOnly; "
                    "SameSite=Lax" + ("; Secure" if is_secure else ""),
                )
            await send(message)

        await self._app(scope, receive, send_with_cookie)

    async def _check_token(self, connection: HTTPConnection) -> None:
        token = _token_of(connection)
        if token is None or connection.scope["path"] in _WITH_OTHER_TOKENS:
            return
        if not is_secret(token) or not await self._database.is_token(hash_of(token)):
            raise problems.unknown_token()
