"""A client: a browser or a program, identified by the hashes of its secrets."""

from __future__ import annotations


class Client:
    """Who sends a request or holds a connection open: a guest, a program with a token, or both."""

    def __init__(
        self,
        guest: str | None,
        token: str | None = None,
        address: str = "",
        devices: tuple[str, ...] = (),
        browser: str | None = None,
    ) -> None:
        """Create a client. `address` is empty where addresses have no limits.

        `devices` are the hashes of the guest's other browsers, and `browser` is that of the
        client's own cookie.
        """
        self.guest = guest
        self.token = token
        self.address = address
        self.devices = devices
        self.browser = browser

    @property
    def hashes(self) -> tuple[str, ...]:
        """The hashes that may hold a seat."""
        shown = (self.token, self.guest, *self.devices)
        return tuple(one for one in shown if one is not None)

    @property
    def names(self) -> tuple[str, ...]:
        """The names under which limits and queues count this client: its hash and its address."""
        return tuple(filter(None, (self.guest or self.token, self.address)))

    def forget_device(self, guest: str, removed: str) -> bool:
        """Note that a guest has removed a device. Returns whether it was one of this client."""
        if self.guest != guest:
            return False
        if self.browser == removed:
            self.guest, self.devices = removed, ()
            return True
        left = tuple(one for one in self.devices if one != removed)
        is_fewer = len(left) < len(self.devices)
        self.devices = left
        return is_fewer


class Owner(Client):
    """A client who is a guest, and so can own studies and scores."""

    guest: str

    def __init__(
        self,
        guest: str,
        address: str = "",
        devices: tuple[str, ...] = (),
        browser: str | None = None,
    ) -> None:
        super().__init__(guest, address=address, devices=devices, browser=browser)
