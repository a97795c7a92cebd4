"""Secrets and the seats they open. The server stores only their hashes and never logs them."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable, Sequence

from beespace.server.boards.messages import ColorLetter
from beespace.server.storage import StoredKey

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_BYTES = 32

# Kinds of keys: those that hold a seat, and those that can be exchanged for one of them, once.
GUEST, TOKEN = "guest", "token"
INVITATION, DEVICE = "invitation", "device"
_HOLD_A_SEAT = (GUEST, TOKEN)


def new_secret() -> str:
    """Return a new random secret, made of characters that never need quoting."""
    return secrets.token_urlsafe(_BYTES)


def is_secret(text: str) -> bool:
    """Return whether a text has the format of a secret."""
    return _SECRET.fullmatch(text) is not None


def hash_of(secret: str) -> str:
    """Return the hash of a secret. It can't be reversed, because secrets are long and random."""
    return hashlib.sha256(secret.encode()).hexdigest()


def colors_of(keys: Iterable[StoredKey], hashes: Sequence[str]) -> list[ColorLetter]:
    """Return the seats that the holder of these hashes has, White first."""
    held = {key.color for key in keys if key.kind in _HOLD_A_SEAT and key.hash in hashes}
    return [color for color in ("w", "b") if color in held]


def swapped(keys: Iterable[StoredKey]) -> list[StoredKey]:
    """Return the keys of the same people for a game with colours swapped."""
    return [
        StoredKey("b" if key.color == "w" else "w", key.hash, key.kind, key.created)
        for key in keys
        if key.kind in _HOLD_A_SEAT
    ]
