"""Links to studies and reviews of version 0.1 open on the page after an upgrade."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from support.page.screen import Screen
from support.page.serving import Server
from support.page.study_screen import tree
from support.server.friends import OPENING
from support.server.old_data import Contents, restore, unpack
from support.server.postgres import running


@pytest.fixture(params=["sqlite", "postgresql"])
def old_contents(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Contents]:
    """What is in the data of version 0.1 that `Server(tmp_path)` will use."""
    data, contents, _ = unpack(request.param, tmp_path)
    assert data == tmp_path / "data"
    if request.param == "sqlite":
        yield contents
        return
    with running() as postgres:
        url = postgres.new_database()
        restore(tmp_path / "dump.sql", url)
        monkeypatch.setenv("BEESPACE_DATABASE_URL", url)
        yield contents


def test_old_links_to_a_study_and_a_review_show_them(
    browser: Browser, tmp_path: Path, old_contents: Contents
) -> None:
    upgraded = Server(tmp_path)
    # Someone who was only sent the links.
    screen = Screen(browser, upgraded, is_stranger=True)
    screen.go(f"/analysis/study/{old_contents.studies[0]}")
    expect(screen.find("[data-testid=tree] [data-text]")).to_have_count(6)
    assert tree(screen) == ["wS1", "bG1 wS1-", "bA1 wS1-", "wQ -wS1", "wA1 -wS1", "wQ -wS1"]
    screen.go(f"/review/{old_contents.reviewed}")
    screen.tested("graph").wait_for()
    screen.tested("accuracy-w").wait_for()
    assert tree(screen) == OPENING
    screen.close()
    upgraded.stop()
