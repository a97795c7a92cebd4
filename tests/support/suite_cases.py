"""Read the cases in tests/suites and check boards against them; see the README there."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from beespace.rules import BaseBoard, Color, Hex, Move, Pass, Piece
from support.repository import REPOSITORY

SUITES = REPOSITORY / "tests" / "suites"

REFUSED = "the position was rejected"

_HEX = re.compile(r"(?P<piece>\S+) @(?P<q>-?\d+),(?P<r>-?\d+)")


@dataclass(frozen=True)
class Case:
    """One position and the claims about it, one per line."""

    name: str
    where: str
    start: tuple[str, str]
    rules: str | None
    statements: frozenset[int]
    claims: tuple[tuple[str, str], ...] = field(repr=False)

    def board(self, board_class: type[BaseBoard]) -> BaseBoard:
        """Return a board with the position of the case."""
        notation, text = self.start
        if notation == "position":
            return board_class.from_position(text)
        return board_class.from_game_string(text, self.rules)

    def failures(self, board_class: type[BaseBoard]) -> list[str]:
        """Return the claims that do not hold; a rejected position is a single failure."""
        try:
            board = self.board(board_class)
        except ValueError as error:
            return [f"{self.where}: {REFUSED}: {error}"]
        found = ((claim, _check(board, *claim)) for claim in self.claims)
        return [f"{self.where}: {' '.join(claim)}: {what}" for claim, what in found if what]


def read_suite(name: str) -> list[Case]:
    """Return the cases of one file."""
    text = (SUITES / f"{name}.txt").read_text(encoding="utf-8")
    cases, block, first = [], list[tuple[str, str]](), 1
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.startswith("#"):
            continue
        if line:
            keyword, _, value = line.partition(" ")
            first = first if block else number
            block.append((keyword, value))
        elif block:
            cases.append(_case(block, f"{name}.txt:{first}"))
            block = []
    return cases


def _case(block: list[tuple[str, str]], where: str) -> Case:
    heads = ("case", "statements", "rules", "game", "position")
    head = {keyword: value for keyword, value in block if keyword in heads}
    notation = "position" if "position" in head else "game"
    return Case(
        name=head["case"],
        where=where,
        start=(notation, head[notation]),
        rules=head.get("rules"),
        statements=frozenset(map(int, head.get("statements", "").split())),
        claims=tuple((keyword, value) for keyword, value in block if keyword not in heads),
    )


def _check(board: BaseBoard, keyword: str, value: str) -> str:
    """Return what is wrong with a claim about a board, or an empty string if it holds."""
    match keyword:
        case "legal":
            reason = board.why_illegal(_read(board, value))
            return f"illegal: {reason}" if reason else ""
        case "illegal":
            code, _, text = value.partition(" ")
            reason = board.why_illegal(_read(board, text))
            if reason is None:
                return "legal"
            return "" if reason.code == code else f"illegal for {reason.code}: {reason}"
        case "of":
            name, _, texts = value.partition(" ")
            return _compare(board, texts, list(board.legal_moves.of(Piece.parse(name))))
        case "all":
            return _compare(board, value, list(board.legal_moves))
        case "state":
            return "" if board.state == value else f"the state is {board.state}"
        case "hand":
            color, *names = value.split()
            hand = [str(piece) for piece in board.hand(Color[color.upper()])]
            return "" if sorted(hand) == sorted(names) else f"the hand is {hand}"
        case "repeated":
            count = board.repetition_count()
            return "" if count == int(value) else f"the repetition count is {count}"
    raise AssertionError(f"unknown keyword {keyword!r}")


def _read(board: BaseBoard, text: str) -> Move | str:
    """Return a move as text, or as a `Move` if its destination is a hex that no text can name."""
    at = _HEX.fullmatch(text)
    if at is None:
        return text
    return board.move_to(Piece.parse(at["piece"]), Hex(int(at["q"]), int(at["r"])))


def _compare(board: BaseBoard, texts: str, legal: list[Move]) -> str:
    """Return how the legal moves differ from the claimed ones, comparing hexes, not texts."""
    claimed, wrong = set[Move](), []
    for text in filter(None, texts.split(";")):
        if reason := board.why_illegal(text):
            wrong.append(f"{text} is illegal: {reason}")
        else:
            claimed.add(board.parse_uhp(text))
    wrong += [f"{move} is legal but not claimed" for move in legal if move not in claimed]
    wrong += [f"{move} is not among these moves" for move in claimed - set(legal)]
    if len(legal) != len(set(legal)):
        wrong.append("a move is listed twice")
    if Pass() in legal and len(legal) > 1:
        wrong.append("a pass is listed beside other moves")
    return "; ".join(wrong)
