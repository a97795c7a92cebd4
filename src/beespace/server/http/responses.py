"""How routes answer, for FastAPI and for the parts of the OpenAPI document that it can't write."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from starlette.responses import Response

# The address of a schema in the document.
REF = "#/components/schemas/{model}"
# Responses of routes that create something, or return nothing.
CREATED = HTTPStatus.CREATED
NO_CONTENT = HTTPStatus.NO_CONTENT
METRICS_SECURITY: dict[str, Any] = {"security": [{}, {"metrics": []}]}


def socket_route(said: str, told: str) -> dict[str, Any]:
    """Return the options of a route that describes a WebSocket.

    The messages are an extension, because OpenAPI has no WebSockets.
    """
    messages = {
        "says": {"$ref": REF.format(model=said)},
        "tells": {"$ref": REF.format(model=told)},
    }
    return {
        "status_code": HTTPStatus.SWITCHING_PROTOCOLS,
        "response_class": Response,
        "response_description": "The connection becomes a WebSocket",
        "openapi_extra": {"x-websocket": messages},
    }


def told_as_events(union: str, about: str = "") -> dict[int | str, dict[str, Any]]:
    """Return the description of a stream of server-sent events."""
    return {
        200: {
            "description": f"A stream of events. The data of each is a {union} as JSON. {about}"
            "Lines that start with a colon only keep the connection open.",
            "content": {"text/event-stream": {"schema": {"$ref": REF.format(model=union)}}},
        }
    }
