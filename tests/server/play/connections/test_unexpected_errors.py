"""Errors in a connection that nobody expects are in the log."""

from __future__ import annotations

import logging
from typing import NoReturn

import pytest
from websockets.sync.client import connect

from beespace.server.play.routes.socket import _Connection
from support.server.serving import Served, wait_until


@pytest.mark.parametrize(
    ("method", "doing"),
    [
        ("_read", "reading its messages"),
        ("_write", "sending it messages"),
        ("_measure", "measuring its delay"),
    ],
)
def test_an_unexpected_error_is_logged(
    method: str,
    doing: str,
    served: Served,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def fail(_self: _Connection) -> NoReturn:
        raise ZeroDivisionError("a mistake of ours")

    monkeypatch.setattr(_Connection, method, fail)
    game = served.new_game()["id"]
    address = f"ws://127.0.0.1:{served.port}/api/games/{game}/socket"
    with caplog.at_level(logging.ERROR), connect(address):
        wait_until(lambda: doing in caplog.text)
    assert f"game {game}: an unexpected error in a connection, while {doing}" in caplog.text
    assert "ZeroDivisionError: a mistake of ours" in caplog.text


def test_a_connection_that_ends_logs_nothing(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR), served.page(served.new_game()["id"]):
        pass
    assert "unexpected" not in caplog.text
