"""A visitor with Firefox, driven over WebDriver BiDi, which Firefox speaks by itself.

Playwright only drives its own Firefox. The protocol is JSON over a WebSocket; this file knows the
few commands that a visitor needs (https://www.w3.org/TR/webdriver-bidi/).
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.sync.client import connect

from support.browsers.visitor import TIMEOUT_S, NoBrowserError, Point, Visitor

_NAMES = ("firefox-esr", "firefox")
_START_S = 180
_PREFERENCES = {
    "intl.accept_languages": "en-GB",
    "ui.prefersReducedMotion": 1,
    # One process for pages is enough, and starts faster.
    "dom.ipc.processCount": 1,
    "dom.ipc.processPrelaunch.enabled": False,
    "fission.webContentIsolationStrategy": 0,
    # Nothing else may use the network.
    "app.update.disabledForTesting": True,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.telemetry.server": "data:,",
}

Json = dict[str, Any]


class CommandError(Exception):
    """Firefox refused a command."""


class Firefox:
    """A running Firefox, with a profile of its own."""

    def __init__(self) -> None:
        """Start Firefox in headless mode.

        Raises:
            NoBrowserError: if Firefox is missing or does not start.
        """
        path = next((path for name in _NAMES if (path := shutil.which(name))), None)
        if path is None:
            raise NoBrowserError(f"no Firefox found: tried {' and '.join(_NAMES)}")
        self._folder = Path(tempfile.mkdtemp(prefix="beespace-firefox-"))
        profile = self._folder / "profile"
        profile.mkdir()
        lines = [
            f"user_pref({json.dumps(name)}, {json.dumps(value)});"
            for name, value in _PREFERENCES.items()
        ]
        (profile / "user.js").write_text("\n".join(lines), encoding="utf-8")
        self._log = self._folder / "log.txt"
        options = ["--headless", "--no-remote", "--profile", str(profile)]
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [path, *options, "--remote-debugging-port", "0"],
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._closing = ExitStack()
        self._closing.callback(self._end)
        try:
            address = f"{self._address()}/session"
            connecting = connect(address, max_size=None, open_timeout=_START_S)
            self._socket = self._closing.enter_context(connecting)
        except (NoBrowserError, OSError, TimeoutError) as error:
            self._closing.close()
            raise NoBrowserError(f"{path} does not start: {error}") from error
        self._sent = 0
        self.events: list[Json] = []
        self.command("session.new", capabilities={})
        self.command("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])

    def _address(self) -> str:
        end = time.monotonic() + _START_S
        while time.monotonic() < end:
            said = self._log.read_text(encoding="utf-8", errors="replace")
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", said):
                return found[1]
            if self._process.poll() is not None:
                raise NoBrowserError(said)
            time.sleep(0.1)
        raise NoBrowserError("it doesn't listen")

    def command(self, method: str, **parameters: object) -> Json:
        """Send a command and return its result. Events that arrive meanwhile are kept."""
        self._sent += 1
        said = {"id": self._sent, "method": method, "params": parameters}
        self._socket.send(json.dumps(said))
        while True:
            heard: Json = json.loads(self._socket.recv(timeout=TIMEOUT_S * 2))
            if heard["type"] == "event":
                self.events.append(heard)
            elif heard.get("id") == self._sent:
                if heard["type"] == "error":
                    raise CommandError(f"{method}: {heard['error']}: {heard['message']}")
                result: Json = heard["result"]
                return result

    def close(self) -> None:
        """End Firefox."""
        self._closing.close()

    def _end(self) -> None:
        self._process.terminate()
        try:
            self._process.wait(TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(TIMEOUT_S)
        shutil.rmtree(self._folder, ignore_errors=True)


class FirefoxVisitor(Visitor):
    """A tab of Firefox."""

    def __init__(self, firefox: Firefox, storage: str | None = None) -> None:
        """Open a tab: with new storage, or with that of another tab."""
        self._firefox = firefox
        self._is_first = storage is None
        self._storage = storage or firefox.command("browser.createUserContext")["userContext"]
        # Windows, because a tab behind another one is hidden, and its engine rests.
        made = firefox.command("browsingContext.create", type="window", userContext=self._storage)
        self._tab: str = made["context"]
        firefox.command(
            "browsingContext.setViewport",
            context=self._tab,
            viewport={"width": 1280, "height": 800},
        )

    def goto(self, url: str) -> None:
        self._firefox.command(
            "browsingContext.navigate", context=self._tab, url=url, wait="complete"
        )

    def reload(self) -> None:
        self._firefox.command("browsingContext.reload", context=self._tab, wait="complete")

    def evaluate(self, script: str) -> Any:
        # As a text, because the protocol's own values are harder to read.
        text = f"Promise.resolve({script}).then(value => JSON.stringify(value ?? null))"
        while True:
            try:
                found = self._firefox.command(
                    "script.evaluate",
                    expression=text,
                    target={"context": self._tab},
                    awaitPromise=True,
                )
            except CommandError as error:
                # The page was replaced while the script ran.
                if "no such frame" in str(error) or "AbortError" in str(error):
                    time.sleep(0.1)
                    continue
                raise
            if found["type"] == "exception":
                raise AssertionError(f"{script}: {found['exceptionDetails']['text']}")
            return json.loads(found["result"]["value"])

    def before_each_page(self, script: str) -> None:
        self._firefox.command(
            "script.addPreloadScript",
            functionDeclaration=f"() => {{ {script} }}",
            userContexts=[self._storage],
        )

    def click_at(self, point: Point) -> None:
        x, y = (round(part) for part in point)
        move = {"type": "pointerMove", "x": x, "y": y}
        press, release = ({"type": f"pointer{way}", "button": 0} for way in ("Down", "Up"))
        self._act({"type": "pointer", "id": "mouse", "actions": [move, press, release]})

    def type(self, text: str) -> None:
        strokes = [
            {"type": way, "value": letter} for letter in text for way in ("keyDown", "keyUp")
        ]
        self._act({"type": "key", "id": "keyboard", "actions": strokes})

    def _act(self, actions: Json) -> None:
        self._firefox.command("input.performActions", context=self._tab, actions=[actions])

    def second_tab(self) -> Visitor:
        return FirefoxVisitor(self._firefox, self._storage)

    def requests(self) -> list[str]:
        return [
            event["params"]["request"]["url"]
            for event in self._events("network.beforeRequestSent")
            if event["params"]["context"] == self._tab
        ]

    def errors(self) -> list[str]:
        return [
            event["params"]["text"]
            for event in self._events("log.entryAdded")
            if event["params"]["type"] == "javascript"
            and event["params"]["level"] == "error"
            and event["params"]["source"].get("context") == self._tab
            # Firefox also logs what a header forbids; the consequences are logged as well.
            and not event["params"]["text"].startswith("Content-Security-Policy:")
        ]

    def _events(self, method: str) -> list[Json]:
        self._firefox.command("session.status")  # so that all earlier events have arrived
        return [event for event in self._firefox.events if event["method"] == method]

    def close(self) -> None:
        self._firefox.command("browsingContext.close", context=self._tab)
        if self._is_first:
            self._firefox.command("browser.removeUserContext", userContext=self._storage)
