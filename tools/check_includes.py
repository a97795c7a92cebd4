"""Fails if a file of native/ includes one from a higher layer; part of `make lint`.

    python tools/check_includes.py [NATIVE]

Includes are written from native/ on, such as "core/box/pieces.h", so that each one names its layer.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# The folders of native/, from the lowest layer to the highest. A file includes files of its own
# folder and of folders above it in this table; folders in the same row don't know each other.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("core",),  # the instruction set, and the interface that doesn't depend on it
    ("core/hexes", "core/box"),
    ("core/position",),
    ("core/rules",),
    ("core/bugs",),
    ("core/moves",),
    ("core/counting",),
    ("core/game",),
    ("eval",),
    ("search",),  # its interface, and scores
    ("search/table",),
    ("search/tree",),
    ("search/proving",),
    ("search/root",),
    ("policy",),
    ("dispatch",),
    ("explain/box",),
    ("explain/hive",),
    ("explain/moving",),
    ("explain/reasons",),
    ("explain/notation",),
    ("explain/remarks",),
    ("explain/messages",),
    ("explain",),  # its interface
    ("bindings", "perft", "tests", "wasm"),
)
# All other headers are compiled once per instruction set, so code that is compiled only once must
# not see them.
INTERFACES = (
    "core/api.h",
    "core/box/bugs.h",
    "explain/api.h",
    "policy/api.h",
    "search/api.h",
    "search/score.h",
    "dispatch/dispatch.h",
)
ALLOWED: dict[str, tuple[str, ...]] = {
    "bindings": INTERFACES,
    "explain": ("core/api.h", "core/box/bugs.h", "explain/api.h"),
    "perft": INTERFACES,
    # It is compiled for one instruction set at a time, in one file.
    "wasm": (*INTERFACES, "core/threads.h", "dispatch/exports.h", "explain/"),
}
# What only some folders may include from outside native/: patterns, and the folders. WebAssembly
# has no standard threads, so all others use core/threads.h.
ONLY_IN = {
    "nanobind/*": ("bindings",),
    "*intrin.h": ("core/hexes",),
    "arm_neon.h": (),
    "wasm_simd128.h": ("core",),
    "thread": ("core", "bindings"),
    "mutex": ("core", "core/counting", "bindings", "wasm"),  # also for std::lock_guard
    "condition_variable": ("bindings",),
    "barrier": (),
    "future": (),
    "latch": (),
    "pthread.h": (),
    "semaphore": (),
    "shared_mutex": (),
    "stop_token": (),
    "threads.h": (),
}

_INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]', re.MULTILINE)
_LAYER_OF = {folder: number for number, row in enumerate(LAYERS) for folder in row}


def mistakes(native: Path) -> Iterator[str]:
    """Yield a message for every include that breaks the order."""
    for file in sorted(native.rglob("*")):
        if file.suffix not in {".h", ".cpp"}:
            continue
        path = file.relative_to(native)
        text = file.read_text(encoding="utf-8")
        for found in _INCLUDE.finditer(text):
            line = text.count("\n", 0, found.start(2)) + 1
            if problem := _problem(native, path.parent.as_posix(), *found.groups()):
                yield f"{native.name}/{path.as_posix()}:{line}: {problem}"


def _problem(native: Path, folder: str, quote: str, included: str) -> str | None:
    """Return what is wrong with one include of a file in a folder, if anything."""
    if folder not in _LAYER_OF:
        return f"{folder}/ has no layer yet: add it to LAYERS in tools/check_includes.py"
    if quote == "<" and not (native / included).is_file():
        for pattern, folders in ONLY_IN.items():
            if fnmatchcase(included, pattern) and folder not in folders:
                who = f"only {', '.join(folders)}" if folders else "nothing in native/"
                return f"{who} may include <{included}>"
        return None
    if quote == "<":  # native/ is on the include path
        return f'write "{included}": it is a file of native/'
    if included.startswith(".") or not (native / included).is_file():
        return f'"{included}" does not exist in native/: write the path from native/ on'
    other = Path(included).parent.as_posix()
    if other == folder:
        return None
    if other not in _LAYER_OF:
        return f"{other}/ has no layer yet: add it to LAYERS in tools/check_includes.py"
    if _LAYER_OF[other] >= _LAYER_OF[folder]:
        return f'{folder}/ must not include "{included}": {other}/ is not below it'
    part = folder.partition("/")[0]
    allowed = (f"{part}/", *ALLOWED[part]) if part in ALLOWED else ("",)
    if not included.startswith(allowed):
        return f'{folder}/ must not include "{included}": it may only use {", ".join(allowed[1:])}'
    return None


def main() -> None:
    """Print every mistake, and exit with 1 if there is one."""
    native = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "native"
    found = list(mistakes(native))
    for mistake in found:
        print(mistake)
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
