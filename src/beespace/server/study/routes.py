"""Analysis, studies and reviews over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Literal

from fastapi import APIRouter, Path
from fastapi.sse import EventSourceResponse, ServerSentEvent
from starlette.responses import Response

from beespace.server.boards.messages import DiagramWhy
from beespace.server.http.clients import RequestClient, RequestGuest
from beespace.server.http.documented import told_as_events
from beespace.server.http.provided import provided
from beespace.server.play.routes.files import file_answer
from beespace.server.play.routes.given import GivenRecords, OpenedGame
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
GivenStudies = Annotated[Studies, provided(Studies)]
GivenReviews = Annotated[Reviews, provided(Reviews)]


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
def read_text(studies: GivenStudies, said: SayStudyText) -> ReadStudy:
    """Parse a text as a study."""
    return studies.read(said.text)


@router.post("/analysis/write", tags=["analysis"])
def write_study(
    studies: GivenStudies, said: SayStudy, format: Literal["pgn", "uhp", "json"] = "pgn"
) -> Response:
    """Write a study to a file."""
    return file_answer(studies.write(said, format))


@router.get("/games/{game_id}/study", tags=["analysis"])
async def study_game(records: GivenRecords, game: OpenedGame) -> Study:
    """Get a game as a study, with the comments and variations of its record."""
    async with game.lock:
        check_is_analysed(game)
    return await asyncio.to_thread(study_of, await records.record(game))


@router.get("/games/{game_id}/review", tags=["analysis"])
async def show_review(reviews: GivenReviews, game_id: Name) -> ReviewState:
    """Get the progress of a game's review, and the review once it is done."""
    return await reviews.state(game_id)


@router.get(
    "/games/{game_id}/review/events",
    tags=["analysis"],
    response_class=EventSourceResponse,
    responses=told_as_events("ReviewState"),
)
async def stream_review(reviews: GivenReviews, game: OpenedGame) -> AsyncIterator[ServerSentEvent]:
    """Follow a game's review as server-sent events, until it is done."""
    async for state in reviews.follow(game.stored.id):
        yield ServerSentEvent(raw_data=state.model_dump_json())


@router.post("/games/{game_id}/review", tags=["analysis"])
async def begin_review(reviews: GivenReviews, client: RequestClient, game_id: Name) -> ReviewState:
    """Start the review of a game. If it has already started, this is a no-op."""
    return await reviews.begin(game_id, client)


@router.post("/studies", tags=["studies"], status_code=201)
async def keep_study(studies: GivenStudies, guest: RequestGuest, said: SayStudy) -> KeptStudy:
    """Save a new study. You become its owner."""
    return await studies.keep(said, guest)


@router.get("/studies", tags=["studies"])
async def list_studies(studies: GivenStudies, guest: RequestGuest) -> list[OwnStudy]:
    """List your studies, most recently changed first."""
    return await studies.of(guest)


@router.get("/studies/{study_id}", tags=["studies"])
async def show_study(studies: GivenStudies, guest: RequestGuest, study_id: Name) -> SharedStudy:
    """Get a shared study."""
    return await studies.shared(study_id, guest)


@router.put("/studies/{study_id}", tags=["studies"])
async def change_study(
    studies: GivenStudies, guest: RequestGuest, study_id: Name, said: SayStudy
) -> KeptStudy:
    """Replace one of your studies."""
    return await studies.change(study_id, said, guest)


@router.delete("/studies/{study_id}", tags=["studies"], status_code=204)
async def delete_study(studies: GivenStudies, guest: RequestGuest, study_id: Name) -> Response:
    """Delete one of your studies."""
    await studies.delete(study_id, guest)
    return Response(status_code=204)
