"""Names of games."""

from __future__ import annotations

import secrets

# Letters that nobody confuses when reading an address aloud.
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
_LENGTH = 12


def new_id() -> str:
    """A name for a new game, which nobody can guess."""
    return "".join(secrets.choice(_LETTERS) for _ in range(_LENGTH))
