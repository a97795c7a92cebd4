"""Links in README.md and the docs lead somewhere, and every page is in the site's navigation."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from support.missing import require_module
from support.repository import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "tools/site"))

import build_site
import diagrams
import links

PAGES = links.pages()
DOCS = REPOSITORY / "docs"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(REPOSITORY).as_posix())
def test_links_and_anchors_resolve(page: Path) -> None:
    assert links.broken_links(page) == []


def test_a_broken_link_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "ROOT", tmp_path)
    page = tmp_path / "page.md"
    text = "# A [title](other.md)!\n\n[here](#a-title) ![picture](no.png) [there](page.md#nowhere)"
    page.write_text(f"{text} `[code](no.md)` [out](https://example.org) [up](../x.md)\n")
    (tmp_path / "other.md").touch()
    assert links.broken_links(page) == ["no.png", "page.md#nowhere", "../x.md"]


def test_every_page_is_in_the_navigation() -> None:
    named = {f"{name}.md" for names in build_site.NAVIGATION.values() for name in names}
    written = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    folders = ("words/", "decisions/", "how-to/")  # left out, or listed by their own README.md
    missing = {name for name in written - named - {"index.md"} if not name.startswith(folders)}
    assert missing == set()
    elsewhere = ("reference/", "benchmarks", "security")  # generated, or copied from other folders
    assert {name for name in named if not name.startswith(elsewhere)} <= written
    assert {"decisions/README.md", "how-to/README.md"} <= named


def test_every_diagram_can_be_drawn() -> None:
    drawn = [
        diagrams.draw(block[1])
        for page in PAGES
        for block in diagrams.BLOCK.finditer(page.read_text(encoding="utf-8"))
    ]
    assert len(drawn) >= 5
    assert all(drawing.startswith("<svg") for drawing in drawn)


def test_arrows_from_top_to_bottom_cross_no_words() -> None:
    """Names of groups end before the arrows, and labels are between the groups' frames."""
    text = (DOCS / "architecture.md").read_text(encoding="utf-8")
    walks = [one[1] for one in diagrams.BLOCK.finditer(text) if one[1].startswith("flowchart TD")]
    assert len(walks) == 4
    for walk in walks:
        drawing = ElementTree.fromstring(diagrams.draw(walk))
        shapes = {kind: drawing.findall(f"*[@class='{kind}']") for kind in ("group", "name")}
        (line,) = {one.attrib["d"][1:].split()[0] for one in drawing.findall("*[@class='arrow']")}
        for name in shapes["name"]:
            assert float(name.attrib["x"]) + 6.4 * len(name.text or "") < float(line), name.text
        for label in drawing.findall("*[@class='label']"):
            low = float(label.attrib["y"])
            for frame in shapes["group"]:
                top = float(frame.attrib["y"])
                is_apart = low < top or low - 12 > top + float(frame.attrib["height"])
                assert is_apart, label.text


def test_a_diagram_that_is_not_understood_is_an_error() -> None:
    for text in ("sequenceDiagram\n  a->>b: hello", "flowchart TD\n  a ==> b"):
        with pytest.raises(ValueError, match="unknown"):
            diagrams.draw(text)


@pytest.mark.parametrize("page", sorted((DOCS / "how-to").glob("*.md")), ids=lambda page: page.stem)
def test_files_named_in_how_to_pages_exist(page: Path) -> None:
    """Names in backquotes that look like paths, except those that an example creates."""
    created = {"src/beespace/lessons/data/lessons/corner.toml", "web/src/lib/i18n/fr.ts"}
    text = page.read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:src|web|native|tests|docs|tools|examples)/[\w./-]+)`", text))
    named |= set(re.findall(r"^--- ([\w./-]+)$", text, re.MULTILINE))
    created |= {"tests/rules/test_cricket.py", "native/core/bugs/cricket.h"}
    assert named
    assert {name for name in named - created if not (REPOSITORY / name).exists()} == set()


def test_files_named_in_the_threat_model_exist() -> None:
    text = (DOCS / "threat-model.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:\w+/)+(?:\w+\.py)?|\w+\.py)`", text))
    assert len(named) > 30
    folders = REPOSITORY / "src" / "beespace" / "server", REPOSITORY / "tests" / "server"
    assert {name for name in named if not any((folder / name).exists() for folder in folders)} == {
        "src/beespace/server/",
        "tests/server/",
    }


@pytest.mark.parametrize("page", sorted((DOCS / "how-to").glob("*.md")), ids=lambda page: page.stem)
def test_examples_in_how_to_pages_fit_the_code(page: Path) -> None:
    """Lines that an example keeps or replaces are in the file that it changes."""
    text = page.read_text(encoding="utf-8")
    for block in re.findall(r"^```diff\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^--- ", block, flags=re.MULTILINE)[1:]:
            name, *lines = part.splitlines()
            source = (REPOSITORY / name).read_text(encoding="utf-8").splitlines()
            kept = [line[1:] for line in lines if line.startswith((" ", "-"))]
            assert [line for line in kept if line not in source] == [], name


@pytest.mark.slow
def test_the_site_can_be_built_and_loads_nothing_from_elsewhere() -> None:
    require_module("sphinx", "run make docs once to install it")
    program = REPOSITORY / "tools" / "site" / "build_site.py"
    done = subprocess.run([sys.executable, program], capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stderr
    built = list(build_site.SITE.rglob("*.html"))
    assert len(built) > 60
    for page in built:
        text = page.read_text(encoding="utf-8")
        loaded = re.findall(r'<(?:script|img|iframe)[^>]*src="([^"]*)"', text)
        loaded += re.findall(r'<link[^>]*rel="stylesheet"[^>]*href="([^"]*)"', text)
        assert [address for address in loaded if "//" in address] == [], page.name
