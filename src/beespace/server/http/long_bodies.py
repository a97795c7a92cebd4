"""Routes for requests with long texts, such as files with games.

A body with very many fields is refused unread, because reporting a hundred thousand wrong fields
takes seconds. Long bodies, and those with many parts, are first checked in another process.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from fastapi import APIRouter, Request
from fastapi.routing import APIRoute
from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect
from starlette.responses import Response

from beespace.server.http.errors import invalid_text
from beespace.server.http.guard import MOST_SHORT_BODY_BYTES
from beespace.server.http.limits import address_of
from beespace.server.http.services import Services
from beespace.server.problems import ProblemError
from beespace.server.work.service import Workers

# The most names and texts in a body: enough for the rows of a page that synchronizes.
_MOST_STRINGS = 3000
# With fewer parts, even wrong ones are described in a few milliseconds.
_FEW_PARTS = 1000

_Handler = TypeVar("_Handler", bound=Callable[..., Any])


def takes_long_body(
    router: APIRouter, method: str, path: str, **options: Any
) -> Callable[[_Handler], _Handler]:
    """Add a route like `router.post`, for bodies of up to `MOST_BODY_BYTES`."""

    def add(handler: _Handler) -> _Handler:
        router.add_api_route(
            path, handler, methods=[method], route_class_override=LongBodyRoute, **options
        )
        return handler

    return add


class LongBodyRoute(APIRoute):
    """A route that checks long bodies in another process. `Guard` must know its path."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler, with the check before it."""
        handle = super().get_route_handler()
        assert self.body_field is not None, "the route has no body"
        model: type[BaseModel] = self.body_field.field_info.annotation  # type: ignore[assignment]

        async def check_and_handle(request: Request) -> Response:
            try:
                body = await request.body()
            except ClientDisconnect:
                return Response(status_code=400)  # nobody will read it
            _check_strings(body)
            if len(body) > MOST_SHORT_BODY_BYTES or body.count(b",") > _FEW_PARTS:
                services: Services = request.app.state.services
                names = (address_of(request.scope),)
                await services[Workers].run(names, _check, model, body)
            return await handle(request)

        return check_and_handle


def _check_strings(body: bytes) -> None:
    # A quotation mark begins or ends a string, unless there is a backslash before it. No backslash
    # can be before the one that begins it, so this counts every string once or twice.
    if body.count(b'"') - body.count(b'\\"') > 2 * _MOST_STRINGS:
        raise ProblemError("invalid", "body: too many fields")


def _check(model: type[BaseModel], body: bytes) -> None:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError):
        raise ProblemError("invalid", "body: this is not valid JSON") from None
    try:
        model.model_validate(data)
    except ValidationError as error:
        raise ProblemError("invalid", invalid_text(error.errors()[0])) from None
