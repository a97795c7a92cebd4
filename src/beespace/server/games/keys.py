"""Secrets and the seats they open. Only hashes of secrets are kept, and nothing is logged."""

from __future__ import annotations

import hashlib
import re
import secrets

_SECRET = re.compile(r"[A-Za-z0-9_-]{43}")
_BYTES = 32


def new_secret() -> str:
    """A secret that nobody can guess, made of letters that need no quoting anywhere."""
    return secrets.token_urlsafe(_BYTES)


def is_secret(text: str) -> bool:
    """Whether a text could be a secret of ours."""
    return _SECRET.fullmatch(text) is not None


def hash_of(secret: str) -> str:
    """What is kept of a secret: it cannot be turned back, as secrets are random and long."""
    return hashlib.sha256(secret.encode()).hexdigest()
