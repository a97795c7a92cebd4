"""Copies a SQLite database, even while a server is using it, and checks the copy."""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from beespace.server.errors import StorageError
from beespace.server.storage.copies.drafts import draft_of
from beespace.server.storage.copies.revisions import (
    REVISIONS,
    newer_database,
    open_file,
    revision_of,
    version_of,
)

_PAGES_AT_ONCE = 2000
# What to do about a damaged database.
EARLIER_BACKUP = "Restore an earlier backup"
OTHER_BACKUP = "Use another backup"
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)

# Called with the number of pages copied so far, and of all.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Contents:
    """What a database contains."""

    games: int
    studies: int
    reviews: int

    def __str__(self) -> str:
        return (
            f"{_count(self.games, 'game', 'games')}, "
            f"{_count(self.studies, 'saved analysis', 'saved analyses')} "
            f"and {_count(self.reviews, 'review', 'reviews')}"
        )


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


@contextlib.contextmanager
def errors_in_words(
    file: Path, target: Path | None = None, *, if_damaged: str = EARLIER_BACKUP
) -> Iterator[None]:
    """Convert errors of SQLite and of the file system into a StorageError about a file.

    `target` is where the file is being copied to.
    """
    copying = f"cannot copy {file} to {target}" if target else f"cannot copy {file}"
    try:
        yield
    except sqlite3.DatabaseError as error:
        code = code_of(error)
        if code == sqlite3.SQLITE_NOTADB:
            raise StorageError(f"{file} is not a Beespace database") from None
        if code == sqlite3.SQLITE_CORRUPT:
            raise StorageError(f"{file} is damaged ({error}). {if_damaged}") from None
        if code == sqlite3.SQLITE_FULL and target:
            raise StorageError(f"cannot write {target}: its disk is full") from None
        raise StorageError(f"{copying}: {error}") from None
    except OSError as error:
        if error.errno in _NO_ROOM and target:
            raise StorageError(f"cannot write {target}: its disk is full") from None
        place = f" {error.filename}" if error.filename else ""
        raise StorageError(f"{copying}: {error.strerror}{place}") from None


def code_of(error: sqlite3.Error) -> int:
    """Return SQLite's code for an error, without the details."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def check_usable(file: Path) -> None:
    """Check that a file is a Beespace database that this version can read.

    Raises:
        NewerDatabaseError: a newer version has upgraded it.
        StorageError: it is something else.
    """
    with errors_in_words(file, if_damaged=OTHER_BACKUP):
        revision = revision_of(file)
        if revision is None:
            raise StorageError(f"{file} is not a Beespace database")
        if revision not in REVISIONS:
            way_back = "use a file of this version"
            raise newer_database(str(file), revision, version_of(file), way_back)


def copy_database(
    source: Path,
    target: Path,
    *,
    overwrite: bool = False,
    progress: Progress | None = None,
    if_damaged: str = EARLIER_BACKUP,
) -> Contents:
    """Copy a database to a new file that only its owner can read. Return what is in the copy.

    The copy has everything that was committed before this call. It gets its name only when it is
    complete, checked and on disk. `if_damaged` is what to do if the database is damaged.

    Raises:
        StorageError: the database can't be copied, the copy is damaged, or the target exists.
    """
    with (
        errors_in_words(source, target, if_damaged=if_damaged),
        contextlib.ExitStack() as stack,
    ):
        try:
            draft = stack.enter_context(draft_of(target))
        except OSError as error:
            raise _cannot_write(target, error) from None
        _copy(source, draft, progress)
        contents = _checked(draft, source, if_damaged)
        _put_in_place(draft, target, overwrite)
        flush_folder(target.parent)
    return contents


def _cannot_write(target: Path, error: OSError) -> StorageError:
    if error.errno in _NO_ROOM:
        return StorageError(f"cannot write {target}: its disk is full")
    # Some folders of the system, such as /proc, say that the new file doesn't exist.
    is_missing = error.errno == errno.ENOENT and target.parent.is_dir()
    reason = "nothing can be created there" if is_missing else error.strerror
    return StorageError(f"cannot write to {target.parent}: {reason}")


def flush_folder(folder: Path) -> None:
    """Make sure that new names in a folder survive a power cut."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _copy(source: Path, draft: Path, progress: Progress | None) -> None:
    def tell(_status: int, remaining: int, total: int) -> None:
        if progress is not None:
            progress(total - remaining, total)

    with (
        contextlib.closing(open_file(source)) as reading,
        contextlib.closing(sqlite3.connect(draft, isolation_level=None)) as writing,
    ):
        # A read transaction keeps one snapshot. Without it, every move that the server stores would
        # make the copy start again.
        reading.execute("BEGIN")
        reading.execute("SELECT count(*) FROM sqlite_master").fetchone()
        reading.backup(writing, pages=_PAGES_AT_ONCE, progress=tell)
        reading.execute("ROLLBACK")
        # In WAL mode, readers would create files next to the copy.
        writing.execute("PRAGMA journal_mode = DELETE").fetchone()
    with draft.open("rb+") as file:
        os.fsync(file.fileno())


def _checked(draft: Path, source: Path, if_damaged: str) -> Contents:
    """Return the contents of a copy, after checking that it is complete."""
    revision = revision_of(draft)
    if revision not in REVISIONS:
        raise StorageError(f"{source} is not a Beespace database of this version")
    with contextlib.closing(open_file(draft)) as connection:
        found = [text for (text,) in connection.execute("PRAGMA integrity_check(3)")]
        if found != ["ok"]:
            details = "; ".join("\n".join(found).splitlines())
            raise StorageError(f"{source} is damaged ({details}). {if_damaged}")
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if "games" not in tables:
            raise StorageError(f"{source} is not a Beespace database: it has no games table")

        def count(table: str) -> int:
            if table not in tables:  # in a database of an earlier version
                return 0
            return int(connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0])

        return Contents(count("games"), count("studies"), count("reviews"))


def _put_in_place(draft: Path, target: Path, overwrite: bool) -> None:
    if overwrite:
        draft.replace(target)
        return
    try:
        # Unlike a rename, this never replaces a file that appeared in the meantime.
        target.hardlink_to(draft)
    except FileExistsError:
        raise StorageError(f"{target} exists already") from None
    except OSError:  # a file system without hard links
        if target.exists():
            raise StorageError(f"{target} exists already") from None
        draft.replace(target)
