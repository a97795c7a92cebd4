"""Takes the screenshots for docs/puzzles.md and docs/openings.md."""

from __future__ import annotations

from camera import PHONE, SCREENS, Camera, Theme, tap
from playwright.sync_api import Page

from beespace import formats
from beespace.backend import Board
from beespace.engine import Limit
from beespace.engine.levels import level
from beespace.engine.native import NativePlayer
from beespace.formats import GameRecord
from beespace.puzzles import Puzzle, shelf
from beespace.rules import BaseBoard, Relocate

GAMES = 80
# The most plies in a game.
LONGEST = 120


def take_all(camera: Camera) -> None:
    """Take all screenshots of this set."""
    camera.guest.post("/api/imports", data={"text": collection()})
    page = camera.open("/puzzles", PHONE, "dark", locale="it")
    page.locator("header button").click()
    camera.take(page, "menu-phone")
    for size, kind, theme in SCREENS:
        locale = "it" if theme == "dark" else "en"
        end = f"{kind}-{theme}"
        camera.take(camera.open("/puzzles", size, theme, locale=locale), f"puzzles-{end}")
        take_puzzle(camera, size, theme, locale, end)
        page = camera.open("/openings", size, theme, locale=locale)
        page.locator("table tbody button").first.wait_for()
        for _ in range(3):
            page.locator("table tbody button").first.click()
            page.wait_for_timeout(400)
        page.wait_for_timeout(4000)  # until the engine has scored the moves
        camera.take(page, f"openings-{end}")


def take_puzzle(camera: Camera, size: tuple[int, int], theme: Theme, locale: str, end: str) -> None:
    """Take a puzzle after a wrong try, with its solution shown, and another one solved."""
    puzzle = easiest("win-in-3")
    path = f"/puzzles/{puzzle.id}"
    page = camera.open(path, size, theme, locale=locale, is_stranger=True)
    board = puzzle.board()
    moves = [move for move in board.legal_moves if isinstance(move, Relocate)]
    wrong = (move for move in moves if board.uhp(move) not in puzzle.solutions)
    # The shortest one: on a phone, hexes outside the hive may be out of sight.
    play(page, board, min(wrong, key=lambda move: _length(board, move)))
    page.locator("[data-testid=about][data-state=wrong]").wait_for()
    camera.take(page, f"puzzle-wrong-{end}")
    page = camera.open(path, size, theme, locale=locale, is_stranger=True)
    page.keyboard.press("s")
    page.get_by_test_id("line").wait_for()
    camera.take(page, f"puzzle-solution-{end}")
    puzzle = easiest("win-in-1")
    page = camera.open(f"/puzzles/{puzzle.id}", size, theme, locale=locale, is_stranger=True)
    board = puzzle.board()
    move = board.parse_uhp(puzzle.solutions[0])
    assert isinstance(move, Relocate)
    play(page, board, move)
    page.locator("[data-testid=about][data-state=solved]").wait_for()
    camera.take(page, f"puzzle-solved-{end}")


def _length(board: BaseBoard, move: Relocate) -> int:
    origin = board.location(move.piece)
    assert origin is not None
    q, r = move.to - origin
    return max(abs(q), abs(r), abs(q + r))


def easiest(kind: str) -> Puzzle:
    """Return the easiest puzzle of a kind whose solution moves a piece on the board."""
    found = [puzzle for puzzle in shelf.shipped().values() if puzzle.kind == kind]
    found.sort(key=lambda puzzle: (puzzle.grade, puzzle.id))
    return next(
        puzzle
        for puzzle in found
        if isinstance(puzzle.board().parse_uhp(puzzle.solutions[0]), Relocate)
    )


def play(page: Page, board: BaseBoard, move: Relocate) -> None:
    """Move a piece with two taps."""
    origin = board.location(move.piece)
    assert origin is not None
    tap(page, *origin)
    tap(page, *move.to)


def collection() -> str:
    """Return games between weak levels, which play varied openings, as PGN."""
    records = []
    for number in range(GAMES):
        player = NativePlayer(hash_mb=1, level=level(2 + number % 2))
        board = Board(("Base", "Base+MLP")[number % 2])
        while board.outcome() is None and board.ply < LONGEST:
            board.push(player.choose(board, Limit()))
        player.close()
        records.append(GameRecord.from_board(board, white="Worker", black="Forager"))
    return "\n".join(formats.dumps(record, "pgn") for record in records)
