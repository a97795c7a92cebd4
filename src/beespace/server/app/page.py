"""Serves the built page: its files, and index.html for every address that the page handles."""

from __future__ import annotations

import asyncio
import functools
import gzip
import mimetypes
import re
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Request
from starlette.responses import FileResponse, HTMLResponse, Response

from beespace.server.http.clients import guest_of
from beespace.server.http.services import provided
from beespace.server.play.live import summary_of
from beespace.server.play.messages.games import GameSummary
from beespace.server.play.routes.preview import with_preview
from beespace.server.play.service import Games
from beespace.server.problems import ProblemError
from beespace.server.settings import Settings
from beespace.server.storage import StorageError

router = APIRouter()

# File names in this folder contain a hash of the content.
_HASHED = "assets"
_PACKED = (".css", ".js", ".json", ".svg", ".wasm")
_FOR_EVER = "public, max-age=31536000, immutable"
# The addresses of the page's screens: see web/src/lib/router.svelte.ts.
_ID = "[A-Za-z0-9_-]{1,64}"
_PLACES = re.compile(
    rf"|games|settings|device|(?:game|join|review)/{_ID}|learn(?:/[a-z0-9-]{{1,40}})?|"
    rf"rules(?:/[a-z0-9-]{{1,40}})?|puzzles(?:/[a-z0-9]{{1,40}})?|openings|"
    rf"analysis(?:/(?:game|study)/{_ID})?"
)
_OF_A_GAME = ("game", "join")
_NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Beespace</title>
<h1>The page isn't built</h1>
<p>The server is running, but the page hasn't been built yet.
In a checkout of Beespace, run <code>make play</code> to build it and start the server.</p>
"""


@router.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
async def page(
    request: Request,
    path: str,
    settings: Annotated[Settings, provided(Settings)],
    games: Annotated[Games, provided(Games)],
) -> Response:
    """Serve a file of the page."""
    if path == "api":
        raise ProblemError("not-found", "there is nothing at /api; see /api/docs")
    index = settings.page / "index.html"
    if not index.is_file():
        return HTMLResponse(_NOT_BUILT, 404)
    file = _file(settings.page, path)
    if file is not None:
        is_hashed = file.relative_to(settings.page.resolve()).parts[0] == _HASHED
        headers = {"cache-control": _FOR_EVER if is_hashed else "no-cache"}
        # Hashed files never change, so each is compressed only once.
        accepted = request.headers.get("accept-encoding", "")
        if is_hashed and file.suffix in _PACKED and "gzip" in accepted:
            kind = mimetypes.guess_type(file.name)[0]
            headers |= {"content-encoding": "gzip", "vary": "accept-encoding"}
            packed = await asyncio.to_thread(_packed, file)
            return Response(packed, headers=headers, media_type=kind)
        return FileResponse(file, headers=headers)
    # The page's addresses have no extension. A missing file must not return the page.
    if "." in path.rpartition("/")[2] or path.split("/")[0] == _HASHED:
        raise ProblemError("not-found", "there is no such file")
    # Set the cookie with the page, before it sends several requests at once.
    await guest_of(request)
    headers = {"cache-control": "no-cache"}
    place = path.rstrip("/")
    if not _PLACES.fullmatch(place):
        # The page shows its own "not found" screen.
        return FileResponse(index, 404, headers=headers)
    game = await _game_at(games, place)
    if game is None:
        return FileResponse(index, headers=headers)
    # The guard has checked that the host is one of our names.
    origin = f"{request.url.scheme}://{request.headers['host']}"
    text = await asyncio.to_thread(index.read_text, "utf-8")
    return HTMLResponse(with_preview(text, game, place, origin), headers=headers)


async def _game_at(games: Games, place: str) -> GameSummary | None:
    """Return the game at an address of the page, if any."""
    kind, _, game_id = place.partition("/")
    if kind not in _OF_A_GAME:
        return None
    try:
        async with games.opened(game_id) as game:
            return summary_of(game.stored, [])
    except (ProblemError, StorageError):
        return None


@functools.cache
def _packed(file: Path) -> bytes:
    return gzip.compress(file.read_bytes(), mtime=0)


def _file(folder: Path, path: str) -> Path | None:
    """Return a file in a folder, or None if there is none or the path leaves the folder."""
    folder = folder.resolve()
    try:
        file = (folder / path).resolve()
        return file if file.is_relative_to(folder) and file.is_file() else None
    except (ValueError, OSError):
        return None
