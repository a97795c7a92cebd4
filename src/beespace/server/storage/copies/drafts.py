"""Drafts: copies that don't have their final name yet, because they aren't complete and checked.

A copy that is killed leaves its draft behind, which can be as large as the database. The next copy
into the same folder removes it. To know that no other copy is still writing a draft there, every
copy holds a shared lock on the folder, and only a copy that could lock it alone removes anything.
"""

from __future__ import annotations

import contextlib
import os
import re
import stat
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

# How a copy is named until it is complete and checked.
UNFINISHED = ".unfinished"
# The names that `draft_of` chooses, and what SQLite may keep next to such a file.
_DRAFT = re.compile(rf".+\.[a-z0-9_]{{8}}{re.escape(UNFINISHED)}(-journal)?")
_JOURNAL = "-journal"
_MAGIC = b"SQLite format 3\0"


@contextlib.contextmanager
def draft_of(target: Path) -> Iterator[Path]:
    """Create an empty file next to a target, and remove it at the end unless it was renamed.

    Raises:
        OSError: nothing can be created there.
    """
    with _locked(target.parent):
        handle, name = tempfile.mkstemp(
            dir=target.parent, prefix=f"{target.name}.", suffix=UNFINISHED
        )
        os.close(handle)
        draft = Path(name)
        try:
            yield draft
        finally:
            draft.unlink(missing_ok=True)


def remove_unfinished(folder: Path, names: str) -> None:
    """Remove the drafts of killed copies with names that match. None of them may be running."""
    for end in (UNFINISHED, UNFINISHED + _JOURNAL):
        for file in folder.glob(f"{names}.*{end}"):
            file.unlink(missing_ok=True)


def _is_stale_draft(file: Path) -> bool:
    """Return whether a file is a draft of this user, if no copy into its folder is running."""
    if not _DRAFT.fullmatch(file.name):
        return False
    found = file.lstat()
    if not stat.S_ISREG(found.st_mode) or found.st_uid != os.geteuid():
        return False
    if file.name.endswith(_JOURNAL):
        return True
    with file.open("rb") as opened:
        head = opened.read(len(_MAGIC))
    # SQLite may write the first page last.
    return head == _MAGIC or not any(head)


if sys.platform == "win32":

    def _locked(_folder: Path) -> contextlib.AbstractContextManager[None]:
        """Do nothing: folders can't be locked, so drafts of killed copies stay."""
        return contextlib.nullcontext()
else:
    import fcntl

    @contextlib.contextmanager
    def _locked(folder: Path) -> Iterator[None]:
        """Lock a folder together with other copies, after removing the drafts of killed ones."""
        handle = os.open(folder, os.O_RDONLY)
        try:
            # Some network file systems can't lock folders. Drafts stay there.
            with contextlib.suppress(OSError):
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                _remove_stale_drafts(folder)
            with contextlib.suppress(OSError):
                fcntl.flock(handle, fcntl.LOCK_SH)
            yield
        finally:
            os.close(handle)

    def _remove_stale_drafts(folder: Path) -> None:
        for file in folder.iterdir():
            with contextlib.suppress(OSError):
                if _is_stale_draft(file):
                    file.unlink(missing_ok=True)
