"""Memory that is no longer needed is given back."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from beespace.server.work import memory
from beespace.server.work.memory import Garbage, give_back_memory, keep_little_memory


@pytest.fixture
def no_collector() -> Iterator[None]:
    """The garbage collector doesn't run by itself."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


class Ring:
    """An object that only the garbage collector can free, with some memory."""

    freed = 0

    def __init__(self) -> None:
        self.itself = self
        self.content = b"x" * 1_000_000

    def __del__(self) -> None:
        Ring.freed += 1


@pytest.mark.usefixtures("no_collector")
def test_garbage_is_collected_when_a_process_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    resident_mb = 100.0
    monkeypatch.setattr(memory, "_resident_mb", lambda: resident_mb)
    garbage = Garbage()
    Ring.freed = 0
    Ring()
    resident_mb = 120
    assert not garbage.collect_if_grown(), "that isn't much"
    assert Ring.freed == 0
    resident_mb = 130
    assert garbage.collect_if_grown()
    assert Ring.freed == 1
    assert not garbage.collect_if_grown(), "not again before it has grown again"


def test_the_memory_of_this_process_is_known() -> None:
    keep_little_memory()
    give_back_memory()
    assert 10 < memory._resident_mb() < 100_000
