"""Takes screenshots of every screen: `python tools/pictures [page] [learn] [study] [training]`.

Without arguments it takes all sets, each into a folder of build/pictures. Those that the docs show
are copied to docs/pictures, the only ones that git keeps.
"""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import learning
import playing
import practice
import studying
from camera import PICTURES, ROOT, photographing

SETS = {"page": playing, "learn": learning, "study": studying, "training": practice}


def main() -> None:
    """Take the named sets."""
    names = sys.argv[1:] or list(SETS)
    if unknown := set(names) - set(SETS):
        raise SystemExit(f"unknown set {', '.join(sorted(unknown))}; expected {', '.join(SETS)}")
    for name in names:
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
