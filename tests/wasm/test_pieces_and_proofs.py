"""What pieces can do and what the solver proves, in JavaScript and in Python."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from beespace import fast
from beespace.engine.solver import find_defences, find_win
from beespace.puzzles import KINDS, Puzzle, shelf
from beespace.rules import Bug, Color, Hex, Pass, Piece, Reason
from support import recorded
from support.wasm.node import package, run_script

PIECES = [
    Piece(color, bug, number)
    for color in Color
    for bug in Bug
    for number in range(1, {"Q": 1, "M": 1, "L": 1, "P": 1, "B": 2, "S": 2}.get(bug.value, 3) + 1)
]


def run(folder: Path, code: str) -> list[Any]:
    index = json.dumps((package() / "index.js").as_uri())
    start = f"""
    import {{ Board, BeespaceError, Engine }} from {index};
    const show = (value) => console.log(JSON.stringify(value));
    """
    return [json.loads(line) for line in run_script(start + code, folder).splitlines()]


def why(reason: Reason | None) -> dict[str, Any] | None:
    if reason is None:
        return None
    return {
        "code": reason.code.value,
        "text": reason.text,
        "pieces": [str(piece) for piece in reason.pieces],
        "hexes": [list(hex) for hex in reason.hexes],
        "parts": [[str(piece) for piece in part] for part in reason.parts],
    }


def boards(count: int) -> list[fast.Board]:
    """Return positions of recorded games of all types, and some that are over."""
    rng = random.Random(19)
    games = recorded.games()
    found = []
    for number in range(count):
        game = games[number * len(games) // count]
        board = fast.Board(game["game_type"] + (",queen-first" if game["queen_first"] else ""))
        length = len(game["moves"])
        for move in game["moves"][: length if number % 8 == 0 else rng.randrange(length)]:
            board.push_uhp(move)
        found.append(board)
    return found


def test_reasons_for_pieces_and_hexes_are_those_of_the_library(tmp_path: Path) -> None:
    rng = random.Random(20)
    asked: list[Any] = []
    expected: list[Any] = []
    for board in boards(16):
        questions: list[tuple[str, tuple[int, int] | None]] = []
        near = sorted({hex for at in board.hexes() for hex in (at, *at.neighbors())})
        for piece in PIECES:
            questions.append((str(piece), None))
            expected.append([why(board.why_immobile(piece)), None])
            for to in [*rng.sample(near, min(4, len(near))), Hex(9, 9)]:
                move = board.move_to(piece, to)
                legal = board.why_illegal(move) is None
                questions.append((str(piece), (to.q, to.r)))
                text = board.uhp(move) if legal else None
                expected.append([why(board.why_illegal(move)), text])
        asked.append([board.game_string(), questions])
    found = run(
        tmp_path,
        f"""
        for (const [game, questions] of {json.dumps(asked)}) {{
          const board = await Board.fromGameString(game);
          for (const [piece, to] of questions) {{
            const why = board.whyNot(piece, to ?? undefined);
            show([why, to && !why ? board.moveTo(piece, to) : null]);
          }}
        }}
        """,
    )
    assert found == expected
    assert len({answer[0]["code"] for answer in found if answer[0]}) >= 10


def test_throwers_and_passes_are_those_of_the_library(tmp_path: Path) -> None:
    asked: list[Any] = []
    expected: list[Any] = []
    for board in boards(24):
        moves = [move for move in board.legal_moves if not isinstance(move, Pass)]
        asked.append([board.game_string(), [board.uhp(move) for move in moves]])
        throwers = [[str(piece) for piece in board.throwers(move)] for move in moves]
        expected.append(throwers)
        passed = board.copy()
        if board.outcome() is None:
            passed.push_unchecked(Pass())
        expected.append([passed.position(), len(board.moves)])
    found = run(
        tmp_path,
        f"""
        for (const [game, moves] of {json.dumps(asked)}) {{
          const board = await Board.fromGameString(game);
          show(moves.map((move) => board.throwers(move)));
          const passed = board.isOver ? board : board.afterPass();
          show([passed.position, board.moves.length]);
        }}
        """,
    )
    assert found == expected
    assert any(throwers for answer in found[::2] for throwers in answer)


def test_what_is_not_a_piece_is_an_error(tmp_path: Path) -> None:
    found = run(
        tmp_path,
        """
        const board = await Board.create("Base");
        for (const piece of ["wX", "wA1 ", ""])
          for (const ask of [() => board.whyNot(piece), () => board.moveTo(piece, [0, 0])])
            try { show(ask()); } catch (error) {
              show([error instanceof BeespaceError, error.code]);
            }
        """,
    )
    assert found == [[True, "piece"]] * 6


def proof(found: Any) -> dict[str, Any]:
    return {"isComplete": found.is_complete, "nodes": found.nodes}


def check_proofs(folder: Path, build: str, puzzles: list[Puzzle]) -> None:
    expected: list[Any] = []
    for puzzle in puzzles:
        board = puzzle.board()
        wins = find_win(board, puzzle.moves)
        texts = [board.uhp(move) for move in wins.win.first] if wins.win else []
        moves = wins.win.moves if wins.win else 0
        expected.append({"moves": moves, "found": texts, **proof(wins)})
        for limit in (20_000_000, 300):
            defences = find_defences(board, 2, nodes=limit)
            texts = [board.uhp(move) for move in defences.moves]
            expected.append({"moves": 0, "found": texts, **proof(defences)})
    found = run(
        folder,
        f"""
        const engine = await Engine.create({{ build: "{build}" }});
        for (const [position, within] of {json.dumps([[p.position, p.moves] for p in puzzles])}) {{
          const board = await Board.fromPosition(position);
          show(await engine.findWin(board, {{ within }}));
          show(await engine.findDefences(board, {{ within: 2 }}));
          show(await engine.findDefences(board, {{ within: 2, nodes: 300 }}));
        }}
        """,
    )
    assert found == expected
    assert any(not answer["isComplete"] for answer in found)


@pytest.mark.parametrize("build", ["threads", "simd", "portable"])
def test_proofs_are_those_of_the_native_core(tmp_path: Path, build: str) -> None:
    of_kind = {kind: [p for p in shelf.shipped().values() if p.kind == kind] for kind in KINDS}
    puzzles = [p for kind in KINDS if kind != "win-in-4" for p in of_kind[kind][::60]]
    check_proofs(tmp_path, build, puzzles)


def test_any_number_of_boards_fits(tmp_path: Path) -> None:
    found = run(
        tmp_path,
        """
        const first = await Board.fromGameString("Base+MLP;InProgress;White[2];wS1;bG1 wS1-");
        const passed = first.afterPass();
        const copies = [];
        for (let number = 0; number < 20_000; number++) copies.push(first.copy());
        for (const copy of [first, copies[0], copies.at(-1)]) {
          copy.play("wQ -wS1");
          show([copy.gameString, copy.legalMoves().length, copy.whyNot("wS1").code]);
          copy.undo();
        }
        show([first.ply, copies[7].describeMove("wQ -wS1").path, passed.turn, passed.moves]);
        """,
    )
    game = "Base+MLP;InProgress;Black[2];wS1;bG1 wS1-;wQ -wS1"
    legal = len(list(fast.Board.from_game_string(game).legal_moves))
    assert found[:3] == [[game, legal, "not-your-piece"]] * 3
    assert found[3] == [2, [[-1, 0]], "Black", []]
