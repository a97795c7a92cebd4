"""Takes the pictures of the docs: `python tools/pictures [page] [learn] [study] [training]`.

Without a name it takes them all. A set has a file here and a folder in docs/pictures.
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
    """Take the sets that are named."""
    names = sys.argv[1:] or list(SETS)
    if unknown := set(names) - set(SETS):
        raise SystemExit(f"there is no set {', '.join(sorted(unknown))}, only {', '.join(SETS)}")
    for name in names:
        with photographing(PICTURES / name) as camera:
            SETS[name].take_all(camera)


if __name__ == "__main__":
    main()
