"""Finds and starts a Chromium: the system's, else the one that playwright brings."""

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
    """There is no Chromium here, or it does not start."""


def start(playwright: Playwright) -> Browser:
    """Start a Chromium without a window.

    Raises:
        NoBrowserError: none can be started.
    """
    path = _found() or playwright.chromium.executable_path
    if not Path(path).exists():
        raise NoBrowserError(f"there is no Chromium: neither {', '.join(_NAMES)} nor playwright's")
    arguments = list(_ARGUMENTS)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--no-sandbox")  # which it refuses to build for root
    try:
        return playwright.chromium.launch(executable_path=path, args=arguments)
    except Error as error:
        raise NoBrowserError(f"{path} does not start: {error}") from error


def _found() -> str | None:
    return next((path for name in _NAMES if (path := shutil.which(name))), None)
