"""Checks of move notation: every way to name a hex, and texts that aren't moves."""

from __future__ import annotations

from collections.abc import Iterator

from beespace.rules import BaseBoard, Direction, Hex, Move, Pass, Piece
from beespace.uhp.conform.checks import Context, check
from beespace.uhp.conform.conversation import FailureError
from beespace.uhp.conform.games import random_game
from beespace.uhp.program import is_error

_TEMPLATES = {
    Direction.EAST: "{}-",
    Direction.WEST: "-{}",
    Direction.NORTH_EAST: "{}/",
    Direction.SOUTH_WEST: "/{}",
    Direction.NORTH_WEST: "\\{}",
    Direction.SOUTH_EAST: "{}\\",
}
# A beetle on each queen, next to spiders and empty hexes.
_STACKS = "Base;InProgress;White[5];wS1;bS1 wS1-;wQ -wS1;bQ bS1-;wB1 \\wQ;bB1 bQ/;wB1 wQ;bB1 bQ"


@check("notation.references", "any piece next to a hex can be the reference")
def _references(context: Context) -> None:
    for board in _boards(context):
        context.conversation.start(board.game_string())
        for move in _sample(context, board):
            for text in _texts(board, move, tops_only=True):
                _expect_same(context, board, move, text)


@check("notation.covered", "covered pieces or the mover itself as reference", optional=True)
def _covered(context: Context) -> None:
    for board in _boards(context):
        context.conversation.start(board.game_string())
        for move in _sample(context, board):
            for text in set(_texts(board, move, tops_only=False)):
                _expect_same(context, board, move, text)


@check("notation.climbs", "a climb is written with just the top piece's name, and no other move is")
def _climbs(context: Context) -> None:
    board = context.conversation.start(_STACKS)
    climb = board.parse_uhp("wB1 wS1")
    _expect_same(context, board, climb, "wB1 wS1")
    for text in ("wB1 wQ-", "wB1 -bS1", "wB1 wB1-"):
        context.conversation.expect_error(f"play {text}", "invalidmove")
    board = context.conversation.start(_STACKS.replace("White[5]", "Black[5]") + ";wB1 wS1")
    for text in ("bB1 wS1-", "bB1 bQ"):
        context.conversation.expect_error(f"play {text}", "invalidmove")


@check("notation.covered-climb", "climbing onto a covered piece by its name is rejected")
def _covered_climb(context: Context) -> None:
    text = _STACKS.replace("White[5]", "White[6]") + ";wB1 wS1;bB1 bS1"
    context.conversation.start(text)
    for move in ("wB1 bS1", "wS1 -wQ", "bS1 bQ-", "wQ wS1"):
        context.conversation.expect_error(f"play {move}", "invalidmove")


@check("notation.numbers", "new pieces are numbered in order and must be in the game")
def _numbers(context: Context) -> None:
    context.conversation.start("Base")
    for text in ("wS2", "wA3", "wB2", "wA0", "wS", "wQ1", "wM", "bS1"):
        context.conversation.expect_error(f"play {text}", "invalidmove")
    context.conversation.start("Base;InProgress;White[2];wS1;bS1 wS1-")
    for text in ("wA2 -wS1", "wS1 -wS1", "wS3 -wS1", "wL -wS1"):
        context.conversation.expect_error(f"play {text}", "invalidmove")


@check("notation.grammar", "texts that only resemble moves are rejected")
def _grammar(context: Context) -> None:
    board = context.conversation.start("Base;InProgress;White[2];wS1;bS1 wS1-")
    for text in ("wQ -wS1-", "wQ wS1 -", "wQ +wS1", "wQ -wS9", "wQ -bA1", "wQ -wQ", "Q -wS1"):
        context.conversation.expect_error(f"play {text}", "invalidmove")
    context.conversation.expect_valid_moves(board)


@check("notation.first", "the first move is just a piece; later moves need a reference")
def _first(context: Context) -> None:
    context.conversation.start("Base")
    context.conversation.expect_error("play wS1 wS1", "invalidmove")
    board = context.conversation.start("Base")
    context.conversation.play(board, board.parse_uhp("wS1"), "wS1")
    context.conversation.expect_error("play bS1", "invalidmove")


def _boards(context: Context) -> Iterator[BaseBoard]:
    for game_type in context.game_types:
        for _ in range(context.some(1, 3)):
            yield random_game(game_type, context.random, context.random.randrange(12, 36))


def _sample(context: Context, board: BaseBoard) -> list[Move]:
    moves = [move for move in board.legal_moves if not isinstance(move, Pass)]
    return context.random.sample(moves, min(len(moves), context.some(6, 15)))


def _texts(board: BaseBoard, move: Move, tops_only: bool) -> Iterator[str]:
    """Yield the ways to write a move: by the top pieces around its hex, or by all the others."""
    assert not isinstance(move, Pass)
    if board.stack(move.to):
        if tops_only:
            yield f"{move.piece} {board.stack(move.to)[-1]}"
        return
    for direction, template in _TEMPLATES.items():
        for reference in _stack(board, move.to, direction):
            is_plain = reference is not move.piece and reference is _top(board, reference)
            if is_plain is tops_only:
                yield f"{move.piece} {template.format(reference)}"


def _stack(board: BaseBoard, to: Hex, direction: Direction) -> tuple[Piece, ...]:
    return board.stack(to - direction.value)


def _top(board: BaseBoard, piece: Piece) -> Piece:
    hex = board.location(piece)
    assert hex is not None
    return board.stack(hex)[-1]


def _expect_same(context: Context, board: BaseBoard, move: Move, text: str) -> None:
    """Expect the engine to read a text as this move; the game string after it shows that."""
    answer = context.conversation.ask(f"play {text}")
    if is_error(answer):
        raise FailureError(f"{text!r} was rejected, but is the same as {board.uhp(move)!r}")
    after = board.copy()
    after.push(move)
    context.conversation.expect_game(answer, after)
    context.conversation.expect_game(context.conversation.ask("undo"), board)
