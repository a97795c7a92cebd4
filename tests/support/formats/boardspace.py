"""Write games the way BoardSpace saves them, including the quirks of its players and programs.

Written for the tests from what is known of the format, independently of our reader.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from beespace import Board
from beespace.formats import EndReason, GameRecord, Result
from beespace.rules import BaseBoard, Color, Hex, Pass, Piece

TORUS = 26


@dataclass
class Manner:
    """The style in which a game is written."""

    setup: str = "hive-{letters} 2 0 101"
    re_picks: bool = False
    robots: bool = False
    old_names: bool = False
    other_case: bool = False
    double_backslashes: bool = True
    wraps: bool = False
    offers: bool = False
    times: bool = True
    result: str | None = "Game won by {winner}"
    draw: str = "The game is a draw"
    explicit_pass: str = ""
    corner: tuple[int, int] = (14, 13)
    names: tuple[str, str] = ("A", "B")
    counts: dict[str, int] = field(default_factory=dict)

    def met(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1


class Writer:
    """Writer of a single game."""

    def __init__(self, record: GameRecord, manner: Manner, rng: random.Random) -> None:
        self.record = record
        self.manner = manner
        self.rng = rng
        self.lines: list[str] = []
        self.number = 1
        self.board: BaseBoard = Board(record.ruleset)
        self.used_ms = {Color.WHITE: 0, Color.BLACK: 0}

    def text(self) -> str:
        manner, record = self.manner, self.record
        letters = "".join(x for x in "plm" if x.upper() in record.ruleset.expansions)
        setup = manner.setup.replace("-{letters}", f"-{letters}" if letters else "")
        self.lines = ["(;", "GM[27]VV[1]", f"SU[{setup}]", "DT[Sat Dec 11 08:32:57 PST 2021]"]
        if manner.result is not None:
            self.lines.append(f"RE[{self._result()}]")
        self.lines += [f'P0[id "{manner.names[0]}"]', f'P1[id "{manner.names[1]}"]']
        self.lines.append("; P0[0 Start P0]")
        for played in record.line:
            self._play(played.move)
        self._end()
        self.lines.append(")")
        return "\n".join(self.lines) + "\n"

    def _result(self) -> str:
        winner = self.record.winner
        if winner is None:
            return self.manner.draw
        assert self.manner.result is not None
        return self.manner.result.format(winner=self.manner.names[winner is Color.BLACK])

    def _say(self, words: str, player: Color | None = None, *, timed: bool = True) -> None:
        player = player or self.board.turn
        command, _, rest = words.partition(" ")
        if self.manner.other_case and self.rng.random() < 0.5:
            command = command.capitalize() if self.rng.random() < 0.5 else command.upper()
        seat = "P0" if player is Color.WHITE else "P1"
        line = f"; {seat}[{self.number} {command}{' ' + rest if rest else ''}]"
        if self.manner.times and timed:
            self.used_ms[player] += self.rng.randint(0, 9000)
            line += f"TM[{self.used_ms[player]}]"
        self.lines.append(line)
        self.number += 1

    def _cell(self, hex: Hex) -> str:
        column, row = self.manner.corner[0] + hex.q, self.manner.corner[1] - hex.r
        if self.manner.wraps:
            wrapped = (column - 1) % TORUS + 1, (row - 1) % TORUS + 1
            if wrapped != (column, row):
                self.manner.met("wrapped cells")
            column, row = wrapped
        letters = chr(ord("A") + column - 1) if 1 <= column <= 26 else None
        if letters is None:
            letters = "A" + chr(ord("A") + column - 27)
        return f"{letters} {row}"

    def _name(self, piece: Piece) -> str:
        """Return a piece's name in one of the forms that programs and players have used."""
        name = str(piece)
        if piece.bug.is_expansion and self.rng.random() < 0.5:
            name += "1"
            self.manner.met("superfluous numbers")
        if self.manner.old_names and piece.color is self.board.turn and self.rng.random() < 0.5:
            self.manner.met("names without colour")
            return name[1:].lower()
        return name

    def _attachment(self, move_text: str) -> str:
        """Return where the piece went in notation; only people read this, not programs."""
        reference = move_text.partition(" ")[2]
        if not reference:
            return "."
        if self.board.parse_uhp(move_text).to in self.board.hexes():  # type: ignore[union-attr]
            self.manner.met("climbs")
            reference += "."
        return reference.replace("\\", "\\\\") if self.manner.double_backslashes else reference

    def _play(self, move: object) -> None:
        board = self.board
        if isinstance(move, Pass):
            self.manner.met("passes")
            if self.manner.explicit_pass == "passdone":
                self._say("passdone")
            else:
                if self.manner.explicit_pass:
                    self._say(self.manner.explicit_pass)
                self._say("done")
            board.push(Pass())
            return
        self._maybe_offer()
        text = board.uhp(move)  # type: ignore[arg-type]
        piece, to = move.piece, move.to  # type: ignore[attr-defined]
        name, cell, attachment = self._name(piece), self._cell(to), self._attachment(text)
        origin = board.location(piece)
        is_throw = piece.color is not board.turn
        if self.manner.robots and self.rng.random() < 0.5:
            self.manner.met("robots' moves")
            command = ("p" if is_throw else "") + "move"
            together = self.rng.random() < 0.5
            pool = "W" if piece.color is Color.WHITE else "B"
            done = "done" if together else ""
            self._say(f"{command}{done} {pool} {name} {cell} {attachment}")
            if not together:
                self._say("done")
            board.push(move)  # type: ignore[arg-type]
            return
        if self.manner.re_picks and self.rng.random() < 0.3:
            self._hesitate()
        if origin is None:
            pool = "W" if piece.color is Color.WHITE else "B"
            self._say(f"pick {pool} {self.rng.randint(0, 9)} {name}")
        else:
            self._say(f"pickb {self._cell(origin)} {name}")
        if is_throw:
            self.manner.met("throws")
        self._say(f"{'pdropb' if is_throw else 'dropb'} {name} {cell} {attachment}")
        self._say("done")
        board.push(move)  # type: ignore[arg-type]

    def _hesitate(self) -> None:
        """Drop a piece somewhere, then pick it up and return it."""
        others = [m for m in self.board.legal_moves if not isinstance(m, Pass)]
        if not others:
            return
        self.manner.met("second thoughts")
        move = self.rng.choice(others)
        name = str(move.piece)
        origin = self.board.location(move.piece)
        if origin is None:
            self._say(f"pick {'W' if self.board.turn is Color.WHITE else 'B'} 0 {name}")
            self._say(f"dropb {name} {self._cell(move.to)} .")
            self._say(f"pickb {self._cell(move.to)} {name}")
            self._say(f"drop {'W' if self.board.turn is Color.WHITE else 'B'} 0 {name} .")
            return
        self._say(f"pickb {self._cell(origin)} {name}")
        self._say(f"dropb {name} {self._cell(move.to)} .")
        self._say(f"pickb {self._cell(move.to)} {name}")
        self._say(f"dropb {name} {self._cell(origin)} .")

    def _maybe_offer(self) -> None:
        if not self.manner.offers or self.rng.random() > 0.15:
            return
        self.manner.met("declined offers")
        turn = self.board.turn
        self._say("offerdraw", turn)
        self._say("done", turn)
        self._say("declinedraw", turn.opponent)
        self._say("done", turn.opponent)

    def _end(self) -> None:
        turn, record = self.board.turn, self.record
        if record.reason is EndReason.RESIGN:
            loser = Color.WHITE if record.result is Result.BLACK_WINS else Color.BLACK
            self._say("resign", loser)
            self._say("done", loser)
            self.manner.met("resignations")
        elif record.reason is EndReason.AGREEMENT:
            self._say("offerdraw", turn)
            self._say("done", turn)
            self._say("acceptdraw", turn.opponent)
            self._say("done", turn.opponent)
            self.manner.met("accepted offers")
        elif record.reason is EndReason.REPETITION:
            self._say("done", turn)
            self.manner.met("ends by repetition")
        elif record.reason is EndReason.TIME:
            self._say("gameovertime", turn)


MANNERS: dict[str, Manner] = {
    "plain": Manner(),
    "old setup": Manner(setup="Hive-{letters}", old_names=True, times=False),
    "second thoughts": Manner(re_picks=True),
    "robots": Manner(robots=True),
    "any case": Manner(other_case=True, re_picks=True, robots=True),
    "single backslashes": Manner(double_backslashes=False, robots=True),
    "draw offers": Manner(offers=True),
    "on the torus": Manner(setup="Hive-{letters}", wraps=True, corner=(25, 2), re_picks=True),
    "beyond column Z": Manner(corner=(26, 13)),
    "passes": Manner(explicit_pass="pass"),
    "passes at once": Manner(explicit_pass="passdone"),
    "no result": Manner(result=None),
    "other languages": Manner(result="Partie gagnée par {winner}", draw="Unentschieden"),
    "names in names": Manner(names=("Ann", "Ann Bee"), result="{winner} has won"),
}


def written(record: GameRecord, manner: Manner, seed: int = 0) -> str:
    """Return a record as BoardSpace would save it."""
    text = Writer(record, manner, random.Random(seed)).text()
    assert text.startswith("(;\n")
    assert text.endswith("\n)\n")
    return text
