"""The server's log on standard error: name=value lines, or one JSON object per line.

The log never contains secrets: they are not part of any URL, and headers are not logged.
"""

from __future__ import annotations

import json
import logging
import sys
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


def _is_news(record: logging.LogRecord) -> bool:
    """Drop uvicorn's message about sockets that were rejected with a status, which is normal."""
    return not record.getMessage().startswith("ASGI callable returned without completing handshake")


def set_up_logs(verbose: bool, *, as_json: bool = False) -> None:
    """Log upgrades, warnings and errors and, if verbose, every request."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if as_json else _NamesAndValues())
    handler.addFilter(_is_news)
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING, handlers=[handler], force=True
    )
    logging.getLogger("beespace.server.storage").setLevel(logging.INFO)
