"""The commands of the hot-seat game, one function each, and the table of their names."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from beespace import BeespaceError
from beespace.formats.words import ruleset_words
from beespace.rules.box.words import bug_words
from beespace.terminal.choice import read_rules
from beespace.terminal.hints import hint
from beespace.terminal.reading import read_move, read_piece
from beespace.terminal.screen import sentence

if TYPE_CHECKING:
    from beespace.terminal.hot_seat import HotSeat


@dataclass(frozen=True)
class Command:
    """A command: how to type it, what it does, and the function that returns the reply.

    Commands without a help text work, but `help` doesn't list them.
    """

    usage: str
    help: str
    run: Callable[[HotSeat, str], str]


def _moves(seat: HotSeat, argument: str) -> str:
    if not argument:
        return seat.screen.say(seat.over()) if seat.over() else seat.screen.moves(seat.board)
    piece = read_piece(argument, seat.board)
    if piece is None:
        return _not_a_piece(seat, argument)
    return seat.select(piece)


def _why(seat: HotSeat, argument: str) -> str:
    piece = read_piece(argument, seat.board)
    if piece is not None:
        return seat.select(piece)
    if " " not in argument and argument != "pass":
        return _not_a_piece(seat, argument)
    move = read_move(argument, seat.board)
    return seat.screen.say(seat.over() or f"That's allowed: {seat.screen.move(seat.board, move)}.")


def _hint(seat: HotSeat, _argument: str) -> str:
    over = seat.over()
    if over:
        return seat.screen.say(over)
    move, idea = hint(seat.board)
    return seat.screen.say(f"Hint: {seat.screen.move(seat.board, move)}. {idea}".strip())


def _not_a_piece(seat: HotSeat, text: str) -> str:
    own, other = seat.board.turn.value, seat.board.turn.opponent
    if not text:
        piece, place = "ant", f"left of {str(other).lower()} queen"
        if seat.is_uhp:
            piece, place = f"{own}A1", f"-{other.value}Q"
        told = f"Which piece? For example: why {piece}, or why {piece} {place}"
        return seat.screen.say(told)
    quoted = ascii(text if len(text) <= 20 else text[:17] + "...")
    return seat.screen.say(f"{quoted} isn't a piece. Type a piece such as ant or {own}A1.")


def _pass(seat: HotSeat, argument: str) -> str:
    return seat.play(read_move(f"pass {argument}".strip(), seat.board))


def _undo(seat: HotSeat, argument: str) -> str:
    return _go(seat, argument, seat.game.undoable, seat.game.undo, "take back")


def _redo(seat: HotSeat, argument: str) -> str:
    return _go(seat, argument, seat.game.redoable, seat.game.redo, "play again")


def _go(seat: HotSeat, argument: str, possible: int, go: Callable[[int], None], verb: str) -> str:
    if not re.fullmatch("[1-9][0-9]{0,5}|", argument):
        return seat.screen.say(f"How many moves to {verb}? Type a number, or nothing for one.")
    count = int(argument or 1)
    if count > possible:
        only = {0: "There is no move", 1: "There is only one move"}
        there_are = only.get(possible, f"There are only {possible} moves")
        return seat.screen.say(f"{there_are} to {verb}.")
    reopens = seat.game.decision is not None
    go(count)
    seat.let_go()
    if reopens:
        seat.notice = "The game is open again."
    return seat.table()


def _new(seat: HotSeat, argument: str) -> str:
    try:
        ruleset = read_rules(argument) if argument else seat.board.ruleset
    except BeespaceError as error:
        return seat.screen.say(sentence(str(error)))
    kept = seat.unsaved_game()
    seat.game.start(ruleset)
    seat.let_go()
    seat.notice = ""
    news = seat.screen.say(f"New game: {ruleset_words(ruleset)}.")
    return "\n".join(filter(None, [kept, news, seat.table()]))


def _hand(seat: HotSeat, _argument: str) -> str:
    return seat.screen.hands(seat.board)


def _board(seat: HotSeat, _argument: str) -> str:
    seat.selection = None
    return seat.table()


def _coordinates(seat: HotSeat, _argument: str) -> str:
    seat.screen.coordinates = not seat.screen.coordinates
    return seat.table()


def _notation(seat: HotSeat, _argument: str) -> str:
    seat.screen.notation = "words" if seat.is_uhp else "uhp"
    now = "in UHP notation, such as wA1 bQ-" if seat.is_uhp else "in words"
    seat.notice = f"Moves are now shown {now}."
    return seat.table()


def _position(seat: HotSeat, _argument: str) -> str:
    return seat.board.position()


def _game(seat: HotSeat, _argument: str) -> str:
    return seat.game.game_string()


def _save(seat: HotSeat, argument: str) -> str:
    return _write(seat, argument, overwrite=False)


def _overwrite(seat: HotSeat, argument: str) -> str:
    return _write(seat, argument, overwrite=True)


def _write(seat: HotSeat, argument: str, *, overwrite: bool) -> str:
    if not argument:
        return seat.screen.say("Which file? For example: save game.txt")
    try:
        path = Path(argument).expanduser()
        if path.is_dir():
            return seat.screen.say(f"{path} is a folder.")
        if not overwrite and not seat.game.may_write(path):
            return seat.screen.say(f"{path} already exists. Type save! {path} to replace it.")
        seat.game.save(path)
    except (OSError, ValueError, RuntimeError) as error:
        return seat.screen.say(_file_trouble("save the game", error))
    return seat.screen.say(f"Saved to {path}.")


def _load(seat: HotSeat, argument: str) -> str:
    if not argument:
        return seat.screen.say("Which file? For example: load game.txt")
    kept = seat.unsaved_game()
    try:
        seat.load(Path(argument).expanduser())
    except (BeespaceError, OSError, ValueError, RuntimeError) as error:
        return seat.screen.say(_file_trouble("load a game", error))
    return "\n".join(filter(None, [kept, seat.screen.say(seat.rules_line), seat.table()]))


def _help(seat: HotSeat, _argument: str) -> str:
    rows = [(c.usage, c.help) for c in COMMANDS.values() if c.help]
    width = max(len(usage) for usage, _ in rows)
    lines = [f"  {usage:{width}}  {help_text}" for usage, help_text in rows]
    directions = _DIRECTIONS if seat.is_uhp else ""
    legend = ", ".join(f"{bug.value} {bug_words(bug)}" for bug in seat.board.ruleset.bugs)
    legend = f"On the board, w is White and b is Black; {legend}. So wA1 is White's first ant."
    return "\n".join([seat.screen.say(_HOW_TO_PLAY), seat.screen.say(legend), directions, *lines])


def _quit(seat: HotSeat, _argument: str) -> str:
    seat.has_quit = True
    return ""


def _draw(seat: HotSeat, _argument: str) -> str:
    return seat.ask("draw")


def _resign(seat: HotSeat, _argument: str) -> str:
    return seat.ask("resign")


def _file_trouble(what: str, error: Exception) -> str:
    detail = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"Can't {what}: {detail if len(detail) <= 200 else detail[:197] + '...'}."


_HOW_TO_PLAY = (
    "Surround the other queen to win. Type a piece to see where it can go, then a number to "
    "play. Type ant, or its short name on the board if you have several. You can also type a "
    "whole move, such as ant left of black queen."
)
_DIRECTIONS = r"""
    wA1 bQ-  right of bQ      wA1 -bQ  left
    wA1 bQ/  upper right      wA1 /bQ  lower left
    wA1 bQ\  lower right      wA1 \bQ  upper left
    wB1 bQ   on top of bQ     a1 bq-   short, if it's clear
"""

COMMANDS: dict[str, Command] = {
    "moves": Command("moves [PIECE]", "list all moves, or a piece's", _moves),
    "why": Command("why PIECE", "explain why it can't move", _why),
    "hint": Command("hint", "suggest a move, and say what it's for", _hint),
    "undo": Command("undo [N]", "take back a move, or N moves", _undo),
    "redo": Command("redo [N]", "play undone moves again", _redo),
    "draw": Command("draw", "offer a draw", _draw),
    "resign": Command("resign", "give up the game", _resign),
    "new": Command("new [GAME]", "new game: base, pocket, ultimate", _new),
    "hand": Command("hand", "show the pieces in hand", _hand),
    "board": Command("board", "draw the board (or press Enter)", _board),
    "coordinates": Command("coordinates", "show or hide coordinates", _coordinates),
    "notation": Command("notation", "show moves in words or UHP notation", _notation),
    "save": Command("save FILE", "save the game to a file", _save),
    "save!": Command("save! FILE", "", _overwrite),
    "load": Command("load FILE", "continue a saved game", _load),
    "game": Command("game, position", "show either as a line of text", _game),
    "position": Command("position", "", _position),
    "pass": Command("pass", "", _pass),
    "help": Command("help", "", _help),
    "quit": Command("quit", "leave the game", _quit),
}
ALIASES = {"?": "help", "exit": "quit", "hands": "hand"}
