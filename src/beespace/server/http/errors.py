"""Error responses: always a `Problem` as JSON, never a traceback."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from beespace.server.problems import Problem, ProblemError, storage_problem
from beespace.server.storage import DatabaseAwayError, StorageError

_LOG = logging.getLogger(__name__)


# The status of each problem's code. Every other code, such as an illegal move's, means a conflict
# with the state of the game.
STATUS = {
    "cannot-draw": 422,
    "cannot-write": 422,
    "invalid": 422,
    "invalid-notation": 422,
    "invalid-position": 422,
    "invalid-ruleset": 422,
    "no-such-ply": 422,
    "too-costly": 422,
    "too-long": 422,
    "unreadable": 422,
    "unknown-token": 401,
    "forbidden": 403,
    "game-goes-on": 403,
    "no-help": 403,
    "not-your-seat": 403,
    "not-yours": 403,
    "seat-lost": 403,
    "wrong-origin": 403,
    "wrong-secret": 403,
    "no-such-device": 404,
    "no-such-diagram": 404,
    "no-such-edition": 404,
    "no-such-game": 404,
    "no-such-key": 404,
    "no-such-lesson": 404,
    "no-such-puzzle": 404,
    "no-such-step": 404,
    "no-such-study": 404,
    "not-found": 404,
    "too-large": 413,
    "wrong-host": 421,
    "too-many": 429,
    "internal": 500,
    "missing-extra": 501,
    "no-core": 501,
    "busy": 503,
    "database-away": 503,
    "full": 507,
    "storage": 507,
}

# After this time, a client may try again that exceeded a rate or asked a server with too much work.
RETRY_AFTER_S = 5
_FOR_NOW = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)


def problem_answer(problem: Problem, status: int | None = None) -> Response:
    """Return a problem as a response, by default with the status of its code."""
    status = status or STATUS.get(problem.code, HTTPStatus.CONFLICT)
    answer = Response(problem.model_dump_json(), status, media_type="application/json")
    if status in _FOR_NOW:
        answer.headers["retry-after"] = str(RETRY_AFTER_S)
    return answer


def not_a_request() -> HTTPException:
    """Return the error for a plain HTTP request to a WebSocket's address."""
    return HTTPException(426, headers={"upgrade": "websocket"})


def wrong_method() -> HTTPException:
    """Return the error for a request with a method that its address doesn't have."""
    return HTTPException(405)


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
        if not isinstance(error, DatabaseAwayError):  # `play.outages` logs those once
            _LOG.error("%s", error)
        return problem_answer(storage_problem(error))
    answer = problem_answer(error.problem)
    if answer.status_code == HTTPStatus.UNAUTHORIZED:
        answer.headers["www-authenticate"] = 'Bearer error="invalid_token"'
    return answer


async def _answer_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, (ProblemError, StorageError))
    return error_answer(error)


async def _answer_http_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if why := _why_unreadable(error.__cause__):
        return problem_answer(Problem(code="invalid", text=f"body: this is not valid JSON: {why}"))
    phrase = HTTPStatus(error.status_code).phrase.lower()
    is_too_large = error.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    code = "too-large" if is_too_large else phrase.replace(" ", "-")
    problem = Problem(code=code, text=phrase)
    answer = problem_answer(problem, error.status_code)
    answer.headers.update(error.headers or {})
    return answer


def _why_unreadable(cause: BaseException | None) -> str | None:
    """Return why a body can't be parsed, in the cases that FastAPI doesn't distinguish."""
    if isinstance(cause, RecursionError):
        return "it is nested too deeply"
    if isinstance(cause, UnicodeDecodeError):
        return f"it is not UTF-8 at byte {cause.start}"
    if isinstance(cause, ValueError):  # Python's limit for the conversion of numbers
        return "a number has too many digits"
    return None


async def _answer_invalid(_request: Request, error: Exception) -> Response:
    """Say which field is invalid and why, without echoing the input."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    # The first part says where the field is: in the body, the path or the query.
    place, *path = first["loc"]
    return problem_answer(
        Problem(code="invalid", text=invalid_text({**first, "loc": path}, str(place)))
    )


def invalid_text(error: Mapping[str, Any], place: str = "body") -> str:
    """Return what pydantic finds wrong with a field, in our words."""
    kind, path = error["type"], error["loc"]
    where = ".".join(str(part) for part in path) or place
    if kind == "json_invalid":
        where = f"{place}, character {path[-1]}" if path else place
    reason = _REASONS.get(kind, "this isn't valid here").format_map(error.get("ctx", {}))
    return f"{where[:100]}: {reason[:300]}"


def invalid_message(error: ValidationError | ValueError) -> str:
    """Return what is wrong with a message on a socket, in our words."""
    if not isinstance(error, ValidationError):
        return "message: this isn't valid text"
    return invalid_text(error.errors(include_input=False, include_url=False)[0], "message")


# What pydantic says in its own terms, by its names for kinds of errors.
_REASONS = {
    "json_invalid": "this is not valid JSON",
    "missing": "this field is required",
    "extra_forbidden": "unknown field",
    "union_tag_invalid": "unknown type; expected one of {expected_tags}",
    "union_tag_not_found": "the field {discriminator} is required",
    "literal_error": "expected {expected}",
    "value_error": "{error}",
    **dict.fromkeys(("model_attributes_type", "model_type", "dict_type"), "expected a JSON object"),
    **dict.fromkeys(("string_type", "string_unicode"), "expected a text"),
    **dict.fromkeys(("bool_type", "bool_parsing"), "expected true or false"),
    **dict.fromkeys(("list_type", "tuple_type"), "expected a list"),
    **dict.fromkeys(
        ("int_type", "int_parsing", "int_parsing_size", "int_from_float"), "expected a whole number"
    ),
    **dict.fromkeys(("float_type", "float_parsing", "finite_number"), "expected a number"),
    "string_pattern_mismatch": "this has the wrong format",
    "string_too_long": "at most {max_length} characters are allowed",
    "string_too_short": "at least {min_length} characters are required",
    "too_long": "at most {max_length} items are allowed",
    "too_short": "at least {min_length} items are required",
    "greater_than_equal": "the least is {ge}",
    "greater_than": "this must be more than {gt}",
    "less_than_equal": "the most is {le}",
    "less_than": "this must be less than {lt}",
}


async def _answer_mistake(request: Request, _error: Exception) -> Response:
    """Hide the details of an internal error. The log has its traceback."""
    _LOG.error("request failed: %s %s", request.method, request.url.path)
    text = "an error in the server; its log has the details"
    return problem_answer(Problem(code="internal", text=text))
