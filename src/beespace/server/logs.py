"""The server's log: lines of name=value, or of JSON, on the error output.

No secret gets here: they are never part of an address, and headers are not logged.
"""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime


def _time_of(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


class _NamesAndValues(logging.Formatter):
    """One line for each record, but for tracebacks, which follow as they are."""

    def format(self, record: logging.LogRecord) -> str:
        line = (
            f"time={_time_of(record)} level={record.levelname.lower()} from={record.name} "
            f"message={json.dumps(record.getMessage(), ensure_ascii=False)}"
        )
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class _Json(logging.Formatter):
    """One object on one line for each record, tracebacks included."""

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
    """Not what uvicorn says of sockets that were refused with a status, as they should be."""
    return not record.getMessage().startswith("ASGI callable returned without completing handshake")


def set_up_logs(verbose: bool, *, as_json: bool = False) -> None:
    """Log warnings and worse; if verbose, every request too."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Json() if as_json else _NamesAndValues())
    handler.addFilter(_is_news)
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING, handlers=[handler], force=True
    )
