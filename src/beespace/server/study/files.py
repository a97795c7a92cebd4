"""Studies and reviews on disk: one JSON file each, in a subfolder of the data folder.

They are large, rarely written and never searched, so they need no database. Files are replaced
atomically.
"""

from __future__ import annotations

import json
import re
import threading
from pathlib import Path
from typing import Any

from beespace.server.errors import StorageError

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Files:
    """The files of one kind, by name."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def names(self) -> list[str]:
        """Return the names of all files."""
        return sorted(path.stem for path in self._folder.glob("*.json"))

    def read(self, name: str) -> dict[str, Any] | None:
        """Return the content of a file, or None if there is none.

        Raises:
            StorageError: the file cannot be read or is damaged.
        """
        if not _NAME.fullmatch(name):
            return None
        try:
            data = json.loads(self._path(name).read_text(encoding="utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise StorageError(f"cannot read {self._path(name)}: {error}") from None
        if not isinstance(data, dict):
            raise StorageError(f"cannot read {self._path(name)}: it is not a JSON object")
        return data

    def write(self, name: str, data: dict[str, Any]) -> None:
        """Write a file.

        Raises:
            StorageError: the file cannot be written.
        """
        assert _NAME.fullmatch(name), name
        try:
            self._folder.mkdir(exist_ok=True)
            draft = self._path(f"{name}.{threading.get_native_id()}").with_suffix(".new")
            draft.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
            draft.replace(self._path(name))
        except OSError as error:
            raise StorageError(f"cannot write {self._path(name)}: {error.strerror}") from None

    def delete(self, name: str) -> bool:
        """Delete a file. Return whether it existed."""
        try:
            self._path(name).unlink()
        except FileNotFoundError:
            return False
        return True

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"
