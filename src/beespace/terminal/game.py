"""A game between two people at one keyboard: moves, forced passes, results, undo and files.

This module knows nothing about text or terminals; `hot_seat` turns commands into calls to it.
"""

from __future__ import annotations

from pathlib import Path

from beespace import (
    BaseBoard,
    BeespaceError,
    Board,
    EndReason,
    InvalidNotationError,
    Move,
    Outcome,
    Pass,
    Result,
    Ruleset,
)
from beespace.formats.words import box_words
from beespace.rules.notation.uhp import split_game_string
from beespace.terminal.choice import Options, box_rules

# Far longer than any game, so that loading the wrong file doesn't fill the memory.
_MAX_FILE_BYTES = 1 << 20


class HotSeatGame:
    """The board, the moves that can be redone, and what has been saved."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.board: BaseBoard = Board(ruleset)
        # How the players ended the game, if the board doesn't show it.
        self.decision: Outcome | None = None
        self._undone: list[Move] = []
        self._saved: tuple[tuple[Move, ...], Outcome | None] = ((), None)
        self._files: set[Path] = set()

    def start(self, ruleset: Ruleset) -> None:
        """Start a new game."""
        self._begin(Board(ruleset))

    def _begin(self, board: BaseBoard) -> None:
        self.board = board
        self.decision = None
        self._undone = []
        self._saved = (board.moves, None)
        self._files = set()

    # Playing

    def play(self, move: Move) -> int:
        """Play a move and the passes it forces, and return the number of passes.

        Raises:
            IllegalMoveError: the rules forbid the move.
        """
        self.board.push(move)
        self._undone.clear()
        return self._pass_while_forced()

    def _pass_while_forced(self) -> int:
        passes = 0
        while list(self.board.legal_moves) == [Pass()] and not self.is_stuck:
            self.board.push_unchecked(Pass())
            passes += 1
        return passes

    def agree_on_draw(self) -> None:
        """End the game as a draw by agreement."""
        self.decision = Outcome(Result.DRAW, EndReason.AGREEMENT)

    def resign(self) -> None:
        """End the game as a loss for the player to move."""
        self.decision = Outcome(Result.won_by(self.board.turn.opponent), EndReason.RESIGN)

    @property
    def is_stuck(self) -> bool:
        """Whether both players can only pass, forever.

        With the threefold rule the board ends such a game itself.
        """
        return self.board.ruleset.repetition == "none" and self.board.is_deadlocked()

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, on the board or by a decision of the players."""
        return self.decision is not None or self.board.outcome() is not None or self.is_stuck

    # Undo and redo: forced passes belong to the move that forced them.

    @property
    def undoable(self) -> int:
        """How many steps can be undone: the players' decision, if any, and the moves."""
        moves = sum(not isinstance(move, Pass) for move in self.board.moves)
        return moves + (self.decision is not None)

    @property
    def redoable(self) -> int:
        """How many undone moves can be played again."""
        return sum(not isinstance(move, Pass) for move in self._undone)

    def undo(self, count: int) -> None:
        """Take back that many steps; the first one reopens a game that the players ended."""
        if self.decision is not None and count:
            self.decision = None
            count -= 1
        for _ in range(count):
            while isinstance(self._take_back(), Pass):
                pass

    def _take_back(self) -> Move:
        move = self.board.pop()
        self._undone.append(move)
        return move

    def redo(self, count: int) -> None:
        """Play that many undone moves again."""
        for _ in range(count):
            self.board.push_unchecked(self._undone.pop())
            while self._undone and isinstance(self._undone[-1], Pass):
                self.board.push_unchecked(self._undone.pop())

    # Files

    @property
    def is_saved(self) -> bool:
        """Whether the game can be dropped without losing anything."""
        return (self.board.moves, self.decision) == self._saved

    def game_string(self) -> str:
        """Return the UHP game string, with the result even if the board doesn't show it."""
        game_type, state, rest = self.board.game_string().split(";", 2)
        if self.decision is not None:
            state = self.decision.result.value
        elif self.is_stuck:
            state = "Draw"
        return f"{game_type};{state};{rest}"

    def may_write(self, path: Path) -> bool:
        """Return whether a file is new, or one that this game was loaded from or saved to."""
        return path.resolve() in self._files or not path.exists()

    def save(self, path: Path) -> None:
        """Write the game string to a file.

        Raises:
            OSError: the file cannot be written.
        """
        path.write_text(self.game_string() + "\n", encoding="utf-8")
        self._saved = (self.board.moves, self.decision)
        self._files.add(path.resolve())

    def load(
        self, path: Path, ruleset: Ruleset | None = None, options: Options | None = None
    ) -> None:
        """Continue the game in a file; on an error the current game stays as it is.

        A game string names the pieces but no options. They come from `ruleset`, which must have
        the same pieces, or from the box with `options`, if either is given. Otherwise they are
        those of the current game if it has the same pieces, then those of the box, then
        whatever the moves show.

        Raises:
            BeespaceError: the file holds no game, or one that `ruleset` doesn't allow.
            OSError: the file cannot be read.
        """
        text = _read(path)
        try:
            fields = split_game_string(text, tolerant=True)
        except InvalidNotationError:
            # Any file can end up here, so don't show what is in it.
            raise BeespaceError(f"{path} isn't a saved game") from None
        box = box_rules(fields.ruleset().expansions)
        if ruleset is not None and ruleset.expansions != box.expansions:
            raise BeespaceError(f"the game in {path} is {box_words(box)}, not {box_words(ruleset)}")
        if ruleset is not None or options:
            board = _replay(text, ruleset or (options or Options()).apply(box))
        else:
            board = self._replay_as_likely(text, box)
        self._begin(board)
        self._files.add(path.resolve())
        self._pass_while_forced()
        claimed = [result for result in Result if result == fields.state and result.is_decided]
        if claimed and not self.is_over:
            self.decision = Outcome(claimed[0])
        self._saved = (self.board.moves, self.decision)

    def _replay_as_likely(self, text: str, box: Ruleset) -> BaseBoard:
        current = self.board.ruleset
        likely = [current, box] if current.expansions == box.expansions else [box]
        for ruleset in likely:
            try:
                return _replay(text, ruleset)
            except BeespaceError:
                continue
        return _replay(text, None)


def _replay(text: str, ruleset: Ruleset | None) -> BaseBoard:
    return Board.from_game_string(text, ruleset, tolerant=True)


def _read(path: Path) -> str:
    with path.open("rb") as file:
        data = file.read(_MAX_FILE_BYTES + 1)
    if len(data) > _MAX_FILE_BYTES:
        raise BeespaceError(f"{path} is too large to be a game")
    try:
        return data.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise BeespaceError(f"{path} isn't a saved game") from None
