"""Synced rows and devices as JSON."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, StringConstraints

from beespace.server.boards.messages import Message
from beespace.server.text import one_line

# A row may be as large as a body; each request may have this many.
MOST_ROWS = 200
Revision = Annotated[int, Field(ge=0, le=2**53, strict=True)]
# A study's id is part of its link, where browsers resolve `.` and `..`: one character isn't a dot.
RowId = Annotated[
    str, StringConstraints(pattern=r"^\.*[A-Za-z0-9_:-][A-Za-z0-9_.:-]*$", max_length=80)
]
# `\d` would be any digit of Unicode.
_TIME = r"^[0-9]{4}(-[0-9]{2}){2}T([0-9]{2}:){2}[0-9]{2}\.[0-9]{3}Z$"
Time = Annotated[str, StringConstraints(pattern=_TIME, max_length=30)]
# PostgreSQL can't store the character 0.
Content = Annotated[str, StringConstraints(pattern=r"^[^\x00]*$", max_length=2_000_000)]
DeviceName = Annotated[str, StringConstraints(max_length=60, pattern=r"^[^\x00-\x1f]*$")]
Store = Literal["games", "studies", "progress"]


class SayRow(Message):
    """A row that has changed in your browser."""

    store: Store
    """What it is about."""
    id: RowId
    """The row's id, which is unique in its store."""
    revision: Revision
    """The revision of the row that you changed; 0 for a new one."""
    changed: Time
    """When you changed it."""
    is_deleted: bool = False
    """Whether you deleted it."""
    content: Content = ""
    """What is in it, as text. For a study, its record as JSON; the server doesn't read others."""
    title: Annotated[str, Field(max_length=100), AfterValidator(one_line)] = ""
    """The title of a study."""


class SaySync(Message):
    """What has changed in your browser, and what you know."""

    library: Annotated[str, StringConstraints(max_length=80)] = ""
    """The library that your revisions are about; empty at first."""
    since: Revision = 0
    """The revision up to which you know everything."""
    rows: list[SayRow] = Field(default_factory=list, max_length=MOST_ROWS)
    """Your changes."""


class RowChange(Message):
    """A row that has changed on one of your devices."""

    store: Store
    """What it is about."""
    id: str
    """The row's id."""
    revision: int
    """Its revision now."""
    changed: str
    """When it was changed."""
    is_deleted: bool
    """Whether it was deleted."""
    content: str
    """What is in it; empty if it was deleted."""
    title: str
    """The title of a study."""


class RowStored(Message):
    """A change of yours that was stored."""

    store: Store
    """What it is about."""
    id: str
    """The row's id."""
    revision: int
    """Its new revision."""


class RowRefused(Message):
    """A change of yours that can't be stored."""

    store: Store
    """What it is about."""
    id: str
    """The row's id."""
    code: str
    """Why, as a code: `unreadable`, `too-long`, `full`, or `taken` if someone else has the id."""
    text: str
    """Why, in English."""


class Synced(Message):
    """The result of an exchange.

    A change of yours is neither stored nor refused if the row has changed elsewhere: merge what is
    in `rows` first, and send it again.
    """

    library: str
    """Your library. If it isn't the one you named, nothing was stored: start again from 0."""
    revision: int
    """The revision up to which you know everything now."""
    is_complete: bool
    """Whether that is the latest. If not, ask again for the rest."""
    rows: list[RowChange]
    """What has changed since the revision you named, the earliest change first."""
    stored: list[RowStored]
    """Your changes that were stored."""
    refused: list[RowRefused]
    """Your changes that can't be stored."""
    has_other_devices: bool
    """Whether other devices of yours may change something."""


class LibraryChanged(Message):
    """One of your devices has changed something: synchronize to get it."""

    revision: int
    """The library's revision now."""


class SayDevice(Message):
    """The browser that asks for a link."""

    name: DeviceName = ""
    """What to call this device."""


class DeviceLink(Message):
    """A link that adds a device."""

    secret: str
    """The secret for the link. It works once."""
    expires: str
    """When it stops working."""


class SayJoinDevices(Message):
    """The browser that uses a link."""

    secret: Annotated[str, StringConstraints(max_length=100)]
    """The link's secret."""
    name: DeviceName = ""
    """What to call this device."""


class ShownLink(Message):
    """A link to look up."""

    secret: Annotated[str, StringConstraints(max_length=100)]
    """The link's secret."""


class Device(Message):
    """One of your devices."""

    id: str
    """The device's id."""
    name: str
    """What it is called."""
    added: str
    """When it was added."""
    is_this: bool
    """Whether this request comes from it."""
    is_first: bool
    """Whether it was the first one, which can't be removed."""


class DeviceList(Message):
    """Your devices."""

    devices: list[Device]
    """Your devices, in the order in which they were added; none if you use only this one."""
