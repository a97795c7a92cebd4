"""Turns a BoardSpace game into a record.

Cells map to hexes as follows: the first piece is at the origin; in column and row, a step east is
(+1, 0), north-east (+1, +1), and north-west (0, +1).
"""

from __future__ import annotations

import re

from beespace.errors import IllegalMoveError
from beespace.formats.dates import read_date
from beespace.formats.record import GameRecord, PlayedMove, settle
from beespace.formats.replay import Replay
from beespace.formats.sgf.actions import Action, Kind, read_actions
from beespace.formats.sgf.nodes import Node, Property, read_nodes
from beespace.formats.source import Chunk
from beespace.rules import (
    EXPANSIONS,
    Bug,
    Color,
    EndReason,
    Hex,
    Move,
    Outcome,
    Pass,
    Result,
    Ruleset,
)
from beespace.rules.box.ruleset import are_expansions

_HIVE = "27"
_VARIANT = re.compile(r"hive(?:-(?P<letters>[a-z]+))?", re.IGNORECASE)
# Before this revision the board was a torus of 26 columns and 26 rows: a hive that drifted over
# an edge reappeared on the other side.
_UNBOUNDED_SINCE = 101
_TORUS = 26
_REPETITIONS = 3
_NAMES = [str(Bug(letter)) for letter in EXPANSIONS]
_EXPANSION_NAMES = f"{', '.join(_NAMES[:-1])} and {_NAMES[-1]}"

# The words for a draw in BoardSpace's languages.
_DRAWS = (
    *("draw", "drawn", "tie", "nul", "nulle", "unentschieden", "remis", "empate", "tablas"),
    *("patta", "pareggio", "gelijkspel", "oavgjort", "remiza", "ничья", "引き分け", "平局", "和局"),
)


def parse(chunk: Chunk) -> GameRecord:
    """Return the record of one game.

    Raises:
        RecordError: the game can't be read; the error has the place and the reason.
    """
    nodes = read_nodes(chunk)
    head = _Head(chunk, nodes)
    # A file may contain the game twice, even within one pair of parentheses.
    parts: list[list[Action]] = [[]]
    for action in read_actions(chunk, nodes):
        if action.kind is Kind.START and any(a.kind is not Kind.START for a in parts[-1]):
            parts.append([])
        parts[-1].append(action)
    record = _Game(chunk, head, parts[0]).record()
    for part in parts[1:]:
        if _Game(chunk, head, part).record().moves != record.moves:
            raise chunk.error("the game appears twice with different moves", part[0].offset)
    return record


class _Head:
    """The properties before the first action."""

    def __init__(self, chunk: Chunk, nodes: list[Node]) -> None:
        self._chunk = chunk
        self._values: dict[str, Property] = {}
        self.names = {Color.WHITE: "", Color.BLACK: ""}
        for node in nodes:
            for entry in node.properties:
                self._add(entry)
        game = self._values.get("GM")
        if game is not None and game.value.strip() != _HIVE:
            raise chunk.error(f"this is not a Hive game: GM[{game.value}]", game.offset)

    def _add(self, entry: Property) -> None:
        if entry.name in ("P0", "P1"):
            if match := re.fullmatch(r'\s*id\s+"?(.*?)"?\s*', entry.value, re.DOTALL):
                self.names[Color.WHITE if entry.name == "P0" else Color.BLACK] = match[1]
                entry.name = "ID"
        else:
            self._values.setdefault(entry.name, entry)

    def value(self, name: str) -> str:
        entry = self._values.get(name)
        return entry.value.strip() if entry else ""

    def ruleset(self) -> tuple[Ruleset, bool]:
        """Return the rules, and whether coordinates may wrap around."""
        setup = self._values.get("SU")
        if setup is None:
            raise self._chunk.error("the SU property, which names the variant, is missing")
        words = setup.value.split()
        match = _VARIANT.fullmatch(words[0]) if words else None
        letters = (match["letters"] or "").upper() if match else ""
        if match is None or not are_expansions(letters):
            variant = words[0] if words else ""
            raise self._chunk.error(
                f"unsupported variant {variant!r}: only the base game with {_EXPANSION_NAMES} "
                "can be read",
                setup.offset,
            )
        last = words[-1] if len(words) > 3 else ""
        # `isdigit` also accepts digits of other scripts, not all of which `int` can read.
        revision = last if last.isascii() and last.isdigit() else "0"
        return Ruleset(letters), int(revision[:6]) < _UNBOUNDED_SINCE

    def fill(self, record: GameRecord) -> None:
        record.white, record.black = self.names[Color.WHITE], self.names[Color.BLACK]
        record.date, record.time = read_date(self.value("DT"))
        record.event, record.site = self.value("EV"), self.value("PC")
        record.round = self.value("RO")
        for name, tag in (("GN", "SgfName"), ("RE", "SgfResult")):
            if value := " ".join(self.value(name).split()):
                record.tags[tag] = value

    def claimed_result(self) -> Result:
        """Return the result, which is text in the language of the player who saved the game."""
        text = self.value("RE")
        if not text:
            return Result.UNKNOWN
        color = self._named_in(text)
        if color is not None:
            return Result.won_by(color)
        words = re.findall(r"\w+", text.lower())
        return Result.DRAW if any(draw in words for draw in _DRAWS) else Result.UNKNOWN

    def _named_in(self, text: str) -> Color | None:
        """Return the player named in a text; one name may contain the other."""
        found = [(name, color) for color, name in self.names.items() if name and _has(text, name)]
        at_end = [(name, color) for name, color in found if text.endswith(name)]
        found = sorted(at_end or found, key=lambda pair: len(pair[0]))
        if len(found) == 2 and (found[0][0] not in found[1][0] or found[0][0] == found[1][0]):
            return None
        return found[-1][1] if found else None


def _has(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


class _Game:
    """Follows the actions and turns the confirmed ones into moves."""

    def __init__(self, chunk: Chunk, head: _Head, actions: list[Action]) -> None:
        self._chunk = chunk
        self._head = head
        self._actions = actions
        ruleset, self._may_wrap = head.ruleset()
        self._replay = Replay(ruleset)
        self._origin: tuple[int, int] | None = None
        # What the next `done` will play: a drop, a pass, or nothing.
        self._pending: Action | None = None
        # An offer, an answer or a resignation that needs a `done`; that `done` is not a pass.
        self._saying: Kind | None = None
        self._sayer = Color.WHITE
        self._used_ms = {Color.WHITE: 0, Color.BLACK: 0}
        self._outcome: Outcome | None = None
        self._line: list[PlayedMove] = []

    def record(self) -> GameRecord:
        moves = (Kind.DROP, Kind.PASS)
        last_move = max((i for i, a in enumerate(self._actions) if a.kind in moves), default=-1)
        for i, action in enumerate(self._actions):
            self._follow(action, is_last=i >= last_move)
            if action.comment and self._line:
                self._line[-1].comment = action.comment
        self._finish()
        board = self._replay.board
        record = GameRecord(board.ruleset, line=self._line)
        self._head.fill(record)
        record.outcome = settle(board, self._outcome or self._claimed_outcome())
        return record

    def _claimed_outcome(self) -> Outcome:
        """Return the head's result; BoardSpace ends a game when a position repeats three times."""
        claimed = self._head.claimed_result()
        is_repetition = self._replay.board.repetition_count() >= _REPETITIONS
        if is_repetition and claimed in (Result.DRAW, Result.UNKNOWN):
            return Outcome(Result.DRAW, EndReason.REPETITION)
        return Outcome(claimed)

    def _follow(self, action: Action, is_last: bool) -> None:
        pending = self._pending
        if pending and pending.is_robots and action.player is not pending.player:
            self._commit(pending)  # a robot's move may lack its `done`
        match action.kind:
            case Kind.PICK:
                self._pending = None
            case Kind.DROP:
                self._saying = None
                self._pending = None if self._is_back(action) else action
                if action.commits:
                    self._done(action, is_last)
            case Kind.PASS:
                self._saying = None
                self._pending = action
                if action.commits:
                    self._done(action, is_last)
            case Kind.DONE:
                self._done(action, is_last)
            case Kind.OFFER | Kind.ACCEPT | Kind.DECLINE | Kind.RESIGN:
                # Repeating the command cancels it.
                self._saying = None if self._saying is action.kind else action.kind
                self._sayer = action.player
            case Kind.TIME:
                self._end_on_time()
            case Kind.SWAP:
                raise self._chunk.error(
                    "games with swapped colours are not supported", action.offset
                )
            case Kind.EDIT:
                raise self._chunk.error("edited games are not supported", action.offset)

    def _is_back(self, action: Action) -> bool:
        """Return whether a piece is dropped where it was picked up."""
        if self._origin is None:
            return False
        place = self._replay.hive.locations.get(self._replay.piece(action.piece))
        return place is not None and place == self._hex(action, place)

    def _done(self, action: Action, is_last: bool) -> None:
        pending, saying = self._pending, self._saying
        self._pending = self._saying = None
        board = self._replay.board
        if pending is not None and saying is None:
            pending.time_ms = action.time_ms if action.time_ms is not None else pending.time_ms
            self._commit(pending)
        elif saying is Kind.ACCEPT:
            self._outcome = Outcome(Result.DRAW, EndReason.AGREEMENT)
        elif saying is Kind.RESIGN:
            self._resign()
        elif saying is not None or board.outcome() is not None:
            return
        elif board.repetition_count() >= _REPETITIONS and is_last:
            self._outcome = Outcome(Result.DRAW, EndReason.REPETITION)
        else:
            self._play_pass(action)

    def _play_pass(self, action: Action) -> None:
        try:
            self._replay.play(Pass())
        except IllegalMoveError as error:
            raise self._chunk.error(
                f"move {self._replay.ply + 1}: done without a move: {error}", action.offset
            ) from None
        self._note(Pass(), action)

    def _commit(self, action: Action) -> None:
        self._pending = None
        if action.kind is Kind.PASS:
            if self._replay.board.outcome() is None:  # damaged records pass after the end
                self._play_pass(action)
            return
        if self._origin is None:
            self._origin = action.cell
        ply = self._replay.ply
        try:
            move = self._replay.bring(action.piece, self._destination(action))
        except IllegalMoveError as error:
            raise self._chunk.error(f"move {ply + 1}: {error}", action.offset) from None
        self._note(move, action)

    def _note(self, move: Move, action: Action) -> None:
        played = PlayedMove(move)
        if action.time_ms is not None:
            used_ms = self._used_ms[action.player]
            played.spent_ms = max(0, action.time_ms - used_ms)
            self._used_ms[action.player] = max(used_ms, action.time_ms)
        self._line.append(played)

    def _hex(self, action: Action, near: Hex | None = None) -> Hex:
        """Return the hex of a cell; on a torus, `near` if the cell is congruent with it."""
        assert self._origin is not None
        hex = Hex(action.cell[0] - self._origin[0], self._origin[1] - action.cell[1])
        if self._may_wrap and near is not None and _is_congruent(hex, near):
            return near
        return hex

    def _destination(self, action: Action) -> Hex:
        """Return where a piece goes; on a torus, the only legal hex congruent with the cell."""
        hex = self._hex(action)
        if not self._may_wrap:
            return hex
        legal = self._replay.board.legal_moves.of(self._replay.piece(action.piece))
        found = [move.to for move in legal if not isinstance(move, Pass)]
        if hex in found:
            return hex
        meant = [to for to in found if _is_congruent(hex, to)]
        return meant[0] if len(meant) == 1 else hex

    def _end_on_time(self) -> None:
        self._outcome = Outcome(self._head.claimed_result(), EndReason.TIME)
        self._pending = None

    def _finish(self) -> None:
        """Commit a pending move of a robot, or a pending resignation; drop all else."""
        pending = self._pending
        if pending is not None and pending.is_robots and self._outcome is None:
            self._commit(pending)
        if self._saying is Kind.RESIGN and self._outcome is None:
            self._resign()

    def _resign(self) -> None:
        self._outcome = Outcome(Result.won_by(self._sayer.opponent), EndReason.RESIGN)


def _is_congruent(a: Hex, b: Hex) -> bool:
    return (a.q - b.q) % _TORUS == 0 and (a.r - b.r) % _TORUS == 0
