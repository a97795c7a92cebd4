"""Checks of the commands and their answers, including the final `ok`."""

from __future__ import annotations

from beespace.rules import EXPANSIONS, Bug, Pass
from beespace.uhp.conform.checks import Context, check
from beespace.uhp.conform.conversation import (
    FailureError,
    SkipError,
    read_answer,
    read_game,
)
from beespace.uhp.conform.games import FORCED_PASS, random_game
from beespace.uhp.program import is_error

_CAPABILITIES = tuple(str(Bug(letter)) for letter in EXPANSIONS)
# White wins with the last move.
_WON = (
    "Base;WhiteWins;Black[6];wG1;bG1 /wG1;wB1 wG1-;bB1 bG1\\;wQ \\wB1;bQ bB1-;wA1 wQ-;bQ bG1-;"
    "wA2 \\wQ;bG2 bB1-;wA1 bQ-"
)


@check("protocol.start", "prints the info answer at startup", fresh=True)
def _start(context: Context) -> None:
    _expect_info(context.conversation.engine.info)


@check("protocol.info", "info: an id line, then an optional line of capabilities")
def _info(context: Context) -> None:
    _expect_info(context.conversation.ask("info"))


def _expect_info(answer: list[str]) -> None:
    if not answer or not answer[0].startswith("id ") or not answer[0][3:].strip():
        raise FailureError("the first line must be 'id' followed by the engine's name")
    if len(answer) > 2:
        raise FailureError("there must be at most two lines before ok")
    unknown = [word for word in ";".join(answer[1:]).split(";") if word not in (*_CAPABILITIES, "")]
    if unknown:
        raise FailureError(
            f"unknown capability {unknown[0]!r}; expected {', '.join(_CAPABILITIES)}"
        )


@check("protocol.no-game", "without a game, commands that need one get an err", fresh=True)
def _no_game(context: Context) -> None:
    for command in ("play wS1", "pass", "validmoves", "bestmove depth 1", "undo"):
        context.conversation.expect_error(command, "err", "invalidmove")


@check("protocol.newgame", "newgame without an argument starts a Base game")
def _newgame(context: Context) -> None:
    board = read_game("Base")
    context.conversation.expect_game(context.conversation.ask("newgame"), board)
    context.conversation.ask("play wS1")
    context.conversation.expect_game(context.conversation.ask("newgame"), board)


@check("protocol.newgame-type", "newgame with every game type that the engine supports")
def _newgame_type(context: Context) -> None:
    for game_type in context.game_types:
        context.conversation.start(game_type)


@check("protocol.newgame-string", "newgame with a game string replays it")
def _newgame_string(context: Context) -> None:
    for game_type in context.game_types:
        board = random_game(game_type, context.random, 20)
        context.conversation.start(board.game_string())
        if board.outcome() is None:
            context.conversation.expect_valid_moves(board)


@check("protocol.newgame-bad", "newgame with nonsense or illegal moves gets an err")
def _newgame_bad(context: Context) -> None:
    for text in (
        "Bass",
        "Base+X",
        "Base+",
        "Base;InProgress",
        "Base;InProgress;White[2];wS1;wS2 wS1-",
        "Base;InProgress;White[2];wS1;bS1 bS1-",
        "Base;InProgress;Black[1];wS1 wS1",
    ):
        context.conversation.expect_error(f"newgame {text}", "err", "invalidmove")


@check("protocol.newgame-claims", "a game string's moves override its state and turn")
def _newgame_claims(context: Context) -> None:
    board = read_game("Base;InProgress;White[2];wS1;bG1 wS1-")
    answer = context.conversation.ask("newgame Base;WhiteWins;Black[9];wS1;bG1 wS1-")
    if not is_error(answer):  # rejecting a string that contradicts itself is fine too
        context.conversation.expect_game(answer, board)


@check("protocol.play", "play answers with the new game string")
def _play(context: Context) -> None:
    for game_type in context.game_types:
        board = context.conversation.start(game_type)
        for move in random_game(game_type, context.random, 16).moves:
            context.conversation.play(board, move)


@check("protocol.play-illegal", "illegal or malformed moves get invalidmove and change nothing")
def _play_illegal(context: Context) -> None:
    board = context.conversation.start("Base;InProgress;White[2];wS1;bG1 wS1-")
    for text in ("bQ bG1-", "wQ wS1", "wQ bG1-", "wA2 -wS1", "wX1 -wS1", "wQ", "nonsense", "pass"):
        context.conversation.expect_error(f"play {text}", "invalidmove")
    context.conversation.expect_error("pass", "invalidmove")
    context.conversation.expect_valid_moves(board)


@check("protocol.pass", "a forced pass: the only valid and best move, via pass or play pass")
def _pass(context: Context) -> None:
    game_type = FORCED_PASS.partition(";")[0]
    context.need(game_type)
    for command in ("pass", "play pass"):
        board = context.conversation.start(FORCED_PASS)
        context.conversation.expect_valid_moves(board)
        answer = context.conversation.ask("bestmove depth 1", 60)
        if answer[-1:] != ["pass"]:
            raise FailureError("bestmove must return the only legal move, pass")
        board.push(Pass())
        context.conversation.expect_game(context.conversation.ask(command), board)
        context.conversation.expect_valid_moves(board)


@check("protocol.validmoves", "validmoves prints one line of well-formed moves without duplicates")
def _validmoves(context: Context) -> None:
    for game_type in context.game_types:
        board = context.conversation.start(game_type)
        context.conversation.expect_valid_moves(board)
        context.conversation.play(board, board.legal_moves[0])
        context.conversation.expect_valid_moves(board)


@check("protocol.bestmove", "bestmove depth and time return a legal move and change nothing")
def _bestmove(context: Context) -> None:
    for game_type in context.few_types():
        board = random_game(game_type, context.random, 12)
        context.conversation.start(board.game_string())
        for limit in ("depth 1", "depth 2", "time 00:00:01"):
            answer = context.conversation.ask(f"bestmove {limit}", 60)
            if not answer or is_error(answer):
                raise FailureError(f"bestmove {limit} returned no move")
            # An engine may print interim lines that start with a move; the last one counts.
            read_answer(board, answer[-1].split(";")[0].strip())
        context.conversation.expect_valid_moves(board)


@check("protocol.bestmove-bad", "bestmove without a valid limit gets an err")
def _bestmove_bad(context: Context) -> None:
    context.conversation.start("Base")
    for text in ("bestmove nonsense", "bestmove depth x", "bestmove time soon"):
        context.conversation.expect_error(text)


@check("protocol.undo", "undo takes back one move, or the given number")
def _undo(context: Context) -> None:
    for game_type in context.game_types:
        board = context.conversation.start(random_game(game_type, context.random, 14).game_string())
        for command, count in (("undo", 1), ("undo 1", 1), ("undo 3", 3), ("undo 9", 9)):
            for _ in range(count):
                board.pop()
            context.conversation.expect_game(context.conversation.ask(command), board)
            context.conversation.expect_valid_moves(board)


@check("protocol.undo-bad", "undo with too large a number, or with nonsense, gets an err")
def _undo_bad(context: Context) -> None:
    board = context.conversation.start("Base;InProgress;White[2];wS1;bG1 wS1-")
    for command in ("undo 3", "undo x", "undo -1"):
        context.conversation.expect_error(command)
    context.conversation.expect_valid_moves(board)


@check("protocol.game-over", "after the game ends, moves are rejected but undo works")
def _game_over(context: Context) -> None:
    board = context.conversation.start(_WON)
    answer = context.conversation.ask("validmoves")
    if answer not in ([], [""]) and not is_error(answer):
        raise FailureError("validmoves must be empty or an error after the game ends")
    context.conversation.expect_error("play bA1 bG2-", "err", "invalidmove")
    context.conversation.expect_error("bestmove depth 1", "err", "invalidmove")
    board.pop()
    context.conversation.expect_game(context.conversation.ask("undo"), board)
    context.conversation.expect_valid_moves(board)


@check("protocol.options", "options: name, type, value, default; get returns the same line")
def _options(context: Context) -> None:
    lines = context.conversation.ask("options")
    if is_error(lines):
        raise FailureError("options is a required command, even if the engine has no options")
    for line in lines:
        fields = line.split(";")
        if len(fields) < 4 or fields[1] not in ("bool", "int", "double", "enum"):
            raise FailureError(f"expected name;type;value;default, not {line!r}")
        _expect_value(line, fields)
        if context.conversation.ask(f"options get {fields[0]}") != [line]:
            raise FailureError(f"options get {fields[0]} does not return the same line")


def _expect_value(line: str, fields: list[str]) -> None:
    kind, value, extra = fields[1], fields[2], fields[4:]
    if kind == "bool" and value not in ("True", "False"):
        raise FailureError(f"{line!r}: a bool must be True or False")
    if kind == "int" and extra and not int(extra[0]) <= int(value) <= int(extra[1]):
        raise FailureError(f"{line!r}: the value is out of bounds")
    if kind == "enum" and value not in extra:
        raise FailureError(f"{line!r}: the value is not one of the allowed words")


@check("protocol.options-set", "options set returns the option's new line, or an err")
def _options_set(context: Context) -> None:
    lines = [line for line in context.conversation.ask("options") if line.count(";") >= 3]
    if not lines or is_error(lines):
        raise SkipError("the engine has no options")
    for line in lines:
        name, _, value, *_ = line.split(";")
        if context.conversation.ask(f"options set {name} {value}") != [line]:
            raise FailureError(f"setting {name} to its current value does not return its line")
        if line.split(";")[1] in ("bool", "int", "enum"):
            context.conversation.expect_error(f"options set {name} no-such-value")
            if context.conversation.ask(f"options get {name}") != [line]:
                raise FailureError(f"a rejected value changed {name}")
    context.conversation.expect_error("options get NoSuchOption")
    context.conversation.expect_error("options set NoSuchOption 1")
