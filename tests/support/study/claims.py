"""Checks what a remark claims on the reference board, without the code that found it."""

from __future__ import annotations

from collections.abc import Sequence
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

_CLIMBERS = {Bug.BEETLE, Bug.MOSQUITO}
FEW = 4  # with no more pieces or places left, a remark may say so


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

    def _queen(self, color: Color) -> Hex | None:
        return self.board.location(Piece(color, Bug.QUEEN))

    def attackers(self, color: Color) -> set[Piece]:
        """The pieces that could get next to the other queen, or onto her, with one move."""
        queen = self._queen(color.opponent)
        if queen is None:
            return set()
        return {
            move.piece
            for move in self.as_if(color).legal_moves
            if isinstance(move, Relocate)
            and move.piece.color is color
            and move.piece.bug is not Bug.QUEEN
            and queen.distance(move.to) <= 1
            and not self.is_near(move.piece)
        }

    def is_near(self, piece: Piece) -> bool:
        """Whether a piece is next to the other queen, or above her."""
        at, queen = self.board.location(piece), self._queen(piece.color.opponent)
        return at is not None and queen is not None and queen.distance(at) <= 1

    def able(self, color: Color) -> set[Piece]:
        """The pieces of a player's own that they could move."""
        return {piece for piece in self.mobile[color] if piece.color is color}

    def places(self, color: Color) -> set[Hex]:
        """Where a player could put a new piece."""
        moves = self.as_if(color).legal_moves
        return {move.to for move in moves if isinstance(move, Place)}

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
        case Deed.TAKE_BACK | Deed.DETOUR:
            return _loses_a_turn(remark, before)
    return _is_true_of_room(remark, was, now, us)


def _is_true_of_room(remark: Remark, was: Seen, now: Seen, us: Color) -> bool:
    """Whether it is true which pieces can get next to a queen, and how much room there is."""
    them = us.opponent
    named = set(remark.pieces)
    enemy_queen = was.board.location(Piece(them, Bug.QUEEN))
    match remark.deed:
        case Deed.APPROACH:
            own_queen = now.board.location(Piece(us, Bug.QUEEN))
            return (
                remark.piece in now.attackers(us) - was.attackers(us)
                and not was.is_near(remark.piece)
                and remark.piece.bug is not Bug.PILLBUG
                and (own_queen is None or own_queen.distance(remark.to) > 1)
            )
        case Deed.OPEN_WAY:
            return named <= now.attackers(us) - was.attackers(us)
        case Deed.BAR_OWN:
            return named <= was.attackers(us) - now.attackers(us) and not any(
                map(now.is_near, named)
            )
        case Deed.KEEP_AWAY:
            return named <= was.attackers(them) - now.attackers(them) and not any(
                map(now.is_near, named)
            )
        case Deed.LET_IN:
            return named <= now.attackers(them) - was.attackers(them)
        case Deed.HEAD_FOR:
            return remark.piece.bug in _CLIMBERS and enemy_queen is not None and remark.count > 1
        case Deed.CRAMP:
            return _is_short(was.able(them), now.able(them), remark.count)
        case Deed.CRAMP_OWN:
            return _is_short(was.able(us), now.able(us), remark.count)
        case Deed.CROWD:
            return _is_short(was.places(them), now.places(them), remark.count)
        case Deed.CROWD_OWN:
            return _is_short(was.places(us), now.places(us), remark.count)
        case Deed.COVER_OWN:
            (below,) = remark.pieces
            return now.below(remark.piece) is below and below in was.able(us) - now.able(us)
    raise AssertionError(remark.deed)


def _is_short(was: set[Piece] | set[Hex], now: set[Piece] | set[Hex], count: int) -> bool:
    """Whether few are left, and more were there before."""
    return len(was) > len(now) == count <= FEW


def _loses_a_turn(remark: Remark, before: BaseBoard) -> bool:
    """Whether a piece goes back to where it was, or could move there at once."""
    piece = remark.piece
    if remark.deed is Deed.DETOUR:
        (goal,) = remark.hexes
        return remark.to != goal and before.why_illegal(before.move_to(piece, goal)) is None
    *_, own, _ = before.moves
    earlier = before.copy()
    earlier.pop()
    earlier.pop()
    after = before.copy()
    after.push(before.move_to(piece, remark.to))
    return own == Relocate(piece, _at(before, piece)) and all(
        board.location(piece) == remark.to and board.stack(remark.to)[-1] is piece
        for board in (earlier, after)
    )


def _at(board: BaseBoard, piece: Piece) -> Hex:
    at = board.location(piece)
    assert at is not None
    return at


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


def leads_onto_her(remark: Remark, before: BaseBoard, line: Sequence[str]) -> bool:
    """Whether a remark's piece climbs onto the enemy queen in a line, with the counted move."""
    board = before.copy()
    queen = Piece(board.turn.opponent, Bug.QUEEN)
    own = 0
    for index, text in enumerate(line):
        move = board.parse_uhp(text)
        own += index % 2 == 0
        if index % 2 == 0 and move == Relocate(remark.piece, _at(board, queen)):
            return own == remark.count
        board.push(move)
    return False


def board_of(remark: Remark, before: BaseBoard, played: Move | None) -> BaseBoard:
    """Return the board on which a remark's move is made."""
    board = before.copy()
    if remark.mood is Mood.ALLOWS:
        assert played is not None
        board.push(played)
    return board
