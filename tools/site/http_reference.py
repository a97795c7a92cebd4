"""The reference of the HTTP API as pages for Sphinx, generated from the OpenAPI document."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from beespace.server.app.build import create_app
from beespace.server.settings import Settings

METHODS = ("get", "post", "put", "delete", "patch")
# By the keys of `x-websocket`.
_SENDERS = {"says": "The client sends", "tells": "The server sends"}


def api_document() -> dict[str, Any]:
    """Return the OpenAPI document of the server."""
    with tempfile.TemporaryDirectory() as folder:
        return create_app(Settings(data=Path(folder))).openapi()


def requests_page(document: dict[str, Any]) -> str:
    """Return a page with all requests, by topic."""
    return "\n".join(_requests(document)) + "\n"


def messages_page(document: dict[str, Any]) -> str:
    """Return a page with all messages: the JSON objects in requests, responses and sockets."""
    return "\n".join(_messages(document)) + "\n"


def _requests(document: dict[str, Any]) -> Iterator[str]:
    yield "# HTTP requests"
    yield ""
    yield "Generated from the server's OpenAPI document. `/api/openapi.json` serves it to programs."
    yield "[Playing over the network](../api.md) explains how to use them."
    yield ""
    for scheme in document["components"]["securitySchemes"].values():
        where = "Cookie" if scheme["type"] == "apiKey" else "Bearer token"
        yield f"- **{where}**: {scheme['description']}"
    for tag in document["tags"]:
        yield f"\n## {tag['name'].capitalize()}\n\n{tag['description']}\n"
        for path, operations in document["paths"].items():
            for method in METHODS:
                if tag["name"] in operations.get(method, {}).get("tags", ()):
                    yield from _operation(f"{method.upper()} {path}", operations[method])


def _operation(request: str, operation: dict[str, Any]) -> Iterator[str]:
    summary, about = operation["summary"], operation["description"]
    yield f"### `{request}`\n\n{summary}.\n"
    if not about.startswith(summary):
        yield f"{about}\n"
    for parameter in operation.get("parameters", []):
        needed = ", required" if parameter.get("required") else ""
        schema, about = parameter["schema"], parameter.get("description", "")
        kind = f"{_type(schema)}{_default(schema)}"
        yield f"- `{parameter['name']}` ({parameter['in']}{needed}): {kind}. {about}"
    for content in operation.get("requestBody", {}).get("content", {}).values():
        yield f"- body: {_type(content.get('schema', {}))}"
    for what, schema in operation.get("x-websocket", {}).items():
        yield f"- {_SENDERS[what]}: {_type(schema)}"
    for status, answer in operation.get("responses", {}).items():
        found = [_type(content.get("schema", {})) for content in answer.get("content", {}).values()]
        yield f"- {status}: {', '.join(dict.fromkeys(found)) or answer.get('description', '')}"
    yield ""


def _messages(document: dict[str, Any]) -> Iterator[str]:
    yield "# HTTP messages"
    yield ""
    yield "The JSON objects in [requests](http.md), responses and WebSockets."
    yield "A hex is a list of two integers: the first piece of a game is on `[0, 0]`, east of it is"
    yield "`[1, 0]`, and south-east `[0, 1]`."
    for name, schema in document["components"]["schemas"].items():
        yield f"\n(message-{name.lower()})=\n\n## {name}\n"
        if about := schema.get("description"):
            yield f"{about}\n"
        if "properties" not in schema:
            yield f"{_type(schema)}\n"
            continue
        yield "| field | type | |\n|---|---|---|"
        for field, kind in schema["properties"].items():
            about = " ".join(kind.get("description", "").split())
            cells = (f"{_type(kind)}{_needed(field, kind, schema)}", about)
            yield f"| `{field}` | " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _needed(field: str, kind: dict[str, Any], message: dict[str, Any]) -> str:
    """Return whether a field can be left out, and what the server then assumes."""
    if field in message.get("required", ()) or "const" in kind:
        return ""
    return _default(kind) or ", optional"


def _default(schema: dict[str, Any]) -> str:
    """Return the default of a field or parameter, unless it is empty or null."""
    default = schema.get("default")
    if default in ("", [], None):
        return ""
    text = default if isinstance(default, str) else json.dumps(default)
    return f", default `{text}`"


def _type(schema: dict[str, Any]) -> str:
    """Return a type in a few words, with links to messages."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#message-{name.lower()})"
    for key in ("oneOf", "anyOf", "allOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(_type(part) for part in schema[key]))
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "prefixItems" in schema:
        return "hex"
    if schema.get("type") == "array":
        return f"list of {_type(schema['items'])}" if schema.get("items") else "list"
    if isinstance(schema.get("additionalProperties"), dict):
        return f"object of {_type(schema['additionalProperties'])}"
    return str(schema.get("type", "any"))
