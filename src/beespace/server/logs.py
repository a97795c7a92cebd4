"""The server's log: lines of name=value on the error output."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime


class _NamesAndValues(logging.Formatter):
    """One line for each record, but for tracebacks, which follow as they are."""

    def format(self, record: logging.LogRecord) -> str:
        time = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line = (
            f"time={time} level={record.levelname.lower()} from={record.name} "
            f"message={json.dumps(record.getMessage(), ensure_ascii=False)}"
        )
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def set_up_logs(verbose: bool) -> None:
    """Log warnings and worse; if verbose, every request too."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_NamesAndValues())
    logging.basicConfig(
        level=logging.INFO if verbose else logging.WARNING, handlers=[handler], force=True
    )
