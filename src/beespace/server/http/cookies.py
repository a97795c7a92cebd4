"""The cookies of guests: a random secret with this server's signature.

The server accepts only what it has issued, so nobody can choose a guest's secret for them. Cookies
from before signatures existed stay valid for guests that the database knows.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

from starlette.requests import HTTPConnection

from beespace.server.people.keys import hash_of, is_secret
from beespace.server.storage import Database

COOKIE = "beespace_guest"
# Browsers accept this name only over HTTPS and only from the site itself, not from a subdomain.
SECURE_COOKIE = f"__Host-{COOKIE}"
_MAX_AGE_S = 400 * 24 * 3600  # the longest that browsers allow
_KEY_NAME = "guest key"
_KEY_BYTES = 32


class GuestCookies:
    """Reads and writes the cookies of one server's guests."""

    def __init__(self, key: str, database: Database) -> None:
        self._key = bytes.fromhex(key)
        self._database = database

    @classmethod
    async def of(cls, database: Database) -> GuestCookies:
        """Return the cookies signed with the database's key, which the first start creates."""
        key = await database.server_value(_KEY_NAME, lambda: secrets.token_hex(_KEY_BYTES))
        return cls(key, database)

    def signed(self, secret: str) -> str:
        """Return the value of a cookie: the secret and its signature."""
        return f"{secret}.{self._signature(secret)}"

    def signed_secret_of(self, connection: HTTPConnection) -> str | None:
        """Return the secret of a request's cookie, if this server has signed it."""
        for value in _values(connection):
            secret, _, signature = value.partition(".")
            if is_secret(secret) and hmac.compare_digest(
                signature.encode(), self._signature(secret).encode()
            ):
                return secret
        return None

    async def secret_of(self, connection: HTTPConnection) -> str | None:
        """Return the secret of a request's cookie if it is signed, or of a guest we know."""
        secret = self.signed_secret_of(connection)
        if secret is not None:
            return secret
        for value in _values(connection):
            # Only cookies from before signatures existed need this query.
            if is_secret(value) and await self._database.is_guest(hash_of(value)):
                return value
        return None

    def header_for(self, secret: str, scheme: str) -> str:
        """Return the header that sets the cookie, for the scheme of a request."""
        is_secure = scheme in ("https", "wss")
        name = SECURE_COOKIE if is_secure else COOKIE
        return (
            f"{name}={self.signed(secret)}; Max-Age={_MAX_AGE_S}; Path=/; HttpOnly; SameSite=Lax"
            + ("; Secure" if is_secure else "")
        )

    def _signature(self, secret: str) -> str:
        digest = hmac.digest(self._key, secret.encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest).decode().rstrip("=")


def has_cookie(connection: HTTPConnection) -> bool:
    """Return whether a request has the cookie of a guest, valid or not."""
    return COOKIE in connection.cookies or SECURE_COOKIE in connection.cookies


def _values(connection: HTTPConnection) -> list[str]:
    """Return the cookies that may identify the guest, the best protected first."""
    shown = (connection.cookies.get(name) for name in (SECURE_COOKIE, COOKIE))
    return [value for value in shown if value]
