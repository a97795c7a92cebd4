"""Games as files over HTTP: imports, records and drawings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from starlette.responses import Response

from beespace.server.http.clients import RequestClient
from beespace.server.http.long_bodies import takes_long_body
from beespace.server.play.messages.games import Imported, ImportText
from beespace.server.play.records import Download
from beespace.server.play.routes.dependencies import GameId, GivenRecords, RecordFormat
from beespace.svg import SETS, THEMES

router = APIRouter(prefix="/api", tags=["files"])

# The media types of downloads.
_RECORD: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {}, "application/json": {}}, "description": "The file"}
}
_DRAWING: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/svg+xml": {}, "image/png": {}}, "description": "The picture"}
}


def _one_of(names: Iterable[str]) -> str:
    return f"One of {', '.join(f'`{name}`' for name in names)}."


def file_answer(download: Download) -> Response:
    """Return a file as a response that browsers save."""
    return Response(
        download.content,
        media_type=download.media_type,
        # The names consist of ids and dates, which need no quoting.
        headers={"content-disposition": f'attachment; filename="{download.name}"'},
    )


@takes_long_body(router, "POST", "/imports")
async def import_games(records: GivenRecords, client: RequestClient, new: ImportText) -> Imported:
    """Import games from a text. They become yours."""
    return await records.import_text(new.text, client)


@router.get("/games/{game_id}/record", response_class=Response, responses=_RECORD)
async def download_record(
    records: GivenRecords,
    client: RequestClient,
    game_id: GameId,
    format: RecordFormat = "pgn",
) -> Response:
    """Download a game as a file."""
    return file_answer(await records.download(game_id, format, client))


@router.get("/games/{game_id}/drawing", response_class=Response, responses=_DRAWING)
async def download_drawing(
    records: GivenRecords,
    client: RequestClient,
    game_id: GameId,
    format: Annotated[Literal["svg", "png"], Query(description="The picture format.")] = "svg",
    ply: Annotated[
        int | None,
        Query(ge=0, le=100_000, description="After how many moves; without it, the latest."),
    ] = None,
    theme: Annotated[str, Query(max_length=20, description=_one_of(THEMES))] = "light",
    pieces: Annotated[str, Query(max_length=20, description=_one_of(SETS))] = "stencil",
) -> Response:
    """Download a position of a game as a picture."""
    return file_answer(await records.drawing(game_id, format, ply, theme, pieces, client))
