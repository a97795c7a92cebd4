"""The API reference as a web page, generated from the OpenAPI document.

The usual viewers load scripts from other sites, which our pages never do.
"""

from __future__ import annotations

import html
import json
from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

router = APIRouter(prefix="/api")

_METHODS = ("get", "post", "put", "delete")
# By the keys of `x-websocket`.
_SENDERS = {"says": "the client", "tells": "the server"}


@router.get("/docs", include_in_schema=False)
async def show_reference(request: Request) -> HTMLResponse:
    """Show all requests and messages as a page."""
    return HTMLResponse("\n".join(_page(request.app.openapi())))


def _page(document: dict[str, Any]) -> Iterator[str]:
    title = html.escape(f"{document['info']['title']} {document['info']['version']}: API")
    yield f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title>'
    yield '<meta name="viewport" content="width=device-width"><meta name="color-scheme" '
    yield 'content="light dark"><style>body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;'
    yield "margin:2rem auto;padding:0 1rem}code,pre{font-size:.9em}pre{overflow:auto}"
    yield "h2{margin-top:2.5rem;border-top:1px solid #8888;padding-top:1rem}</style>"
    yield f"<h1>{title}</h1><p>For programs: "
    yield '<a href="/api/openapi.json">openapi.json</a>.</p>'
    yield "<p>Clients can authenticate in these ways, or not at all:</p><ul>"
    for name, scheme in document["components"]["securitySchemes"].items():
        yield f"<li><b>{html.escape(name)}</b>: {html.escape(scheme['description'])}</li>"
    yield "</ul><nav><ul>"
    for tag in document["tags"]:
        name, about = html.escape(tag["name"]), html.escape(tag["description"])
        yield f'<li><a href="#about-{name}">{name}</a>: {about}</li>'
    yield '<li><a href="#messages">messages</a></li></ul></nav>'
    for tag in document["tags"]:
        name = html.escape(tag["name"])
        yield f'<h1 id="about-{name}">{name.capitalize()}</h1><p>{html.escape(tag["description"])}'
        for path, operations in document["paths"].items():
            for method in _METHODS:
                if tag["name"] in operations.get(method, {}).get("tags", ()):
                    yield from _operation(method.upper(), path, operations[method])
    yield '<h1 id="messages">Messages</h1>'
    for name, schema in document["components"]["schemas"].items():
        text = html.escape(json.dumps(schema, indent=1, ensure_ascii=False))
        about = html.escape(schema.get("description", ""))
        yield f'<h2 id="{html.escape(name)}"><code>{html.escape(name)}</code></h2><p>{about}</p>'
        yield f"<p>{_links(schema)}</p>"
        yield f"<details><summary>fields</summary><pre>{text}</pre></details>"


def _operation(method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    yield f"<h2><code>{method} {html.escape(path)}</code></h2>"
    summary, about = operation["summary"], operation["description"]
    yield f"<p>{html.escape(summary)}.</p>"
    if not about.startswith(summary):
        yield f"<p>{html.escape(about)}</p>"
    yield "<ul>"
    for parameter in operation.get("parameters", []):
        default = json.dumps(parameter["schema"].get("default"))
        more = "required" if parameter.get("required") else f"default {default}"
        yield f"<li>{parameter['in']} <code>{html.escape(parameter['name'])}</code>"
        yield f" ({html.escape(more)}): {html.escape(parameter['description'])}</li>"
    body = operation.get("requestBody", {}).get("content", {})
    for content in body.values():
        yield f"<li>takes {_links(content.get('schema', {}))}</li>"
    socket = operation.get("x-websocket", {})
    for what, schema in socket.items():
        yield f"<li>WebSocket: {_SENDERS[what]} sends {_links(schema)}</li>"
    for status, answer in operation.get("responses", {}).items():
        found = [_links(c.get("schema", {})) for c in answer.get("content", {}).values()]
        yield f"<li>{html.escape(status)}: {', '.join(filter(None, found)) or 'no JSON'}</li>"
    yield "</ul>"


def _links(schema: dict[str, Any]) -> str:
    """Return links to the messages that a schema refers to."""
    parts = [schema, *schema.get("oneOf", []), *schema.get("anyOf", [])]
    names = [part["$ref"].rpartition("/")[2] for part in parts if "$ref" in part]
    return " or ".join(f'<a href="#{html.escape(n)}">{html.escape(n)}</a>' for n in names)
