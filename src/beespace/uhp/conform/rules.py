"""Checks of the rules: complete sets of legal moves in composed and random positions."""

from __future__ import annotations

import contextlib

from beespace.errors import InvalidNotationError
from beespace.rules import BaseBoard, Pass
from beespace.uhp.conform.checks import Context, check
from beespace.uhp.conform.conversation import FailureError, SkipError, read_game
from beespace.uhp.conform.games import positions, random_moves

_LONGEST_GAME = 120


@check("rules.positions", "all legal moves in composed positions that cover every rule")
def _positions(context: Context) -> None:
    wrong = []
    for position in positions():
        if position.game_type not in context.game_types:
            continue
        try:
            board = context.conversation.start(position.game)
            if board.outcome() is None:
                context.conversation.expect_valid_moves(board)
        except FailureError as error:
            wrong.append(f"{position.name}: {error}")
    if wrong:
        raise FailureError("\n".join(wrong))


@check("rules.illegal", "moves that a rule forbids are rejected")
def _illegal(context: Context) -> None:
    wrong = []
    for position in positions():
        if position.game_type not in context.game_types:
            continue
        context.conversation.start(position.game)
        for text in position.illegal:
            try:
                context.conversation.expect_error(f"play {text}", "invalidmove", "err")
            except FailureError as error:
                wrong.append(f"{position.name}: {text}: {error}")
                context.conversation.start(position.game)
    if wrong:
        raise FailureError("\n".join(wrong))


@check("rules.queen", "the queen can't be placed first and must be placed by the fourth turn")
def _queen(context: Context) -> None:
    for game_type in context.game_types:
        context.conversation.start(game_type)
        context.conversation.expect_error("play wQ", "invalidmove")
    text = "Base;InProgress;White[4];wS1;bS1 wS1-;wA1 -wS1;bA1 bS1-;wG1 -wA1;bG1 bA1-"
    context.conversation.expect_valid_moves(context.conversation.start(text))


@check("rules.random", "every position of random games matches our board")
def _random(context: Context) -> None:
    plies = context.some(40, _LONGEST_GAME)
    for game_type in context.game_types:
        for _ in range(context.random_games or context.some(1, 6)):
            board = context.conversation.start(game_type)
            for move in random_moves(board, context.random, plies):
                context.conversation.expect_valid_moves(board)
                _expect_refusals(context, board)
                context.conversation.play(board, move)


def _expect_refusals(context: Context, board: BaseBoard) -> None:
    """Expect the engine to reject a few plausible but illegal moves."""
    hexes = board.hexes()
    if not hexes:
        return
    legal = set(board.legal_moves)
    pieces = board.ruleset.pieces(board.turn)
    for _ in range(context.some(1, 3)):
        piece = context.random.choice(pieces)
        near = context.random.choice(list(context.random.choice(hexes).neighbors()))
        move = board.move_to(piece, near)
        if move not in legal and near != board.location(piece):
            # A hex that touches only the mover itself has no notation.
            with contextlib.suppress(InvalidNotationError):
                context.conversation.expect_error(f"play {board.uhp(move)}", "invalidmove")
    if Pass() not in legal:
        context.conversation.expect_error("pass", "invalidmove")


@check("rules.threefold", "a third occurrence of a position ends the game", optional=True)
def _threefold(context: Context) -> None:
    board = read_game("Base;InProgress;White[3];wS1;bS1 wS1-;wQ -wS1;bQ bS1-")
    context.conversation.start(board.game_string())
    for text in ("wQ \\wS1", "bQ bS1/", "wQ -wS1", "bQ bS1-") * 2:
        answer = context.conversation.ask(f"play {text}")
    if ";Draw;" not in answer[-1]:
        raise SkipError("the engine continues the game; UHP has no rule for this")
