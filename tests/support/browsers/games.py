"""Games that visitors play in any browser: against the computer, and two at one device.

Each reloads the page in the middle, and nothing may be lost.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from beespace import Board, Color, Pass
from beespace.engine import Limit, best_player
from support.browsers.visitor import Visitor
from support.page.games import stored_game

Address = Callable[[str], str]

MOST_MOVES = 120
PLIES = "document.querySelectorAll('[data-ply]').length"
END = "document.querySelector('[data-testid=end]')"


def game_id(visitor: Visitor) -> str:
    """Return the id of the game on the screen."""
    return str(visitor.evaluate("location.href.split('/').at(-1)"))


def start_game(visitor: Visitor, address: Address, *, level: int | None) -> None:
    """Start a game from the start page: against a level, or two at one device."""
    visitor.goto(address("/"))
    opponent = "local" if level is None else "engine"
    _tick(visitor, f"input[value={opponent}]")
    if level is not None:
        _tick(visitor, f"input[name=level][value='{level}']")
    visitor.press("Start game", "/game[/]/.test(location.href)")
    visitor.see("[data-hand=w]")
    visitor.see(".board svg")


def _tick(visitor: Visitor, selector: str) -> None:
    """Choose an option. The page may still move it, so no pointer is used."""
    option = f"document.querySelector({json.dumps(selector)})"
    visitor.see(selector)
    visitor.do_until(lambda: visitor.evaluate(f"({option}?.click(), true)"), f"{option}?.checked")


def type_move(visitor: Visitor, text: str, ply: int) -> None:
    """Play a move by typing it, and wait until the list has it."""
    field = "document.querySelector('#type-move')"

    def write() -> None:
        visitor.evaluate(f"{field} && ({field}.value = '', {field}.focus(), true)")
        visitor.type(text)

    def play() -> None:
        visitor.do_until(lambda: visitor.type("/"), f"{field} !== null || {PLIES} >= {ply}")
        visitor.do_until(write, f"{field}?.value === {json.dumps(text)} || {PLIES} >= {ply}")
        visitor.click("dialog form .primary", f"{field} === null")

    visitor.do_until(play, f"{PLIES} >= {ply}")


def any_move(visitor: Visitor, game: str) -> str:
    """Return a legal move in a stored game."""
    row = stored_game(visitor.evaluate, game)
    assert row is not None
    board = Board(row["ruleset"])
    for move in row["moves"]:
        board.push_uhp(move["text"])
    return board.uhp(board.legal_moves[0])


def play_the_computer(visitor: Visitor, address: Address, level: int) -> None:
    """Win a game against a level, with a reload in the middle."""
    start_game(visitor, address, level=level)
    game = game_id(visitor)
    player, has_reloaded = best_player(hash_mb=16), False
    row = stored_game(visitor.evaluate, game)
    assert row is not None
    board = Board(row["ruleset"])
    while board.outcome() is None:
        assert board.ply < MOST_MOVES, board.game_string()
        if board.ply >= 6 and not has_reloaded:
            has_reloaded = True
            visitor.reload()
            visitor.until(f"{PLIES} === {board.ply}")
        if board.turn is Color.WHITE:
            move = player.choose(board, Limit(nodes=20_000))
            if not isinstance(move, Pass):
                type_move(visitor, board.uhp(move), board.ply + 1)
        visitor.until(f"{PLIES} > {board.ply}")
        row = stored_game(visitor.evaluate, game)
        assert row is not None
        board.push_uhp(row["moves"][board.ply]["text"])
    visitor.until(f"{END} !== null")
    visitor.reload()
    visitor.until(f"{PLIES} === {board.ply}")


def review(visitor: Visitor) -> None:
    """Review the game on the screen, with a reload in the middle and another at the end."""
    visitor.press("Review the game", "/review[/]/.test(location.href)")
    visitor.see("[data-testid=review]")
    visitor.reload()
    for _ in range(2):
        _wait_for_review(visitor)
        visitor.reload()


def _wait_for_review(visitor: Visitor) -> None:
    """Wait for the result as long as there is progress.

    On a busy machine Firefox may take minutes to compile the core with all optimizations, and
    until then a position takes ten seconds.
    """
    is_done = "document.querySelector('[data-testid=accuracy-w]') !== null"
    text = "document.querySelector('[data-testid=review]')?.innerText"
    while not visitor.evaluate(is_done):
        visitor.until(f"{is_done} || {text} !== {json.dumps(visitor.evaluate(text))}")


def play_at_one_device(visitor: Visitor, address: Address) -> None:
    """Play some moves for both, reload, take one back, and agree on a draw."""
    start_game(visitor, address, level=None)
    visitor.play("wS1", (0, 0), f"{PLIES} === 1")
    visitor.play("bG1", (1, 0), f"{PLIES} === 2")
    visitor.reload()
    visitor.until(f"{PLIES} === 2")
    type_move(visitor, "wQ -wS1", 3)
    visitor.press("Undo", f"{PLIES} === 2")
    type_move(visitor, "wQ \\wS1", 3)
    type_move(visitor, "bQ bG1-", 4)
    visitor.press("Offer a draw", "document.querySelector('[data-testid=offer]') !== null")
    visitor.reload()
    visitor.press("Accept", f"{END} !== null")
    visitor.read("[data-testid=end]", "draw")
    visitor.goto(address("/games"))
    visitor.see("main ul.games > li")
