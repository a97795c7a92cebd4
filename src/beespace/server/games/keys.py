"""Secrets and the seats they open. Only hashes of secrets are kept, and nothing is logged."""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Iterable, Sequence

from beespace.server.messages.board import ColorLetter
from beespace.server.storage import StoredKey

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_BYTES = 32

# Kinds of keys: those that hold a seat, and those that can be turned into one of them, once.
GUEST, TOKEN = "guest", "token"
INVITATION, DEVICE = "invitation", "device"
_HOLD_A_SEAT = (GUEST, TOKEN)


def new_secret() -> str:
    """A secret that nobody can guess, made of letters that need no quoting anywhere."""
    return secrets.token_urlsafe(_BYTES)


def is_secret(text: str) -> bool:
    """Whether a text could be a secret of ours."""
    return _SECRET.fullmatch(text) is not None


def hash_of(secret: str) -> str:
    """What is kept of a secret: it cannot be turned back, as secrets are random and long."""
    return hashlib.sha256(secret.encode()).hexdigest()


def colors_of(keys: Iterable[StoredKey], hashes: Sequence[str]) -> list[ColorLetter]:
    """The seats that somebody has who knows the secrets of these hashes, White first."""
    held = {key.color for key in keys if key.kind in _HOLD_A_SEAT and key.hash in hashes}
    return [color for color in ("w", "b") if color in held]


def swapped(keys: Iterable[StoredKey]) -> list[StoredKey]:
    """The seats of the same people in a game with colours swapped."""
    return [
        StoredKey("b" if key.color == "w" else "w", key.hash, key.kind, key.created)
        for key in keys
        if key.kind in _HOLD_A_SEAT
    ]
