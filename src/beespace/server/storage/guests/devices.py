"""The devices of guests who use more than one browser, and the links that add one."""

from __future__ import annotations

from dataclasses import asdict, dataclass

import sqlalchemy as sa

from beespace.server.storage.database import Database
from beespace.server.storage.guests.handing_over import hand_over_results, hand_over_some
from beespace.server.storage.tables import DEVICE_LINKS, DEVICES, LIBRARIES


@dataclass(frozen=True, slots=True)
class StoredDevice:
    """A browser of a guest. `hash` is that of its own cookie."""

    hash: str
    guest: str
    name: str
    added: str


@dataclass(frozen=True, slots=True)
class StoredLink:
    """A link that adds a device, by the hash of its secret. `tables` explains the columns."""

    hash: str
    guest: str
    name: str
    expires: int


class StoredDevices:
    """The devices of all guests."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> list[StoredDevice]:
        """Return all devices: the original one of each guest, then those added, oldest first."""
        return await self._devices(sa.true())

    async def of(self, guest: str) -> list[StoredDevice]:
        """Return a guest's devices in the same order."""
        return await self._devices(DEVICES.c.guest == guest)

    async def _devices(self, which: sa.ColumnElement[bool]) -> list[StoredDevice]:
        is_first = DEVICES.c.hash == DEVICES.c.guest
        order = is_first.desc(), DEVICES.c.added, DEVICES.c.hash
        query = sa.select(DEVICES).where(which).order_by(*order)
        return await self._database.read(
            lambda connection: [StoredDevice(*row) for row in connection.execute(query)]
        )

    async def add_link(self, link: StoredLink, browser: str, now_ms: int) -> bool:
        """Store a new link. A guest has one link at a time.

        Returns False if the browser that asks isn't one of the guest's devices any more.
        """
        gone = (DEVICE_LINKS.c.guest == link.guest) | (DEVICE_LINKS.c.expires <= now_ms)
        own = DEVICES.c.hash == browser, DEVICES.c.guest == link.guest

        def work(connection: sa.Connection) -> bool:
            is_own = connection.scalar(sa.select(DEVICES.c.hash).where(*own)) is not None
            if browser != link.guest and not is_own:
                return False
            connection.execute(DEVICE_LINKS.delete().where(gone))
            connection.execute(DEVICE_LINKS.insert().values(**asdict(link)))
            return True

        return await self._database.write(work)

    async def owner_of(self, link: str, now_ms: int) -> str | None:
        """Return the guest of a link, or None if it is unknown or has expired."""

        def work(connection: sa.Connection) -> str | None:
            found = _link(connection, link, now_ms)
            return found.guest if found is not None else None

        return await self._database.read(work)

    async def join(self, link: str, joining: StoredDevice, now_ms: int) -> bool:
        """Add a browser to the devices of the link's guest. Returns whether the link works.

        The link is used up. Call `hand_over` then.
        """

        def work(connection: sa.Connection) -> bool:
            found = _link(connection, link, now_ms)
            if found is None or found.guest != joining.guest:
                return False
            connection.execute(DEVICE_LINKS.delete().where(DEVICE_LINKS.c.hash == link))
            first = StoredDevice(found.guest, found.guest, found.name, joining.added)
            for device in (first, joining):
                _add_device(connection, device)
            hand_over_results(connection, joining.hash, found.guest)
            return True

        return await self._database.write(work)

    async def hand_over(self, before: str, after: str) -> bool:
        """Transfer some of a guest's data to another guest. Returns whether that was all of it."""
        return await self._database.write(
            lambda connection: hand_over_some(connection, before, after)
        )

    async def unfinished(self) -> list[StoredDevice]:
        """Return the devices that still have a library of their own."""
        is_other = DEVICES.c.hash != DEVICES.c.guest
        query = sa.select(DEVICES).join(LIBRARIES, LIBRARIES.c.guest == DEVICES.c.hash)
        return await self._database.read(
            lambda connection: [
                StoredDevice(*row) for row in connection.execute(query.where(is_other))
            ]
        )

    async def remove(self, device: StoredDevice) -> None:
        """Make a browser a separate guest again.

        The guest's link stops working: the browser may have made it, and could come back with it.
        """

        def work(connection: sa.Connection) -> None:
            connection.execute(DEVICES.delete().where(DEVICES.c.hash == device.hash))
            connection.execute(DEVICE_LINKS.delete().where(DEVICE_LINKS.c.guest == device.guest))

        await self._database.write(work)


def _link(connection: sa.Connection, link: str, now_ms: int) -> StoredLink | None:
    links = DEVICE_LINKS.c
    columns = links.hash, links.guest, links.name, links.expires
    query = sa.select(*columns).where(links.hash == link, links.expires > now_ms)
    row = connection.execute(query).first()
    return StoredLink(*row) if row is not None else None


def _add_device(connection: sa.Connection, device: StoredDevice) -> None:
    # The joining guest's devices move, too.
    moved = DEVICES.update().where(DEVICES.c.guest == device.hash)
    connection.execute(moved.values(guest=device.guest))
    is_known = sa.select(DEVICES.c.hash).where(DEVICES.c.hash == device.hash)
    if connection.scalar(is_known) is None:
        values = {"hash": device.hash, "guest": device.guest}
        connection.execute(DEVICES.insert().values(**values, name=device.name, added=device.added))
