"""All attacks by name."""

from __future__ import annotations

from attacks.requests import REQUESTS
from attacks.syncing import SYNCING
from attacks.target import Attack

ATTACKS: dict[str, Attack] = {one.__name__.replace("_", " "): one for one in (*REQUESTS, *SYNCING)}
