"""The opening explorer in a real browser: on a desktop in English, on a phone in Italian."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, expect

from beespace import Board
from beespace.backend import BACKEND
from beespace.formats import GameRecord, Result, write_games
from beespace.rules import Hex, Move, Place
from support.page.accessibility import EACH_LOOK, barriers
from support.page.screen import PHONE, Look, Screen, said
from support.page.serving import Server
from support.page.study_board import play
from support.terminal.games import WHITE_WINS

ON_A_DESKTOP: dict[str, object] = {}
ON_A_PHONE = {"size": PHONE, "has_touch": True, "language": "it-IT"}
BOTH = pytest.mark.parametrize("how", [ON_A_DESKTOP, ON_A_PHONE], ids=["desktop-en", "phone-it"])
WITH_GAMES = pytest.mark.usefixtures("imported")
GAMES = 24


def record(number: int) -> GameRecord:
    """Return a random game starting with wS1 or wG1; every third is a draw, the rest White wins."""
    chance = random.Random(number)
    game_type = "Base+MLP" if number % 2 else "Base"
    board = Board(game_type)
    board.push_uhp("wS1" if number % 4 else "wG1")
    while board.ply < 8:
        board.push(chance.choice(board.legal_moves))
    found = GameRecord.from_board(board, white=f"Ann {number}", black="Bob")
    found.result = Result.WHITE_WINS if number % 3 else Result.DRAW
    return found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A separate server, because finished games from other tests would be counted here."""
    running = Server(tmp_path_factory.mktemp("openings"))
    yield running
    running.stop()


@pytest.fixture(scope="module")
def imported(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Server:
    """The server, after `beespace db import` added a collection to its data."""
    file = tmp_path_factory.mktemp("collection") / "games.pgn"
    write_games(map(record, range(GAMES)), file)
    import_file(server, file)
    return server


def import_file(server: Server, file: Path) -> None:
    command = [sys.executable, "-m", "beespace", "db", "import", str(file)]
    subprocess.run([*command, "--data", str(server.data)], check=True)


def explorer(look: Look, how: dict[str, Any] | None = None, path: str = "/openings") -> Screen:
    """Open the explorer, and wait until it has counted all games."""
    screen = look(path, **(how or {}))
    expect(screen.tested("count")).not_to_contain_text("…")
    return screen


def is_phone(how: dict[str, object]) -> bool:
    return how is ON_A_PHONE


def row(screen: Screen, text: str) -> str:
    return screen.find(f'tr[data-move="{text}"]').inner_text()


def choose(screen: Screen, number: int, value: str) -> None:
    screen.find("select").nth(number).select_option(value)


@WITH_GAMES
@BOTH
def test_moves_are_shown_with_counts_results_and_engine_score(
    look: Look, how: dict[str, object]
) -> None:
    screen = explorer(look, how)
    choose(screen, 0, "Base")
    said(screen.tested("count"), "12 partite" if is_phone(how) else "12 games")
    spider = screen.find('tr[data-move="wS1"]')
    said(spider, "6")
    results = "Bianco 67%, patte 33%" if is_phone(how) else "White 67%, draws 33%"
    assert results in str(spider.locator(".bar").get_attribute("aria-label"))
    if BACKEND == "native":
        expect(spider.get_by_test_id("score")).not_to_have_text("…")
        assert any(char.isdigit() for char in spider.get_by_test_id("score").inner_text())


@WITH_GAMES
@pytest.mark.usefixtures("core")
def test_scores_that_are_refused_once_are_asked_for_again(look: Look) -> None:
    screen = look("/settings")
    screen.page.get_by_label("On the server").check()
    refused: list[Route] = []

    def refuse_once(route: Route) -> None:
        if refused:
            route.continue_()
            return
        refused.append(route)
        problem = {"code": "busy", "message": "too many requests"}
        route.fulfill(status=503, content_type="application/json", body=json.dumps(problem))

    screen.expected += ["/api/openings/scores", "503 (Service Unavailable)"]
    screen.page.route("**/api/openings/scores", refuse_once)
    screen.go("/openings")
    score = screen.find('tr[data-move="wS1"]').get_by_test_id("score")
    expect(score).to_have_text(re.compile("[0-9]"))
    assert refused


@WITH_GAMES
@BOTH
def test_moves_are_played_by_click_or_on_the_board_and_taken_back(
    look: Look, how: dict[str, object]
) -> None:
    screen = explorer(look, how)
    choose(screen, 0, "Base")
    screen.find('tr[data-move="wS1"] button').click()
    expect(screen.tile("wS1")).to_have_count(1)
    said(screen.tested("count"), "6")
    board = Board("Base")
    board.push_uhp("wS1")
    reply = str(screen.find("tr[data-move]").first.get_attribute("data-move"))
    play(screen, board, board.parse_uhp(reply), with_finger=is_phone(how))
    expect(screen.find(".line li")).to_have_count(2)
    screen.button("Mossa precedente" if is_phone(how) else "Previous move").click()
    expect(screen.find(".line li")).to_have_count(1)
    screen.button("Mossa successiva" if is_phone(how) else "Next move").click()
    expect(screen.find(".line li")).to_have_count(2)
    screen.keyboard.press("Home")
    expect(screen.find(".board .tile")).to_have_count(0)


@WITH_GAMES
@BOTH
def test_a_position_has_its_own_address(look: Look, how: dict[str, object]) -> None:
    screen = explorer(look, how)
    choose(screen, 0, "Base")
    choose(screen, 1, "white")
    screen.find('tr[data-move="wS1"] button').click()
    expect(screen.find(".line li")).to_have_count(1)
    screen.find("tr[data-move] button").first.click()
    expect(screen.find(".line li")).to_have_count(2)
    line, count = screen.find(".line").inner_text(), screen.tested("count").inner_text()
    texts = screen.find(".line li").evaluate_all("all => all.map(one => one.dataset.move)")
    path = screen.page.url.removeprefix(screen.server.url)
    other = explorer(look, {**how, "is_stranger": True}, path)
    expect(other.find(".line li")).to_have_count(2)
    assert other.find(".line").inner_text() == line
    assert other.tested("count").inner_text() == count
    # The analysis board opens the same line.
    other.find(".steps a").click()
    tree = other.find("[data-testid=tree] [data-text]")
    expect(tree).to_have_count(2)
    assert tree.evaluate_all("all => all.map(one => one.dataset.text)") == texts
    # Invalid parameters lead to the starting position.
    other.expected = ["422", "409"]
    for junk in ("moves=wS1@9", "moves=wS1@0,0_wS1@0,0", "game=Chess&result=x&moves=%00"):
        other.go(f"/openings?{junk}")
        other.find("tr[data-move]").first.wait_for()
        expect(other.find(".line li")).to_have_count(0)


@WITH_GAMES
@BOTH
def test_positions_are_merged_by_symmetry(look: Look, how: dict[str, object]) -> None:
    screen = explorer(look, how)
    choose(screen, 0, "Base")
    screen.find('tr[data-move="wS1"] button').click()
    said(screen.find("tr[data-move]").first, "×6")
    board = Board("Base")
    board.push_uhp("wS1")
    piece = board.parse_uhp(
        str(screen.find("tr[data-move]").first.get_attribute("data-move"))
    ).piece  # type: ignore[union-attr]
    found = []
    for to in (Hex(1, 0), Hex(-1, 1), Hex(0, -1)):
        move: Move = Place(piece, to)
        play(screen, board, move, with_finger=is_phone(how))
        expect(screen.find(".line li")).to_have_count(2)
        found.append(sorted(screen.find("tr[data-move] .number b").all_inner_texts()))
        screen.find(".steps button").nth(1).click()
        expect(screen.find(".line li")).to_have_count(1)
    assert found[0]
    assert found[0] == found[1] == found[2]


@WITH_GAMES
@BOTH
def test_games_are_filtered_by_ruleset_and_result(look: Look, how: dict[str, object]) -> None:
    screen = explorer(look, how)
    choose(screen, 0, "Base+MLP")
    said(screen.tested("count"), "12")
    choose(screen, 1, "draw")
    said(screen.tested("count"), "4 partite" if is_phone(how) else "4 games")
    choose(screen, 1, "black")
    none = "Nessuna partita" if is_phone(how) else "No games continued"
    said(screen.tested("count"), none)
    expect(screen.find("tr[data-move]")).to_have_count(0)
    choose(screen, 0, "Base+L")
    choose(screen, 1, "all")
    said(screen.tested("count"), none)


@WITH_GAMES
def test_a_game_that_reached_the_position_can_be_opened(look: Look) -> None:
    screen = explorer(look)
    choose(screen, 0, "Base+MLP")
    said(screen.tested("count"), "12")
    game = screen.tested("opening-game").first
    name = game.inner_text().split(" – ")[0]
    game.click()
    screen.page.wait_for_url("**/game/*")
    screen.wait_for_game()
    assert screen.game()["players"]["w"]["name"] == name.strip()


def test_a_game_that_was_just_played_is_counted(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path)
    screen = Screen(browser, server)
    screen.go("/openings")
    said(screen.tested("count"), "No games yet.")
    server.import_game(WHITE_WINS)
    for _ in range(20):  # Finished games are counted with a short delay.
        screen.go("/openings")
        if "No games" not in screen.tested("count").inner_text():
            break
    said(screen.tested("count"), "1 game continued from here.")
    screen.close()
    # Games of other people count, but aren't listed.
    other = Screen(browser, server, is_stranger=True)
    other.go("/openings")
    said(other.tested("count"), "1 game continued from here.")
    expect(other.find("#opening-games")).to_have_count(0)
    text = "None of your own or imported games reached this position."
    expect(other.page.get_by_text(text)).to_be_visible()
    other.close()
    server.stop()


@WITH_GAMES
def test_the_explorer_works_with_only_the_keyboard(look: Look) -> None:
    screen = explorer(look)
    screen.find("tr[data-move]").first.wait_for()
    focused = "element => element === document.activeElement"
    first = screen.find("tr[data-move] button").first
    while not first.evaluate(focused):
        screen.keyboard.press("Tab")
    expect(screen.find(".hinted")).to_be_attached()
    screen.keyboard.press("Enter")
    expect(screen.find(".line li")).to_have_count(1)
    screen.keyboard.press("ArrowLeft")
    expect(screen.find(".line li")).to_have_count(0)
    screen.keyboard.press("ArrowRight")
    expect(screen.find(".line li")).to_have_count(1)


@WITH_GAMES
@EACH_LOOK
def test_the_explorer_has_no_serious_barriers(
    look: Look,
    axe: str,
    theme: str,
    size: tuple[int, int],
) -> None:
    screen = explorer(look, {"theme": theme, "size": size})
    for _ in range(2):
        screen.find("tr[data-move] button").first.click()
        screen.page.wait_for_timeout(300)
        assert not barriers(screen, axe)
        width = screen.page.evaluate("document.documentElement.scrollWidth")
        assert width <= size[0]
