"""Writes docs/words: every string of the interface, and every reason that a game can give.

    python tools/words/write_pages.py [--check | --search GAMES]

With `--check` nothing is written; it fails if a page is out of date. With `--search`, the examples
for the reasons are searched for again, in this many random games of each game type.
"""

from __future__ import annotations

import argparse

from cases import read_examples, search, typed, write_examples
from pages import FOLDER, ask_page, one_of_each, out_of_date, pages


def main() -> None:
    """Write or check the pages."""
    parser = argparse.ArgumentParser(
        prog="tools/words/write_pages.py", description="Write docs/words."
    )
    parser.add_argument("--check", action="store_true", help="only fail if pages are out of date")
    parser.add_argument("--search", type=int, metavar="GAMES", help="search for the examples again")
    options = parser.parse_args()
    if options.search is not None:
        _, shown = ask_page(search(options.search))
        write_examples(one.case for one in one_of_each(shown))
    found = pages(*ask_page([*read_examples(), *typed()]))
    if not options.check:
        FOLDER.mkdir(exist_ok=True)
        for path, text in found.items():
            path.write_text(text, "utf-8")
        return
    stale = out_of_date(found)
    if stale:
        raise SystemExit(f"docs/words is out of date ({', '.join(stale)}); run: make words")


if __name__ == "__main__":
    main()
