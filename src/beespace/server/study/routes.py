"""Analysis, studies and reviews over HTTP."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from beespace.server.boards.messages import DiagramWhy
from beespace.server.http.clients import RequestClient, RequestGuest, RequestOwner
from beespace.server.http.long_bodies import takes_long_body
from beespace.server.http.responses import CREATED, NO_CONTENT, told_as_events
from beespace.server.http.services import provided
from beespace.server.http.streams import EventStream, StreamedEvent
from beespace.server.people.client import Client
from beespace.server.play.routes.dependencies import (
    GivenGames,
    GivenRecords,
    OpenedGame,
    RecordFormat,
)
from beespace.server.play.routes.files import file_answer
from beespace.server.study import positions
from beespace.server.study.fair_play import check_is_analysed, fair_play
from beespace.server.study.messages import (
    FairPlay,
    KeptStudy,
    OwnStudy,
    ReadStudy,
    ReviewState,
    SayPosition,
    SaySetUp,
    SayStudy,
    SayStudyChange,
    SayStudyText,
    SayTurn,
    SayWhyNot,
    SetUp,
    SharedStudy,
    Study,
    StudyTurn,
)
from beespace.server.study.reviews import Reviews
from beespace.server.study.studies import Studies, study_text
from beespace.server.work.service import Workers

router = APIRouter(prefix="/api")

Name = Annotated[str, Path(max_length=40, description="The study's id.")]
GivenStudies = Annotated[Studies, provided(Studies)]
GivenReviews = Annotated[Reviews, provided(Reviews)]
GivenWorkers = Annotated[Workers, provided(Workers)]


def _json(text: str) -> Response:
    """Return JSON that was written in another process."""
    return Response(text, media_type="application/json")


@router.post("/analysis/turn", tags=["analysis"], response_model=StudyTurn)
async def show_turn(workers: GivenWorkers, client: RequestClient, asked: SayTurn) -> Response:
    """Get the legal moves in a position, optionally after one more move."""
    length = len(asked.moves)
    return _json(await workers.run_if_long(client.names, length, positions.study_turn, asked))


@router.post("/analysis/why", tags=["analysis"])
async def ask_why(workers: GivenWorkers, client: RequestClient, asked: SayWhyNot) -> DiagramWhy:
    """Ask why a move isn't allowed in a position."""
    return await workers.run_if_long(client.names, len(asked.moves), positions.why, asked)


@router.post("/analysis/set-up", tags=["analysis"])
async def set_up(workers: GivenWorkers, client: RequestClient, asked: SaySetUp) -> SetUp:
    """Check a position set up by hand. Returns its notation, or why it is impossible."""
    return await workers.run(client.names, positions.set_up, asked)


@takes_long_body(router, "POST", "/analysis/read", tags=["analysis"], response_model=ReadStudy)
async def read_text(studies: GivenStudies, client: RequestClient, said: SayStudyText) -> Response:
    """Parse a text as a study."""
    return _json(await studies.read(said.text, client))


@takes_long_body(router, "POST", "/analysis/write", tags=["analysis"])
async def write_study(
    studies: GivenStudies,
    client: RequestClient,
    said: SayStudy,
    format: RecordFormat = "pgn",
) -> Response:
    """Write a study to a file."""
    return file_answer(await studies.write(said, format, client))


@router.post("/fair-play", tags=["analysis"])
async def check_fair_play(
    games: GivenGames, workers: GivenWorkers, client: RequestClient, asked: SayPosition
) -> FairPlay:
    """Ask whether you may analyse a position: not if it is from your running game with a friend."""
    return await fair_play(games, workers, client, asked)


@router.get("/games/{game_id}/study", tags=["analysis"], response_model=Study)
async def study_game(records: GivenRecords, client: RequestClient, game: OpenedGame) -> Response:
    """Get a game as a study, with the comments and variations of its record."""
    async with game.lock:
        check_is_analysed(game)
    return _json(await records.with_record(game, client, study_text))


@router.get("/games/{game_id}/review", tags=["analysis"], response_model=ReviewState)
async def show_review(reviews: GivenReviews, client: RequestClient, game_id: Name) -> Response:
    """Get the progress of a game's review, and the review once it is done."""
    return _json(await reviews.state(game_id, client))


@router.get(
    "/games/{game_id}/review/events",
    tags=["analysis"],
    response_class=Response,
    responses=told_as_events("ReviewState"),
)
async def stream_review(
    reviews: GivenReviews, client: RequestClient, game: OpenedGame
) -> EventStream:
    """Follow a game's review as server-sent events, until it is done."""
    return EventStream(_review_events(reviews, game.stored.id, client))


async def _review_events(
    reviews: Reviews, game_id: str, client: Client
) -> AsyncGenerator[StreamedEvent, None]:
    async for state in reviews.follow(game_id, client):
        yield StreamedEvent((state.encode(),))


@router.post("/games/{game_id}/review", tags=["analysis"], response_model=ReviewState)
async def begin_review(reviews: GivenReviews, client: RequestClient, game_id: Name) -> Response:
    """Start the review of a game. If it has already started, this is a no-op."""
    return _json(await reviews.begin(game_id, client))


@takes_long_body(router, "POST", "/studies", tags=["studies"], status_code=CREATED)
async def keep_study(studies: GivenStudies, client: RequestOwner, said: SayStudy) -> KeptStudy:
    """Save a new study. You become its owner."""
    return await studies.keep(said, client)


@router.get("/studies", tags=["studies"])
async def list_studies(studies: GivenStudies, guest: RequestGuest) -> list[OwnStudy]:
    """List your studies, most recently changed first."""
    return await studies.of(guest)


@router.get("/studies/{study_id}", tags=["studies"], response_model=SharedStudy)
async def show_study(studies: GivenStudies, client: RequestOwner, study_id: Name) -> Response:
    """Get a shared study."""
    return _json(await studies.shared(study_id, client))


@takes_long_body(router, "PUT", "/studies/{study_id}", tags=["studies"])
async def change_study(
    studies: GivenStudies, client: RequestOwner, study_id: Name, said: SayStudyChange
) -> KeptStudy:
    """Replace one of your studies, unless it has changed since you read it."""
    return await studies.change(study_id, said, client)


@router.delete("/studies/{study_id}", tags=["studies"], status_code=NO_CONTENT)
async def delete_study(studies: GivenStudies, guest: RequestGuest, study_id: Name) -> None:
    """Delete one of your studies."""
    await studies.delete(study_id, guest)
