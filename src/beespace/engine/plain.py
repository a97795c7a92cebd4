"""A player in pure Python, the fallback if the C++ core is missing; it is weak."""

from __future__ import annotations

import time
from collections.abc import Iterator

from beespace.engine.player import Analysis, Limit, Line, best_move
from beespace.engine.score import INFINITE, WIN, Score
from beespace.rules import BaseBoard, Bug, Color, Move, Piece, Relocate
from beespace.rules.perft import check_range

_DEEPEST = 4
_RING_VALUES = (0, 25, 60, 115, 200, 340, 1000)
_PIECE_ON_BOARD = 10


class _OutOfTimeError(Exception):
    """Unwinds a search that has hit a limit."""


class PlainPlayer:
    """Alpha-beta search on the public board interface, a few plies deep."""

    def __init__(self) -> None:
        self._deadline = 0.0
        self._nodes = 0
        self._node_limit = 0
        self._stopped = False

    @property
    def name(self) -> str:
        """`Beespace (Python)`."""
        return "Beespace (Python)"

    def choose(self, board: BaseBoard, limit: Limit) -> Move:
        """Return the move to play.

        Raises:
            BeespaceError: the game is over.
        """
        return best_move(self.analyse(board, limit))

    def analyse(self, board: BaseBoard, limit: Limit, lines: int = 1) -> Iterator[Analysis]:
        """Yield the result after each ply of depth.

        Raises:
            ValueError: `lines` is not between 1 and 1000.
        """
        check_range("lines", lines, 1, 1000)
        board = board.copy()
        begun = time.monotonic()
        self._deadline = begun + limit.time_s if limit.time_s is not None else float("inf")
        self._node_limit = limit.nodes or 2**62
        self._nodes = 0
        self._stopped = False
        ranked = [Line(Score(0), (move,)) for move in board.legal_moves]
        if not ranked:
            return
        found = None
        for depth in range(1, min(limit.depth or _DEEPEST, _DEEPEST) + 1):
            try:
                ranked = sorted(
                    (self._line(board, line.moves[0], depth) for line in ranked),
                    key=lambda line: line.score,
                    reverse=True,
                )
            except _OutOfTimeError:
                break
            found = Analysis(depth, self._nodes, time.monotonic() - begun, tuple(ranked[:lines]))
            yield found
            if found.best.score.is_decided:
                return
        if found is None:
            yield Analysis(0, self._nodes, time.monotonic() - begun, tuple(ranked[:lines]))

    def _line(self, board: BaseBoard, move: Move, depth: int) -> Line:
        plies = len(board.moves)
        board.push_unchecked(move)
        try:
            return Line(Score(-self._search(board, depth - 1, 1, -INFINITE, INFINITE)), (move,))
        finally:
            while len(board.moves) > plies:
                board.pop()

    def _search(self, board: BaseBoard, depth: int, ply: int, alpha: int, beta: int) -> int:
        self._nodes += 1
        if self._stopped or self._nodes > self._node_limit or time.monotonic() > self._deadline:
            raise _OutOfTimeError
        outcome = board.outcome()
        if outcome is not None:
            if outcome.winner is None:
                return 0
            return WIN - ply if outcome.winner is board.turn else ply - WIN
        if depth == 0:
            return _value(board, board.turn) - _value(board, board.turn.opponent)
        # Try moves before placements, because they cause cutoffs more often.
        for move in sorted(board.legal_moves, key=lambda move: not isinstance(move, Relocate)):
            board.push_unchecked(move)
            alpha = max(alpha, -self._search(board, depth - 1, ply + 1, -beta, -alpha))
            board.pop()
            if alpha >= beta:
                break
        return alpha

    def stop(self) -> None:
        """Stop the running search; it returns the best result found so far."""
        self._stopped = True

    def new_game(self) -> None:
        """Do nothing; this player keeps no state between games."""

    def close(self) -> None:
        """Do nothing; this player holds no resources."""


def _value(board: BaseBoard, color: Color) -> int:
    value = _PIECE_ON_BOARD * (len(board.ruleset.pieces(color)) - len(board.hand(color)))
    queen = board.location(Piece(color, Bug.QUEEN))
    if queen is not None:
        value -= _RING_VALUES[sum(bool(board.stack(hex)) for hex in queen.neighbors())]
    return value
