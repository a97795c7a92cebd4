"""Leaves out the tests that need other people's games where their file is absent."""

from __future__ import annotations

from support.recorded import FOREIGN_GAMES

collect_ignore = [] if FOREIGN_GAMES.is_file() else ["test_foreign_games.py"]
