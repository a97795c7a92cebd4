"""Properties that hold in every position, checked over random games of each game type."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from collections.abc import Callable

import pytest

from beespace.errors import IllegalMoveError
from beespace.rules import (
    GAME_TYPES,
    PIECES,
    BaseBoard,
    Hex,
    Move,
    Pass,
    Piece,
    Place,
    Reason,
    ReasonCode,
    Relocate,
)
from support.drawn_board import draw
from support.observed import observe
from support.random_play.games import PLIES, play
from support.real_ways import is_real_throw, is_real_way

GAMES = 6
MANY_GAMES = 100

# A property gets the board, the move about to be played, and a random generator for its samples.
Property = Callable[[BaseBoard, Move, random.Random], None]
# Slow properties are checked only in every nth position, with n odd so that both sides get a turn.
PROPERTIES: list[tuple[Property, int]] = []


def holds_in_every(positions: int) -> Callable[[Property], Property]:
    def enter(check: Property) -> Property:
        PROPERTIES.append((check, positions))
        return check

    return enter


@pytest.mark.parametrize("game_type", GAME_TYPES[::-1])
def test_properties_hold_throughout_random_games(
    board_class: type[BaseBoard], game_type: str, tally: Counter[str]
) -> None:
    _assert_throughout(board_class, game_type, GAMES, tally)


@pytest.mark.slow
@pytest.mark.parametrize("game_type", GAME_TYPES[::-1])
def test_properties_hold_throughout_many_random_games(
    board_class: type[BaseBoard], game_type: str, tally: Counter[str]
) -> None:
    _assert_throughout(board_class, game_type, MANY_GAMES, tally)


def _assert_throughout(
    board_class: type[BaseBoard], game_type: str, games: int, tally: Counter[str]
) -> None:
    for seed in range(games):
        chance = random.Random(seed)
        recount: Counter[object] = Counter()
        length = 0
        for board, move in play(board_class, game_type, seed):
            try:
                _assert_properties(board, move, chance, recount)
            except Exception as error:
                error.add_note(f"{board.game_string()}\n{draw(board)}\nabout to play {move}")
                raise
            _count_rarities(board, move, tally)
            length += 1
        tally["games"] += 1
        tally["games ended early"] += length < PLIES
        tally["plies"] += length
    assert tally["games ended early"] <= games // 20
    rare = ["stacks"]
    if "P" in game_type:
        rare += ["throws", "stuns that take a move away"]
    if games >= MANY_GAMES:  # the rarest events may not occur in fewer games
        rare += ["passes"]
        rare += ["throws by mosquitoes"] if {"M", "P"} <= set(game_type) else []
    assert all(tally[name] > 0 for name in rare), dict(tally)


def _assert_properties(
    board: BaseBoard, move: Move, chance: random.Random, recount: Counter[object]
) -> None:
    for check, every in PROPERTIES:
        if board.ply % every == 0:
            check(board, move, chance)
    key = _what_the_draw_rule_compares(board)
    if board.moves and isinstance(board.moves[-1], Place):
        recount.clear()
    recount[key] += 1
    assert board.repetition_count() == recount[key]


def _count_rarities(board: BaseBoard, move: Move, tally: Counter[str]) -> None:
    tally["passes"] += isinstance(move, Pass)
    if isinstance(move, Relocate):
        tally["stacks"] += bool(board.stack(move.to))
        tally["stacks of three and more"] += len(board.stack(move.to)) >= 2
        tally["throws"] += move.piece.color is not board.turn
        by = board.throwers(move)
        tally["throws by mosquitoes"] += any(str(piece)[1] == "M" for piece in by)
    if board.stunned is not None and board.stunned.color is board.turn:
        tally["own pieces stunned"] += 1
    tally["stuns that take a move away"] += _does_stun_matter(board)
    tally["repetitions"] += board.repetition_count() > 1


# Positions and their transformations


def _place_elsewhere(board: BaseBoard, turn_hex: Callable[[Hex], Hex]) -> BaseBoard:
    """Return the same position with every hex mapped to another."""
    ruleset, turn, stunned, *stacks = board.position().split(" ")
    moved = []
    for stack in stacks:
        at, _, pieces = stack.partition(":")
        q, r = map(int, at.split(","))
        hex = turn_hex(Hex(q, r))
        moved.append(f"{hex.q},{hex.r}:{pieces}")
    return type(board).from_position(" ".join([ruleset, turn, stunned, *moved]))


def _without_stun(board: BaseBoard) -> BaseBoard:
    ruleset, turn, _, *stacks = board.position().split(" ")
    return type(board).from_position(" ".join([ruleset, turn, "-", *stacks]))


def _does_stun_matter(board: BaseBoard) -> bool:
    if board.stunned is None or "P" not in board.ruleset.expansions:
        return False
    return set(_without_stun(board).legal_moves) != set(board.legal_moves)


def _what_the_draw_rule_compares(board: BaseBoard) -> object:
    """Return what the repetition key stands for, without a hash that could collide."""
    hexes = board.hexes()
    corner = Hex(min((hex.q for hex in hexes), default=0), min((hex.r for hex in hexes), default=0))
    arrangement = frozenset(
        (hex - corner, tuple(str(piece)[:2] for piece in board.stack(hex))) for hex in hexes
    )
    stunned = None
    if board.stunned is not None and _does_stun_matter(board):
        at = board.location(board.stunned)
        assert at is not None
        stunned = (str(board.stunned)[:2], at - corner)
    return arrangement, board.turn, stunned


@holds_in_every(1)
def a_position_round_trips(board: BaseBoard, _move: Move, _chance: random.Random) -> None:
    again = type(board).from_position(board.position())
    assert again == board
    assert again.position() == board.position()
    assert list(again.legal_moves) == list(board.legal_moves)
    # `board` updated its keys move by move; `again` computed them from scratch.
    assert again.search_key() == board.search_key()
    assert again.repetition_key() == board.repetition_key()


@holds_in_every(1)
def rotating_or_mirroring_the_plane_transforms_the_moves(
    board: BaseBoard, _move: Move, chance: random.Random
) -> None:
    turns, mirror = chance.randrange(6), chance.random() < 0.5

    def transform(hex: Hex) -> Hex:
        if mirror:
            hex = Hex(hex.r, hex.q)
        for _ in range(turns):
            hex = Hex(-hex.r, hex.q + hex.r)
        return hex

    turned = _place_elsewhere(board, transform)
    expected = {
        move if isinstance(move, Pass) else type(move)(move.piece, transform(move.to))
        for move in board.legal_moves
    }
    assert set(turned.legal_moves) == expected
    assert turned.outcome() == board.outcome()
    if board.ply % 3 == 0:
        assert turned.symmetry_key() == board.symmetry_key()


@holds_in_every(5)
def shifting_the_hive_changes_nothing(board: BaseBoard, _move: Move, chance: random.Random) -> None:
    if not board.ply:
        return  # the first piece always goes to the origin
    shift = Hex(chance.randrange(-500, 500), chance.randrange(-500, 500))
    shifted = _place_elsewhere(board, lambda hex: hex + shift)
    assert shifted.repetition_key() == board.repetition_key()
    assert shifted.symmetry_key() == board.symmetry_key()
    assert list(shifted.legal_moves) == [
        move if isinstance(move, Pass) else type(move)(move.piece, move.to + shift)
        for move in board.legal_moves
    ]


@holds_in_every(1)
def the_pieces_are_one_hive(board: BaseBoard, _move: Move, _chance: random.Random) -> None:
    hexes = set(board.hexes())
    reached = list(hexes)[:1]
    for hex in reached:  # grows during the loop
        reached += [near for near in hex.neighbors() if near in hexes and near not in reached]
    assert len(reached) == len(hexes)


# Moves


def _candidates(board: BaseBoard, chance: random.Random, count: int) -> list[Move]:
    """Return moves of all kinds, nearly all of them illegal, near the hive and far from it."""
    near = [hex for at in board.hexes() for hex in (at, *at.neighbors())] or [Hex(0, 0)]
    moves: list[Move] = [Pass()]
    for _ in range(count):
        to = chance.choice([*near, Hex(chance.randrange(-40, 40), chance.randrange(-40, 40))])
        moves.append(chance.choice((Place, Relocate))(chance.choice(PIECES), to))
    return moves


@holds_in_every(1)
def a_move_is_in_the_legal_moves_if_and_only_if_it_is_listed(
    board: BaseBoard, move: Move, chance: random.Random
) -> None:
    listed = list(board.legal_moves)
    assert len(set(listed)) == len(listed)
    # A copy has not listed its moves yet, so it has to check each move separately.
    fresh = board.copy().legal_moves
    sample = chance.sample(listed, min(2, len(listed)))
    for candidate in (move, *sample, *_candidates(board, chance, 4)):
        assert (candidate in fresh) == (candidate in listed), candidate


@holds_in_every(1)
def every_illegal_move_has_a_reason(board: BaseBoard, move: Move, chance: random.Random) -> None:
    assert board.why_illegal(move) is None
    for candidate in _candidates(board, chance, 3):
        reason = board.why_illegal(candidate)
        if candidate in board.legal_moves:
            assert reason is None
        else:
            _assert_told(board, candidate, reason)


def _assert_told(board: BaseBoard, move: Move, reason: Reason | None) -> None:
    """Assert that a reason has a text and names its cause."""
    assert isinstance(reason, Reason)
    assert reason.text
    match reason.code:
        case ReasonCode.GATE:
            assert len(reason.pieces) >= 2
            assert reason.hexes
        case ReasonCode.PINNED:
            assert isinstance(move, Relocate)
            others = {p for p in PIECES if board.location(p) is not None} - {move.piece}
            assert len(reason.parts) >= 2
            assert {piece for part in reason.parts for piece in part} == others
        case ReasonCode.COVERED | ReasonCode.OCCUPIED | ReasonCode.TOUCHES_OPPONENT:
            assert reason.pieces


@holds_in_every(1)
def every_piece_moves_or_has_a_reason(board: BaseBoard, _move: Move, chance: random.Random) -> None:
    for piece in chance.sample(PIECES, 3):
        moves = board.legal_moves.of(piece)
        listed = [move for move in board.legal_moves if not isinstance(move, Pass)]
        assert list(moves) == [move for move in listed if move.piece is piece]
        reason = board.why_immobile(piece)
        if moves:
            assert reason is None
        else:
            assert isinstance(reason, Reason)
            assert reason.text


@holds_in_every(15)
def a_refused_push_changes_nothing(board: BaseBoard, _move: Move, chance: random.Random) -> None:
    before = observe(board)
    for candidate in _candidates(board, chance, 3):
        if candidate not in before.legal_moves:
            with pytest.raises(IllegalMoveError) as refusal:
                board.push(candidate)
            assert refusal.value.move == candidate
            assert refusal.value.game_string == board.game_string()
            assert observe(board) == before


@holds_in_every(3)
def push_and_pop_restore_everything(board: BaseBoard, move: Move, _chance: random.Random) -> None:
    before = observe(board)
    board.push(move)
    assert board.moves == (*before.moves, move)
    if not isinstance(move, Pass):
        assert board.stack(move.to)[-1] is move.piece
    board.push_unchecked(next(iter(board.legal_moves), Pass()))
    board.pop()
    assert board.pop() == move
    assert observe(board) == before


@holds_in_every(1)
def a_path_is_a_possible_route(board: BaseBoard, move: Move, chance: random.Random) -> None:
    for tried in (move, chance.choice(board.legal_moves)):
        path = board.path(tried)
        match tried:
            case Pass():
                assert path == ()
            case Place(_, to):
                assert path == (to,)
            case Relocate(piece, to):
                throwers = board.throwers(tried)
                _assert_real(board, piece, to, path, throwers)
                for thrower in throwers:
                    thrown = board.path(tried, thrower)
                    assert (thrown[0], thrown[-1]) == (board.location(piece), to)
                    assert is_real_throw(board, thrown, piece, thrower)


def _assert_real(
    board: BaseBoard, piece: Piece, to: Hex, path: tuple[Hex, ...], throwers: tuple[Piece, ...]
) -> None:
    assert (path[0], path[-1]) == (board.location(piece), to)
    own = piece.color is board.turn and is_real_way(board, path, piece)
    assert own or any(is_real_throw(board, path, piece, thrower) for thrower in throwers)


# Texts


@holds_in_every(3)
def the_text_of_a_move_round_trips(board: BaseBoard, move: Move, chance: random.Random) -> None:
    for tried in (move, *chance.sample(board.legal_moves, min(4, len(board.legal_moves)))):
        text = board.uhp(tried)
        assert board.parse_uhp(text) == tried
        assert board.parse_uhp(text, tolerant=True) == tried
        assert board.why_illegal(text) is None


@holds_in_every(15)
def every_move_has_its_own_text(board: BaseBoard, _move: Move, _chance: random.Random) -> None:
    texts = {board.uhp(move): move for move in board.legal_moves}
    assert len(texts) == len(board.legal_moves)
    assert all(board.parse_uhp(text) == move for text, move in texts.items())


@holds_in_every(25)
def copies_are_equal_and_independent(board: BaseBoard, move: Move, _chance: random.Random) -> None:
    before = observe(board)
    copies = [
        board.copy(),
        copy.copy(board),
        copy.deepcopy(board),
        pickle.loads(pickle.dumps(board)),
        type(board).from_game_string(board.game_string()),
    ]
    for other in copies:
        assert type(other) is type(board)
        assert observe(other) == before
        other.push(move)
        assert other != board
        while other.moves:
            other.pop()
        assert other == type(board)(board.ruleset)
    assert eval(repr(board), {"Board": type(board)}) == board
    assert observe(board) == before
