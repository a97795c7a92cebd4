"""The hot-seat game: takes each line that players type and returns the reply.

It reads no input and prints nothing, so that a test can play a whole game with it. The commands
are in `commands`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from beespace import (
    BaseBoard,
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
from beespace.rules.box.words import join_words, piece_words, the_piece, the_pieces
from beespace.terminal.choice import Options
from beespace.terminal.commands import ALIASES, COMMANDS
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
    capitalized,
    describe_outcome,
    describe_turn,
    hexes_of,
    sentence,
)

# A draw can be offered once both players have moved, as on the page.
_PLIES_BEFORE_DRAW = 2
_ANSWERS = {"accept": True, "yes": True, "y": True, "decline": False, "no": False, "n": False}


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
        self.selection: _Selection | None = None
        # The command that waits for a yes or no, and what to say about it with the next board.
        self._question: Literal["draw", "resign"] | None = None
        self.notice = ""
        self.rules_line = f"You're playing {ruleset_words(ruleset)}."

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
        if self.selection is None:
            return f"{turn} {self.board.turn_number}> "
        piece = self.selection.piece
        name = piece if self.is_uhp else str(piece.bug).lower()
        return f"{turn} {self.board.turn_number}, {name} to> "

    @property
    def is_uhp(self) -> bool:
        """Whether moves are shown in UHP notation."""
        return self.screen.notation == "uhp"

    def greet(self) -> str:
        """Return what to show at the start."""
        say = self.screen.say
        return "\n".join(
            [
                say(f"Beespace {__version__}: Hive for two players at one keyboard.", Ink.STRONG),
                say(self.rules_line),
                say("Type help to see how to play, or quit to leave."),
                self.table(),
            ]
        )

    def farewell(self) -> str:
        """Return what to show at the end, with the game if it isn't saved."""
        return "\n".join(filter(None, [self.unsaved_game(), self.screen.say("Goodbye.")]))

    def answer(self, line: str) -> str:
        """Do what a line says, and return the reply."""
        line = " ".join(line.split())
        word, _, argument = line.partition(" ")
        try:
            if not line:
                self.selection = None
                return self.table()
            if line.lower() in _ANSWERS:
                return self._reply(_ANSWERS[line.lower()])
            if command := COMMANDS.get(ALIASES.get(word.lower(), word.lower())):
                return command.run(self, argument)
            if self._question and (line.isdecimal() or names_piece(line, self.board)):
                return self.screen.say(self._unanswered())
            if line.isdecimal() and line.isascii():
                return self._choose(line)
            if self.board.ply and (piece := read_piece(line, self.board)):
                return self.select(piece)
            return self.play(read_move(line, self.board))
        except IllegalMoveError as error:
            refused = self._refuse(error.reason, error.move)
        except InvalidNotationError:
            return self._not_understood(line)
        except AmbiguousError as error:
            refused = self.screen.say(self.over() or f"{capitalized(str(error))}?")
        except NotOnBoardError as error:
            refused = self.screen.say(self.over() or sentence(str(error)))
        if self._question:
            refused += f"\n{self.screen.say(self._unanswered())}"
        return refused

    def completions(self, line: str) -> list[str]:
        """Return every valid line that begins with this text."""
        word, blank, _ = line.partition(" ")
        pieces = [p for color in Color for p in self.board.ruleset.pieces(color)]
        movable = [p for p in pieces if self.board.legal_moves.of(p) and not self.game.is_over]
        if not blank:
            after = " " if self.is_uhp and self.board.ply else ""
            candidates = [*(f"{piece}{after}" for piece in movable), *COMMANDS]
        elif word in ("moves", "why"):
            candidates = [f"{word} {piece}" for piece in pieces]
        else:
            named = [piece for piece in movable if str(piece).lower() == word.lower()]
            candidates = [text for piece in named for text in self._texts_of(piece)]
        return [text for text in candidates if text.lower().startswith(line.lower())]

    def _texts_of(self, piece: Piece) -> list[str]:
        """Return the moves of a piece as players can type them."""
        moves = self.board.legal_moves.of(piece)
        if self.is_uhp:
            return [self.board.uhp(move) for move in moves]
        return [f"{piece} {place}" for place in places_words(self.board, moves)]

    # What players see

    def table(self) -> str:
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

    def over(self) -> str:
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
        news = [say(self.notice)] if self.notice else []
        self.notice = ""
        before = board.copy()
        passed = []
        while before.moves and isinstance(before.moves[-1], Pass):
            before.pop()
            passed.append(before.turn)
        if before.moves:
            move = before.pop()
            text = self.screen.move(before, move)
            news.append(say(f"{before.turn} played {text}" if self.is_uhp else f"{text}."))
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
        if over := self.over():
            return self.screen.say(over)
        board = self.board
        crossed = {
            hex
            for hex in attempted
            if not board.stack(hex) and any(board.stack(n) for n in hex.neighbors())
        }
        marked = hexes_of(board, reason)
        told = sentence(str(reason))
        if reason.parts:
            smaller = sorted(reason.parts, key=len)[:-1]
            cut_off = [" ".join(map(str, part)) for part in smaller]
            if not self.is_uhp:
                cut_off = [the_pieces(part) for part in smaller]
            told += f" Cut off: {'; '.join(cut_off)}."
        said = self.screen.say(told, Ink.MARKED)
        if not marked and not crossed:
            return said
        self.selection = None
        return self.screen.table(board, marked=marked, crossed=crossed) + "\n" + said

    def _not_understood(self, line: str) -> str:
        """Return that a line makes no sense, with the line quoted so it can't harm the screen."""
        quoted = ascii(line if len(line) <= 40 else line[:37] + "...")
        if self._question:
            return self.screen.say(f"I don't understand {quoted}. {self._asked()}")
        own, other = self.board.turn.value, self.board.turn.opponent.value
        example = f"{own}A1 or a move such as {own}A1 {other}Q-" if self.is_uhp else "ant"
        return self.screen.say(
            f"I don't understand {quoted}. Type a piece such as {example}, or help."
        )

    def unsaved_game(self) -> str:
        """Return the game string if the game isn't saved, so that the players can keep it."""
        if self.game.is_saved:
            return ""
        told = "This game was not saved. To keep it, put this line in a file and load it:"
        return f"{self.screen.say(told)}\n{self.game.game_string()}"

    # Playing

    def play(self, move: Move) -> str:
        """Play a move, and return the board."""
        if over := self.over():
            return self.screen.say(over)
        self.game.play(move)
        self.let_go()
        return self.table()

    def let_go(self) -> None:
        """Forget the selected piece and an unanswered question, since the game has changed."""
        self.selection = None
        if self._question == "draw":
            self.notice = "The draw offer is off."
        elif self._question == "resign":
            self.notice = "Nobody resigned."
        self._question = None

    def select(self, piece: Piece) -> str:
        """Pick a piece, and return its numbered moves, or why it has none."""
        if over := self.over():
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
        self.selection = _Selection(piece, [moves[hex] for hex in targets])
        lines = [
            self.screen.table(board, selected=piece, targets=targets),
            self.screen.targets(board, piece, self.selection.moves),
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
        if self.is_uhp:
            return self.screen.say(f"{thrower} can throw {join_words(map(str, thrown), 'or')}.")
        pieces = join_words(map(the_piece, thrown), "or")
        names = join_words(map(str, thrown), "or")
        return self.screen.say(
            f"The {piece_words(thrower)} can throw {pieces}: type {names} to see where."
        )

    def _choose(self, text: str) -> str:
        if over := self.over():
            return self.screen.say(over)
        if self.selection is None:
            example = f"{self.board.turn.value}A1" if self.is_uhp else "ant"
            return self.screen.say(
                f"Type a piece first, such as {example}, then the number of a move."
            )
        moves = self.selection.moves
        # Python refuses to convert very long numbers.
        if len(text) > 4 or not 1 <= int(text) <= len(moves):
            piece = self.selection.piece
            name = piece if self.is_uhp else f"The {piece_words(piece)}"
            has = f"moves 1 to {len(moves)}" if len(moves) > 1 else "one move, 1"
            return self.screen.say(f"{name} has {has}.")
        return self.play(moves[int(text) - 1])

    # Draws and resigning

    def ask(self, question: Literal["draw", "resign"]) -> str:
        """Ask a player to accept a draw, or to confirm a resignation."""
        if self.game.is_over:
            return self.screen.say(self.over())
        if self._question == "draw":
            return self.screen.say(self._unanswered())
        if not self.board.ply:
            return self.screen.say("The game hasn't started yet: play a move first.")
        if question == "draw" and self.board.ply < _PLIES_BEFORE_DRAW:
            return self.screen.say("You can offer a draw once both players have moved.")
        self.selection = None
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
            return self.table()
        told = f"{turn.opponent} declines the draw." if question == "draw" else "Good, play on."
        return self.screen.say(f"{told} {describe_turn(self.board)}")

    # Files

    def load(
        self, path: Path, ruleset: Ruleset | None = None, options: Options | None = None
    ) -> None:
        """Continue the game in a file; raises as `HotSeatGame.load` does."""
        self.game.load(path, ruleset, options)
        self.let_go()
        self.notice = ""
        self.rules_line = (
            f"Loaded {path}. A saved game doesn't say which rules it uses; "
            f"you continue with {ruleset_words(self.board.ruleset)}."
        )
