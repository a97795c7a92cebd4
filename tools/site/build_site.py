"""Builds the site of the docs into build/site: `make docs`.

It copies docs/ to build/docs, adds the generated references, draws the diagrams, and runs Sphinx,
which fails if a link leads nowhere.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import diagrams
from http_reference import api_document, messages_page, requests_page
from links import links
from python_reference import MODULES, file_name, overview, python_pages

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
WORK = ROOT / "build" / "docs"
SITE = ROOT / "build" / "site"

# For people who proofread the words of the page; too long to read here.
LEFT_OUT = "words"

# Pages outside of docs/ that the site includes, and their names there.
EXTRA = {"benchmarks/README.md": "benchmarks.md", "SECURITY.md": "security.md"}

# Sections of docs/reference/README.md, and the generated pages that are meant on the site.
GENERATED = {"python-api": "python", "http-requests": "http", "http-messages": "messages"}

NAVIGATION: dict[str, tuple[str, ...]] = {
    "Start": ("tutorial", "page", "playing", "learn", "study", "puzzles", "openings"),
    "How to": ("how-to/README", "contributing", "translating"),
    "Run a server": ("server", "limits", "threat-model", "security"),
    "Use it from programs": (
        *("library", "records", "drawings", "engine", "uhp", "matches", "api"),
    ),
    "Reference": (
        *("reference/README", "reference/python", "reference/http", "reference/messages"),
        *("rules", "booklets"),
    ),
    "Explanation": ("architecture", "decisions/README", "engine-log", "benchmarks", "changelog"),
}


def prepare() -> None:
    """Write the pages for Sphinx into build/docs."""
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree(DOCS, WORK / "docs", ignore=shutil.ignore_patterns(LEFT_OUT))
    for file, name in EXTRA.items():
        text = (ROOT / file).read_text(encoding="utf-8")
        # Links from the top folder to pages that are now next to it.
        text = text.replace("](docs/", "](") if "/" not in file else text
        (WORK / "docs" / name).write_text(text, encoding="utf-8")
    for page in (WORK / "docs").rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        _copy_linked_files(page, text)
        for file, name in EXTRA.items():
            text = text.replace(f"](../{file}", f"]({name}")
        for section, name in GENERATED.items():
            text = text.replace(f"reference/README.md#{section})", f"reference/{name}.md)")
        page.write_text(diagrams.BLOCK.sub(_drawn, text), encoding="utf-8")
    reference = WORK / "docs" / "reference"
    about = reference / "README.md"
    text = re.sub(r"`(\w+\.md)`", r"[\1](\1)", about.read_text(encoding="utf-8"))
    about.write_text(text, encoding="utf-8")
    document = api_document()
    pages = {
        "http.md": requests_page(document),
        "messages.md": messages_page(document),
        "python.md": overview() + _contents([Path(file_name(name)).stem for name in MODULES]),
        **{file_name(name): text for name, text in python_pages().items()},
    }
    for name, text in pages.items():
        (reference / name).write_text(text, encoding="utf-8")
    for folder in ("decisions", "how-to"):
        index = WORK / "docs" / folder / "README.md"
        names = sorted(page.stem for page in index.parent.glob("*.md") if page != index)
        index.write_text(index.read_text(encoding="utf-8") + _contents(names), encoding="utf-8")
    start = WORK / "docs" / "index.md"
    navigation = "".join(_contents(names, title) for title, names in NAVIGATION.items())
    start.write_text(start.read_text(encoding="utf-8") + navigation, encoding="utf-8")


def _contents(names: list[str] | tuple[str, ...], title: str = "") -> str:
    """Return Sphinx's table of contents, which becomes a part of the navigation."""
    caption = f":caption: {title}\n" if title else ""
    return "\n```{toctree}\n:hidden:\n" + caption + "\n" + "\n".join(names) + "\n```\n"


def _drawn(block: re.Match[str]) -> str:
    drawing = diagrams.draw(block[1])
    return f'```{{raw}} html\n<div class="diagram-scroll">{drawing}</div>\n```'


def _copy_linked_files(page: Path, text: str) -> None:
    """Copy the sources that a page links to, so that readers of the site can open them."""
    original = DOCS / page.relative_to(WORK / "docs")
    for link in links(text):
        source = (original.parent / link.partition("#")[0]).resolve()
        if source.is_file() and not source.is_relative_to(DOCS):
            target = WORK / source.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target)


def main() -> None:
    """Build the site."""
    prepare()
    command = [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going"]
    command += ["-c", str(Path(__file__).parent), "-d", str(WORK / "cache")]
    status = subprocess.run([*command, str(WORK / "docs"), str(SITE)], check=False).returncode
    if status:
        raise SystemExit(status)
    print(f"{SITE.relative_to(ROOT)}/index.html")


if __name__ == "__main__":
    main()
