"""Finds the reason why a move is illegal or a piece cannot move (decision 8).

Called after legality has been decided; it never decides by itself. What forbids a way is found
by asking the same creature functions again with one limit on steps dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from beespace.rules import movement
from beespace.rules.hexgrid import ORIGIN, Hex, flanks
from beespace.rules.hive import Hive
from beespace.rules.movement import Path, StepRules
from beespace.rules.moves import Move, Pass, Place, Relocate
from beespace.rules.one_hive import parts
from beespace.rules.pieces import Bug, Piece
from beespace.rules.position import Position, step_rules, throwers
from beespace.rules.reasons import Reason, ReasonCode

_MANNERS = {
    Bug.QUEEN: "the Queen moves one hex along the hive",
    Bug.BEETLE: "the Beetle moves one hex, on the ground or on the hive",
    Bug.GRASSHOPPER: "the Grasshopper jumps in a straight line over at least one piece "
    "to the first empty hex",
    Bug.SPIDER: "the Spider moves exactly three hexes along the hive and visits none twice",
    Bug.ANT: "the Ant walks along the hive, and no way along it leads there",
    Bug.LADYBUG: "the Ladybug moves two hexes on top of the hive and then one down",
    Bug.PILLBUG: "the Pillbug moves one hex along the hive",
}

# Where several reasons hold (a mosquito copies several creatures), the first of these is told.
_TELLING = (
    ReasonCode.GATE,
    ReasonCode.NO_CONTACT,
    ReasonCode.ENCLOSED,
    ReasonCode.OCCUPIED,
    ReasonCode.WRONG_DISTANCE,
)


def why_illegal(position: Position, move: Move, thrown: Sequence[Piece], origin: Path) -> Reason:
    """The reason why a move is not among the legal ones, in a game that is not over.

    `thrown` are the pieces that may have thrown the stunned piece, `origin` the hex it came
    from, if they are known.
    """
    match move:
        case Pass():
            return Reason(
                ReasonCode.MUST_PLAY, "passing is not allowed while a move or placement is possible"
            )
        case Place(piece, to):
            return _why_not_placed(position, piece) or _why_not_there(position, to)
        case Relocate(piece, to):
            return (
                _why_cannot_act(position, piece, thrown, origin)
                or _why_not_destination(position, piece, to)
                or (
                    _why_not_reached(position, piece, to)
                    if piece.color is position.turn
                    else _why_not_thrown(position, piece, to)
                )
            )


def why_immobile(position: Position, piece: Piece, thrown: Sequence[Piece], origin: Path) -> Reason:
    """The reason why a piece has no legal move, in a game that is not over."""
    if piece not in position.hive.locations:
        return _why_not_placed(position, piece) or Reason(
            ReasonCode.NO_SPACE,
            f"{piece.name} cannot be placed: no empty hex touches {position.turn}'s pieces "
            "without touching the opponent's",
        )
    reason = _why_cannot_act(position, piece, thrown, origin)
    if reason is not None:
        return reason
    if piece.color is not position.turn:
        return _why_nowhere_to_throw(position, piece)
    return _why_no_way(position, piece)


# Placing


def _why_not_placed(position: Position, piece: Piece) -> Reason | None:
    """What keeps a piece from being placed at all, wherever."""
    hive, turn = position.hive, position.turn
    if not position.ruleset.has(piece.bug):
        return Reason(
            ReasonCode.NOT_IN_BOX, f"there is no {piece.bug} in {position.ruleset.game_type}"
        )
    if piece.color is not turn:
        return _not_yours(position, piece)
    if piece in hive.locations:
        return Reason(
            ReasonCode.ALREADY_PLACED,
            f"{piece.name} is on the board already",
            hexes=(hive.locations[piece],),
        )
    if position.is_queen_due() and piece.bug is not Bug.QUEEN:
        return Reason(
            ReasonCode.QUEEN_DUE,
            f"{turn} must place the Queen now: it is turn {position.turn_number}",
            pieces=(Piece(turn, Bug.QUEEN),),
        )
    if position.is_queen_barred() and piece.bug is Bug.QUEEN:
        return Reason(ReasonCode.QUEEN_TOO_EARLY, "the Queen may not be placed on a first turn")
    for number in range(1, piece.number):
        earlier = Piece(turn, piece.bug, number)
        if earlier not in hive.locations:
            return Reason(
                ReasonCode.NUMBER_ORDER, f"{earlier} has to be placed before {piece}", (earlier,)
            )
    return None


def _why_not_there(position: Position, to: Hex) -> Reason:
    """What is wrong with a hex for a new piece."""
    hive, turn = position.hive, position.turn
    if to in hive:
        return _occupied(hive, to, "a new piece goes on an empty hex")
    if not hive.stacks:
        return Reason(
            ReasonCode.FIRST_HEX,
            f"the first piece of a game goes to {_at(ORIGIN)}",
            hexes=(ORIGIN,),
        )
    around = [hive.top(hex) for hex in hive.neighbors(to)]
    if not around:
        return Reason(
            ReasonCode.NOT_TOUCHING_HIVE, "a new piece has to touch the hive", hexes=(to,)
        )
    # It touches something, and not only own pieces, or it would be legal.
    enemies = tuple(piece for piece in around if piece.color is not turn)
    return Reason(
        ReasonCode.TOUCHES_OPPONENT,
        f"a new piece may not touch the opponent's: {_names(enemies)}",
        enemies,
        (to,),
    )


# Moving


def _why_cannot_act(
    position: Position, piece: Piece, thrown: Sequence[Piece], origin: Path
) -> Reason | None:
    """What keeps a piece from being moved or thrown at all, wherever."""
    hive, turn = position.hive, position.turn
    if not position.ruleset.has(piece.bug):
        return _why_not_placed(position, piece)
    if piece not in hive.locations:
        return Reason(ReasonCode.IN_HAND, f"{piece.name} has not been placed yet")
    own = piece.color is turn
    able = [thrower for thrower in throwers(position) if _touch(hive, thrower, piece)]
    if not own and not able:
        return _why_nobody_throws(position, piece, thrown, origin)
    if not position.is_queen_placed(turn):
        return _queen_not_placed(position)
    hex = hive.locations[piece]
    stack = hive.stacks[hex]
    if stack[-1] is not piece:
        return _covered(hive, piece)
    if piece is position.stunned and own:
        return _stunned(piece, thrown, (*origin, hex))
    if piece is position.stunned:
        return Reason(
            ReasonCode.JUST_MOVED,
            f"{piece.name} may not be thrown: it was moved in the turn before",
            hexes=(*origin, hex),
        )
    if len(stack) == 1:
        split = parts(hive, without=hex)
        if len(split) > 1:
            return Reason(
                ReasonCode.PINNED,
                f"{piece.name} is pinned: without it the hive would fall into {len(split)} parts",
                parts=tuple(tuple(p for h in part for p in hive.stacks[h]) for part in split),
            )
    elif not own:
        others = tuple(stack[:-1])
        return Reason(
            ReasonCode.IN_STACK,
            f"{piece.name} stands on {_names(others)}: a piece in a stack may not be thrown",
            others,
        )
    return None


def _why_not_destination(position: Position, piece: Piece, to: Hex) -> Reason | None:
    hive = position.hive
    if to == hive.locations[piece]:
        return Reason(ReasonCode.SAME_HEX, f"{piece.name} stands there already", hexes=(to,))
    return None


def _why_not_reached(position: Position, piece: Piece, to: Hex) -> Reason:
    """Why an own piece that is free to move does not reach a hex, nor is thrown there."""
    if position.hive.stands_alone(piece):  # nothing is thrown out of a stack
        gate_of_throw = _why_nowhere_to_throw(position, piece, to)
        if gate_of_throw.code is ReasonCode.GATE:
            return gate_of_throw
    hive, rules = position.hive.copy(), step_rules(position.ruleset)
    start = hive.lift(piece)
    bugs = _acts_as(hive, piece, start)
    if not bugs:
        return _nothing_to_copy(hive, piece, start)
    reasons = [_why_not_as(hive, start, to, bug, rules) for bug in bugs]
    reason = min(reasons, key=lambda reason: _TELLING.index(reason.code))
    if bugs == [piece.bug] or reason.code is not ReasonCode.WRONG_DISTANCE:
        return reason
    kinds = _list([f"the {bug}" for bug in bugs], "or")
    return replace(reason, text=f"{piece.name} moves as {kinds} here, and does not get there")


def _why_not_as(hive: Hive, start: Hex, to: Hex, bug: Bug, rules: StepRules) -> Reason:
    """Why a creature of this kind does not get from one hex to another."""
    if to in hive and bug is not Bug.BEETLE:
        return _occupied(hive, to, f"the {bug} has to end on an empty hex")
    creature = movement.CREATURES[bug]
    path = creature(hive, start, replace(rules, gates=False, stack_gates=False)).get(to)
    if path is not None:
        return _gate(hive, [path], rules)
    wrong_distance = Reason(ReasonCode.WRONG_DISTANCE, _MANNERS[bug], hexes=(start, to))
    if bug in (Bug.GRASSHOPPER, Bug.LADYBUG):
        return wrong_distance
    if len(hive.neighbors(start)) == 6 and bug is not Bug.BEETLE:
        return _enclosed(hive, start, f"the {bug}")
    if bug is Bug.SPIDER and to in movement.ant(hive, start, rules):
        return wrong_distance  # it can be walked to, but not in three steps
    # Only ants roam: without the need for contact they would never stop.
    if bug is Bug.ANT:
        step: Path = () if hive.neighbors(to) else (start, to)
    else:
        loose = creature(hive, start, StepRules(contact=False, gates=False, stack_gates=False))
        step = _first_loose_step(hive, loose.get(to, ()))
    if not step:
        return wrong_distance
    return Reason(
        ReasonCode.NO_CONTACT, f"the {bug} would lose contact with the hive on the way", (), step
    )


def _why_no_way(position: Position, piece: Piece) -> Reason:
    """Why an own piece that is free to move has nowhere to go."""
    hive, rules = position.hive.copy(), step_rules(position.ruleset)
    start = hive.lift(piece)
    bugs = _acts_as(hive, piece, start)
    if not bugs:
        return _nothing_to_copy(hive, piece, start)
    loose = replace(rules, gates=False, stack_gates=False)
    gated = [path for bug in bugs for path in movement.CREATURES[bug](hive, start, loose).values()]
    if gated:
        return _gate(hive, gated, rules)
    if len(hive.neighbors(start)) == 6:
        return _enclosed(hive, start, piece.name)
    manner = "; ".join(_MANNERS[bug] for bug in bugs)
    return Reason(
        ReasonCode.WRONG_DISTANCE, f"{piece.name} finds no such way: {manner}", hexes=(start,)
    )


def _acts_as(hive: Hive, piece: Piece, start: Hex) -> list[Bug]:
    """The kinds as which a lifted piece may move."""
    if piece.bug is not Bug.MOSQUITO:
        return [piece.bug]
    return [Bug.BEETLE] if start in hive else movement.copied_bugs(hive, start)


# Throwing


def _why_nobody_throws(
    position: Position, piece: Piece, thrown: Sequence[Piece], origin: Path
) -> Reason:
    """Why nobody can throw an opponent's piece: what keeps those beside it from doing so."""
    hive, turn = position.hive, position.turn
    for bug in (Bug.PILLBUG, Bug.MOSQUITO):
        thrower = Piece(turn, bug)
        if thrower not in hive.locations or not _touch(hive, thrower, piece):
            continue
        hex = hive.locations[thrower]
        if bug is Bug.MOSQUITO and Bug.PILLBUG not in movement.copied_bugs(hive, hex):
            continue
        if not position.is_queen_placed(turn):
            return _queen_not_placed(position)
        if thrower is position.stunned:
            reason = _stunned(thrower, thrown, (*origin, hex))
        elif hive.is_covered(thrower):
            reason = _covered(hive, thrower)
        else:
            continue
        return replace(reason, text=f"nobody can throw {piece.name}: {reason}")
    return _not_yours(position, piece)


def _why_not_thrown(position: Position, piece: Piece, to: Hex) -> Reason:
    """Why an opponent's piece, free to be thrown, cannot be thrown to a hex."""
    if to in position.hive:
        return _occupied(position.hive, to, "a thrown piece lands on an empty hex")
    reason = _why_nowhere_to_throw(position, piece, to)
    if reason.code is ReasonCode.GATE:
        return reason
    return Reason(
        ReasonCode.WRONG_DISTANCE,
        "a thrown piece lands next to the piece that throws it",
        hexes=(position.hive.locations[piece], to),
    )


def _why_nowhere_to_throw(position: Position, piece: Piece, to: Hex | None = None) -> Reason:
    """The gate of stacks that stops a throw of a piece, or that there is no room for it."""
    hive = position.hive.copy()
    able = [thrower for thrower in throwers(position) if _touch(hive, thrower, piece)]
    start = hive.lift(piece)
    free: list[Path] = [
        (start, hive.locations[thrower], landing)
        for thrower in able
        for landing in hive.locations[thrower].neighbors()
        if landing not in hive and landing != start and to in (None, landing)
    ]
    if free:
        return _gate(hive, free, movement.ALL_STEP_RULES)
    return Reason(
        ReasonCode.NO_SPACE,
        f"{_names(able, 'or')} has no empty hex to throw {piece.name} to",
        tuple(able),
    )


# Sentences


def _gate(hive: Hive, paths: Iterable[Path], rules: StepRules) -> Reason:
    """The gates on which these ways fail: for each, its first forbidden step."""
    blocked = dict.fromkeys(step for path in paths for step in _first_gate(hive, path, rules))
    pieces = dict.fromkeys(hive.top(flank) for step in blocked for flank in flanks(*step))
    return Reason(
        ReasonCode.GATE,
        f"{_names(tuple(pieces))} form a gate that is too narrow",
        tuple(pieces),
        tuple(dict.fromkeys(hex for step in blocked for hex in step)),
    )


def _first_gate(hive: Hive, path: Path, rules: StepRules) -> list[tuple[Hex, Hex]]:
    for step in pairwise(path):
        if not movement.can_step(hive, *step, rules):
            return [step]
    return []


def _first_loose_step(hive: Hive, path: Path) -> Path:
    for a, b in pairwise(path):
        if not any(flank in hive for flank in flanks(a, b)):
            return (a, b)
    return ()


def _occupied(hive: Hive, to: Hex, rule: str) -> Reason:
    top = hive.top(to)
    return Reason(ReasonCode.OCCUPIED, f"{rule}, and {top.name} stands there", (top,), (to,))


def _queen_not_placed(position: Position) -> Reason:
    turn = position.turn
    return Reason(
        ReasonCode.QUEEN_NOT_PLACED,
        f"{turn} may not move a piece before placing the Queen",
        (Piece(turn, Bug.QUEEN),),
    )


def _covered(hive: Hive, piece: Piece) -> Reason:
    stack = hive.stacks[hive.locations[piece]]
    above = tuple(stack[stack.index(piece) + 1 :])
    return Reason(ReasonCode.COVERED, f"{piece.name} is covered by {_names(above)}", above)


def _stunned(piece: Piece, thrown: Sequence[Piece], hexes: Path) -> Reason:
    by = f" by {_names(thrown, 'or')}" if thrown else ""
    text = f"{piece.name} is stunned: it was thrown{by} in the turn before"
    return Reason(ReasonCode.STUNNED, text, tuple(thrown), hexes)


def _enclosed(hive: Hive, start: Hex, name: str) -> Reason:
    around = tuple(hive.top(hex) for hex in hive.neighbors(start))
    return Reason(ReasonCode.ENCLOSED, f"{name} has no empty hex beside it", around)


def _nothing_to_copy(hive: Hive, piece: Piece, start: Hex) -> Reason:
    return Reason(
        ReasonCode.NOTHING_TO_COPY,
        f"{piece.name} touches only mosquitoes and has nothing to copy",
        tuple(hive.top(hex) for hex in hive.neighbors(start)),
    )


def _not_yours(position: Position, piece: Piece) -> Reason:
    return Reason(
        ReasonCode.NOT_YOUR_PIECE,
        f"{piece.name} does not belong to {position.turn}, whose turn it is",
    )


def _touch(hive: Hive, a: Piece, b: Piece) -> bool:
    return a is not b and hive.locations[a] in hive.locations[b].neighbors()


def _at(hex: Hex) -> str:
    return f"({hex.q}, {hex.r})"


def _names(pieces: Sequence[Piece], word: str = "and") -> str:
    return _list([piece.name for piece in pieces], word)


def _list(words: Sequence[str], word: str) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {word} {words[-1]}"
