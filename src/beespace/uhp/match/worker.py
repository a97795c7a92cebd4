"""A worker process that plays games for a match, one after another.

It communicates with the match over a pipe: it receives games to play and sends whose turn it is,
finished games and internal errors. A worker can crash or hang without affecting the match.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import time
from multiprocessing.connection import Connection
from typing import Literal

from beespace.engine import Player
from beespace.errors import BeespaceError
from beespace.uhp.match.game import PlayedGame, play_game
from beespace.uhp.match.settings import MatchSettings, Scheduled

# The messages of a worker: whose turn it is, a finished game, or an internal error.
Message = (
    tuple[Literal["turn"], int] | tuple[Literal["game"], PlayedGame] | tuple[Literal["fault"], str]
)
_LAST_SECONDS = 3.0


def work(pipe: Connection, settings: MatchSettings) -> None:
    """Play the games that arrive over the pipe until it is closed."""
    # The match handles Ctrl-C; it stops its workers with SIGTERM.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _end)
    threading.Thread(target=_follow_parent, daemon=True).start()
    players: dict[int, Player] = {}
    try:
        while True:
            scheduled: Scheduled = pipe.recv()
            seat_players(players, settings, scheduled)
            game = play_game(
                scheduled,
                (players[0], players[1]),
                (settings.limit_of(0), settings.limit_of(1)),
                settings.max_plies,
                lambda side: pipe.send(("turn", side)),
            )
            if game.winner is not None and game.fault:
                players.pop(1 - game.winner).close()
            pipe.send(("game", game))
    except (EOFError, BrokenPipeError, ConnectionError):
        pass  # the match has ended
    except BeespaceError as error:
        with contextlib.suppress(OSError):
            pipe.send(("fault", str(error)))
    finally:
        for player in players.values():
            player.close()


def seat_players(players: dict[int, Player], settings: MatchSettings, scheduled: Scheduled) -> None:
    """Create new built-in players, seeded by the game's number; keep external programs running."""
    for side in (0, 1):
        if side not in players or not settings.player(side).command:
            # The seeds are far enough apart that the moves of two games never share one.
            players[side] = settings.player(side).create(seed=10_000 * scheduled.number + side)


def _follow_parent() -> None:
    """Exit when the match's process exits, even if it was killed."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(_LAST_SECONDS)
    os._exit(1)


def _end(*_: object) -> None:
    """End this process, once: a second signal must not interrupt the clean-up."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sys.exit(1)
