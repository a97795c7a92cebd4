"""Checks over many games: complete games with the engine's own moves, and its memory use."""

from __future__ import annotations

from pathlib import Path

from beespace.uhp.conform.checks import Context, check
from beespace.uhp.conform.conversation import Conversation, FailureError, read_answer
from beespace.uhp.program import is_error

_LONGEST_GAME = 150
# How much the engine's memory may grow between the first games and the last.
_GROWTH_MB = 200


@check("endurance.games", "complete games: the engine's moves against random moves")
def _games(context: Context) -> None:
    for number in range(context.some(1, 4)):
        for game_type in context.game_types:
            _play(context, game_type, engine_plays=number % 2)


@check("endurance.memory", "memory does not grow from game to game")
def _memory(context: Context) -> None:
    for game_type in context.game_types:
        _play(context, game_type, engine_plays=0, plies=30)
    before = _resident_mb(context.conversation)
    for _ in range(context.some(2, 10)):
        for game_type in context.game_types:
            _play(context, game_type, engine_plays=1, plies=30)
    after = _resident_mb(context.conversation)
    if before is not None and after is not None and after > before + _GROWTH_MB:
        raise FailureError(f"memory grew from {before:.0f} MB to {after:.0f} MB over the games")


def _play(context: Context, game_type: str, engine_plays: int, plies: int = _LONGEST_GAME) -> None:
    board = context.conversation.start(game_type)
    while board.outcome() is None and board.ply < plies and board.repetition_count() < 2:
        if board.ply % 2 == engine_plays:
            answer = context.conversation.ask("bestmove depth 1", 30)
            if not answer or is_error(answer):
                raise FailureError("bestmove depth 1 gave no move")
            move = read_answer(board, answer[-1].split(";")[0].strip())
        else:
            move = context.random.choice(list(board.legal_moves))
        context.conversation.play(board, move)


def _resident_mb(conversation: Conversation) -> float | None:
    """Return the engine's resident memory, or None if the system doesn't report it."""
    try:
        text = Path(f"/proc/{conversation.engine.process_id}/status").read_text()
    except OSError:
        return None
    for line in text.splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return None
