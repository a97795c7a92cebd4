"""Steps through game records: takes each line that the user types and returns the reply.

It reads no input and prints nothing, like the hot-seat game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from beespace import BaseBoard, Board, Ruleset
from beespace.formats import GameRecord, PlayedMove, Result
from beespace.formats.colors import Ink
from beespace.formats.pgn.comments import write_time
from beespace.formats.words import box_words, ruleset_words
from beespace.terminal.screen import Screen, describe_outcome

_HARD_BLANK = "\N{OPEN BOX}"
_RESULTS = {
    Result.WHITE_WINS: "White wins",
    Result.BLACK_WINS: "Black wins",
    Result.DRAW: "draw",
    Result.UNFINISHED: "unfinished",
    Result.UNKNOWN: "result unknown",
}


@dataclass(frozen=True)
class _Place:
    """A line of moves, and the number of moves played so far."""

    line: list[PlayedMove]
    index: int


class Viewer:
    """Shows one game of a file at a time.

    `games` is read only as far as needed, and only the current game is kept: to go back,
    `read_again` reads the file from the start. `on_read` is called with the number of each game
    that was read, and with 0 once the wanted game is found.
    """

    def __init__(
        self,
        screen: Screen,
        games: Iterator[GameRecord],
        read_again: Callable[[], Iterator[GameRecord]],
        on_read: Callable[[int], object] = lambda _number: None,
    ) -> None:
        self.screen = screen
        self.has_quit = False
        self.record = GameRecord()
        self._read_again = read_again
        self._on_read = on_read
        self._games = games
        self._read = 0
        self._number = 0
        self._board: BaseBoard = Board()
        self._line: list[PlayedMove] = []
        self._index = 0
        self._parents: list[_Place] = []

    @property
    def prompt(self) -> str:
        """The text in front of the input."""
        where = ", variation" if self._parents else ""
        return f"Game {self._number}, move {self._board.ply}{where}> "

    def open(self, number: int) -> bool:
        """Open a game of the file, counted from 1, and return whether it exists."""
        if number != self._number:
            record = self._find(number)
            self._on_read(0)
            if record is None:
                return False
            self.record, self._number = record, number
        self._restart()
        return True

    def _find(self, number: int) -> GameRecord | None:
        if number <= self._read:
            self._games, self._read = self._read_again(), 0
        for record in self._games:
            self._read += 1
            self._on_read(self._read)
            if self._read == number:
                return record
        return None

    def _restart(self) -> None:
        self._board = Board(self.record.ruleset)
        self._line, self._index, self._parents = self.record.line, 0, []

    def answer(self, line: str) -> str:
        """Do what a line says, and return the reply."""
        word, _, argument = " ".join(line.lower().split()).partition(" ")
        if word.isdecimal() and word.isascii() and not argument:
            return self._go_to(word)
        command = _COMMANDS.get(_ALIASES.get(word, word))
        if command is None:
            return self.screen.say(f"I don't understand {word[:30]!a}. Type help for the commands.")
        return command.run(self, argument)

    # What the user sees

    def show(self) -> str:
        """Return the board, the notes on the last move, and what comes next."""
        say, board = self.screen.say, self._board
        lines = [self.screen.table(board)]
        if self._index:
            lines += self._about(self._line[self._index - 1])
        elif self.record.comment and not self._parents:
            lines.append(say(self.record.comment, Ink.FAINT))
        lines += self._coming()
        return "\n".join(lines)

    def _about(self, played: PlayedMove) -> list[str]:
        before = self._board.copy()
        before.pop()
        said = self.screen.move(before, played.move)
        is_uhp = self.screen.notation == "uhp"
        if is_uhp:
            said = f"{before.turn} played {said}"
        if played.spent_ms is not None:
            said += f"{'' if is_uhp else ','} in {write_time(played.spent_ms)}"
        if played.clock_ms is not None:
            said += f", with {write_time(played.clock_ms)} left"
        lines = [self.screen.say(said + ".")]
        if played.comment:
            lines.append(self.screen.say(played.comment, Ink.FAINT))
        return lines

    def _coming(self) -> list[str]:
        say, board = self.screen.say, self._board
        if self._index == len(self._line):
            if self._parents:
                return [say("The variation ends here. Type main to go back to the game.")]
            return [say(self._ending(), Ink.STRONG)]
        coming = self._line[self._index]
        lines = [say(f"Next: {self.screen.move(board, coming.move)}")]
        for number, variation in enumerate(coming.variations, 1):
            other = self.screen.move(board, variation[0].move)
            lines.append(say(f"Variation {number}: {other}"))
        return lines

    def _ending(self) -> str:
        outcome = self._board.outcome() or self.record.outcome
        if not outcome.result.is_decided:
            return "The record ends here, without a result."
        return describe_outcome(outcome)

    def title(self) -> str:
        """Return who played, when and where, and by which rules."""
        record = self.record
        result = _RESULTS[record.result]
        facts = (record.event, record.round, record.site, record.date, result)
        rules = _rules_words(record.ruleset)
        count = len(record.line)
        say = self.screen.say
        return "\n".join(
            [
                say(", ".join(filter(None, [record.players, *facts])), Ink.STRONG),
                say(f"{rules}. {count} {'move' if count == 1 else 'moves'}."),
                say("Press Enter for the next move, or type help."),
            ]
        )

    # Moving

    def _next(self, argument: str) -> str:
        for _ in range(_count(argument)):
            if self._index == len(self._line):
                break
            self._step()
        return self.show()

    def _step(self) -> None:
        self._board.push(self._line[self._index].move)
        self._index += 1

    def _previous(self, argument: str) -> str:
        for _ in range(_count(argument)):
            if self._index:
                self._board.pop()
                self._index -= 1
            elif self._parents:
                place = self._parents.pop()
                self._line, self._index = place.line, place.index
        return self.show()

    def _first(self, _argument: str) -> str:
        self._restart()
        return self.show()

    def _last(self, _argument: str) -> str:
        while self._index < len(self._line):
            self._step()
        return self.show()

    def _go_to(self, argument: str) -> str:
        if not (argument.isascii() and argument.isdecimal()):
            return self.screen.say("Which move? For example: goto 12")
        wanted = int(argument[:9])
        if wanted > len(self.record.line):
            return self.screen.say(f"The game ends at move {len(self.record.line)}.")
        self._restart()
        while self._index < wanted:
            self._step()
        return self.show()

    def _vary(self, argument: str) -> str:
        coming = self._line[self._index] if self._index < len(self._line) else None
        number = _count(argument)
        if coming is None or number > len(coming.variations):
            return self.screen.say("There is no such variation here.")
        self._parents.append(_Place(self._line, self._index))
        self._line, self._index = coming.variations[number - 1], 0
        self._step()
        return self.show()

    def _main(self, _argument: str) -> str:
        if not self._parents:
            return self.screen.say("You are not in a variation.")
        for _ in range(self._index):
            self._board.pop()
        while self._parents:
            place = self._parents.pop()
            self._line, self._index = place.line, place.index
            for _ in range(self._index if self._parents else 0):
                self._board.pop()
        return self.show()

    def _game(self, argument: str) -> str:
        number = _count(argument) if argument else self._number + 1
        if not self.open(number):
            return self.screen.say(f"There is no game {number} in the file.")
        return f"{self.title()}\n{self.show()}"

    def _moves(self, _argument: str) -> str:
        if self.screen.notation == "words":
            return self._moves_in_words()
        # Keeps each move on one line.
        texts = [text.replace(" ", _HARD_BLANK) for text in self.record.uhp_moves()]
        listed = "  ".join(f"{i}.{_HARD_BLANK}{text}" for i, text in enumerate(texts, 1))
        return self.screen.say(listed).replace(_HARD_BLANK, " ")

    def _moves_in_words(self) -> str:
        game = zip(self.record.boards(), self.record.moves, strict=False)
        texts = [f"{i:>3}. {self.screen.move(*turn)}" for i, turn in enumerate(game, 1)]
        return self.screen.columns(texts)

    def _notation(self, _argument: str) -> str:
        is_uhp = self.screen.notation == "uhp"
        self.screen.notation = "words" if is_uhp else "uhp"
        return self.show()

    def _help(self, _argument: str) -> str:
        width = max(len(command.usage) for command in _COMMANDS.values())
        return "\n".join(f"  {c.usage:{width}}  {c.help}" for c in _COMMANDS.values())

    def _quit(self, _argument: str) -> str:
        self.has_quit = True
        return ""


def _rules_words(ruleset: Ruleset) -> str:
    """Return the rules of a record.

    A bare game type says which pieces were used and nothing about the options.
    """
    is_bare = ruleset == Ruleset(ruleset.expansions)
    return box_words(ruleset) if is_bare else ruleset_words(ruleset)


def _count(argument: str) -> int:
    """Return the number that was typed, or 1."""
    return max(1, int(argument[:9])) if argument.isascii() and argument.isdecimal() else 1


@dataclass(frozen=True)
class _Command:
    usage: str
    help: str
    run: Callable[[Viewer, str], str]


_COMMANDS = {
    "next": _Command("next, next 5, or Enter", "steps forward", Viewer._next),
    "previous": _Command("previous, previous 5", "steps back", Viewer._previous),
    "first": _Command("first", "goes to the beginning", Viewer._first),
    "last": _Command("last", "goes to the end of this line", Viewer._last),
    "goto": _Command("goto 12, or 12", "goes to the position after that move", Viewer._go_to),
    "variation": _Command("variation, variation 2", "enters a variation", Viewer._vary),
    "main": _Command("main", "leaves all variations", Viewer._main),
    "moves": _Command("moves", "lists the moves of the game", Viewer._moves),
    "notation": _Command("notation", "shows moves in words or UHP notation", Viewer._notation),
    "game": _Command("game, game 3", "shows the next game of the file, or another", Viewer._game),
    "help": _Command("help", "lists the commands", Viewer._help),
    "quit": _Command("quit", "leaves", Viewer._quit),
}
_ALIASES = {
    "": "next",
    "n": "next",
    "p": "previous",
    "back": "previous",
    "b": "previous",
    "start": "first",
    "end": "last",
    "v": "variation",
    "up": "main",
    "g": "goto",
    "?": "help",
    "h": "help",
    "q": "quit",
    "exit": "quit",
}
