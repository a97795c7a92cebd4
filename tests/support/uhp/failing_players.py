"""Players that crash, hang or play illegally, for tests of the match runner."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass

from beespace.engine import Analysis, Limit, Player
from beespace.rules import BaseBoard, Move, Pass
from beespace.uhp.match.players import PlayerSpec


class FailingPlayer:
    """A player that fails on its third move."""

    def __init__(self, how: str) -> None:
        self.name = how
        self._moves = 0

    def choose(self, board: BaseBoard, limit: Limit) -> Move:  # noqa: ARG002
        self._moves += 1
        if self._moves >= 3:
            match self.name:
                case "crashes":
                    os._exit(9)
                case "hangs":
                    time.sleep(3600)
                case "plays-illegally":
                    return Pass()
        return board.legal_moves[0]

    def analyse(self, board: BaseBoard, limit: Limit, lines: int = 1) -> Iterator[Analysis]:
        raise NotImplementedError

    def stop(self) -> None: ...

    def new_game(self) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class FailingSpec(PlayerSpec):
    """The specification of such a player; `text` says how it fails."""

    def create(self, seed: int) -> Player:  # noqa: ARG002
        return FailingPlayer(self.text)
