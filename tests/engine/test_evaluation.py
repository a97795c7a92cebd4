"""The features of the evaluation match what the rules say about a position."""

from __future__ import annotations

from dataclasses import replace

from beespace.rules import Bug, Color, Pass, Piece, Relocate
from beespace.rules.hexgrid import SYMMETRIES, Transform
from support.missing import require_module
from support.random_play.games import play

native = require_module("beespace.fast._native", "the C++ core is not built")
from beespace.fast import Board, PortableBoard  # noqa: E402

# The layout in native/eval/features.h.
_SIDE = 123
_STATES, _HELD, _COVERED = 10, 8, 9
_QUEEN_RING = 80
_BUGS = list(Bug)


def _boards(plies: int = 45) -> list[Board]:
    return [
        Board.from_game_string(board.game_string())
        for ruleset in ("Base", "Base+MLP")
        for seed in range(4)
        for board, _ in play(Board, ruleset, seed, plies)
    ]


def _counts(board: Board) -> list[int]:
    counts: list[int] = native.Searcher(1, False).evaluate(board._native)[1]
    return counts


def test_every_piece_is_in_one_state() -> None:
    for board in _boards():
        counts = _counts(board)
        for first, color in ((0, board.turn), (_SIDE, board.turn.opponent)):
            for place, bug in enumerate(_BUGS):
                rows = counts[first + _STATES * place : first + _STATES * (place + 1)]
                box = [piece for piece in board.ruleset.pieces(color) if piece.bug is bug]
                held = [p for p in board.hand(color) if p.bug is bug]
                covered = [
                    piece
                    for hex in board.hexes()
                    for piece in board.stack(hex)[:-1]
                    if piece.color is color and piece.bug is bug
                ]
                assert sum(rows) == len(box)
                assert rows[_HELD] == len(held)
                assert rows[_COVERED] == len(covered)


def test_occupied_hexes_around_the_queens_are_counted() -> None:
    for board in _boards():
        counts = _counts(board)
        for first, color in ((0, board.turn), (_SIDE, board.turn.opponent)):
            at = board.location(Piece(color, Bug.QUEEN))
            ring = counts[first + _QUEEN_RING : first + _QUEEN_RING + 7]
            taken = None if at is None else sum(bool(board.stack(hex)) for hex in at.neighbors())
            assert ring == [int(number == taken) for number in range(7)]


def test_pieces_counted_as_free_are_those_that_can_move() -> None:
    """Free pieces are in states with bit 0 set; this ignores throws, stuns and the mosquito."""
    for board in (board for board in _boards() if board.ruleset.expansions == ""):
        if board.location(Piece(board.turn, Bug.QUEEN)) is None or board.outcome():
            continue
        counts = _counts(board)
        moving = {move.piece for move in board.legal_moves if isinstance(move, Relocate)}
        for place, bug in enumerate(_BUGS):
            rows = counts[_STATES * place : _STATES * (place + 1)]
            free = sum(rows[state] for state in range(1, 8, 2))
            can = sum(piece.bug is bug for piece in moving)
            # A slider can still be blocked by gates farther along; a free beetle always has a move.
            assert free == can if bug is Bug.BEETLE else free >= can, (board.game_string(), bug)


def _replayed(board: Board, onto: Board, symmetry: Transform) -> Board:
    """Replay a game on another board, rotated or mirrored about its first piece."""
    for move in board.moves:
        onto.push(move if isinstance(move, Pass) else replace(move, to=symmetry(move.to)))
    return onto


def test_rotating_or_mirroring_the_board_changes_nothing() -> None:
    judge = native.Searcher(1, False)
    for board in _boards(plies=30)[::7]:
        expected = judge.evaluate(board._native)
        for symmetry in SYMMETRIES:
            turned = _replayed(board, Board(board.ruleset), symmetry)
            assert judge.evaluate(turned._native) == expected


def test_both_builds_give_the_same_evaluation() -> None:
    wide, narrow = native.Searcher(1, False), native.Searcher(1, True)
    for board in _boards():
        portable = _replayed(board, PortableBoard(board.ruleset), SYMMETRIES[0])
        assert narrow.evaluate(portable._native) == wide.evaluate(board._native)


def test_white_and_black_are_evaluated_the_same() -> None:
    """Both sides place an ant, so that after two plies the position is symmetric."""
    board = Board("Base")
    board.push_uhp("wA1")
    board.push_uhp("bA1 wA1-")
    counts = _counts(board)
    assert counts[:_SIDE] == counts[_SIDE:]
    assert board.turn is Color.WHITE
