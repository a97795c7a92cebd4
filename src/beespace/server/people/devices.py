"""Guests with several devices: browsers that belong to the same person.

Every browser has its own cookie. A browser that has joined a guest's devices acts as that guest,
and all of their browsers hold the seats that any of them holds.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from beespace.server import problems
from beespace.server.people.keys import hash_of, is_secret, new_secret
from beespace.server.problems import ProblemError
from beespace.server.storage import Database
from beespace.server.storage.guests.devices import StoredDevice, StoredDevices, StoredLink

# How long a link works: long enough to pick up a phone.
LINK_MS = 15 * 60 * 1000
MOST_DEVICES = 20
# What a device counts as in what an address may store. The server keeps all of them in memory.
DEVICE_BYTES = 20_000
# How long moves have the database for themselves after a part was handed over, in times of that.
_PAUSE = 2


@dataclass(frozen=True, slots=True)
class NewLink:
    """The secret of a new link, and when it expires, in milliseconds since 1970."""

    secret: str
    expires_ms: int


class Devices:
    """The devices of all guests. It raises a ProblemError for requests it refuses."""

    def __init__(self, stored: StoredDevices, now_ms: Callable[[], int]) -> None:
        self._stored = stored
        self._now_ms = now_ms
        # By the hash of each device's own cookie. There are few, and every request asks.
        self._devices: dict[str, StoredDevice] = {}
        self._of_guest: dict[str, list[StoredDevice]] = {}

        self._handing_over = asyncio.Lock()

    @classmethod
    async def of(cls, database: Database, now_ms: Callable[[], int]) -> Devices:
        """Return the devices in a database."""
        stored = StoredDevices(database)
        devices = cls(stored, now_ms)
        devices._set(await stored.all())
        for device in await stored.unfinished():
            await devices._hand_over(device)
        return devices

    def _set(self, devices: Iterable[StoredDevice]) -> None:
        for device in devices:
            self._devices[device.hash] = device
            self._of_guest.setdefault(device.guest, []).append(device)

    async def _reload(self, *guests: str) -> None:
        """Read the devices of some guests again."""
        found = [device for guest in guests for device in await self._stored.of(guest)]
        for guest in guests:
            for device in self._of_guest.pop(guest, ()):
                self._devices.pop(device.hash, None)
        self._set(found)

    async def _hand_over(self, device: StoredDevice) -> None:
        """Transfer a device's data to the guest that it now belongs to."""
        # One part of one library at a time, and most of the time none: moves of running games must
        # get in between.
        is_complete = False
        while not is_complete:
            async with self._handing_over:
                began_s = time.monotonic()
                is_complete = await self._stored.hand_over(device.hash, device.guest)
                await asyncio.sleep(_PAUSE * (time.monotonic() - began_s))

    def guest_of(self, browser: str) -> str:
        """Return the guest that a browser belongs to, by the hash of its cookie."""
        device = self._devices.get(browser)
        return device.guest if device is not None else browser

    def hashes_of(self, guest: str) -> tuple[str, ...]:
        """Return the hashes of a guest's other devices, which may hold seats, too."""
        return tuple(one.hash for one in self._of_guest.get(guest, ()) if one.hash != guest)

    def list(self, guest: str) -> Sequence[StoredDevice]:
        """Return a guest's devices; none if there is only one."""
        return self._of_guest.get(guest, [])

    async def new_link(self, guest: str, browser: str, name: str) -> NewLink:
        """Return a link for another browser. It works once; the previous one stops working.

        `browser` is the device that asks, and `name` what to call it.
        """
        if len(self.list(guest)) >= MOST_DEVICES:
            raise problems.too_many(f"you have {MOST_DEVICES} devices; remove one first")
        secret, expires_ms = new_secret(), self._now_ms() + LINK_MS
        link = StoredLink(hash_of(secret), guest, name, expires_ms)
        if not await self._stored.add_link(link, browser, self._now_ms()):
            raise ProblemError("no-such-device", "this browser was removed from these devices")
        return NewLink(secret, expires_ms)

    async def check_link(self, secret: str, browser: str) -> None:
        """Check that a browser can use a link, without using it."""
        await self._owner_of(secret, browser)

    async def join(
        self, secret: str, browser: str, name: str, added: str, count: Callable[[int], None]
    ) -> str:
        """Add a browser to a guest's devices, and return that guest.

        `count` gets the bytes that a device counts as, and may raise a ProblemError.
        """
        guest = await self._owner_of(secret, browser)
        count(DEVICE_BYTES)
        joining = StoredDevice(browser, guest, name, added)
        if not await self._stored.join(hash_of(secret), joining, self._now_ms()):
            raise problems.wrong_secret()
        await self._reload(guest, browser)
        await self._hand_over(joining)
        return guest

    async def _owner_of(self, secret: str, browser: str) -> str:
        link = hash_of(secret)
        guest = await self._stored.owner_of(link, self._now_ms()) if is_secret(secret) else None
        if guest is None:
            raise problems.wrong_secret()
        if guest == self.guest_of(browser):
            raise ProblemError("device-already", "this is one of your devices already")
        if self.guest_of(browser) != browser:
            # Its seats would be lost to the devices that it belongs to now.
            raise ProblemError("has-devices", "this browser belongs to other devices; remove it")
        if len(self.list(guest)) + len(self.list(browser)) >= MOST_DEVICES:
            raise problems.too_many(f"there are {MOST_DEVICES} devices already; remove one first")
        return guest

    async def remove(self, guest: str, device_id: str) -> str:
        """Make one of a guest's devices a separate guest again, without any of the guest's data.

        Returns the hash of its cookie. Its open connections must lose what they had.
        """
        found = next((one for one in self.list(guest) if id_of(one) == device_id), None)
        if found is None:
            raise ProblemError("no-such-device", "you have no such device")
        if found.hash == guest:
            raise ProblemError("first-device", "your first device can't be removed")
        await self._stored.remove(found)
        await self._reload(guest)
        return found.hash


def id_of(device: StoredDevice) -> str:
    """Return a public id for a device, which doesn't reveal the stored hash."""
    return hash_of(device.hash)[:12]
