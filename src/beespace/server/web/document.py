"""The OpenAPI document: that of the routes, with all that sockets and streams say, and in order.

Everything in it is made from the routes and the messages, so that it cannot say anything else.
"""

from __future__ import annotations

from typing import Any, Literal

from fastapi import FastAPI
from pydantic import TypeAdapter

from beespace.server.messages.games import Clock
from beespace.server.messages.socket import PageMessage, SaidAnswer, ServerMessage
from beespace.server.messages.study import AnalysisPageMessage, AnalysisServerMessage
from beespace.server.web.guests import COOKIE

_REF = "#/components/schemas/{model}"
_SAID: Literal["validation"] = "validation"
_TOLD: Literal["serialization"] = "serialization"
_UNIONS: dict[str, tuple[Any, Literal["validation", "serialization"], str]] = {
    "PageMessage": (PageMessage, _SAID, "All that can be said in a game."),
    "ServerMessage": (ServerMessage, _TOLD, "All that the server tells of a game."),
    "SaidAnswer": (SaidAnswer, _TOLD, "What is answered to what was said over HTTP."),
    "Clock": (Clock, _SAID, "How much time the players have."),
    "AnalysisPageMessage": (AnalysisPageMessage, _SAID, "What an analysis board can say."),
    "AnalysisServerMessage": (AnalysisServerMessage, _TOLD, "What an analysis board is told."),
}

# The order in which people look for something.
_TAGS = {
    "games": "Games: beginning, listing, reading and forgetting them.",
    "playing": "What is said and told in a game: by requests, server-sent events or a WebSocket.",
    "seats": "Who plays: invitations, devices, tokens.",
    "files": "Games as files and pictures, and games from files.",
    "analysis": "Positions, the engine's opinion of them, and reviews of games.",
    "studies": "Analyses that are kept and shared.",
    "openings": "What was played in openings.",
    "puzzles": "Puzzles and how a guest does with them.",
    "lessons": "Lessons and the rules to look up.",
    "server": "The server itself.",
}

_SECURITY = {
    "guest": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "A guest: the first answer brings the cookie.",
    },
    "token": {
        "type": "http",
        "scheme": "bearer",
        "description": "A program that plays a seat. A token that opens no seat is answered 401.",
    },
    "metrics": {
        "type": "http",
        "scheme": "bearer",
        "description": "The token in BEESPACE_METRICS_TOKEN.",
    },
}
METRICS_SECURITY: dict[str, Any] = {"security": [{}, {"metrics": []}]}


def socket_answers(said: str, told: str) -> dict[str, Any]:
    """How the address of a socket is described: OpenAPI has no words of its own for it."""
    return {
        "x-websocket": {
            "says": {"$ref": _REF.format(model=said)},
            "tells": {"$ref": _REF.format(model=told)},
        }
    }


def told_as_events(union: str) -> dict[int | str, dict[str, Any]]:
    """How a stream of server-sent events is described."""
    return {
        200: {
            "description": f"Events without an end. The data of each is a {union} as JSON, its id "
            "the revision that it led to; lines that begin with a colon only keep the "
            "connection open.",
            "content": {"text/event-stream": {"schema": {"$ref": _REF.format(model=union)}}},
        }
    }


def complete_document(app: FastAPI) -> None:
    """Let an application's OpenAPI document be a complete one."""
    plain = app.openapi

    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            _complete(plain())
        return plain()

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI's guide says to do it


def _complete(document: dict[str, Any]) -> None:
    components = document["components"]
    components["securitySchemes"] = _SECURITY
    document["security"] = [{}, {"guest": []}, {"token": []}]
    for name, (union, mode, about) in _UNIONS.items():
        schema = TypeAdapter(union).json_schema(mode=mode, ref_template=_REF)
        for part, its_schema in schema.pop("$defs", {}).items():
            components["schemas"].setdefault(part, its_schema)
        components["schemas"][name] = {"title": name, "description": about, **schema}
    components["schemas"] = dict(sorted(components["schemas"].items()))
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
