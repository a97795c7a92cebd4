"""The puzzle trainer in a real browser: on a desktop in English, on a phone in Italian."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from beespace.backend import BACKEND
from support.missing import missing

if BACKEND != "native":
    missing("the C++ core is not built")

from beespace.puzzles import Puzzle, shelf, trying
from beespace.rules import BaseBoard, Move
from support.page.accessibility import EACH_LOOK, barriers
from support.page.lesson_screen import walk
from support.page.screen import PHONE, Look, Screen, said
from support.page.study_board import play

# Every test is a first visit, so ratings and streaks start fresh.
ON_A_DESKTOP: dict[str, object] = {"is_stranger": True}
ON_A_PHONE = {"size": PHONE, "has_touch": True, "language": "it-IT", "is_stranger": True}


def _quick(quick: dict[str, object]) -> pytest.MarkDecorator:
    """Run a test on both devices, of which one belongs to the quick tests."""
    ways = {"desktop-en": ON_A_DESKTOP, "phone-it": ON_A_PHONE}
    return pytest.mark.parametrize(
        "how",
        [
            pytest.param(how, id=name, marks=() if how is quick else pytest.mark.slow)
            for name, how in ways.items()
        ],
    )


DESKTOP_FIRST, PHONE_FIRST = _quick(ON_A_DESKTOP), _quick(ON_A_PHONE)


def puzzle_of(kind: str, least_solutions: int = 1) -> Puzzle:
    """Return the easiest puzzle of a kind."""
    found = [
        puzzle
        for puzzle in shelf.shipped().values()
        if puzzle.kind == kind and len(puzzle.solutions) >= least_solutions
    ]
    return min(found, key=lambda puzzle: (puzzle.grade, puzzle.id))


def look_at(look: Look, puzzle: Puzzle, how: dict[str, object]) -> Screen:
    screen = look(f"/puzzles/{puzzle.id}", **how)
    screen.tested("about").wait_for()
    return screen


def is_phone(how: dict[str, object]) -> bool:
    return how is ON_A_PHONE


def state(screen: Screen, name: str) -> None:
    expect(screen.tested("about")).to_have_attribute("data-state", name)


def wrong_move(puzzle: Puzzle, board: BaseBoard) -> Move:
    """Return a wrong move that doesn't end the game."""
    return next(
        move
        for move in board.legal_moves
        if board.uhp(move) not in puzzle.solutions and not ends(board, move)
    )


def ends(board: BaseBoard, move: Move) -> bool:
    after = board.copy()
    after.push(move)
    return after.outcome() is not None


@DESKTOP_FIRST
def test_every_equally_fast_win_is_accepted(look: Look, how: dict[str, object]) -> None:
    puzzle = puzzle_of("win-in-1", least_solutions=2)
    for text in puzzle.solutions[:2]:
        screen = look_at(look, puzzle, how)
        board = puzzle.board()
        play(screen, board, board.parse_uhp(text), with_finger=is_phone(how))
        state(screen, "solved")
        said(
            screen.tested("message"),
            "Risolto! La regina è circondata." if is_phone(how) else "The queen is surrounded.",
        )


@PHONE_FIRST
def test_the_most_stubborn_defence_is_played(look: Look, how: dict[str, object]) -> None:
    puzzle = puzzle_of("win-in-3")
    screen = look_at(look, puzzle, how)
    doing = trying.begin(puzzle)
    line = trying.solution(puzzle, doing)
    for number, move in enumerate(line[::2]):
        play(screen, doing.board, move, with_finger=is_phone(how))
        if number == 2:
            break
        message = f"Giusto. Ancora {2 - number}" if is_phone(how) else "That's right."
        said(screen.tested("message"), message if number == 0 else message[:5])
        answer = trying.try_move(puzzle, doing, move)
        assert answer.played == (move, line[2 * number + 1])
        doing = trying.go_on(puzzle, doing, move)
        reply = answer.played[1]
        expect(screen.tile(str(reply.piece))).to_have_count(1)  # type: ignore[union-attr]
    state(screen, "solved")


@DESKTOP_FIRST
def test_a_wrong_move_is_refuted_with_the_reason_and_can_be_tried_again(
    look: Look, how: dict[str, object]
) -> None:
    puzzle = puzzle_of("win-in-2")
    screen = look_at(look, puzzle, how)
    board = puzzle.board()
    wrong = wrong_move(puzzle, board)
    play(screen, board, wrong, with_finger=is_phone(how))
    state(screen, "wrong")
    expected = ("Troppo lento", "Così perdi") if is_phone(how) else ("Too slow", "That loses")
    assert screen.tested("message").inner_text().strip().startswith(expected)
    screen.tested("again").click()
    state(screen, "solving")
    play(screen, board, board.parse_uhp(puzzle.solutions[0]), with_finger=is_phone(how))
    said(screen.tested("message"), "Giusto" if is_phone(how) else "That's right")


def test_a_wrong_last_move_shows_the_hexes_left_open(look: Look) -> None:
    puzzle = puzzle_of("win-in-1")
    screen = look_at(look, puzzle, ON_A_DESKTOP)
    board = puzzle.board()
    wrong = wrong_move(puzzle, board)
    play(screen, board, wrong)
    state(screen, "wrong")
    said(screen.tested("message"), "empty hex")
    board.push(wrong)
    open_hexes = trying.open_hexes(board, board.turn)
    expect(screen.find("[data-open]")).to_have_count(len(open_hexes))


@PHONE_FIRST
def test_the_only_defence_is_found_and_the_rest_is_punished(
    look: Look, how: dict[str, object]
) -> None:
    puzzle = puzzle_of("only-defence")
    screen = look_at(look, puzzle, how)
    board = puzzle.board()
    play(screen, board, wrong_move(puzzle, board), with_finger=is_phone(how))
    said(screen.tested("message"), "Così perdi" if is_phone(how) else "That loses")
    screen.tested("again").click()
    play(screen, board, board.parse_uhp(puzzle.solutions[0]), with_finger=is_phone(how))
    state(screen, "solved")
    said(
        screen.tested("reason"),
        "Dopo ogni altra mossa" if is_phone(how) else "After any other move",
    )


@DESKTOP_FIRST
def test_the_solution_is_played_out_with_the_reason(look: Look, how: dict[str, object]) -> None:
    puzzle = puzzle_of("win-in-2")
    screen = look_at(look, puzzle, how)
    screen.button("Mostra la soluzione" if is_phone(how) else "Show solution").click()
    state(screen, "shown")
    said(screen.tested("reason"), "Qualunque cosa" if is_phone(how) else "Whatever")
    moves = screen.tested("line").locator("button")
    expect(moves).to_have_count(3)
    expect(moves.nth(2)).to_have_attribute("aria-current", "step")
    board = puzzle.board()
    for move in trying.solution(puzzle, trying.begin(puzzle)):
        board.push(move)
    assert board.outcome() is not None
    drawn = screen.find(".board .tile").count()
    assert drawn == sum(len(board.stack(hex)) for hex in board.hexes())
    screen.keyboard.press("ArrowLeft")
    expect(moves.nth(1)).to_have_attribute("aria-current", "step")
    # Other moves can be explored on the analysis board.
    name = "Analizza" if is_phone(how) else "Analyse"
    screen.page.get_by_role("link", name=name, exact=True).click()
    pieces = sum(len(puzzle.board().stack(hex)) for hex in puzzle.board().hexes())
    expect(screen.find(".study .board .tile")).to_have_count(pieces)


@PHONE_FIRST
def test_a_hint_names_the_piece_and_picks_it_up(look: Look, how: dict[str, object]) -> None:
    puzzle = puzzle_of("win-in-2")
    screen = look_at(look, puzzle, how)
    screen.button("Suggerimento" if is_phone(how) else "Hint").click()
    said(screen.tested("message"), "Muovi:" if is_phone(how) else "Hint: move the")
    assert screen.targets()
    said(screen.tested("rating"), "−")


@DESKTOP_FIRST
def test_streaks_are_counted_and_the_rating_is_kept_for_the_guest(
    look: Look, how: dict[str, object]
) -> None:
    first, second = puzzle_of("win-in-1"), puzzle_of("win-in-2")
    screen = look_at(look, first, how)
    said(screen.tested("rating"), "1000")
    said(screen.tested("streak"), "0")
    board = first.board()
    play(screen, board, board.parse_uhp(first.solutions[0]), with_finger=is_phone(how))
    state(screen, "solved")
    said(screen.tested("rating"), "+")
    said(screen.tested("streak"), "1")
    screen.go("/puzzles")
    raised = int(screen.tested("rating").inner_text())
    assert raised > 1000
    screen.go(f"/puzzles/{second.id}")
    screen.tested("about").wait_for()
    other = second.board()
    play(screen, other, wrong_move(second, other), with_finger=is_phone(how))
    said(screen.tested("streak"), "0")
    screen.go("/puzzles")
    assert int(screen.tested("rating").inner_text()) < raised
    # Another guest starts fresh.
    stranger = look("/puzzles", **how)
    said(stranger.tested("rating"), "1000")


@PHONE_FIRST
def test_kind_pieces_and_difficulty_are_chosen_and_kept(look: Look, how: dict[str, object]) -> None:
    screen = look("/puzzles", **how)
    for value in ("only-defence", "Base+MLP", "easier"):
        screen.find(f'label:has([value="{value}"])').click()
    screen.button("Risolvi" if is_phone(how) else "Solve").click()
    about = "Unica difesa · Ultimate Pocket" if is_phone(how) else "Only defence · Ultimate Pocket"
    said(screen.tested("about"), about)
    before = screen.page.url
    screen.button("Salta" if is_phone(how) else "Skip").click()
    screen.page.wait_for_url(lambda url: url != before and "/puzzles/" in url)
    said(screen.tested("about"), about)
    screen.go("/puzzles")
    expect(screen.find('[value="only-defence"]')).to_be_checked()


def test_the_puzzle_of_the_day_is_the_same_for_all(look: Look) -> None:
    addresses = set()
    for how in (ON_A_DESKTOP, ON_A_PHONE):
        screen = look("/puzzles", **how)
        screen.tested("daily").click()
        screen.tested("about").wait_for()
        addresses.add(screen.page.url)
    assert len(addresses) == 1


def test_a_puzzle_is_solved_with_only_the_keyboard(look: Look) -> None:
    puzzle = puzzle_of("win-in-1")
    screen = look_at(look, puzzle, ON_A_DESKTOP)
    board = puzzle.board()
    move = next(
        found
        for text in puzzle.solutions
        if board.location((found := board.parse_uhp(text)).piece)  # type: ignore[union-attr]
    )
    origin = board.location(move.piece)  # type: ignore[union-attr]
    assert origin is not None
    focused = "element => element === document.activeElement"
    while not screen.find(".board").evaluate(focused):
        screen.keyboard.press("Tab")
    screen.keyboard.press("ArrowRight")
    walk(screen, (origin.q, origin.r))
    screen.keyboard.press("Enter")
    to = move.to  # type: ignore[union-attr]
    walk(screen, (to.q, to.r))
    screen.keyboard.press("Enter")
    state(screen, "solved")
    expect(screen.tested("onward")).to_be_focused()
    before = screen.page.url
    screen.keyboard.press("Enter")
    screen.page.wait_for_url(lambda url: url != before)


def test_a_puzzle_that_does_not_exist_is_reported(look: Look) -> None:
    screen = look("/puzzles")
    screen.expected += ["/api/puzzles/nothing", "404 (Not Found)"]
    screen.go("/puzzles/nothing")
    expect(screen.find("h1")).to_have_text("This puzzle doesn't exist.")


@EACH_LOOK
def test_no_screen_of_puzzles_has_serious_barriers(
    look: Look,
    axe: str,
    theme: str,
    size: tuple[int, int],
) -> None:
    screen = look("/puzzles", theme=theme, size=size, is_stranger=True)
    wrong: list[str] = []

    def check(name: str) -> None:
        wrong.extend(f"{name}: {barrier}" for barrier in barriers(screen, axe))
        width = screen.page.evaluate("document.documentElement.scrollWidth")
        assert width <= size[0], f"{name} is {width} px wide"

    screen.tested("daily").wait_for()
    check("index")
    puzzle = puzzle_of("win-in-2")
    screen.go(f"/puzzles/{puzzle.id}")
    screen.tested("about").wait_for()
    check("task")
    board = puzzle.board()
    play(screen, board, wrong_move(puzzle, board))
    state(screen, "wrong")
    check("wrong")
    screen.keyboard.press("s")
    state(screen, "shown")
    check("solution")
    assert not wrong, "\n".join(wrong)


# A wide hive, which tiles that are easy to tap would not leave room for.
WIDE = "bev32z6p"
_HIDDEN = """() => {
    const felt = document.querySelector(".felt").getBoundingClientRect();
    const tray = document.querySelector(".tray").getBoundingClientRect();
    const isHidden = ({left, right, top, bottom}) =>
        left < felt.left || right > felt.right || top < felt.top || bottom > tray.top;
    return [...document.querySelectorAll(".board .tile")]
        .filter((tile) => isHidden(tile.getBoundingClientRect()))
        .map((tile) => tile.dataset.piece);
}"""


def test_a_phone_shows_the_whole_hive(look: Look) -> None:
    puzzle = shelf.shipped()[WIDE]
    screen = look_at(look, puzzle, ON_A_PHONE)
    expect(screen.find(".board .tile")).to_have_count(
        sum(map(len, puzzle.board().stacks().values()))
    )
    assert screen.page.evaluate(_HIDDEN) == []


def test_only_longer_puzzles_have_replies(look: Look) -> None:
    lead = screen_text(look, puzzle_of("win-in-1"))
    assert "Surround the queen with one move." in lead
    assert "whatever your opponent plays" in screen_text(look, puzzle_of("win-in-2"))


def screen_text(look: Look, puzzle: Puzzle) -> str:
    return look_at(look, puzzle, ON_A_DESKTOP).find("main").inner_text()


def test_hints_and_solutions_are_in_notation_if_the_player_chose_that(look: Look) -> None:
    puzzle = puzzle_of("win-in-1")
    screen = look("/settings", **ON_A_DESKTOP)
    screen.page.get_by_text("Notation (UHP)", exact=True).click()
    screen.go(f"/puzzles/{puzzle.id}")
    screen.tested("about").wait_for()
    screen.keyboard.press("h")
    pieces = {text.split(" ")[0] for text in puzzle.solutions}
    expect(screen.tested("message")).to_have_text(
        re.compile(f"Hint: move the ({'|'.join(pieces)})\\.")
    )
    screen.keyboard.press("s")
    expect(screen.tested("line")).to_have_text(
        re.compile("|".join(map(re.escape, puzzle.solutions)))
    )
