"""A client: a browser or a program, identified by the hashes of its secrets."""

from __future__ import annotations


class Client:
    """Who sends a request or holds a connection open: a guest, a program with a token, or both."""

    def __init__(self, guest: str | None, token: str | None = None) -> None:
        self.guest = guest
        self.token = token

    @property
    def hashes(self) -> tuple[str, ...]:
        """The hashes that may hold a seat."""
        return tuple(shown for shown in (self.token, self.guest) if shown is not None)

    @property
    def name(self) -> str:
        """The hash that limits and queues count this client by."""
        return self.guest or self.token or ""
