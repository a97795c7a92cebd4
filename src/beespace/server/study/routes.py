"""Analysis, studies and reviews over HTTP."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from beespace import formats
from beespace.server.lessons.messages import DiagramWhy
from beespace.server.people.guests import guest_of
from beespace.server.play.records import Records
from beespace.server.play.service import Games
from beespace.server.study import positions
from beespace.server.study.fair_play import check_is_analysed
from beespace.server.study.messages import (
    KeptStudy,
    OwnStudy,
    ReadStudy,
    ReviewState,
    SaySetUp,
    SayStudy,
    SayStudyText,
    SayTurn,
    SayWhyNot,
    SetUp,
    SharedStudy,
    Study,
    StudyTurn,
)
from beespace.server.study.reviews import Reviews
from beespace.server.study.studies import Studies, study_of

router = APIRouter(prefix="/api")

Name = Annotated[str, Path(max_length=40)]


def _studies(request: Request) -> Studies:
    studies: Studies = request.app.state.studies
    return studies


def _reviews(request: Request) -> Reviews:
    reviews: Reviews = request.app.state.reviews
    return reviews


# Not `async`, so that their computations run in threads and don't block the games' sockets.
@router.post("/analysis/turn", tags=["analysis"])
def show_turn(asked: SayTurn) -> StudyTurn:
    """Get the legal moves in a position, optionally after one more move."""
    return positions.study_turn(asked)


@router.post("/analysis/why", tags=["analysis"])
def ask_why(asked: SayWhyNot) -> DiagramWhy:
    """Ask why a move isn't allowed in a position."""
    return positions.why(asked)


@router.post("/analysis/set-up", tags=["analysis"])
def set_up(asked: SaySetUp) -> SetUp:
    """Check a position set up by hand. Returns its notation, or why it is impossible."""
    return positions.set_up(asked)


@router.post("/analysis/read", tags=["analysis"])
def read_text(request: Request, said: SayStudyText) -> ReadStudy:
    """Parse a text as a study."""
    return _studies(request).read(said.text)


@router.post("/analysis/write", tags=["analysis"])
def write_study(
    request: Request, said: SayStudy, format: Literal["pgn", "uhp", "json"] = "pgn"
) -> Response:
    """Write a study to a file."""
    download = _studies(request).write(said, format)
    return Response(
        download.content,
        media_type=download.media_type,
        headers={"content-disposition": f'attachment; filename="{download.name}"'},
    )


@router.get("/games/{game_id}/study", tags=["analysis"])
async def study_game(request: Request, game_id: Name) -> Study:
    """Get a game as a study, with the comments and variations of its record."""
    records: Records = request.app.state.records
    games: Games = request.app.state.games
    async with games.opened(game_id) as game, game.lock:
        check_is_analysed(game)
    download = await records.download(game_id, "json")
    text = download.content.decode()
    return await asyncio.to_thread(lambda: study_of(formats.loads(text, "json")))


@router.get("/games/{game_id}/review", tags=["analysis"])
async def show_review(request: Request, game_id: Name) -> ReviewState:
    """Get the progress of a game's review, and the review once it is done."""
    return await _reviews(request).state(game_id)


@router.post("/games/{game_id}/review", tags=["analysis"])
async def begin_review(request: Request, game_id: Name) -> ReviewState:
    """Start the review of a game. If it has already started, this is a no-op."""
    return await _reviews(request).begin(game_id)


@router.post("/studies", tags=["studies"], status_code=201)
async def keep_study(request: Request, said: SayStudy) -> KeptStudy:
    """Save a new study. You become its owner."""
    return await _studies(request).keep(said, guest_of(request))


@router.get("/studies", tags=["studies"])
async def list_studies(request: Request) -> list[OwnStudy]:
    """List your studies, most recently changed first."""
    return await _studies(request).of(guest_of(request))


@router.get("/studies/{study_id}", tags=["studies"])
async def show_study(request: Request, study_id: Name) -> SharedStudy:
    """Get a shared study."""
    return await _studies(request).shared(study_id, guest_of(request))


@router.put("/studies/{study_id}", tags=["studies"])
async def change_study(request: Request, study_id: Name, said: SayStudy) -> KeptStudy:
    """Replace one of your studies."""
    return await _studies(request).change(study_id, said, guest_of(request))


@router.delete("/studies/{study_id}", tags=["studies"], status_code=204)
async def delete_study(request: Request, study_id: Name) -> Response:
    """Delete one of your studies."""
    await _studies(request).delete(study_id, guest_of(request))
    return Response(status_code=204)
