"""The page's own games are those of the server, message by message."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from beespace.rules import Hex, Move, Pass, Piece
from beespace.server.search import service
from beespace.server.search.seed import seed_of
from support.local.asking import LocalPage
from support.local.playing import GameServer, TwoGames, game_server

pytestmark = pytest.mark.usefixtures("core")

RULESETS = ("Base", "Base+MLP", "Base+ML,queen-first", "tournament", "Base+P,no-stack-gates")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[GameServer]:
    with game_server(tmp_path) as running:
        yield running


class Players:
    """Two random players who try everything."""

    def __init__(self, game: TwoGames, rng: random.Random, met: Counter[str]) -> None:
        self._game = game
        self._rng = rng
        self._met = met

    def play(self, plies: int) -> None:
        """Play on, and do other things now and then."""
        others = (self._err, self._ask_why, self._undo, self._offer, self._be_late)
        while not self._game.is_over and self._game.board.ply < plies:
            if self._rng.random() < 0.3:
                self._rng.choice(others)()
            else:
                self._move()

    def said(self, message: str, ply: int | None = None, **fields: object) -> None:
        """Send a message to both, and count the answer."""
        answer = self._game.say(message, ply, **fields)
        self._met[
            answer["failure"]["code"] if "failure" in answer else answer["answer"]["type"]
        ] += 1

    def _any_move(self) -> Move:
        return self._rng.choice(list(self._game.board.legal_moves))

    def _move(self) -> None:
        board, move = self._game.board, self._any_move()
        assert not isinstance(move, Pass)
        if self._rng.random() < 0.5:
            self.said("move", piece=str(move.piece), to=[*move.to])
            return
        text = board.uhp(move)
        self.said("move_text", text=text.lower() if self._rng.random() < 0.3 else f" {text} ")

    def _err(self) -> None:
        if self._rng.random() < 0.3:
            self.said("move_text", text=self._rng.choice(["nonsense", "wA1 bQ", "pass", ""]))
            return
        piece = Piece.parse(self._rng.choice(["wQ", "bQ", "wA1", "bA1", "wB1", "bS2"]))
        to = Hex(self._rng.randint(-3, 3), self._rng.randint(-3, 3))
        board = self._game.board
        if board.why_illegal(board.move_to(piece, to)) is not None:
            self.said("move", piece=str(piece), to=[*to])

    def _ask_why(self) -> None:
        piece = self._rng.choice(["wQ", "bQ", "wG1", "bA2", "wB1"])
        to = [self._rng.randint(-2, 2), self._rng.randint(-2, 2)]
        self.said("why", piece=piece, to=to if self._rng.random() < 0.7 else None)

    def _undo(self) -> None:
        self.said("undo")

    def _offer(self) -> None:
        self.said("offer", kind=self._rng.choice(["draw", "draw", "draw", "takeback"]))
        if self._game.is_over:
            self.said("undo")
        elif self._rng.random() < 0.5:
            self.said("answer", kind="draw", accept=self._rng.random() < 0.2)
        else:
            self.said("offer", kind="draw")

    def _be_late(self) -> None:
        self.said("resign" if self._rng.random() < 0.2 else "undo", ply=self._game.board.ply + 1)


class Person(Players):
    """A random player against the engine, who offers a draw only before the queens are placed."""

    def _offer(self) -> None:
        board = self._game.board
        if any(board.location(Piece.parse(queen)) is None for queen in ("wQ", "bQ")):
            self.said("offer", kind="draw")
            self.said("offer", kind="draw")
        self.said("answer", kind="draw", accept=True)

    def _be_late(self) -> None:
        self.said("undo", ply=self._game.board.ply + 1)


def test_games_at_one_device_are_equal(server: GameServer, page: LocalPage) -> None:
    met: Counter[str] = Counter()
    compared = 0
    for number, ruleset in enumerate(RULESETS):
        rng = random.Random(number)
        new = {
            "opponent": "local",
            "ruleset": ruleset,
            "white_name": 'Ann "A" \\ B',
            "black_name": "",
        }
        game = TwoGames(server, page, new)
        players = Players(game, rng, met)
        players.play(rng.randint(40, 60))
        game.compare_files()
        if not game.is_over:
            players.said("resign")
        game.compare_files()
        players.said("move_text", text="wA1")
        players.said("undo")
        compared += game.compared
    print(f"compared {compared:,} messages: {dict(met)}")
    expected = {
        "done",
        "why",
        "stale",
        "invalid-notation",
        "offered-already",
        "no-friend",
        "game-over",
    }
    assert met.keys() >= expected


def test_games_against_the_engine_are_equal(
    server: GameServer, page: LocalPage, monkeypatch: pytest.MonkeyPatch
) -> None:
    met: Counter[str] = Counter()
    ids: list[str] = []
    # The seed depends on the id of a game, which is another one on the server.
    monkeypatch.setattr(service, "seed_of", lambda _game: seed_of(ids[-1]))
    for level, color in ((1, "w"), (4, "b"), (9, "w")):
        new = {"opponent": "engine", "level": level, "ruleset": "Base+MLP", "color": color}
        game = TwoGames(server, page, new, ids.append)
        Person(game, random.Random(level), met).play(24)
        if not game.is_over:
            game.say("resign")
        game.compare_files()
    assert met.keys() >= {"done", "draw_answer", "offered-already", "stale"}
