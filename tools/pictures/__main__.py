"""Makes the pictures in the docs: `python tools/pictures [page] [learn] [study] [training] …`.

Takes screenshots of every screen in the named sets, each into a folder of build/pictures. Those
that the docs show are copied to docs/pictures, the only ones that git keeps. The set `drawings`
draws boards instead, and `moving` makes the moving picture in the README. Without arguments, it
makes all.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import drawings
import lesson_screens
import moving
import playing
import puzzles_and_openings
import studying
from camera import PICTURES, ROOT, photographing

SETS = {
    "page": playing,
    "lessons": lesson_screens,
    "study": studying,
    "puzzles": puzzles_and_openings,
}
OTHERS = {"drawings": drawings.write_all, "moving": moving.take}


def main() -> None:
    """Make the named sets."""
    names = sys.argv[1:] or [*SETS, *OTHERS]
    if unknown := set(names) - set(SETS) - set(OTHERS):
        expected = ", ".join([*SETS, *OTHERS])
        raise SystemExit(f"unknown set {', '.join(sorted(unknown))}; expected {expected}")
    for name in names:
        if name in OTHERS:
            OTHERS[name]()
            continue
        with photographing(PICTURES / name) as camera:
            SETS[name].take_all(camera)
        shown = {Path(path).name for path in shown_pictures() if f"/{name}/" in path}
        folder = ROOT / "docs" / "pictures" / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for file in sorted(shown):
            shutil.copy(PICTURES / name / file, folder)


def shown_pictures() -> set[str]:
    """Return the paths of the screenshots that a page of the docs shows."""
    pages = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    return {
        path for page in pages for path in re.findall(r"pictures/[\w/-]+\.png", page.read_text())
    }


if __name__ == "__main__":
    main()
