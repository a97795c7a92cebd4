"""Takes the screenshots for the docs: `python tools/pictures [page] [learn] [study] [training]`.

Without arguments it takes them all. Each set has a module here and a folder in docs/pictures.
"""

from __future__ import annotations

import sys

import learning
import playing
import practice
import studying
from camera import PICTURES, photographing

SETS = {"page": playing, "learn": learning, "study": studying, "training": practice}


def main() -> None:
    """Take the named sets."""
    names = sys.argv[1:] or list(SETS)
    if unknown := set(names) - set(SETS):
        raise SystemExit(f"unknown set {', '.join(sorted(unknown))}; expected {', '.join(SETS)}")
    for name in names:
        with photographing(PICTURES / name) as camera:
            SETS[name].take_all(camera)


if __name__ == "__main__":
    main()
