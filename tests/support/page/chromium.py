"""Finds and starts Chromium: the system's, or else the one that comes with Playwright."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from playwright.sync_api import Browser, Error, Playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = (
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


class NoBrowserError(Exception):
    """Chromium is not installed or does not start."""


def start(playwright: Playwright) -> Browser:
    """Start Chromium in headless mode.

    Raises:
        NoBrowserError: if Chromium is missing or does not start.
    """
    path = _found() or playwright.chromium.executable_path
    if not Path(path).exists():
        raise NoBrowserError(f"no Chromium found: tried {', '.join(_NAMES)} and Playwright's")
    arguments = list(_ARGUMENTS)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")  # Chromium's sandbox does not run as root.
    try:
        return playwright.chromium.launch(executable_path=path, args=arguments)
    except Error as error:
        raise NoBrowserError(f"{path} does not start: {error}") from error


def _found() -> str | None:
    return next((path for name in _NAMES if (path := shutil.which(name))), None)
