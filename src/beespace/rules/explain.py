"""Finds the reason why a move is illegal or a piece can't move.

It never decides legality: the board calls it for moves that are already known to be illegal. To
find out which rule is in the way, it calls the creature functions again with that rule dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from beespace.rules import movement
from beespace.rules.board.hive import Hive
from beespace.rules.board.position import LAST_TURN_FOR_QUEEN, Position, step_rules, throwers
from beespace.rules.box.pieces import Bug, Piece
from beespace.rules.box.words import bug_words, join_words, the_piece, the_pieces
from beespace.rules.hexgrid import ORIGIN, Hex, flanks
from beespace.rules.movement import Path, StepRules
from beespace.rules.moves import Move, Pass, Place, Relocate
from beespace.rules.one_hive import parts
from beespace.rules.reasons import Reason, ReasonCode

# Ants are missing: how far they go is never the reason.
_MANNERS = {
    Bug.QUEEN: "the queen moves one hex along the hive",
    Bug.BEETLE: "the beetle moves one hex, on the ground or on top of the hive",
    Bug.GRASSHOPPER: "the grasshopper jumps in a straight line over at least one piece "
    "to the first empty hex",
    Bug.SPIDER: "the spider moves exactly three hexes along the hive without doubling back",
    Bug.LADYBUG: "the ladybug moves two hexes on top of the hive and then one down",
    Bug.PILLBUG: "the pillbug moves one hex along the hive",
}
_SPIDER_STEPS = 3
_SPLIT = {2: "in two", 3: "into three parts"}

# A mosquito copies several creatures, and each may have its own reason: the first of these wins.
_PRECEDENCE = (
    ReasonCode.GATE,
    ReasonCode.NO_CONTACT,
    ReasonCode.ENCLOSED,
    ReasonCode.OCCUPIED,
    ReasonCode.WRONG_DISTANCE,
)


def why_illegal(position: Position, move: Move, thrown: Sequence[Piece], origin: Path) -> Reason:
    """Return the reason why an illegal move is illegal, in a game that isn't over.

    `thrown` are the pieces that may have thrown the stunned piece, `origin` is the hex it came
    from; both are empty if unknown.
    """
    match move:
        case Pass():
            return Reason(
                ReasonCode.MUST_PLAY, "passing isn't allowed while a move or placement is possible"
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
    """Return the reason why a piece has no legal move, in a game that isn't over."""
    if piece not in position.hive.locations:
        turn = position.turn
        return _why_not_placed(position, piece) or Reason(
            ReasonCode.NO_SPACE,
            f"{the_piece(piece)} can't be placed: no empty hex touches {turn}'s pieces "
            f"without touching {turn.opponent}'s",
        )
    reason = _why_cannot_act(position, piece, thrown, origin)
    if reason is not None:
        return reason
    if piece.color is not position.turn:
        return _why_nowhere_to_throw(position, piece)
    return _why_no_way(position, piece)


# Placing


def _why_not_placed(position: Position, piece: Piece) -> Reason | None:
    """Return what keeps a piece from being placed anywhere."""
    hive, turn = position.hive, position.turn
    if not position.ruleset.has(piece.bug):
        return Reason(ReasonCode.NOT_IN_BOX, f"this game has no {bug_words(piece.bug)}")
    if piece.color is not turn:
        return _not_yours(position, piece)
    if piece in hive.locations:
        return Reason(
            ReasonCode.ALREADY_PLACED,
            f"{the_piece(piece)} is already on the board",
            hexes=(hive.locations[piece],),
        )
    if position.is_queen_due() and piece.bug is not Bug.QUEEN:
        number = position.turn_number
        late = number > LAST_TURN_FOR_QUEEN  # after passes
        deadline = f", and she was due on turn {LAST_TURN_FOR_QUEEN}" if late else ""
        return Reason(
            ReasonCode.QUEEN_DUE,
            f"{turn} must place the queen now: it's turn {number}{deadline}",
            pieces=(Piece(turn, Bug.QUEEN),),
        )
    if position.is_queen_barred() and piece.bug is Bug.QUEEN:
        return Reason(ReasonCode.QUEEN_TOO_EARLY, f"{turn} can't place the queen on the first turn")
    for number in range(1, piece.number):
        earlier = Piece(turn, piece.bug, number)
        if earlier not in hive.locations:
            return Reason(
                ReasonCode.NUMBER_ORDER, f"{earlier} has to be placed before {piece}", (earlier,)
            )
    return None


def _why_not_there(position: Position, to: Hex) -> Reason:
    """Return why a new piece can't go on a hex."""
    hive, turn = position.hive, position.turn
    if to in hive:
        return _occupied(hive, to, "a new piece needs an empty hex")
    if not hive.stacks:
        return Reason(
            ReasonCode.FIRST_HEX,
            f"the first piece of a game goes on ({ORIGIN.q}, {ORIGIN.r})",
            hexes=(ORIGIN,),
        )
    around = [hive.top(hex) for hex in hive.neighbors(to)]
    if not around:
        return Reason(ReasonCode.NOT_TOUCHING_HIVE, "a new piece must touch the hive", hexes=(to,))
    # The hex touches something, and not only own pieces, or the move would be legal.
    enemies = tuple(piece for piece in around if piece.color is not turn)
    return Reason(
        ReasonCode.TOUCHES_OPPONENT,
        f"a new piece can't touch the opponent's pieces: this hex touches {the_pieces(enemies)}",
        enemies,
        (to,),
    )


# Moving


def _why_cannot_act(
    position: Position, piece: Piece, thrown: Sequence[Piece], origin: Path
) -> Reason | None:
    """Return what keeps a piece from being moved or thrown anywhere."""
    hive, turn = position.hive, position.turn
    if not position.ruleset.has(piece.bug):
        return _why_not_placed(position, piece)
    if piece not in hive.locations:
        return Reason(ReasonCode.IN_HAND, f"{the_piece(piece)} hasn't been placed yet")
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
            f"{the_piece(piece)} can't be thrown: it moved last turn",
            hexes=(*origin, hex),
        )
    if len(stack) == 1:
        split = parts(hive, without=hex)
        if len(split) > 1:
            return Reason(
                ReasonCode.PINNED,
                f"{the_piece(piece)} is pinned: moving it would split the hive "
                f"{_SPLIT[len(split)]}",
                parts=tuple(tuple(p for h in part for p in hive.stacks[h]) for part in split),
            )
    elif not own:
        others = tuple(stack[:-1])
        return Reason(
            ReasonCode.IN_STACK,
            f"{the_piece(piece)} can't be thrown: it's on top of {the_pieces(others)}",
            others,
        )
    return None


def _why_not_destination(position: Position, piece: Piece, to: Hex) -> Reason | None:
    if to == position.hive.locations[piece]:
        return Reason(ReasonCode.SAME_HEX, f"{the_piece(piece)} is already there", hexes=(to,))
    return None


def _why_not_reached(position: Position, piece: Piece, to: Hex) -> Reason:
    """Return why an own piece that is free to move can't reach a hex, nor be thrown there."""
    if position.hive.stands_alone(piece):  # nothing is thrown out of a stack
        gate_of_throw = _why_nowhere_to_throw(position, piece, to)
        if gate_of_throw.code is ReasonCode.GATE:
            return gate_of_throw
    hive, rules = position.hive.copy(), step_rules(position.ruleset)
    start = hive.lift(piece)
    bugs = _acts_as(hive, piece, start)
    if not bugs:
        return _nothing_to_copy(hive, piece, start)
    reasons = [_why_not_as(hive, start, to, bug, rules, piece) for bug in bugs]
    untrue = _not_for_all(bugs)
    reason = min(
        (reason for reason in reasons if reason.code not in untrue),
        key=lambda reason: _PRECEDENCE.index(reason.code),
    )
    if piece.bug is not Bug.MOSQUITO or reason.code is not ReasonCode.WRONG_DISTANCE:
        return reason
    return replace(reason, text=f"{_copying(hive, piece, start, bugs)}, and can't get there")


def _why_not_as(
    hive: Hive, start: Hex, to: Hex, bug: Bug, rules: StepRules, piece: Piece
) -> Reason:
    """Return why a piece that moves like this bug can't get from one hex to another."""
    name = the_piece(piece)
    if to in hive and not bug.can_climb:
        return _occupied(hive, to, f"{name} needs an empty hex")
    creature = movement.CREATURES[bug]
    loose = replace(rules, gates=False, stack_gates=False)
    path = creature(hive, start, loose).get(to)
    if path is not None:
        return _gate(hive, [path], rules)
    wrong_distance = Reason(ReasonCode.WRONG_DISTANCE, _MANNERS.get(bug, ""), hexes=(start, to))
    if bug.goes_over:  # nothing that stops a slide stops it
        return wrong_distance
    if len(hive.neighbors(start)) == 6 and not bug.can_climb:
        return _enclosed(hive, start, name)
    if bug in (Bug.ANT, Bug.SPIDER) and hive.neighbors(to):
        walked = movement.ant(hive, start, loose)
        near = bug is Bug.ANT or start.distance(to) <= _SPIDER_STEPS
        if to not in walked and near:
            return _closed_off(hive, start, to)
        if to in movement.ant(hive, start, rules):
            return wrong_distance  # a spider could walk there, but not in three steps
    # Without the need for contact, ants would roam for ever.
    if bug is Bug.ANT:
        step: Path = (start, to)
    else:
        loose = replace(loose, contact=False)
        step = _first_loose_step(hive, creature(hive, start, loose).get(to, ()))
    if not step:
        return wrong_distance
    return Reason(
        ReasonCode.NO_CONTACT, f"{name} would lose contact with the hive on the way", (), step
    )


def _why_no_way(position: Position, piece: Piece) -> Reason:
    """Return why an own piece that is free to move has nowhere to go."""
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
        return _enclosed(hive, start, the_piece(piece))
    manner = "; ".join(_MANNERS[bug] for bug in bugs)
    return Reason(
        ReasonCode.WRONG_DISTANCE,
        f"{the_piece(piece)} has nowhere to go: {manner}",
        hexes=(start,),
    )


def _acts_as(hive: Hive, piece: Piece, start: Hex) -> list[Bug]:
    """Return the bugs that a lifted piece can move like."""
    if piece.bug is not Bug.MOSQUITO:
        return [piece.bug]
    return [Bug.BEETLE] if start in hive else movement.copied_bugs(hive, start)


def _not_for_all(bugs: list[Bug]) -> list[ReasonCode]:
    """Return the reasons that hold for some of a mosquito's bugs but not for the mosquito."""
    codes = []
    if any(bug.can_climb for bug in bugs):
        codes.append(ReasonCode.OCCUPIED)  # it could climb there
    if Bug.ANT not in bugs and any(bug.can_climb or bug.goes_over for bug in bugs):
        codes.append(ReasonCode.ENCLOSED)  # it can leave, and no ant's walk is what it lacks
    return codes


# Throwing


def _why_nobody_throws(
    position: Position, piece: Piece, thrown: Sequence[Piece], origin: Path
) -> Reason:
    """Return what keeps the pieces beside an opponent's piece from throwing it."""
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
        return replace(reason, text=f"nothing can throw {the_piece(piece)} because {reason}")
    return _not_yours(position, piece)


def _why_not_thrown(position: Position, piece: Piece, to: Hex) -> Reason:
    """Return why an opponent's piece, free to be thrown, can't be thrown to a hex."""
    if to in position.hive:
        return _occupied(position.hive, to, "a thrown piece needs an empty hex")
    reason = _why_nowhere_to_throw(position, piece, to)
    if reason.code is ReasonCode.GATE:
        return reason
    return Reason(
        ReasonCode.WRONG_DISTANCE,
        "a thrown piece lands next to the piece that throws it",
        hexes=(position.hive.locations[piece], to),
    )


def _why_nowhere_to_throw(position: Position, piece: Piece, to: Hex | None = None) -> Reason:
    """Return the gate between stacks that blocks a throw, or else that there is no room."""
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
        f"{the_pieces(able, 'or')} has no empty hex to throw {the_piece(piece)} to",
        tuple(able),
    )


# Reasons that several of the above share


def _gate(hive: Hive, paths: Iterable[Path], rules: StepRules) -> Reason:
    """Return the gates that block these paths: for each path, its first forbidden step."""
    blocked = dict.fromkeys(step for path in paths for step in _first_gate(hive, path, rules))
    pieces = tuple(dict.fromkeys(hive.top(flank) for step in blocked for flank in flanks(*step)))
    names = the_pieces(pieces)
    if all(a in hive or b in hive for a, b in blocked):
        text = f"the stacks of {names} are too high to pass between"
    elif len(blocked) == 1:
        text = f"{names} are a gate: the gap between them is too narrow"
    else:
        text = f"{names} leave only gaps that are too narrow"
    hexes = tuple(dict.fromkeys(hex for step in blocked for hex in step))
    return Reason(ReasonCode.GATE, text, pieces, hexes)


def _closed_off(hive: Hive, start: Hex, to: Hex) -> Reason:
    """Return the closed wall of pieces between two empty hexes that both touch the hive."""
    room, text = _room(hive, to), "close off that hex: nothing can slide in"
    hex = to
    if not room:
        room, text = _room(hive, start), "close it in: it can't slide out"
        hex = start
    assert room, "without gates, a slider gets all the way round a connected hive"
    wall = tuple(dict.fromkeys(hive.top(flank) for hex in room for flank in hive.neighbors(hex)))
    return Reason(ReasonCode.GATE, f"{the_pieces(wall)} {text}", wall, (hex,))


def _room(hive: Hive, hex: Hex) -> list[Hex]:
    """Return the empty hexes that pieces wall in together with this one; none if it's outside."""
    rows, columns = {hex.r for hex in hive}, {hex.q for hex in hive}
    room = [hex]
    for empty in room:  # grows while we iterate
        if not (min(rows) <= empty.r <= max(rows) and min(columns) <= empty.q <= max(columns)):
            return []
        room += [hex for hex in empty.neighbors() if hex not in hive and hex not in room]
    return room


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
    return Reason(ReasonCode.OCCUPIED, f"{rule}, and {the_piece(top)} is there", (top,), (to,))


def _queen_not_placed(position: Position) -> Reason:
    turn = position.turn
    return Reason(
        ReasonCode.QUEEN_NOT_PLACED,
        f"{turn} can't move anything before placing the queen",
        (Piece(turn, Bug.QUEEN),),
    )


def _covered(hive: Hive, piece: Piece) -> Reason:
    stack = hive.stacks[hive.locations[piece]]
    above = tuple(stack[stack.index(piece) + 1 :])
    return Reason(
        ReasonCode.COVERED, f"{the_piece(piece)} is covered by {the_pieces(above)}", above
    )


def _stunned(piece: Piece, thrown: Sequence[Piece], hexes: Path) -> Reason:
    how = f"{the_pieces(thrown, 'or')} threw it" if thrown else "it was thrown"
    text = f"{the_piece(piece)} is resting: {how} last turn"
    return Reason(ReasonCode.STUNNED, text, tuple(thrown), hexes)


def _enclosed(hive: Hive, start: Hex, name: str) -> Reason:
    around = tuple(hive.top(hex) for hex in hive.neighbors(start))
    text = f"{name} is surrounded: there's no empty hex beside it"
    return Reason(ReasonCode.ENCLOSED, text, around)


def _nothing_to_copy(hive: Hive, piece: Piece, start: Hex) -> Reason:
    return Reason(
        ReasonCode.NOTHING_TO_COPY,
        f"{the_piece(piece)} touches only mosquitoes and has nothing to copy",
        tuple(hive.top(hex) for hex in hive.neighbors(start)),
    )


def _copying(hive: Hive, piece: Piece, start: Hex, bugs: Sequence[Bug]) -> str:
    if start in hive:
        return f"on top of the hive {the_piece(piece)} moves like a beetle"
    kinds = [f"the {bug_words(bug)}" for bug in bugs]
    return f"{the_piece(piece)} moves like {join_words(kinds, 'or')} here"


def _not_yours(position: Position, piece: Piece) -> Reason:
    return Reason(
        ReasonCode.NOT_YOUR_PIECE,
        f"{the_piece(piece)} belongs to {piece.color}, and it's {position.turn}'s turn",
    )


def _touch(hive: Hive, a: Piece, b: Piece) -> bool:
    return a is not b and hive.locations[a] in hive.locations[b].neighbors()
