"""The page's own puzzles answer like the server."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from itertools import product
from urllib.parse import urlencode

import pytest

from beespace.puzzles import KINDS, Puzzle, shelf
from beespace.rules import Hex, Move, Pass, Piece
from beespace.server.storage.guests.puzzle_results import StoredScore
from support.local.asking import Asking, LocalPage
from support.local.services import Json

TYPES = sorted({puzzle.game_type for puzzle in shelf.shipped().values()})


def said(move: Move) -> Json:
    return {} if isinstance(move, Pass) else {"piece": str(move.piece), "to": list(move.to)}


class Solver:
    """Solves a puzzle, and asks everything else about it in a random order."""

    def __init__(self, asking: Asking, puzzle: Puzzle) -> None:
        self._asking = asking
        self._puzzle = puzzle
        self._path = f"/api/puzzles/{puzzle.id}"
        self._rng = random.Random(puzzle.id)

    def ask(self, wrong: int) -> None:
        self._asking.ask("GET", self._path)
        ways = [self._solve, lambda: self._err(wrong), self._get_help, self._break_rules]
        self._rng.shuffle(ways)
        for way in ways:
            way()
        self._asking.ask("GET", self._path)

    def _solve(self) -> None:
        """Play the first solution, and every other first move."""
        board = self._puzzle.board()
        for text in self._puzzle.solutions:
            self._try(board.parse_uhp(text))
        line = self._asking.post(f"{self._path}/solution")["line"]
        found: list[Json] = []
        for move in line[::2]:
            one = {"piece": move["piece"], "to": move["to"]}
            self._asking.post(f"{self._path}/try", moves=found, **one)
            found.append(one)
            self._asking.post(f"{self._path}/hint", moves=found)
        # It is solved already.
        self._asking.post(f"{self._path}/try", moves=found)

    def _err(self, count: int) -> None:
        """Try moves that are probably wrong, and continue after one."""
        moves = list(self._puzzle.board().legal_moves)
        for move in self._rng.sample(moves, min(count, len(moves))):
            self._try(move)
            self._asking.post(f"{self._path}/solution", moves=[said(move)])

    def _get_help(self) -> None:
        self._asking.post(f"{self._path}/hint")

    def _break_rules(self) -> None:
        """Try illegal moves, pass, and ask why pieces can't move."""
        board = self._puzzle.board()
        self._asking.post(f"{self._path}/try")
        for piece in ("wQ", "bQ", "wA1", "bS2", "wM", "bP"):
            self._asking.post(f"{self._path}/try", piece=piece)
            for hex in (Hex(0, 0), Hex(1, 0), Hex(2, -3), Hex(30, 30)):
                if board.why_illegal(board.move_to(Piece.parse(piece), hex)):
                    self._asking.post(f"{self._path}/try", piece=piece, to=hex)
        self._asking.post(f"{self._path}/try", moves=[{"piece": "wQ", "to": [30, 30]}])

    def _try(self, move: Move) -> None:
        self._asking.post(f"{self._path}/try", **said(move))


def check_puzzles(asking: Asking, puzzles: list[Puzzle], wrong: int) -> int:
    asking.ask("GET", "/api/puzzles")
    for puzzle in puzzles:
        Solver(asking, puzzle).ask(wrong)
    asking.ask("GET", "/api/puzzles")
    asking.ask("GET", "/api/puzzles/none-such")
    asking.post("/api/puzzles/none-such/try")
    return asking.count


def some(step: int, *kinds: str) -> list[Puzzle]:
    """Return some puzzles of each kind, in a random order."""
    of_kind = [[p for p in shelf.shipped().values() if p.kind == kind] for kind in kinds]
    found = [puzzle for puzzles in of_kind for puzzle in puzzles[::step]]
    random.Random(19).shuffle(found)
    return found


SHORT = [kind for kind in KINDS if kind != "win-in-4"]


def test_some_puzzles(asking: Asking) -> None:
    assert check_puzzles(asking, some(150, *SHORT), wrong=2) > 300


@pytest.mark.slow
def test_all_puzzles_up_to_three_moves(asking: Asking) -> None:
    assert check_puzzles(asking, some(1, *SHORT), wrong=6) > 40_000


# Proofs about four moves take seconds each.
@pytest.mark.slow
def test_some_wins_in_four(asking: Asking) -> None:
    assert check_puzzles(asking, some(5, "win-in-4"), wrong=1) > 1_500


class Chance(random.Random):
    """The random numbers of answer_lines.mjs."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._state = seed

    def random(self) -> float:
        self._state = self._state * 16807 % 2147483647
        return self._state / 2147483647

    def choice(self, options: list[Puzzle]) -> Puzzle:  # type: ignore[override]
        return options[int(self.random() * len(options))]


def test_the_next_puzzle_fits_the_same_wishes(page: LocalPage) -> None:
    score, done = StoredScore(), []
    for puzzle in some(100, *SHORT):
        page.ask("POST", f"/api/puzzles/{puzzle.id}/hint", {})
        score = score.after(puzzle.grade, False)
        done.append(puzzle.id)
    kinds = [[], *([kind] for kind in KINDS), ["win-in-1", "only-defence"], ["none"]]
    types = [[], *([name] for name in TYPES), TYPES[:2]]
    difficulties = {"easier": -300, "normal": 0, "harder": 300}
    others = ["", done[0], next(iter(shelf.shipped()))]
    chosen = set()
    wishes = enumerate(product(kinds, types, difficulties, others), 1)
    for seed, (kind, game_type, difficulty, other) in wishes:
        wish = shelf.Wish(tuple(kind), tuple(game_type), difficulties[difficulty], other)
        expected = shelf.next_puzzle(wish, score.rating, done, Chance(seed))
        query = [("kind", one) for one in kind] + [("game_type", one) for one in game_type]
        query += [("difficulty", difficulty), ("other_than", other)]
        page.tell({"chance": seed})
        answer = page.ask("GET", f"/api/puzzles/next?{urlencode(query)}")
        if expected is None:
            assert answer["failure"]["code"] == "no-such-puzzle"
        else:
            assert answer["answer"]["id"] == expected.id
            chosen.add(expected.id)
    assert len(chosen) > 100
    print(f"compared {seed} choices")


def test_the_puzzle_of_the_day_is_the_same(page: LocalPage) -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    for number in range(400):
        day = start + timedelta(days=number, hours=number % 24)
        page.tell({"now": day.timestamp() * 1000})
        daily = page.ask("GET", "/api/puzzles")["answer"]["daily"]
        assert daily["id"] == shelf.daily(day.date()).id
