"""The OpenAPI document: FastAPI's, plus the messages of sockets and streams, sorted by topic.

It is generated from the routes and messages, so that it always matches them.
"""

from __future__ import annotations

from typing import Any, Literal

from fastapi import FastAPI
from pydantic import TypeAdapter

from beespace.server.http.cookies import COOKIE
from beespace.server.http.responses import REF
from beespace.server.play.messages.games import Clock
from beespace.server.play.messages.socket import PageMessage, SaidAnswer, ServerMessage
from beespace.server.study.messages import AnalysisPageMessage, AnalysisServerMessage
from beespace.server.sync.messages import LibraryChanged

_SAID: Literal["validation"] = "validation"
_TOLD: Literal["serialization"] = "serialization"
_UNIONS: dict[str, tuple[Any, Literal["validation", "serialization"], str]] = {
    "PageMessage": (PageMessage, _SAID, "Every message that a client can send in a game."),
    "ServerMessage": (ServerMessage, _TOLD, "Every message that the server sends about a game."),
    "SaidAnswer": (SaidAnswer, _TOLD, "The response to a message sent over HTTP."),
    "Clock": (Clock, _SAID, "The time control of a game."),
    "AnalysisPageMessage": (AnalysisPageMessage, _SAID, "Every message from an analysis board."),
    "LibraryChanged": (LibraryChanged, _TOLD, "One of your devices has changed something."),
    "AnalysisServerMessage": (AnalysisServerMessage, _TOLD, "Every message to an analysis board."),
}

# About the field that tells messages apart. Each message has another constant there.
_TYPE = "Says which message this is."

# The topics, with the most wanted ones first.
_TAGS = {
    "games": "Create, list, read and delete games.",
    "playing": "Play and follow games: by requests, server-sent events or a WebSocket.",
    "seats": "Invitations, devices, and tokens for programs.",
    "files": "Games as files and pictures, and imports.",
    "analysis": "Positions, engine analysis and game reviews.",
    "studies": "Saved and shared analyses.",
    "openings": "The opening explorer.",
    "puzzles": "Puzzles and your score.",
    "lessons": "Lessons and the rules reference.",
    "devices": "Your other devices, and what all of them have.",
    "server": "Health, information and metrics.",
}

_SECURITY = {
    "guest": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "A guest. The first response sets the cookie. Over HTTPS, its name begins "
        "with `__Host-`.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A program that plays a seat. A token that opens no seat gets 401.",
    },
    "metrics": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token in BEESPACE_METRICS_TOKEN.",
    },
}


def complete_document(app: FastAPI) -> None:
    """Make an application serve the complete OpenAPI document."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            _complete(plain())
        return plain()

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI's documentation recommends


def _complete(document: dict[str, Any]) -> None:
    components = document["components"]
    components["securitySchemes"] = _SECURITY
    document["security"] = [{}, {"guest": []}, {"token": []}]
    for name, (union, mode, about) in _UNIONS.items():
        schema = TypeAdapter(union).json_schema(mode=mode, ref_template=REF)
        for part, its_schema in schema.pop("$defs", {}).items():
            components["schemas"].setdefault(part, its_schema)
        components["schemas"][name] = {"title": name, "description": about, **schema}
    components["schemas"] = dict(sorted(components["schemas"].items()))
    for schema in components["schemas"].values():
        if "const" in (kind := schema.get("properties", {}).get("type", {})):
            kind.setdefault("description", _TYPE)
    names = list(_TAGS)
    document["tags"] = [{"name": name, "description": text} for name, text in _TAGS.items()]
    document["paths"] = dict(
        sorted(document["paths"].items(), key=lambda entry: names.index(_tag_of(entry[1])))
    )
    for operations in document["paths"].values():
        for operation in operations.values():
            first, _, more = operation["description"].partition("\n")
            operation["summary"] = first.removesuffix(".")
            operation["description"] = more.strip() or first


def _tag_of(operations: dict[str, Any]) -> str:
    first = next(iter(operations.values()))
    tag: str = first["tags"][0]
    return tag
