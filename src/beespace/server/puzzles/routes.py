"""Puzzles over HTTP."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query

from beespace.puzzles.shelf import Wish
from beespace.server.http.clients import RequestGuest, RequestOwner
from beespace.server.http.services import provided
from beespace.server.puzzles.messages import (
    Puzzle,
    PuzzleAnswer,
    PuzzleHint,
    PuzzleIndex,
    PuzzleKind,
    PuzzleSolution,
    SayPuzzleTry,
)
from beespace.server.puzzles.service import Puzzles

router = APIRouter(prefix="/api/puzzles")

Name = Annotated[str, Path(max_length=40, description="The puzzle's id.")]
# How far a puzzle's rating should be from the guest's.
_HARDER = {"easier": -300, "normal": 0, "harder": 300}


GivenPuzzles = Annotated[Puzzles, provided(Puzzles)]


@router.get("")
async def show_index(puzzles: GivenPuzzles, guest: RequestGuest) -> PuzzleIndex:
    """Get the available puzzles, today's puzzle and your score."""
    return await puzzles.index(guest)


@router.get("/next")
async def next_puzzle(
    puzzles: GivenPuzzles,
    guest: RequestGuest,
    kind: Annotated[
        list[PuzzleKind], Query(max_length=5, description="The wanted kinds; without it, all.")
    ] = [],  # noqa: B006  # never changed
    game_type: Annotated[
        list[str], Query(max_length=8, description="The wanted game types; without it, all.")
    ] = [],  # noqa: B006  # never changed
    difficulty: Annotated[
        Literal["easier", "normal", "harder"], Query(description="Compared with your rating.")
    ] = "normal",
    other_than: Annotated[
        str, Query(max_length=40, description="The puzzle you just had, to get another one.")
    ] = "",
) -> Puzzle:
    """Get a puzzle that suits your rating and filters."""
    wish = Wish(tuple(kind), tuple(game_type), _HARDER[difficulty], other_than)
    return await puzzles.next(guest, wish)


@router.get("/{puzzle_id}")
async def show_puzzle(puzzles: GivenPuzzles, guest: RequestGuest, puzzle_id: Name) -> Puzzle:
    """Get a puzzle."""
    return await puzzles.puzzle(guest, puzzle_id)


@router.post("/{puzzle_id}/try")
async def try_move(
    puzzles: GivenPuzzles, client: RequestOwner, puzzle_id: Name, said: SayPuzzleTry
) -> PuzzleAnswer:
    """Try a move."""
    return await puzzles.try_move(client, puzzle_id, said)


@router.post("/{puzzle_id}/hint")
async def show_hint(
    puzzles: GivenPuzzles, client: RequestOwner, puzzle_id: Name, said: SayPuzzleTry
) -> PuzzleHint:
    """Get a hint: the piece to move. The puzzle then counts as failed."""
    return await puzzles.hint(client, puzzle_id, said)


@router.post("/{puzzle_id}/solution")
async def show_solution(
    puzzles: GivenPuzzles, client: RequestOwner, puzzle_id: Name, said: SayPuzzleTry
) -> PuzzleSolution:
    """Get the solution from here. The puzzle then counts as failed."""
    return await puzzles.solution(client, puzzle_id, said)
