"""The puzzle trainer over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request

from beespace.puzzles.shelf import Wish
from beespace.server.people.guests import guest_of
from beespace.server.puzzles.messages import (
    Puzzle,
    PuzzleAnswer,
    PuzzleHint,
    PuzzleIndex,
    PuzzleKind,
    PuzzleSolution,
    SayPuzzleTry,
)
from beespace.server.puzzles.service import Trainer

router = APIRouter(prefix="/api/puzzles")

Name = Annotated[str, Path(max_length=40)]
# How far a puzzle's rating should be from the guest's.
_HARDER = {"easier": -300, "normal": 0, "harder": 300}


Guest = Annotated[str, Depends(guest_of)]


def _trainer(request: Request) -> Trainer:
    trainer: Trainer = request.app.state.trainer
    return trainer


@router.get("")
async def show_index(request: Request, guest: Guest) -> PuzzleIndex:
    """Get the available puzzles, today's puzzle and your score."""
    return await _trainer(request).index(guest)


@router.get("/next")
async def next_puzzle(
    request: Request,
    guest: Guest,
    kind: Annotated[list[PuzzleKind], Query(max_length=5)] = [],  # noqa: B006  # never changed
    game_type: Annotated[list[str], Query(max_length=8)] = [],  # noqa: B006  # never changed
    difficulty: Literal["easier", "normal", "harder"] = "normal",
    other_than: Annotated[str, Query(max_length=40)] = "",
) -> Puzzle:
    """Get a puzzle that suits your rating and filters."""
    wish = Wish(tuple(kind), tuple(game_type), _HARDER[difficulty], other_than)
    return await _trainer(request).next(guest, wish)


@router.get("/{puzzle_id}")
async def show_puzzle(request: Request, guest: Guest, puzzle_id: Name) -> Puzzle:
    """Get a puzzle."""
    return await _trainer(request).puzzle(guest, puzzle_id)


@router.post("/{puzzle_id}/try")
async def try_move(
    request: Request, guest: Guest, puzzle_id: Name, said: SayPuzzleTry
) -> PuzzleAnswer:
    """Try a move."""
    return await _trainer(request).try_move(guest, puzzle_id, said)


@router.post("/{puzzle_id}/hint")
async def show_hint(
    request: Request, guest: Guest, puzzle_id: Name, said: SayPuzzleTry
) -> PuzzleHint:
    """Get a hint: the piece to move. The puzzle then counts as failed."""
    return await _trainer(request).hint(guest, puzzle_id, said)


@router.post("/{puzzle_id}/solution")
async def show_solution(
    request: Request, guest: Guest, puzzle_id: Name, said: SayPuzzleTry
) -> PuzzleSolution:
    """Get the solution from here. The puzzle then counts as failed."""
    return await _trainer(request).solution(guest, puzzle_id, said)
