"""How much a client may store: in total per guest, and over time per address."""

from __future__ import annotations

from beespace.server.people.buckets import Buckets
from beespace.server.people.client import Client
from beespace.server.problems import ProblemError
from beespace.server.refusals import LimitName, Refusals
from beespace.server.settings import Settings
from beespace.server.storage import Database


class StorageQuota:
    """Limits the bytes of imports, studies, chats and synced rows, except on a private server."""

    def __init__(self, settings: Settings, database: Database, refusals: Refusals) -> None:
        self._limits = settings.limits_in_force
        self._database = database
        self._refusals = refusals
        self._by_address = Buckets(self._limits.address_storage) if self._limits else None

    async def check(
        self, client: Client, size: int, instead_of: int = 0, written: int | None = None
    ) -> None:
        """Check that a client may store this many more bytes, replacing some others.

        The limit of an address counts `written` bytes, by default all of them.

        Raises:
            ProblemError: the client has stored too much.
        """
        if self._limits is None or self._by_address is None:
            return
        used = await self._database.stored_bytes(client.hashes)
        if used + size - instead_of > self._limits.storage:
            self._refusals.note(LimitName.STORAGE)
            most = self._limits.storage // 1_000_000
            raise ProblemError("full", f"you can store {most} MB; delete something first")
        self.count(client, size if written is None else written)

    def count(self, client: Client, size: int) -> None:
        """Count bytes that only the address's limit applies to, such as those of chats.

        Raises:
            ProblemError: too much was stored from the address.
        """
        if self._by_address is not None and not self._by_address.take(client.address, size):
            self._refusals.note(LimitName.STORAGE)
            raise ProblemError("full", "too much was stored from your network; try again tomorrow")
