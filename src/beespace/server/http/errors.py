"""Error responses: always a `Problem` as JSON, never a traceback."""

from __future__ import annotations

import logging
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from beespace.server.play.messages.games import Problem
from beespace.server.problems import ProblemError
from beespace.server.storage import StorageError

_LOG = logging.getLogger(__name__)


def problem_answer(problem: Problem, status: int) -> Response:
    """Return a problem as a response."""
    return Response(problem.model_dump_json(), status, media_type="application/json")


def not_a_request() -> HTTPException:
    """Return the error for a plain HTTP request to a WebSocket's address."""
    return HTTPException(426, headers={"upgrade": "websocket"})


def add_error_handlers(app: FastAPI) -> None:
    """Turn every error in the application into a `Problem` response."""
    app.add_exception_handler(ProblemError, _answer_error)
    app.add_exception_handler(HTTPException, _answer_http_error)
    app.add_exception_handler(RequestValidationError, _answer_invalid)
    app.add_exception_handler(StorageError, _answer_error)
    app.add_exception_handler(Exception, _answer_mistake)


def error_answer(error: ProblemError | StorageError) -> Response:
    """Return an expected error as a response."""
    if isinstance(error, StorageError):
        _LOG.error("%s", error)
        return problem_answer(Problem(code="storage", text=str(error)), 507)
    answer = problem_answer(error.problem, error.status)
    if error.status == HTTPStatus.UNAUTHORIZED:
        answer.headers["www-authenticate"] = 'Bearer error="invalid_token"'
    return answer


async def _answer_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, (ProblemError, StorageError))
    return error_answer(error)


async def _answer_http_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    phrase = HTTPStatus(error.status_code).phrase.lower()
    is_too_large = error.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    code = "too-large" if is_too_large else phrase.replace(" ", "-")
    problem = Problem(code=code, text=phrase)
    answer = problem_answer(problem, error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def _answer_invalid(_request: Request, error: Exception) -> Response:
    """Say which field is invalid and why, without echoing the input."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    # The first part says where the field is: in the body, the path or the query.
    place = ".".join(str(part) for part in first["loc"][1:]) or str(first["loc"][0])
    if first["type"] == "json_invalid":
        place = f"body, character {first['loc'][-1]}"
    text = _REASONS.get(first["type"], first["msg"])
    return problem_answer(Problem(code="invalid", text=f"{place[:100]}: {text[:300]}"), 422)


# What pydantic says in its own terms.
_REASONS = {
    "json_invalid": "this is not valid JSON",
    "model_attributes_type": "expected a JSON object",
    "extra_forbidden": "unknown field",
    "missing": "this field is required",
}


async def _answer_mistake(request: Request, _error: Exception) -> Response:
    """Hide the details of an internal error. The log has its traceback."""
    _LOG.error("request failed: %s %s", request.method, request.url.path)
    text = "an error in the server; its log has the details"
    return problem_answer(Problem(code="internal", text=text), 500)
