"""Descriptions for the OpenAPI document of what FastAPI can't describe itself."""

from __future__ import annotations

from typing import Any

# The address of a schema in the document.
REF = "#/components/schemas/{model}"
METRICS_SECURITY: dict[str, Any] = {"security": [{}, {"metrics": []}]}


def socket_answers(said: str, told: str) -> dict[str, Any]:
    """Return the description of a WebSocket, as an extension, because OpenAPI has none."""
    return {
        "x-websocket": {
            "says": {"$ref": REF.format(model=said)},
            "tells": {"$ref": REF.format(model=told)},
        }
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
