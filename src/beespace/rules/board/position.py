"""A position, and the moves that are legal in it.

A position is the pieces on the board, whose turn it is, and which piece was moved last turn. It has
no history, so the board handles repetitions.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from beespace.rules import movement
from beespace.rules.board.hive import Hive
from beespace.rules.box.pieces import Bug, Color, Piece
from beespace.rules.box.ruleset import Ruleset
from beespace.rules.hexgrid import Hex
from beespace.rules.movement import Paths, StepRules
from beespace.rules.moves import Move, Pass, Place, Relocate
from beespace.rules.one_hive import pinned_hexes
from beespace.rules.placement import placement_hexes

LAST_TURN_FOR_QUEEN = 4


@dataclass(slots=True)
class Position:
    """The pieces on the board, the turn, and the piece that was moved last turn.

    `ply` counts the turns of both players. `stunned` is the piece that was moved or thrown last
    turn, if any: it can't move, be thrown or use its ability this turn. This one field covers rules
    24 to 26 and 28, because a stunned piece of the player to move can only have been thrown.
    """

    ruleset: Ruleset
    hive: Hive = field(default_factory=Hive)
    ply: int = 0
    stunned: Piece | None = None

    @property
    def turn(self) -> Color:
        """Whose turn it is. White goes first (rule 2)."""
        return Color.BLACK if self.ply % 2 else Color.WHITE

    @property
    def turn_number(self) -> int:
        """Which of that player's turns it is, from 1."""
        return self.ply // 2 + 1

    def hand(self, color: Color) -> tuple[Piece, ...]:
        """Return the pieces a player has not placed yet, in `PIECES` order."""
        on_board = self.hive.locations
        return tuple(piece for piece in self.ruleset.pieces(color) if piece not in on_board)

    def is_queen_placed(self, color: Color) -> bool:
        """Return whether a player's queen is on the board."""
        return Piece(color, Bug.QUEEN) in self.hive.locations

    def is_queen_due(self) -> bool:
        """Return whether the player to move must place the queen now (rule 9)."""
        return self.turn_number >= LAST_TURN_FOR_QUEEN and not self.is_queen_placed(self.turn)

    def is_queen_barred(self) -> bool:
        """Return whether it is too early to place the queen, which depends on the ruleset."""
        return self.turn_number == 1 and not self.ruleset.queen_first

    def is_surrounded(self, color: Color) -> bool:
        """Return whether a player's queen has six occupied neighbours, covered or not (rule 30)."""
        hex = self.hive.locations.get(Piece(color, Bug.QUEEN))
        return hex is not None and len(self.hive.neighbors(hex)) == 6


def placeable(position: Position) -> list[Piece]:
    """Return the pieces that the player to move can place.

    Identical pieces are placed in the order of their numbers, so there is at most one of each bug.
    """
    hand = position.hand(position.turn)
    if position.is_queen_due():
        return [piece for piece in hand if piece.bug is Bug.QUEEN]
    first_of_kind: dict[str, Piece] = {}
    for piece in hand:
        first_of_kind.setdefault(piece.bug.value, piece)
    if position.is_queen_barred():
        first_of_kind.pop(Bug.QUEEN.value, None)
    return list(first_of_kind.values())


def step_rules(ruleset: Ruleset) -> StepRules:
    """Return the limits on steps that a ruleset sets (rule 14)."""
    return StepRules(stack_gates=ruleset.stack_gates)


def throwers(position: Position) -> list[Piece]:
    """Return the pieces that can throw others this turn (rules 10, 15, 24, 26, 27).

    A thrower is a pillbug, or a mosquito next to an uncovered pillbug of either colour. It must be
    on the ground, uncovered and not stunned, but can be pinned. Its owner's queen must be on the
    board.
    """
    turn, hive = position.turn, position.hive
    if not position.is_queen_placed(turn):
        return []
    able = []
    for bug in (Bug.PILLBUG, Bug.MOSQUITO):
        piece = Piece(turn, bug)
        hex = hive.locations.get(piece)
        if hex is None or piece is position.stunned or not hive.stands_alone(piece):
            continue
        if bug is Bug.PILLBUG or Bug.PILLBUG in movement.copied_bugs(hive, hex):
            able.append(piece)
    return able


def ways(
    position: Position, piece: Piece, pinned: set[Hex], able: list[Piece]
) -> list[tuple[Piece | None, Paths]]:
    """Return how the player to move can move a piece on the board, itself or by throws.

    Each entry is the thrower, or None for the piece's own move, and the paths. Callers pass in the
    position's `pinned_hexes` and `throwers` to compute them only once for all pieces.
    """
    hive = position.hive
    if not position.is_queen_placed(position.turn):  # rule 10
        return []
    if piece is position.stunned or hive.is_covered(piece):  # rules 25 and 15
        return []
    alone = hive.stands_alone(piece)
    if alone and hive.locations[piece] in pinned:  # rule 11
        return []
    found: list[tuple[Piece | None, Paths]] = []
    start = hive.lift(piece)
    if piece.color is position.turn:
        creature = movement.CREATURES[piece.bug]
        found.append((None, creature(hive, start, step_rules(position.ruleset))))
    if alone:  # rule 24: a piece in a stack is never thrown
        around = start.neighbors()
        for thrower in able:
            if thrower is not piece and hive.locations[thrower] in around:
                found.append((thrower, movement.throw(hive, start, hive.locations[thrower])))
    hive.put(piece, start)
    return found


def moves_of(
    position: Position,
    piece: Piece,
    pinned: set[Hex] | None = None,
    able: list[Piece] | None = None,
) -> list[Move]:
    """Return the legal moves of one piece, in hand or on the board."""
    if piece not in position.hive.locations:
        if piece not in placeable(position):
            return []
        return [Place(piece, hex) for hex in placement_hexes(position.hive, position.turn)]
    able = throwers(position) if able is None else able
    if piece.color is not position.turn and not able:
        return []
    pinned = pinned_hexes(position.hive) if pinned is None else pinned
    destinations = {hex for _, paths in ways(position, piece, pinned, able) for hex in paths}
    return [Relocate(piece, hex) for hex in sorted(destinations)]


def legal_moves(position: Position) -> list[Move]:
    """Return every legal move, always in the same order.

    If the player must pass, the list is just `Pass()` (rule 29). It is empty once a queen is
    surrounded.
    """
    if any(position.is_surrounded(color) for color in Color):
        return []
    turn, hive = position.turn, position.hive
    hexes = placement_hexes(hive, turn)
    moves: list[Move] = [Place(piece, hex) for piece in placeable(position) for hex in hexes]
    if position.is_queen_placed(turn):
        able = throwers(position)
        pinned = pinned_hexes(hive)
        for color in (turn, turn.opponent) if able else (turn,):
            for piece in position.ruleset.pieces(color):
                if piece in hive.locations:
                    moves += moves_of(position, piece, pinned, able)
    return moves or [Pass()]
