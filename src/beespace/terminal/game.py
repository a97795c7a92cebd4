"""A game between two people at one table: playing, forced passes, undo, redo, files.

It knows nothing about text or terminals; the commands ask it and tell the players.
"""

from __future__ import annotations

from pathlib import Path

from beespace import BaseBoard, BeespaceError, Board, Move, Pass, Ruleset

# Far more than any game; keeps a file that is none from filling the memory.
_MAX_FILE_BYTES = 1 << 20


class HotSeatGame:
    """The board, the moves that were taken back, and what has been saved."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.board: BaseBoard = Board(ruleset)
        self._undone: list[Move] = []
        self._saved: tuple[Move, ...] = ()
        self._files: set[Path] = set()

    def start(self, ruleset: Ruleset) -> None:
        """Begin a new game."""
        self._begin(Board(ruleset))

    def _begin(self, board: BaseBoard) -> None:
        self.board = board
        self._undone = []
        self._saved = board.moves
        self._files = set()

    # Playing

    def play(self, move: Move) -> int:
        """Play a move and the passes it forces, and return how many those are.

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

    @property
    def is_stuck(self) -> bool:
        """Whether both players can only pass, for ever.

        A stun is over after the first pass; if both pass again after it, nothing will change.
        A ruleset with a rule on repetition ends such a game by itself.
        """
        return (
            self.board.ruleset.repetition == "none"
            and self.board.moves[-3:] == (Pass(),) * 3
            and list(self.board.legal_moves) == [Pass()]
        )

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        return self.board.outcome() is not None or self.is_stuck

    # Back and forth: forced passes belong to the move that forced them.

    @property
    def undoable(self) -> int:
        """How many moves can be taken back."""
        return sum(not isinstance(move, Pass) for move in self.board.moves)

    @property
    def redoable(self) -> int:
        """How many moves that were taken back can be played again."""
        return sum(not isinstance(move, Pass) for move in self._undone)

    def undo(self, count: int) -> None:
        """Take back that many moves."""
        for _ in range(count):
            while isinstance(self._take_back(), Pass):
                pass

    def _take_back(self) -> Move:
        move = self.board.pop()
        self._undone.append(move)
        return move

    def redo(self, count: int) -> None:
        """Play that many of the moves again that were taken back."""
        for _ in range(count):
            self.board.push_unchecked(self._undone.pop())
            while self._undone and isinstance(self._undone[-1], Pass):
                self.board.push_unchecked(self._undone.pop())

    # Files

    @property
    def is_saved(self) -> bool:
        """Whether nothing would be lost if the game were dropped."""
        return self.board.moves == self._saved

    def may_write(self, path: Path) -> bool:
        """Whether a file is new, or one that this game has read or written before."""
        return path.resolve() in self._files or not path.exists()

    def save(self, path: Path) -> None:
        """Write the game string to a file.

        Raises:
            OSError: the file cannot be written.
        """
        path.write_text(self.board.game_string() + "\n", encoding="utf-8")
        self._saved = self.board.moves
        self._files.add(path.resolve())

    def load(self, path: Path, ruleset: Ruleset | None = None) -> None:
        """Go on with the game in a file.

        A game string names the game type only, so options such as the queen first come from
        `ruleset`, or from the game being played, if the types are the same and the moves allow
        it. When this fails the game being played is unchanged.

        Raises:
            BeespaceError: there is no game in the file.
            OSError: the file cannot be read.
        """
        text = _read(path)
        try:
            board = _replay(text, ruleset or self.board.ruleset)
        except BeespaceError:
            if ruleset is not None:
                raise
            board = _replay(text, None)
        self._begin(board)
        self._files.add(path.resolve())
        self._pass_while_forced()


def _replay(text: str, ruleset: Ruleset | None) -> BaseBoard:
    return Board.from_game_string(text, ruleset, tolerant=True)


def _read(path: Path) -> str:
    with path.open("rb") as file:
        data = file.read(_MAX_FILE_BYTES + 1)
    if len(data) > _MAX_FILE_BYTES:
        raise BeespaceError(f"{path} is too long for a game")
    try:
        return data.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise BeespaceError(f"{path} is not a text file") from None


def last_move_text(board: BaseBoard) -> str:
    """The text of the last move that was played."""
    before = board.copy()
    return before.uhp(before.pop())
