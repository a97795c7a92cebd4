"""Counts what the limits refused, for the metrics."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum


class LimitName(StrEnum):
    """The limits by name. docs/limits.md describes each."""

    HEADER_SIZE = "header-size"
    HEADER_TIME = "header-time"
    PIPELINED = "pipelined"
    BODY_SIZE = "body-size"
    BODY_TIME = "body-time"
    BODY_BYTES = "body-bytes"
    WRITE_TIME = "write-time"
    UNREAD_BYTES = "unread-bytes"
    FRAGMENTS = "fragments"
    FRAMES = "frames"
    CONNECTIONS = "connections"
    CONNECTIONS_PER_ADDRESS = "connections-per-address"
    SOCKETS_PER_ADDRESS = "sockets-per-address"
    REQUESTS = "requests"
    FILES = "files"
    CHANGES = "changes"
    NEW_GAMES = "new-games"
    MESSAGES = "messages"
    MESSAGES_PER_ADDRESS = "messages-per-address"
    COMPUTATIONS = "computations"
    COMPUTATION_TIME = "computation-time"
    SEARCHES = "searches"
    REVIEWS = "reviews"
    STORAGE = "storage"


class Refusals:
    """How often each limit refused something since the server started."""

    def __init__(self) -> None:
        self.counts: Counter[LimitName] = Counter(dict.fromkeys(LimitName, 0))

    def note(self, limit: LimitName) -> None:
        """Count a refusal."""
        self.counts[limit] += 1
