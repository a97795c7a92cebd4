"""The commands of the hot-seat game: takes each line that players type and returns the reply.

It reads no input and prints nothing, so that a test can play a whole game with it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

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
from beespace.formats.words import places_words, ruleset_words
from beespace.rules.box.pieces import PIECE_PATTERN
from beespace.rules.box.words import bug_words, join_words, piece_words, the_piece, the_pieces
from beespace.terminal.choice import Options, read_rules
from beespace.terminal.game import HotSeatGame
from beespace.terminal.reading import (
    AmbiguousError,
    NotOnBoardError,
    names_piece,
    read_move,
    read_piece,
)
from beespace.terminal.screen import (
    Screen,
    describe_outcome,
    describe_turn,
    hexes_of,
)

# A draw can be offered once both players have moved, as on the page.
_PLIES_BEFORE_DRAW = 2
_ANSWERS = {"accept": True, "yes": True, "y": True, "decline": False, "no": False, "n": False}


@dataclass(frozen=True)
class _Command:
    usage: str
    help: str
    run: Callable[[HotSeat, str], str]


@dataclass(frozen=True)
class _Selection:
    """A piece that a player picked, and its numbered moves."""

    piece: Piece
    moves: Sequence[Move]


class HotSeat:
    """Two people taking turns at one keyboard."""

    def __init__(self, screen: Screen, ruleset: Ruleset) -> None:
        self.game = HotSeatGame(ruleset)
        self.screen = screen
        self.has_quit = False
        self._selection: _Selection | None = None
        # The command that waits for a yes or no, and what to say about it with the next board.
        self._question: Literal["draw", "resign"] | None = None
        self._notice = ""
        self._rules_line = f"You're playing {ruleset_words(ruleset)}."

    @property
    def board(self) -> BaseBoard:
        """The board of the current game."""
        return self.game.board

    @property
    def prompt(self) -> str:
        """The text in front of the players' input."""
        turn = self.board.turn
        if self._question == "draw":
            return f"{turn.opponent}, accept or decline> "
        if self._question == "resign":
            return f"{turn}, resign? yes or no> "
        if self.game.is_over:
            return "Game over> "
        if self._selection is None:
            return f"{turn} {self.board.turn_number}> "
        piece = self._selection.piece
        name = piece if self._is_uhp else str(piece.bug).lower()
        return f"{turn} {self.board.turn_number}, {name} to> "

    @property
    def _is_uhp(self) -> bool:
        return self.screen.notation == "uhp"

    def greet(self) -> str:
        """Return what to show at the start."""
        say = self.screen.say
        return "\n".join(
            [
                say(f"Beespace {__version__}: Hive for two players at one keyboard.", Ink.STRONG),
                say(self._rules_line),
                say("Type help to see how to play, or quit to leave."),
                self._table(),
            ]
        )

    def farewell(self) -> str:
        """Return what to show at the end, with the game if it isn't saved."""
        return "\n".join(filter(None, [self._keep(), self.screen.say("Goodbye.")]))

    def answer(self, line: str) -> str:
        """Do what a line says, and return the reply."""
        line = " ".join(line.split())
        word, _, argument = line.partition(" ")
        try:
            if not line:
                self._selection = None
                return self._table()
            if line.lower() in _ANSWERS:
                return self._reply(_ANSWERS[line.lower()])
            if command := _COMMANDS.get(_ALIASES.get(word.lower(), word.lower())):
                return command.run(self, argument)
            if self._question and (line.isdecimal() or names_piece(line, self.board)):
                return self.screen.say(self._unanswered())
            if line.isdecimal() and line.isascii():
                return self._choose(line)
            if self.board.ply and (piece := read_piece(line, self.board)):
                return self._select(piece)
            return self._play(read_move(line, self.board))
        except IllegalMoveError as error:
            refused = self._refuse(error.reason, error.move)
        except InvalidNotationError:
            return self._not_understood(line)
        except AmbiguousError as error:
            refused = self.screen.say(self._over() or f"{_capitalize(str(error))}?")
        except NotOnBoardError as error:
            refused = self.screen.say(self._over() or _sentence(str(error)))
        if self._question:
            refused += f"\n{self.screen.say(self._unanswered())}"
        return refused

    def completions(self, line: str) -> list[str]:
        """Return every valid line that begins with this text."""
        word, blank, _ = line.partition(" ")
        pieces = [p for color in Color for p in self.board.ruleset.pieces(color)]
        movable = [p for p in pieces if self.board.legal_moves.of(p) and not self.game.is_over]
        if not blank:
            after = " " if self._is_uhp and self.board.ply else ""
            candidates = [*(f"{piece}{after}" for piece in movable), *_COMMANDS]
        elif word in ("moves", "why"):
            candidates = [f"{word} {piece}" for piece in pieces]
        else:
            named = [piece for piece in movable if str(piece).lower() == word.lower()]
            candidates = [text for piece in named for text in self._texts_of(piece)]
        return [text for text in candidates if text.lower().startswith(line.lower())]

    def _texts_of(self, piece: Piece) -> list[str]:
        """Return the moves of a piece as players can type them."""
        moves = self.board.legal_moves.of(piece)
        if self._is_uhp:
            return [self.board.uhp(move) for move in moves]
        return [f"{piece} {place}" for place in places_words(self.board, moves)]

    # What players see

    def _table(self) -> str:
        """Return the board and how the game stands."""
        board, say = self.board, self.screen.say
        outcome = board.outcome()
        surrounded: set[Hex] = set()
        if outcome is not None:
            queens = [p for c in Color for p in board.ruleset.pieces(c) if p.bug.value == "Q"]
            hexes = [hex for p in queens if (hex := board.location(p)) is not None]
            surrounded = {h for h in hexes if all(board.stack(n) for n in h.neighbors())}
        lines = [self.screen.table(board, marked=surrounded), *self._news()]
        if self.game.is_over:
            lines.append(say(self._result(), Ink.STRONG))
            lines.append(
                say(f"Type new for another game, undo to {self._back}, or save FILE to keep it.")
            )
        else:
            lines.append(say(describe_turn(board), Ink.STRONG))
        if self._question:
            lines.append(say(self._asked()))
        return "\n".join(lines)

    def _result(self) -> str:
        """Return who won a game that is over, and why."""
        outcome, decision = self.board.outcome(), self.game.decision
        if outcome is not None:
            return describe_outcome(outcome)
        if decision is None:
            return "Draw: neither player can ever move again."
        result = describe_outcome(decision)
        return result if decision.reason else f"{result[:-1]}, according to the file."

    def _over(self) -> str:
        """Return that the game is over, and nothing while it isn't."""
        if not self.game.is_over:
            return ""
        told = f"The game is over. {self._result()}"
        return f"{told} Type new for another game, or undo to {self._back}."

    @property
    def _back(self) -> str:
        return "reopen this one" if self.game.decision else "take back the last move"

    def _news(self) -> list[str]:
        """Return the last move, the passes it forced, and whether the position came up before."""
        board, say = self.board, self.screen.say
        news = [say(self._notice)] if self._notice else []
        self._notice = ""
        before = board.copy()
        passed = []
        while before.moves and isinstance(before.moves[-1], Pass):
            before.pop()
            passed.append(before.turn)
        if before.moves:
            move = before.pop()
            text = self.screen.move(before, move)
            news.append(say(f"{before.turn} played {text}" if self._is_uhp else f"{text}."))
        for color in reversed(passed):
            news.append(say(f"{color} can't place or move anything, and passes.", Ink.MARKED))
        count = board.repetition_count() if board.moves and not self.game.is_over else 0
        if board.ruleset.repetition == "threefold" and count == 2:
            told = "This position has come up twice. A third time is a draw."
            news.append(say(told, Ink.MARKED))
        elif count >= 3:
            told = (
                f"This position has come up {count} times. Type draw to offer a draw, or play on."
            )
            news.append(say(told, Ink.MARKED))
        return news

    def _refuse(self, reason: Reason, move: Move | None) -> str:
        """Return why a move is illegal, and show the pieces that forbid it."""
        attempted = {move.to} if move is not None and not isinstance(move, Pass) else set()
        return self._explain(reason, attempted)

    def _explain(self, reason: Reason, attempted: set[Hex]) -> str:
        if over := self._over():
            return self.screen.say(over)
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
            cut_off = [" ".join(map(str, part)) for part in smaller]
            if not self._is_uhp:
                cut_off = [the_pieces(part) for part in smaller]
            sentence += f" Cut off: {'; '.join(cut_off)}."
        said = self.screen.say(sentence, Ink.MARKED)
        if not marked and not crossed:
            return said
        self._selection = None
        return self.screen.table(board, marked=marked, crossed=crossed) + "\n" + said

    def _not_understood(self, line: str) -> str:
        """Return that a line makes no sense, with the line quoted so it can't harm the screen."""
        quoted = ascii(line if len(line) <= 40 else line[:37] + "...")
        if self._question:
            return self.screen.say(f"I don't understand {quoted}. {self._asked()}")
        own, other = self.board.turn.value, self.board.turn.opponent.value
        example = f"{own}A1 or a move such as {own}A1 {other}Q-" if self._is_uhp else "ant"
        return self.screen.say(
            f"I don't understand {quoted}. Type a piece such as {example}, or help."
        )

    def _keep(self) -> str:
        """Return the game string if the game isn't saved, so that the players can keep it."""
        if self.game.is_saved:
            return ""
        told = "This game was not saved. To keep it, put this line in a file and load it:"
        return f"{self.screen.say(told)}\n{self.game.game_string()}"

    # Playing

    def _play(self, move: Move) -> str:
        if over := self._over():
            return self.screen.say(over)
        self.game.play(move)
        self._let_go()
        return self._table()

    def _let_go(self) -> None:
        """Forget the selected piece and an unanswered question, since the game has changed."""
        self._selection = None
        if self._question == "draw":
            self._notice = "The draw offer is off."
        elif self._question == "resign":
            self._notice = "Nobody resigned."
        self._question = None

    def _select(self, piece: Piece) -> str:
        if over := self._over():
            return self.screen.say(over)
        if self._question:
            return self.screen.say(self._unanswered())
        board = self.board
        reason = board.why_immobile(piece)
        if reason is not None:
            return "\n".join(filter(None, [self._explain(reason, set()), self._throws_of(piece)]))
        moves = {
            move.to: move for move in board.legal_moves.of(piece) if not isinstance(move, Pass)
        }
        # Climbs come first: an occupied hex has room for one digit only, and a piece can climb
        # at most six neighbours.
        climbs = [hex for hex in moves if board.stack(hex)]
        others = [hex for hex in moves if not board.stack(hex)]
        targets = reading_order(climbs) + reading_order(others)
        self._selection = _Selection(piece, [moves[hex] for hex in targets])
        lines = [
            self.screen.table(board, selected=piece, targets=targets),
            self.screen.targets(board, piece, self._selection.moves),
            self._throws_of(piece),
            self.screen.say("Type a number to play it, or press Enter to let go.", Ink.FAINT),
        ]
        return "\n".join(filter(None, lines))

    def _throws_of(self, thrower: Piece) -> str:
        """Return which pieces another piece can throw."""
        thrown = dict.fromkeys(
            move.piece
            for move in self.board.legal_moves
            if not isinstance(move, Pass) and thrower in self.board.throwers(move)
        )
        if not thrown:
            return ""
        if self._is_uhp:
            return self.screen.say(f"{thrower} can throw {join_words(map(str, thrown), 'or')}.")
        pieces = join_words(map(the_piece, thrown), "or")
        names = join_words(map(str, thrown), "or")
        return self.screen.say(
            f"The {piece_words(thrower)} can throw {pieces}: type {names} to see where."
        )

    def _choose(self, text: str) -> str:
        if over := self._over():
            return self.screen.say(over)
        if self._selection is None:
            example = f"{self.board.turn.value}A1" if self._is_uhp else "ant"
            return self.screen.say(
                f"Type a piece first, such as {example}, then the number of a move."
            )
        moves = self._selection.moves
        # Python refuses to convert very long numbers.
        if len(text) > 4 or not 1 <= int(text) <= len(moves):
            piece = self._selection.piece
            name = piece if self._is_uhp else f"The {piece_words(piece)}"
            has = f"moves 1 to {len(moves)}" if len(moves) > 1 else "one move, 1"
            return self.screen.say(f"{name} has {has}.")
        return self._play(moves[int(text) - 1])

    # Draws and resigning

    def _draw(self, _argument: str) -> str:
        return self._ask("draw")

    def _resign(self, _argument: str) -> str:
        return self._ask("resign")

    def _ask(self, question: Literal["draw", "resign"]) -> str:
        if self.game.is_over:
            return self.screen.say(self._over())
        if self._question == "draw":
            return self.screen.say(self._unanswered())
        if not self.board.ply:
            return self.screen.say("The game hasn't started yet: play a move first.")
        if question == "draw" and self.board.ply < _PLIES_BEFORE_DRAW:
            return self.screen.say("You can offer a draw once both players have moved.")
        self._selection = None
        self._question = question
        return self.screen.say(self._asked(), Ink.STRONG)

    def _asked(self) -> str:
        """Return the question that is open."""
        turn = self.board.turn
        if self._question == "draw":
            return f"{turn} offers a draw. {turn.opponent}, type accept or decline."
        return f"{turn}, are you sure you want to resign? Type yes or no."

    def _unanswered(self) -> str:
        """Return that the open question needs an answer before a player can pick a piece."""
        turn = self.board.turn
        if self._question == "draw":
            return (
                f"{turn.opponent} hasn't answered {turn}'s draw offer: type accept or decline. "
                f"To play on instead, {turn} can type a whole move."
            )
        return self._asked()

    def _reply(self, yes: bool) -> str:
        question, turn = self._question, self.board.turn
        if question is None:
            return self.screen.say("There is nothing to answer. To offer a draw, type draw.")
        self._question = None
        if yes and question == "draw":
            self.game.agree_on_draw()
        elif yes:
            self.game.resign()
        if yes:
            return self._table()
        told = f"{turn.opponent} declines the draw." if question == "draw" else "Good, play on."
        return self.screen.say(f"{told} {describe_turn(self.board)}")

    # Commands

    def _moves(self, argument: str) -> str:
        if not argument:
            return self.screen.say(self._over()) if self._over() else self.screen.moves(self.board)
        piece = read_piece(argument, self.board)
        if piece is None:
            return self._not_a_piece(argument)
        return self._select(piece)

    def _why(self, argument: str) -> str:
        piece = read_piece(argument, self.board)
        if piece is not None:
            return self._select(piece)
        if " " not in argument and argument != "pass":
            return self._not_a_piece(argument)
        move = read_move(argument, self.board)
        return self.screen.say(
            self._over() or f"That's allowed: {self.screen.move(self.board, move)}."
        )

    def _not_a_piece(self, text: str) -> str:
        own, other = self.board.turn.value, self.board.turn.opponent
        if not text:
            piece, place = "ant", f"left of {str(other).lower()} queen"
            if self._is_uhp:
                piece, place = f"{own}A1", f"-{other.value}Q"
            told = f"Which piece? For example: why {piece}, or why {piece} {place}"
            return self.screen.say(told)
        quoted = ascii(text if len(text) <= 20 else text[:17] + "...")
        return self.screen.say(f"{quoted} isn't a piece. Type a piece such as ant or {own}A1.")

    def _pass(self, argument: str) -> str:
        return self._play(read_move(f"pass {argument}".strip(), self.board))

    def _undo(self, argument: str) -> str:
        return self._go(argument, self.game.undoable, self.game.undo, "take back")

    def _redo(self, argument: str) -> str:
        return self._go(argument, self.game.redoable, self.game.redo, "play again")

    def _go(self, argument: str, possible: int, go: Callable[[int], None], verb: str) -> str:
        if not re.fullmatch("[1-9][0-9]{0,5}|", argument):
            return self.screen.say(f"How many moves to {verb}? Type a number, or nothing for one.")
        count = int(argument or 1)
        if count > possible:
            only = {0: "There is no move", 1: "There is only one move"}
            there_are = only.get(possible, f"There are only {possible} moves")
            return self.screen.say(f"{there_are} to {verb}.")
        reopens = self.game.decision is not None
        go(count)
        self._let_go()
        if reopens:
            self._notice = "The game is open again."
        return self._table()

    def _new(self, argument: str) -> str:
        try:
            ruleset = read_rules(argument) if argument else self.board.ruleset
        except BeespaceError as error:
            return self.screen.say(_sentence(str(error)))
        kept = self._keep()
        self.game.start(ruleset)
        self._let_go()
        self._notice = ""
        news = self.screen.say(f"New game: {ruleset_words(ruleset)}.")
        return "\n".join(filter(None, [kept, news, self._table()]))

    def _hand(self, _argument: str) -> str:
        return self.screen.hands(self.board)

    def _board(self, _argument: str) -> str:
        self._selection = None
        return self._table()

    def _coordinates(self, _argument: str) -> str:
        self.screen.coordinates = not self.screen.coordinates
        return self._table()

    def _notation(self, _argument: str) -> str:
        self.screen.notation = "words" if self._is_uhp else "uhp"
        now = "in UHP notation, such as wA1 bQ-" if self._is_uhp else "in words"
        self._notice = f"Moves are now shown {now}."
        return self._table()

    def _position(self, _argument: str) -> str:
        return self.board.position()

    def _game(self, _argument: str) -> str:
        return self.game.game_string()

    def _save(self, argument: str) -> str:
        return self._write(argument, overwrite=False)

    def _overwrite(self, argument: str) -> str:
        return self._write(argument, overwrite=True)

    def _write(self, argument: str, *, overwrite: bool) -> str:
        if not argument:
            return self.screen.say("Which file? For example: save game.txt")
        try:
            path = Path(argument).expanduser()
            if path.is_dir():
                return self.screen.say(f"{path} is a folder.")
            if not overwrite and not self.game.may_write(path):
                return self.screen.say(f"{path} already exists. Type save! {path} to replace it.")
            self.game.save(path)
        except (OSError, ValueError, RuntimeError) as error:
            return self.screen.say(_file_trouble("save the game", error))
        return self.screen.say(f"Saved to {path}.")

    def _load(self, argument: str) -> str:
        if not argument:
            return self.screen.say("Which file? For example: load game.txt")
        kept = self._keep()
        try:
            self.load(Path(argument).expanduser())
        except (BeespaceError, OSError, ValueError, RuntimeError) as error:
            return self.screen.say(_file_trouble("load a game", error))
        return "\n".join(filter(None, [kept, self.screen.say(self._rules_line), self._table()]))

    def load(
        self, path: Path, ruleset: Ruleset | None = None, options: Options | None = None
    ) -> None:
        """Continue the game in a file; raises as `HotSeatGame.load` does."""
        self.game.load(path, ruleset, options)
        self._let_go()
        self._notice = ""
        self._rules_line = (
            f"Loaded {path}. A saved game doesn't say which rules it uses; "
            f"you continue with {ruleset_words(self.board.ruleset)}."
        )

    def _help(self, _argument: str) -> str:
        rows = [(c.usage, c.help) for c in _COMMANDS.values() if c.help]
        width = max(len(usage) for usage, _ in rows)
        lines = [f"  {usage:{width}}  {help_text}" for usage, help_text in rows]
        directions = _DIRECTIONS if self._is_uhp else ""
        legend = ", ".join(f"{bug.value} {bug_words(bug)}" for bug in self.board.ruleset.bugs)
        legend = f"On the board, w is White and b is Black; {legend}. So wA1 is White's first ant."
        return "\n".join(
            [self.screen.say(_HOW_TO_PLAY), self.screen.say(legend), directions, *lines]
        )

    def _quit(self, _argument: str) -> str:
        self.has_quit = True
        return ""


def _capitalize(text: str) -> str:
    # A short name such as wM stays as it is.
    return text if re.match(PIECE_PATTERN, text) else text[:1].upper() + text[1:]


def _sentence(text: str) -> str:
    return f"{_capitalize(text).removesuffix('.')}."


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

_COMMANDS: dict[str, _Command] = {
    "moves": _Command("moves [PIECE]", "list all moves, or a piece's", HotSeat._moves),
    "why": _Command("why PIECE", "explain why it can't move", HotSeat._why),
    "undo": _Command("undo [N]", "take back a move, or N moves", HotSeat._undo),
    "redo": _Command("redo [N]", "play undone moves again", HotSeat._redo),
    "draw": _Command("draw", "offer a draw", HotSeat._draw),
    "resign": _Command("resign", "give up the game", HotSeat._resign),
    "new": _Command("new [GAME]", "new game: base, pocket, ultimate", HotSeat._new),
    "hand": _Command("hand", "show the pieces in hand", HotSeat._hand),
    "board": _Command("board", "draw the board (or press Enter)", HotSeat._board),
    "coordinates": _Command("coordinates", "show or hide coordinates", HotSeat._coordinates),
    "notation": _Command("notation", "show moves in words or UHP notation", HotSeat._notation),
    "save": _Command("save FILE", "save the game to a file", HotSeat._save),
    "save!": _Command("save! FILE", "", HotSeat._overwrite),
    "load": _Command("load FILE", "continue a saved game", HotSeat._load),
    "game": _Command("game, position", "show either as a line of text", HotSeat._game),
    "position": _Command("position", "", HotSeat._position),
    "pass": _Command("pass", "", HotSeat._pass),
    "help": _Command("help", "", HotSeat._help),
    "quit": _Command("quit", "leave the game", HotSeat._quit),
}
_ALIASES = {"?": "help", "exit": "quit", "hands": "hand"}
