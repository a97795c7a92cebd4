"""The commands of the hot-seat game: takes the lines that players type, and answers them.

It reads no input and prints nothing itself, so that a test can play a whole game with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from beespace import (
    BaseBoard,
    BeespaceError,
    Color,
    Hex,
    IllegalMoveError,
    InvalidNotationError,
    Move,
    Pass,
    Piece,
    Reason,
    Ruleset,
    __version__,
)
from beespace.formats.colors import Ink
from beespace.formats.text import reading_order
from beespace.terminal.game import HotSeatGame, last_move_text
from beespace.terminal.reading import AmbiguousError, read_move, read_piece, read_ruleset
from beespace.terminal.screen import (
    Screen,
    describe_outcome,
    describe_ruleset,
    describe_turn,
    hexes_of,
)

_FIRST_WARNING = 3  # the occurrence of a position from which on repetition is announced


@dataclass(frozen=True)
class _Command:
    usage: str
    help: str
    run: Callable[[HotSeat, str], str]


@dataclass(frozen=True)
class _Selection:
    """A piece that was picked, and the moves that its numbers stand for."""

    piece: Piece
    moves: Sequence[Move]


class HotSeat:
    """Two people taking turns at one terminal."""

    def __init__(self, screen: Screen, ruleset: Ruleset) -> None:
        self.game = HotSeatGame(ruleset)
        self.screen = screen
        self.has_quit = False
        self._selection: _Selection | None = None

    @property
    def board(self) -> BaseBoard:
        """The board being played on."""
        return self.game.board

    @property
    def prompt(self) -> str:
        """What stands before the players' input."""
        if self.game.is_over:
            return "Game over> "
        if self._selection:
            return f"{self.board.turn} {self.board.turn_number}, {self._selection.piece} to> "
        return f"{self.board.turn} {self.board.turn_number}> "

    def greet(self) -> str:
        """What stands at the very beginning."""
        say = self.screen.say
        return "\n".join(
            [
                say(f"Beespace {__version__}: a game for two, by the rules of Hive.", Ink.STRONG),
                say(describe_ruleset(self.board.ruleset) + "."),
                say("Type help to see how to play, quit to end."),
                self._table(),
            ]
        )

    def farewell(self) -> str:
        """What stands at the very end; a game that was not saved is not lost."""
        return "\n".join(filter(None, [self._keep(), self.screen.say("Goodbye.")]))

    def answer(self, line: str) -> str:
        """Do what a line says, and return what there is to tell."""
        line = " ".join(line.split())
        word, _, argument = line.partition(" ")
        try:
            if not line:
                self._selection = None
                return self._table()
            if command := _COMMANDS.get(_ALIASES.get(word.lower(), word.lower())):
                return command.run(self, argument)
            if line.isdecimal() and line.isascii():
                return self._choose(line)
            if not argument and self.board.ply and (piece := read_piece(word, self.board)):
                return self._select(piece)
            return self._play(read_move(line, self.board))
        except IllegalMoveError as error:
            return self._refuse(error.reason, error.move)
        except InvalidNotationError:
            return self._puzzle(line)
        except AmbiguousError as error:
            return self.screen.say(f"{error}?")

    def completions(self, line: str) -> list[str]:
        """How a line may go on: every line that begins like it and means something."""
        word, blank, _ = line.partition(" ")
        if not blank:
            pieces = [p for color in Color for p in self.board.ruleset.pieces(color)]
            movable = [str(piece) for piece in pieces if self.board.legal_moves.of(piece)]
            candidates = [*(f"{p} " if self.board.ply else p for p in movable), *_COMMANDS]
        elif word in ("moves", "why"):
            pieces = [p for color in Color for p in self.board.ruleset.pieces(color)]
            candidates = [f"{word} {piece}" for piece in pieces]
        else:
            candidates = [self.board.uhp(move) for move in self.board.legal_moves]
        return [text for text in candidates if text.lower().startswith(line.lower())]

    # Telling

    def _table(self) -> str:
        """The board, and how things stand."""
        board, say = self.board, self.screen.say
        outcome = board.outcome()
        surrounded: set[Hex] = set()
        if outcome is not None:
            queens = [p for c in Color for p in board.ruleset.pieces(c) if p.bug.value == "Q"]
            hexes = [hex for p in queens if (hex := board.location(p)) is not None]
            surrounded = {h for h in hexes if all(board.stack(n) for n in h.neighbors())}
        lines = [self.screen.table(board, marked=surrounded), *self._news()]
        if outcome is not None:
            lines.append(say(describe_outcome(outcome), Ink.STRONG))
        elif self.game.is_stuck:
            lines.append(say("Neither player can ever move again: call it a draw.", Ink.STRONG))
        else:
            lines.append(say(describe_turn(board), Ink.STRONG))
        if self.game.is_over:
            lines.append(say("new starts another game, undo goes back, save FILE keeps this one."))
        return "\n".join(lines)

    def _news(self) -> list[str]:
        """The last move, the passes it forced, and whether the position has stood before."""
        board, say = self.board, self.screen.say
        if not board.moves:
            return []
        before = board.copy()
        passed = []
        while before.moves and isinstance(before.moves[-1], Pass):
            before.pop()
            passed.append(before.turn)
        news = []
        if before.moves:
            news.append(say(f"{before.turn.opponent} played {last_move_text(before)}"))
        for color in reversed(passed):
            news.append(say(f"{color} can neither move nor place a piece, and passes.", Ink.MARKED))
        count = board.repetition_count()
        if board.outcome() is None and count >= _FIRST_WARNING and not self.game.is_stuck:
            news.append(
                say(
                    f"This position stands on the board for the {_ordinal(count)} time. You may "
                    "agree on a draw, or play on.",
                    Ink.MARKED,
                )
            )
        return news

    def _refuse(self, reason: Reason, move: Move | None) -> str:
        """Say why a move is illegal, and show what stands in its way."""
        attempted = {move.to} if move is not None and not isinstance(move, Pass) else set()
        return self._explain(reason, attempted)

    def _explain(self, reason: Reason, attempted: set[Hex]) -> str:
        board = self.board
        crossed = {
            hex
            for hex in attempted
            if not board.stack(hex) and any(board.stack(n) for n in hex.neighbors())
        }
        marked = hexes_of(board, reason)
        sentence = _sentence(str(reason))
        if reason.parts:
            smaller = sorted(reason.parts, key=len)[:-1]
            names = "; ".join(" ".join(map(str, part)) for part in smaller)
            sentence += f" Cut off: {names}."
        said = self.screen.say(sentence, Ink.MARKED)
        if not marked and not crossed:
            return said
        self._selection = None
        return self.screen.table(board, marked=marked, crossed=crossed) + "\n" + said

    def _puzzle(self, line: str) -> str:
        """Say that a line was not understood. It is quoted so that it cannot harm the screen."""
        quoted = ascii(line if len(line) <= 40 else line[:37] + "...")
        return self.screen.say(
            f"{quoted} is neither a move such as wA1 bQ- nor a command. help lists them all."
        )

    def _keep(self) -> str:
        """The game string of a game that would be lost."""
        if self.game.is_saved:
            return ""
        return f"{self.screen.say('This game was not saved:')}\n{self.board.game_string()}"

    # Playing

    def _play(self, move: Move) -> str:
        self.game.play(move)
        self._selection = None
        return self._table()

    def _select(self, piece: Piece) -> str:
        board = self.board
        reason = board.why_immobile(piece)
        if reason is not None:
            return "\n".join(filter(None, [self._explain(reason, set()), self._throws_of(piece)]))
        moves = {
            move.to: move for move in board.legal_moves.of(piece) if not isinstance(move, Pass)
        }
        # Climbs come first: the drawing has room for one digit on an occupied hex, and a piece
        # has at most six neighbours to climb.
        climbs = [hex for hex in moves if board.stack(hex)]
        others = [hex for hex in moves if not board.stack(hex)]
        targets = reading_order(climbs) + reading_order(others)
        self._selection = _Selection(piece, [moves[hex] for hex in targets])
        lines = [
            self.screen.table(board, selected=piece, targets=targets),
            self.screen.targets(board, piece, self._selection.moves),
            self._throws_of(piece),
            self.screen.say("A number plays the move, Enter lets go of the piece.", Ink.FAINT),
        ]
        return "\n".join(filter(None, lines))

    def _throws_of(self, thrower: Piece) -> str:
        """What a piece can do besides moving: throw others."""
        thrown = dict.fromkeys(
            move.piece
            for move in self.board.legal_moves
            if not isinstance(move, Pass) and thrower in self.board.throwers(move)
        )
        if not thrown:
            return ""
        return self.screen.say(f"{thrower} can throw {' or '.join(map(str, thrown))}.")

    def _choose(self, text: str) -> str:
        if self._selection is None:
            return self.screen.say("Name a piece first, such as wA1; then a number plays its move.")
        moves = self._selection.moves
        # A longer number than that is out of range, and Python refuses to read very long ones.
        if len(text) > 4 or not 1 <= int(text) <= len(moves):
            return self.screen.say(f"{self._selection.piece} has the moves 1 to {len(moves)}.")
        return self._play(moves[int(text) - 1])

    # Commands

    def _moves(self, argument: str) -> str:
        if not argument:
            if self.game.is_over:
                return self.screen.say("The game is over: there are no moves.")
            return self.screen.moves(self.board)
        piece = read_piece(argument, self.board)
        if piece is None:
            return self._not_a_piece(argument)
        return self._select(piece)

    def _why(self, argument: str) -> str:
        if " " in argument or argument == "pass":
            move = read_move(argument, self.board)
            return self.screen.say(f"{self.board.uhp(move)} is legal.")
        piece = read_piece(argument, self.board)
        if piece is None:
            return self._not_a_piece(argument)
        return self._select(piece)

    def _not_a_piece(self, text: str) -> str:
        if not text:
            return self.screen.say("Which piece? For example: why wA1, or why wA1 bQ-")
        quoted = ascii(text if len(text) <= 20 else text[:17] + "...")
        return self.screen.say(f"{quoted} is not a piece. Pieces are called wQ, bA1, wG3.")

    def _pass(self, argument: str) -> str:
        return self._play(read_move(f"pass {argument}".strip(), self.board))

    def _undo(self, argument: str) -> str:
        return self._go(argument, self.game.undoable, self.game.undo, "take back")

    def _redo(self, argument: str) -> str:
        return self._go(argument, self.game.redoable, self.game.redo, "play again")

    def _go(self, argument: str, possible: int, go: Callable[[int], None], verb: str) -> str:
        if not re.fullmatch("[1-9][0-9]{0,5}|", argument):
            return self.screen.say(f"How many moves to {verb}? For example 2; nothing means 1.")
        count = int(argument or 1)
        if count > possible:
            only = {0: "There is no move", 1: "There is only one move"}
            there_are = only.get(possible, f"There are only {possible} moves")
            return self.screen.say(f"{there_are} to {verb}.")
        go(count)
        self._selection = None
        return self._table()

    def _new(self, argument: str) -> str:
        try:
            ruleset = read_ruleset(argument) if argument else self.board.ruleset
        except BeespaceError as error:
            return self.screen.say(_sentence(str(error)))
        kept = self._keep()
        self.game.start(ruleset)
        self._selection = None
        news = self.screen.say(f"A new game: {describe_ruleset(ruleset)}.")
        return "\n".join(filter(None, [kept, news, self._table()]))

    def _hand(self, _argument: str) -> str:
        return self.screen.hands(self.board)

    def _board(self, _argument: str) -> str:
        self._selection = None
        return self._table()

    def _coordinates(self, _argument: str) -> str:
        self.screen.coordinates = not self.screen.coordinates
        return self._table()

    def _position(self, _argument: str) -> str:
        return self.board.position()

    def _game(self, _argument: str) -> str:
        return self.board.game_string()

    def _save(self, argument: str) -> str:
        return self._write(argument, overwrite=False)

    def _overwrite(self, argument: str) -> str:
        return self._write(argument, overwrite=True)

    def _write(self, argument: str, *, overwrite: bool) -> str:
        if not argument:
            return self.screen.say("Into which file? For example: save game.txt")
        try:
            path = Path(argument).expanduser()
            if path.is_dir():
                return self.screen.say(f"{path} is a folder.")
            if not overwrite and not self.game.may_write(path):
                return self.screen.say(f"{path} exists. save! {path} replaces it.")
            self.game.save(path)
        except (OSError, ValueError, RuntimeError) as error:
            return self.screen.say(_file_trouble("save the game", error))
        return self.screen.say(f"Saved to {path}.")

    def _load(self, argument: str) -> str:
        if not argument:
            return self.screen.say("From which file? For example: load game.txt")
        kept = self._keep()
        try:
            self.load(Path(argument).expanduser())
        except (BeespaceError, OSError, ValueError, RuntimeError) as error:
            return self.screen.say(_file_trouble("load a game", error))
        news = self.screen.say(f"Loaded: {describe_ruleset(self.board.ruleset)}.")
        return "\n".join(filter(None, [kept, news, self._table()]))

    def load(self, path: Path, ruleset: Ruleset | None = None) -> None:
        """Go on with the game in a file; raises as `HotSeatGame.load` does."""
        self.game.load(path, ruleset)
        self._selection = None

    def _help(self, _argument: str) -> str:
        rows = [(c.usage, c.help) for c in _COMMANDS.values() if c.help]
        width = max(len(usage) for usage, _ in rows)
        lines = [f"  {usage:{width}}  {help_text}" for usage, help_text in rows]
        return "\n".join([self.screen.say(_HOW_TO_PLAY), _DIRECTIONS, *lines])

    def _quit(self, _argument: str) -> str:
        self.has_quit = True
        return ""


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10)
    return f"{number}{ending or 'th'}"


def _file_trouble(what: str, error: Exception) -> str:
    detail = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"Cannot {what}: {detail if len(detail) <= 200 else detail[:197] + '...'}."


_HOW_TO_PLAY = (
    "Surround the other Queen. wA1 is White's first Ant: colour, kind and number. Its name alone "
    "shows where it can go. A move says next to which piece, and on which side of it:"
)
_DIRECTIONS = r"""
    wA1 bQ-  east of bQ     wA1 -bQ  west
    wA1 bQ/  north-east     wA1 /bQ  south-west
    wA1 bQ\  south-east     wA1 \bQ  north-west
    wB1 bQ   on top of bQ   a1 bq-   short, if it is clear
"""

_COMMANDS: dict[str, _Command] = {
    "moves": _Command("moves [PIECE]", "list the legal moves", HotSeat._moves),
    "why": _Command("why PIECE/MOVE", "say why it cannot be done", HotSeat._why),
    "undo": _Command("undo [N]", "take back a move, or N of them", HotSeat._undo),
    "redo": _Command("redo [N]", "play again what was taken back", HotSeat._redo),
    "hand": _Command("hand", "show the pieces not yet placed", HotSeat._hand),
    "board": _Command("board", "draw the board; so does Enter", HotSeat._board),
    "coordinates": _Command("coordinates", "show or hide them", HotSeat._coordinates),
    "new": _Command("new [RULES]", "start again; RULES as in Base+MLP", HotSeat._new),
    "save": _Command("save FILE", "write the game to a file", HotSeat._save),
    "save!": _Command("save! FILE", "", HotSeat._overwrite),
    "load": _Command("load FILE", "go on with the game in a file", HotSeat._load),
    "game": _Command("game", "show the game as a line of text", HotSeat._game),
    "position": _Command("position", "show the position as a line of text", HotSeat._position),
    "pass": _Command("pass", "", HotSeat._pass),
    "help": _Command("help", "", HotSeat._help),
    "quit": _Command("quit", "end, and show a game that is not saved", HotSeat._quit),
}
_ALIASES = {"?": "help", "exit": "quit", "hands": "hand"}
