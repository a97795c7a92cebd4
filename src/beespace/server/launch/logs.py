"""The server's log on standard error: name=value lines, or one JSON object per line.

The log never contains secrets: they are not part of any URL, and headers are not logged.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from datetime import UTC, datetime


def _time_of(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


class _NamesAndValues(logging.Formatter):
    """Formats each record as one line, followed by the traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        line = (
            f"time={_time_of(record)} level={record.levelname.lower()} from={record.name} "
            f"message={json.dumps(record.getMessage(), ensure_ascii=False)}"
        )
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class _Json(logging.Formatter):
    """Formats each record as one JSON object on one line, including the traceback."""

    def format(self, record: logging.LogRecord) -> str:
        fields: dict[str, object] = {
            "time": _time_of(record),
            "level": record.levelname.lower(),
            "from": record.name,
            "message": record.getMessage(),
        }
        if record.name == "uvicorn.access" and isinstance(record.args, tuple):
            names = ("client", "method", "path", "version", "status")
            fields |= dict(zip(names, record.args, strict=False))
        if record.exc_info:
            fields["traceback"] = self.formatException(record.exc_info)
        return json.dumps(fields, ensure_ascii=False, default=str)


# What uvicorn logs about clients that break off or send nonsense, which is normal.
_NO_NEWS = (
    "ASGI callable returned without completing handshake",
    "Invalid UTF-8 sequence received",
)


def _is_news(record: logging.LogRecord) -> bool:
    return not record.getMessage().startswith(_NO_NEWS)


class _Flood(logging.Filter):
    """Limits how often the same message is logged, so that no attack can fill the disk."""

    _MOST = 20
    _PERIOD_S = 60

    def __init__(self) -> None:
        super().__init__()
        self._began_s = time.monotonic()
        # By logger and text before its values are filled in.
        self._counts: dict[tuple[str, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a message. The first one of a period says what was left out."""
        if record.name == "uvicorn.access":  # only logged on request
            return True
        now_s = time.monotonic()
        if now_s - self._began_s >= self._PERIOD_S:
            dropped = sum(max(count - self._MOST, 0) for count in self._counts.values())
            self._began_s, self._counts = now_s, {}
            if dropped:
                record.msg = f"({dropped} repeated messages left out before this) {record.msg}"
        # asyncio puts details on further lines.
        kind = record.name, str(record.msg).partition("\n")[0]
        self._counts[kind] = self._counts.get(kind, 0) + 1
        return self._counts[kind] <= self._MOST


def set_up_logs(verbose: bool, *, as_json: bool = False) -> None:
    """Log upgrades, warnings and errors and, if verbose, every request."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if as_json else _NamesAndValues())
    handler.addFilter(_is_news)
    handler.addFilter(_Flood())
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING, handlers=[handler], force=True
    )
    logging.getLogger("beespace.server.storage").setLevel(logging.INFO)
