"""Synchronizing and devices over HTTP."""

from __future__ import annotations

import functools
from collections.abc import AsyncGenerator
from contextlib import aclosing
from datetime import UTC, datetime
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from beespace.server.http.clients import RequestBrowser, RequestGuest, RequestOwner
from beespace.server.http.long_bodies import takes_long_body
from beespace.server.http.responses import NO_CONTENT, told_as_events
from beespace.server.http.services import provided
from beespace.server.http.streams import EventStream, StreamedEvent
from beespace.server.people.devices import Devices, id_of
from beespace.server.people.quota import StorageQuota
from beespace.server.play.routes.dependencies import GivenGames
from beespace.server.sync.messages import (
    Device,
    DeviceLink,
    DeviceList,
    SayDevice,
    SayJoinDevices,
    SaySync,
    ShownLink,
    Synced,
)
from beespace.server.sync.service import Sync

router = APIRouter(prefix="/api")

GivenSync = Annotated[Sync, provided(Sync)]
GivenDevices = Annotated[Devices, provided(Devices)]
GivenQuota = Annotated[StorageQuota, provided(StorageQuota)]
DeviceId = Annotated[str, Path(max_length=40, description="The device's id.")]


@takes_long_body(router, "POST", "/sync")
async def sync(service: GivenSync, client: RequestOwner, said: SaySync) -> Synced:
    """Store what has changed in your browser, and get what has changed on your other devices."""
    return await service.exchange(said, client)


@router.get("/sync/events", response_class=Response, responses=told_as_events("LibraryChanged"))
async def stream_changes(
    service: GivenSync, devices: GivenDevices, guest: RequestGuest, browser: RequestBrowser
) -> EventStream:
    """Wait for changes on your other devices, as server-sent events."""
    return EventStream(_changes(service, devices, guest, browser))


async def _changes(
    service: Sync, devices: Devices, guest: str, browser: str
) -> AsyncGenerator[StreamedEvent, None]:
    async with aclosing(service.changes(guest, browser)) as changes:
        async for change in changes:
            if devices.guest_of(browser) != guest:
                return  # It was removed, or has joined others.
            yield StreamedEvent((change.model_dump_json().encode(),))


@router.get("/devices")
async def list_devices(
    devices: GivenDevices, guest: RequestGuest, browser: RequestBrowser
) -> DeviceList:
    """List your devices."""
    return _listed(devices, guest, browser)


@router.post("/devices/link")
async def new_link(
    devices: GivenDevices, guest: RequestGuest, browser: RequestBrowser, said: SayDevice
) -> DeviceLink:
    """Create a link that adds another browser to your devices. The one before stops working."""
    link = await devices.new_link(guest, browser, said.name.strip())
    expires = datetime.fromtimestamp(link.expires_ms / 1000, UTC)
    return DeviceLink(secret=link.secret, expires=_written(expires))


@router.post("/devices/check", status_code=NO_CONTENT)
async def check_link(devices: GivenDevices, browser: RequestBrowser, shown: ShownLink) -> None:
    """Check that a link can add this browser to somebody's devices, without using it."""
    await devices.check_link(shown.secret, browser)


@router.post("/devices/join")
async def join_devices(
    devices: GivenDevices,
    quota: GivenQuota,
    client: RequestOwner,
    browser: RequestBrowser,
    said: SayJoinDevices,
) -> DeviceList:
    """Add this browser to the devices of a link's owner. It then has their games, and they its."""
    added = _written(datetime.now(UTC))
    count = functools.partial(quota.count, client)
    guest = await devices.join(said.secret, browser, said.name.strip(), added, count)
    return _listed(devices, guest, browser)


@router.delete("/devices/{device_id}")
async def remove_device(
    devices: GivenDevices,
    service: GivenSync,
    games: GivenGames,
    guest: RequestGuest,
    browser: RequestBrowser,
    device_id: DeviceId,
) -> DeviceList:
    """Remove a device of yours. It becomes a separate guest again, and your link stops working."""
    removed = await devices.remove(guest, device_id)
    games.forget_device(guest, removed)
    service.end_streams(guest, removed)
    return _listed(devices, guest, browser)


def _listed(devices: Devices, guest: str, browser: str) -> DeviceList:
    return DeviceList(
        devices=[
            Device(
                id=id_of(one),
                name=one.name,
                added=one.added,
                is_this=one.hash == browser,
                is_first=one.hash == guest,
            )
            for one in devices.list(guest)
        ]
    )


def _written(time: datetime) -> str:
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")
