"""Ids of games and studies."""

from __future__ import annotations

import secrets

# Characters that are easy to tell apart when reading an address aloud.
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_LENGTH = 12


def new_id() -> str:
    """Return a new random id that can't be guessed."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
