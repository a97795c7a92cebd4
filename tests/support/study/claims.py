"""Checks what a remark claims on the reference board, without the code that found it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from beespace.rules import (
    BaseBoard,
    Board,
    Bug,
    Color,
    Hex,
    Move,
    Pass,
    Piece,
    Place,
    Relocate,
    Result,
)
from beespace.study import Deed, Mood, Remark


@dataclass(frozen=True)
class Seen:
    """A position, and what each player could do in it."""

    board: BaseBoard

    @classmethod
    def of(cls, board: BaseBoard, *moves: Move) -> Seen:
        """Return the position of a board after moves."""
        copy = Board.from_position(board.position())
        for move in moves:
            copy.push_unchecked(move)
        return cls(copy)

    def as_if(self, color: Color) -> BaseBoard:
        """Return the board as if it were this player's turn."""
        board = self.board.copy()
        if board.turn is not color:
            board.push_unchecked(Pass())
        return board

    def wins(self, color: Color) -> bool:
        """Whether a player could win with one move."""
        board = self.as_if(color)
        return any(self._is_won(board, move, color) for move in list(board.legal_moves))

    @staticmethod
    def _is_won(board: BaseBoard, move: Move, color: Color) -> bool:
        board.push(move)
        outcome = board.outcome()
        board.pop()
        return outcome is not None and outcome.result is Result.won_by(color)

    @cached_property
    def mobile(self) -> dict[Color, set[Piece]]:
        """The pieces that each player could move."""
        found = {}
        for color in Color:
            moves = self.as_if(color).legal_moves
            found[color] = {move.piece for move in moves if isinstance(move, Relocate)}
        return found

    def splits_without(self, piece: Piece) -> bool:
        """Whether the hive would fall apart without a piece that is alone on its hex."""
        at = self.board.location(piece)
        if at is None or len(self.board.stack(at)) > 1:
            return False
        left = set(self.board.stacks()) - {at}
        reached: set[Hex] = set()
        todo = [next(iter(left))]
        while todo:
            hex = todo.pop()
            if hex in reached:
                continue
            reached.add(hex)
            todo += [near for near in hex.neighbors() if near in left]
        return reached != left

    def taken(self, color: Color) -> int:
        """How many of the six hexes around a queen are taken."""
        at = self.board.location(Piece(color, Bug.QUEEN))
        stacks = self.board.stacks()
        return 0 if at is None else sum(near in stacks for near in at.neighbors())

    def below(self, piece: Piece) -> Piece | None:
        """The piece directly below another."""
        at = self.board.location(piece)
        stack = self.board.stack(at) if at is not None else ()
        level = stack.index(piece) if piece in stack else 0
        return stack[level - 1] if level else None


def is_true(remark: Remark, before: BaseBoard) -> bool:
    """Whether what a remark says of its move is true, given the board before that move."""
    move = before.move_to(remark.piece, remark.to)
    if before.why_illegal(move) is not None or before.location(remark.piece) != remark.origin:
        return False
    if isinstance(move, Place) != (remark.origin is None):
        return False
    us = before.turn
    them = us.opponent
    was, now = Seen.of(before), Seen.of(before, move)
    own, enemy = Piece(us, Bug.QUEEN), Piece(them, Bug.QUEEN)
    outcome = now.board.outcome()
    match remark.deed:
        case Deed.WIN:
            return outcome is not None and outcome.result is Result.won_by(us)
        case Deed.LOSE:
            return outcome is not None and outcome.result is Result.won_by(them)
        case Deed.DRAW:
            return outcome is not None and outcome.result is Result.DRAW
    assert outcome is None
    match remark.deed:
        case Deed.FORCE:
            return remark.count > 2 or _is_forced(now, us)
        case Deed.THREATEN:
            return now.wins(us) and not now.wins(them)
        case Deed.PARRY:
            return was.wins(them) and not now.wins(them)
        case Deed.COVER_QUEEN:
            return now.below(remark.piece) is enemy
        case Deed.COVER:
            return now.below(remark.piece) is remark.pieces[0] and remark.pieces[0].color is them
        case Deed.LOCK_QUEEN:
            return enemy in was.mobile[them] and enemy not in now.mobile[them]
        case Deed.LOCK_OWN:
            return own in was.mobile[us] and own not in now.mobile[us]
        case Deed.FREE_QUEEN:
            return own not in was.mobile[us] and own in now.mobile[us]
        case Deed.NO_MOVES:
            return list(now.board.legal_moves) == [Pass()]
        case Deed.SURROUND:
            return now.taken(them) == remark.count > was.taken(them)
        case Deed.FILL_OWN:
            return now.taken(us) == remark.count > was.taken(us)
        case Deed.STEP_AWAY | Deed.RELIEVE:
            return now.taken(us) == remark.count < was.taken(us)
        case Deed.RELEASE:
            return now.taken(them) == remark.count < was.taken(them)
        case Deed.PIN:
            return _are_tied(remark, was, now, them)
        case Deed.PIN_OWN:
            return _are_tied(remark, was, now, us)
        case Deed.UNPIN:
            return _are_freed(remark, was, now, us)
        case Deed.FREE_THEIRS:
            return _are_freed(remark, was, now, them)
        case Deed.CLOSE_GATE:
            return all(_is_open(was, hex) and not _is_open(now, hex) for hex in remark.hexes)
    raise AssertionError(remark.deed)


def _is_forced(now: Seen, us: Color) -> bool:
    """Whether every reply lets a player win at once."""
    for reply in list(now.board.legal_moves):
        after = Seen.of(now.board, reply)
        outcome = after.board.outcome()
        if outcome is not None:
            if outcome.result is not Result.won_by(us):
                return False
        elif not after.wins(us):
            return False
    return True


def _are_tied(remark: Remark, was: Seen, now: Seen, color: Color) -> bool:
    return len(remark.pieces) == remark.count and all(
        piece.color is color
        and piece in was.mobile[color]
        and piece not in now.mobile[color]
        and now.splits_without(piece)
        for piece in remark.pieces
    )


def _are_freed(remark: Remark, was: Seen, now: Seen, color: Color) -> bool:
    return len(remark.pieces) == remark.count and all(
        piece.color is color and piece not in was.mobile[color] and piece in now.mobile[color]
        for piece in remark.pieces
    )


def _is_open(seen: Seen, hex: Hex) -> bool:
    """Whether a piece from outside the hive could slide into an empty hex."""
    stacks = seen.board.stacks()
    outside = _outside(set(stacks))
    if hex in stacks:
        return False
    for near in hex.neighbors():
        if near in stacks or near not in outside:
            continue
        flanks = [one for one in hex.neighbors() if one in set(near.neighbors())]
        if sum(one in stacks for one in flanks) == 1:
            return True
    return False


def _outside(occupied: set[Hex]) -> set[Hex]:
    """Return the empty hexes near the hive that are connected with the outside."""
    low_q, high_q = min(h.q for h in occupied) - 2, max(h.q for h in occupied) + 2
    low_r, high_r = min(h.r for h in occupied) - 2, max(h.r for h in occupied) + 2
    found: set[Hex] = set()
    todo = [Hex(low_q, low_r)]
    while todo:
        hex = todo.pop()
        inside = low_q <= hex.q <= high_q and low_r <= hex.r <= high_r
        if hex in found or hex in occupied or not inside:
            continue
        found.add(hex)
        todo += hex.neighbors()
    return found


def board_of(remark: Remark, before: BaseBoard, played: Move | None) -> BaseBoard:
    """Return the board on which a remark's move is made."""
    board = Board.from_position(before.position())
    if remark.mood is Mood.ALLOWS:
        assert played is not None
        board.push(played)
    return board
