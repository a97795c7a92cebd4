"""The illegal attempts on the pages: collected from real positions, one of each kind.

`examples.txt` lists them, so that the pages are quick to write. Each line is a piece, the hex where
it can't go (or `-`), and the position; the reason is worked out anew each time. The search behind
it looks at the lessons, the reference, the rule cases of the tests and random games.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from beespace.backend import Board
from beespace.lessons import lessons, reference
from beespace.rules import GAME_TYPES, BaseBoard, Bug, Hex, Pass, Piece, Reason, ReasonCode
from beespace.rules.box.pieces import PIECE_PATTERN

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))

from support import drawn_board, suite_cases
from support.random_play import games as random_games
from support.reason_cases import NOT_BY_POINTING, TOLD, Told

EXAMPLES = Path(__file__).with_name("examples.txt")
# How many pieces and hexes to try at each ply of a random game.
_PIECES = 5
_HEXES = 6


@dataclass(frozen=True)
class Case:
    """A refused attempt with a piece: to place, move or throw it, or only to pick it up."""

    board: BaseBoard
    piece: Piece
    to: Hex | None
    reason: Reason

    @property
    def attempt(self) -> str:
        """What the player did, as the pages call it."""
        if self.reason.code in NOT_BY_POINTING:
            return "type"
        if self.to is None:
            return "pick"
        if self.board.location(self.piece) is None:
            return "place"
        is_throw = self.piece.color is not self.board.turn
        if is_throw and self.reason.code is not ReasonCode.NOT_YOUR_PIECE:
            return "throw"
        return "move"

    def shape(self) -> tuple[object, ...]:
        """Return what may make a difference to the sentence or the lesson."""
        board, reason = self.board, self.reason
        heights = [len(board.stack(hex)) for hex in reason.hexes[:4]]
        covering = [_covers_own(board, piece) for piece in reason.pieces]
        return (
            reason.code,
            self.piece.bug,
            self.attempt,
            self.piece.color is board.turn,
            _depth(board, self.piece),
            len(reason.hexes) == 1,
            len(reason.pieces) == 2,
            tuple(min(height, 2) for height in heights),
            all(covering),
            reason.code is ReasonCode.QUEEN_DUE and board.turn_number > 4,
        )

    def as_case(self) -> dict[str, Any]:
        """Return the case as web/src/reasonsForTools.ts reads it."""
        board, reason = self.board, self.reason
        return {
            "piece": str(self.piece),
            "is_there": self.to is not None,
            "why": {
                "code": reason.code.value,
                "text": reason.text,
                "pieces": [str(piece) for piece in reason.pieces],
                "hexes": reason.hexes,
                "parts": [[str(piece) for piece in part] for part in reason.parts],
            },
            "turn": {
                "color": board.turn.value,
                "number": board.turn_number,
                "stacks": [
                    {"hex": hex, "pieces": [str(piece) for piece in stack]}
                    for hex, stack in board.stacks().items()
                ],
            },
        }


def _depth(board: BaseBoard, piece: Piece) -> tuple[bool, bool]:
    """Return whether pieces are below and above a piece."""
    hex = board.location(piece)
    if hex is None:
        return False, False
    stack = board.stack(hex)
    level = stack.index(piece)
    return level > 0, level < len(stack) - 1


def _covers_own(board: BaseBoard, piece: Piece) -> bool:
    """Return whether a piece is on top of one of the player to move."""
    hex = board.location(piece)
    return hex is not None and any(
        one.color is board.turn for one in board.stack(hex) if one is not piece
    )


def typed() -> list[Case]:
    """Return the cases that only a typed move can get, from the rule cases of the tests."""
    found = []
    for told in TOLD:
        if told.code not in NOT_BY_POINTING or isinstance(told.asked, Piece):
            continue
        board = _board_of(told)
        reason = board.why_illegal(told.asked)
        assert reason is not None, told
        if isinstance(told.asked, str):
            name = told.asked.split()[0]
            piece = Piece.parse("wQ" if name == "pass" else name)
        else:
            assert not isinstance(told.asked, Pass)
            piece = told.asked.piece
        # The hex makes no difference to these sentences.
        found.append(Case(board, piece, Hex(0, 0), reason))
    return found


def read_examples() -> list[Case]:
    """Return the cases listed in the file; those that are legal by now are left out."""
    found = []
    for line in EXAMPLES.read_text("utf-8").splitlines():
        name, place, position = line.split(" ", 2)
        board, piece = Board.from_position(position), Piece.parse(name)
        if place == "-":
            to, reason = None, board.why_immobile(piece)
        else:
            to = Hex(*map(int, place.split(",")))
            reason = _why_not(board, piece, to)
        if reason is not None:
            found.append(Case(board, piece, to, reason))
    return found


def write_examples(cases: Iterable[Case]) -> None:
    """Write the file."""
    lines = []
    for case in cases:
        place = "-" if case.to is None else f"{case.to.q},{case.to.r}"
        lines.append(f"{case.piece} {place} {case.board.position()}\n")
    EXAMPLES.write_text("".join(lines), "utf-8")


def search(games: int) -> list[Case]:
    """Return one case of each shape that pointing can get.

    The same number of random games of each type always finds the same cases.
    """
    found: dict[tuple[object, ...], Case] = {}
    for case in _cases(games):
        found.setdefault(case.shape(), case)
    # What happens to one bug may happen to others: have them change places.
    for case in list(found.values()):
        for exchanged in _exchanged(case):
            found.setdefault(exchanged.shape(), exchanged)
    return [case for case in found.values() if case.attempt != "type"]


def _exchanged(case: Case) -> Iterator[Case]:
    """Yield the same attempt with each other bug in the place of the piece, where possible."""
    _, rest = case.board.position().split(" ", 1)
    for bug in Bug:
        other = Piece(case.piece.color, bug)
        names = {str(case.piece): str(other), str(other): str(case.piece)}
        words = re.split(f"({PIECE_PATTERN})", rest)
        swapped = "".join(names.get(word, word) for word in words)
        try:
            board = Board.from_position(f"Base+MLP {swapped}")
        except ValueError:  # no game gets there: an ant on a stack, for example
            continue
        reason = board.why_immobile(other) if case.to is None else _why_not(board, other, case.to)
        if reason is not None:
            yield Case(board, other, case.to, reason)


def _cases(games: int) -> Iterator[Case]:
    boards = [_board_of(told) for told in TOLD]
    boards += [step.board() for lesson in lessons().values() for step in lesson.steps]
    boards += [diagram.board() for diagram in reference.diagrams().values()]
    boards += [case.board(Board) for case in suite_cases.read_suite("statements")]
    for board in boards:
        yield from _picked(board)
        hexes = _hexes(board)
        for piece in _pieces(board):
            for to in hexes:
                yield from _tried(board, piece, to)
    for ruleset in GAME_TYPES:
        chance = random.Random(ruleset)
        for seed in range(games):
            for board, _ in random_games.play(Board, ruleset, seed):
                yield from _picked(board)
                hexes, pieces = _hexes(board), _pieces(board)
                for piece in chance.sample(pieces, min(_PIECES, len(pieces))):
                    for to in chance.sample(hexes, min(_HEXES, len(hexes))):
                        yield from _tried(board, piece, to)


def _board_of(told: Told) -> BaseBoard:
    if not told.picture:
        return Board(told.ruleset)
    return drawn_board.board_of(Board, told.picture, told.ruleset, told.turn, told.stunned)


def _picked(board: BaseBoard) -> Iterator[Case]:
    """Yield why the pieces on the board and in the hand of the player to move can't move."""
    for piece in _pieces(board):
        reason = board.why_immobile(piece)
        if reason is not None:
            yield Case(board.copy(), piece, None, reason)


def _tried(board: BaseBoard, piece: Piece, to: Hex) -> Iterator[Case]:
    reason = _why_not(board, piece, to)
    if reason is not None:
        yield Case(board.copy(), piece, to, reason)


def _why_not(board: BaseBoard, piece: Piece, to: Hex) -> Reason | None:
    return board.why_illegal(board.move_to(piece, to))


def _pieces(board: BaseBoard) -> list[Piece]:
    placed = [piece for stack in board.stacks().values() for piece in stack]
    hand = {piece.bug: piece for piece in reversed(board.hand(board.turn))}
    return placed + list(hand.values())


def _hexes(board: BaseBoard) -> list[Hex]:
    near = {hex for at in board.hexes() for hex in (at, *at.neighbors())}
    return sorted(near) or [Hex(0, 0)]
