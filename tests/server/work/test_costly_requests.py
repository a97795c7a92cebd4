"""Costly requests run in other processes, a few per client, and never in the games' interpreter."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import ClientConnection, connect

from beespace.rules import Board
from beespace.server.problems import ProblemError
from beespace.server.refusals import LimitName, Refusals
from beespace.server.settings import Limits, Settings
from beespace.server.work.process import WorkerDiedError, WorkerProcess
from beespace.server.work.service import Workers
from support.repository import REPOSITORY
from support.server.friends import OPENING, friends, play_both
from support.server.jobs import double, eat_memory, fail, kill_itself, sleep_for_ever, use_memory
from support.server.processes import started
from support.server.raw import refused
from support.server.serving import TIMEOUT_S, Served, serving, wait_until

OPEN = {"host": "0.0.0.0"}


def long_line(plies: int) -> list[str]:
    """Return a game in which two ants walk back and forth after the opening."""
    board = Board("Base")
    moves = [r"wS1", r"bS1 wS1-", r"wQ -wS1", r"bQ bS1-", r"wA1 -wQ", r"bA1 bQ-"]
    for text in moves:
        board.push_uhp(text)
    steps = [r"wA1 \wQ", r"bA1 bQ/", r"wA1 -wQ", r"bA1 bQ-"]
    while len(moves) < plies:
        moves.append(steps[(len(moves) - 6) % 4])
    return moves


def cpu_s(pid: int) -> float:
    """Return the processor time of a process without its children."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def children_of(pid: int) -> list[int]:
    # The server of a test may have started them in another thread than the first.
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(one) for file in lists for one in file.read_text().split()]


def memory_mb(pid: int) -> float:
    """Return the memory of a process and its children."""
    total = 0.0
    for one in (pid, *children_of(pid)):
        status = Path(f"/proc/{one}/status").read_text()
        (line,) = (line for line in status.splitlines() if line.startswith("VmRSS"))
        total += int(line.split()[1]) / 1024
    return total


def test_the_games_interpreter_does_none_of_the_work(tmp_path: Path) -> None:
    """Before, all of this took its time from everybody's moves."""
    with (
        started("--port", "0", "--no-browser", "--data", tmp_path) as server,
        Served(server.port()) as served,
    ):
        line = long_line(300)
        text = f"Base;InProgress;White[151];{';'.join(line)}"
        game = served.http.post("/api/imports", json={"text": text}).json()["games"][0]["id"]
        paths = [f"/api/games/{game}/drawing?format=png&ply={ply}" for ply in range(0, 300, 20)]
        position = {"ruleset": "Base", "moves": line}

        def ask(*, first: int, last: int) -> None:
            for path in paths[first:last]:
                assert served.http.get(path).status_code == 200
                for question, body in (
                    ("turn", position),
                    ("why", {**position, "piece": "wQ"}),
                    ("read", {"text": text}),
                ):
                    answer = served.http.post(f"/api/analysis/{question}", json=body)
                    assert answer.status_code == 200, answer.text

        ask(first=0, last=5)  # starts the processes
        pid = server.process.pid
        (helper,) = children_of(pid)
        own, others = cpu_s(pid), cpu_s(helper)
        ask(first=5, last=15)
        own, others = cpu_s(pid) - own, cpu_s(helper) - others
        assert others > 3 * own, f"{own:.2f} s here, {others:.2f} s in another process"


@pytest.mark.parametrize("pieces", [29, 1800])
def test_positions_with_too_many_pieces_are_refused_at_once(served: Served, pieces: int) -> None:
    """Before, 60 stacks of 30 pieces took 100 ms each."""
    stacks = [{"hex": [n, 0], "pieces": ["wQ"] * min(30, pieces)} for n in range(-(-pieces // 30))]
    answer = served.http.post(
        "/api/analysis/set-up", json={"ruleset": "Base", "color": "w", "stacks": stacks}
    )
    assert answer.status_code == 422, answer.text
    assert answer.json()["code"] == "invalid"


def test_a_drawing_is_made_once(tmp_path: Path) -> None:
    with serving(tmp_path, computation_time_s=5) as served:
        game = served.new_game()["id"]
        first = served.http.get(f"/api/games/{game}/drawing").content
        processes = _processes()
        assert processes
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            assert served.http.get(f"/api/games/{game}/drawing").content == first
        finally:
            for process in _processes():
                os.kill(process, signal.SIGCONT)


def _processes() -> list[int]:
    return [
        pid
        for pid in children_of(os.getpid())
        if b"server.work.child" in Path(f"/proc/{pid}/cmdline").read_bytes()
    ]


def test_chats_count_as_storage(tmp_path: Path) -> None:
    """Before, an address could store 180 MB of them in an hour."""
    with (
        serving(tmp_path, limits=Limits(address_storage=(1000, 0.001))) as served,
        friends(served) as pair,
        pair.pages() as (white, black),
    ):
        for _ in range(3):
            white.say("chat", text="x" * 200)
            assert black.hear("chat")["line"]["text"] == "x" * 200
        white.say("chat", text="x" * 200)
        for _ in range(3):
            white.hear("chat")
        assert white.hear("problem")["problem"]["code"] == "full"
        play_both(white, black, OPENING[:1])


# Workers


@pytest.fixture
def importable_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let worker processes import the jobs of the tests."""
    monkeypatch.setenv("PYTHONPATH", str(REPOSITORY / "tests"))


def use_workers(settings: Settings, use: Callable[[Workers], Awaitable[None]]) -> Refusals:
    """Use the workers of a server, and end them. Return what they refused."""
    refusals = Refusals()

    async def work() -> None:
        workers = Workers(settings, refusals)
        try:
            await use(workers)
        finally:
            await workers.aclose()

    asyncio.run(work())
    return refusals


@contextlib.asynccontextmanager
async def busy(workers: Workers, *clients: tuple[str, ...], chars: int = 0) -> AsyncIterator[None]:
    """Clients, each with a computation that never ends by itself."""
    held = [
        asyncio.create_task(workers.run(names, sleep_for_ever, chars=chars)) for names in clients
    ]
    await asyncio.sleep(0)
    try:
        yield
    finally:
        for task in held:
            task.cancel()
        await asyncio.gather(*held, return_exceptions=True)


@pytest.mark.usefixtures("importable_jobs")
@pytest.mark.parametrize("function", [sleep_for_ever, kill_itself, eat_memory])
def test_a_computation_that_never_ends_is_given_up(tmp_path: Path, function: object) -> None:
    assert callable(function)

    async def use(workers: Workers) -> None:
        with pytest.raises(ProblemError, match="takes too long"):
            await workers.run(("ann",), function)
        assert await workers.run(("ann",), double, 2) == 4
        with pytest.raises(ProblemError, match="some text"):
            await workers.run(("ann",), fail)

    refusals = use_workers(Settings(tmp_path, workers=1, computation_time_s=3), use)
    assert refusals.counts[LimitName.COMPUTATION_TIME] == 1


@pytest.mark.usefixtures("importable_jobs")
def test_a_client_may_ask_for_a_few_computations_at_once(tmp_path: Path) -> None:
    async def use(workers: Workers) -> None:
        async with busy(workers, ("ann", "::"), ("ann", "::")):
            with pytest.raises(ProblemError, match="too many requests"):
                await workers.run(("bob", "::"), double, 1)
        assert await workers.run(("bob", "::"), double, 1) == 2

    refusals = use_workers(Settings(tmp_path, workers=1, computations_per_client=2), use)
    assert refusals.counts[LimitName.COMPUTATIONS] == 1


@pytest.mark.usefixtures("importable_jobs")
def test_a_computation_waits_only_so_long(tmp_path: Path) -> None:
    async def use(workers: Workers) -> None:
        async with busy(workers, ("ann",)):
            with pytest.raises(ProblemError, match="busy"):
                await workers.run(("bob",), double, 1)
            assert workers.waiting == 0
        assert await workers.run(("bob",), double, 1) == 2

    refusals = use_workers(Settings(tmp_path, workers=1, computation_wait_s=0.2), use)
    assert refusals.counts[LimitName.COMPUTATIONS] == 1


@pytest.mark.usefixtures("importable_jobs")
@pytest.mark.parametrize("chars", [10, 1_900_000], ids=["short", "long"])
def test_an_address_never_holds_all_processes(tmp_path: Path, chars: int) -> None:
    """Before, another's drawing took 10 s, and a set-up got 503."""

    async def use(workers: Workers) -> None:
        guests = [("ann", "192.0.2.1"), ("bob", "192.0.2.1")]
        if chars > 10:  # not even two addresses with long texts
            guests += [("cem", "192.0.2.2")]
        async with busy(workers, *guests, chars=chars), asyncio.timeout(TIMEOUT_S):
            assert await workers.run(("dee", "192.0.2.3"), double, 1) == 2
            assert workers.waiting == len(guests) - 1

    use_workers(Settings(tmp_path, computation_wait_s=600, computation_time_s=600), use)


@pytest.mark.usefixtures("importable_jobs")
def test_a_process_outlives_neither_its_server_nor_its_death() -> None:
    async def work() -> int:
        process = WorkerProcess()
        pid = await process.call(os.getpid)
        with pytest.raises(WorkerDiedError):
            await process.call(kill_itself)
        assert await process.call(os.getpid) != pid
        assert process._process is not None
        pid = process._process.pid
        await process.close()
        return pid

    pid = asyncio.run(work())
    assert not Path(f"/proc/{pid}").exists()


@pytest.mark.usefixtures("importable_jobs")
def test_a_process_that_used_much_memory_is_replaced() -> None:
    async def work() -> None:
        process = WorkerProcess(most_mb=100)
        first = await process.call(os.getpid)
        assert await process.call(os.getpid) == first
        assert await process.call(use_memory) == 100 << 20
        assert await process.call(os.getpid) != first
        await process.close()

    asyncio.run(work())


# Analysis boards


@contextlib.contextmanager
def thinking(served: Served) -> Iterator[ClientConnection]:
    headers = {"x-forwarded-for": "192.0.2.1", **served.cookie()}
    address = f"ws://127.0.0.1:{served.port}/api/analysis/socket"
    with connect(address, additional_headers=headers) as client:
        yield client


def think(client: ClientConnection, number: int = 1) -> None:
    said = {"type": "think", "id": number, "position": {"ruleset": "Base+MLP"}, "lines": 1}
    client.send(json.dumps(said))


def hear(client: ClientConnection) -> dict[str, object]:
    message: dict[str, object] = json.loads(client.recv(TIMEOUT_S))
    return message


def test_idle_boards_keep_no_memory(tmp_path: Path) -> None:
    """Before, each kept 16 MB: 3.2 GB for 192 of them."""
    with (
        started("--port", "0", "--no-browser", "--data", tmp_path) as server,
        Served(server.port()) as served,
    ):
        before = 0.0
        with contextlib.ExitStack() as stack:
            for number in range(24):
                board = stack.enter_context(thinking(served))
                think(board)
                while hear(board)["depth"] < 6:  # type: ignore[operator]
                    pass
                board.send(json.dumps({"type": "stop"}))
                if number == 7:
                    before = memory_mb(server.process.pid)
            growth = memory_mb(server.process.pid) - before
    assert growth < 60, f"16 more boards took {growth:.0f} MB"


def test_a_guest_and_an_address_have_two_analyses(tmp_path: Path) -> None:
    """Before, 40 sockets of one address took all slots for ten minutes."""
    with (
        serving(tmp_path, proxies=("127.0.0.0/8",), most_analyses=4) as served,
        thinking(served) as first,
        thinking(served.guest()) as second,
        thinking(served.guest()) as third,
    ):
        for client in (first, second):
            think(client)
            assert hear(client)["type"] == "thought"
        think(third)
        told = hear(third)
        assert (told["type"], told["reason"]) == ("ended", "full")
        first.close()
        # Its slot is free as soon as its search has stopped.
        deadline = time.monotonic() + TIMEOUT_S
        while told["type"] != "thought":
            assert time.monotonic() < deadline
            time.sleep(0.2)  # Asking without a pause would exceed the limit on messages.
            think(third)
            told = hear(third)


def test_the_messages_of_an_analysis_board_are_limited(tmp_path: Path) -> None:
    """Before, 3,640 in ten seconds delayed everybody's moves by 438 ms."""
    with serving(tmp_path, limits=Limits(message=(5, 0.001)), **OPEN) as served:
        with thinking(served) as client:
            for _ in range(30):
                client.send(json.dumps({"type": "stop"}))
            told = hear(client)
            assert told["type"] == "problem"
            assert told["problem"]["code"] == "too-many"  # type: ignore[index]
            with pytest.raises(ConnectionClosedError, match="1008"):
                list(client)
        wait_until(lambda: "beespace_refused" in served.http.get("/api/metrics").text)


# Reviews and storage


def test_a_client_may_have_a_few_reviews(tmp_path: Path) -> None:
    """Before, one address could queue an hour of reviews."""
    over = "Base;WhiteWins;White[2];wS1;bS1 wS1-"
    settings = {"review_nodes": 50_000_000, "reviews_per_client": 2, **OPEN}
    with serving(tmp_path, **settings) as served:
        text = "\n".join([over] * 4)
        games = served.http.post("/api/imports", json={"text": text}).json()["games"]
        answers = [served.http.post(f"/api/games/{game['id']}/review") for game in games]
        assert [answer.status_code for answer in answers] == [200, 200, 429, 429]
        assert answers[-1].json()["code"] == "too-many"
        with served.guest() as other:  # at the same address
            answer = other.http.post(f"/api/games/{games[3]['id']}/review")
            assert answer.status_code == 429
        assert refused(served, LimitName.REVIEWS) == 3


def test_a_guest_can_store_so_much(tmp_path: Path) -> None:
    """Before, 40 imports stored 92 MB."""
    limits = Limits(storage=20_000, address_storage=(30_000, 0.001))
    with serving(tmp_path, limits=limits, **OPEN) as served:
        text = "\n".join(["Base;InProgress;White[2];wS1;bS1 wS1-"] * 20)

        def store(by: Served) -> httpx.Response:
            return by.http.post("/api/imports", json={"text": text})

        statuses = [store(served).status_code for _ in range(12)]
        assert statuses[0] == 200
        assert statuses[-1] == 507
        assert statuses == sorted(statuses)
        kept = served.http.get("/api/games").json()["total"]
        assert kept == 20 * statuses.count(200)
        with served.guest() as other:
            statuses = [store(other).status_code for _ in range(12)]
            assert statuses[-1] == 507, "the address has stored too much"
            assert "network" in store(other).json()["text"]
        before = refused(served, LimitName.STORAGE)
        with served.guest() as other:
            assert store(other).status_code == 507
        assert refused(served, LimitName.STORAGE) == before + 1


@pytest.mark.parametrize("path", ["sync", "imports", "studies", "analysis/read", "analysis/write"])
def test_bodies_with_many_parts_never_cost_the_games_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """Before, 128 KB of unknown fields took 35 ms in the games' interpreter."""
    elsewhere: list[str] = []
    run = Workers.run

    async def noted(self: Workers, names: tuple[str, ...], function: Any, *values: Any) -> Any:
        elsewhere.append(function.__name__)
        return await run(self, names, function, *values)

    monkeypatch.setattr(Workers, "run", noted)
    with serving(tmp_path) as served:

        def post(body: object) -> str:
            answer = served.http.post(f"/api/{path}", json=body)
            assert answer.status_code == 422, answer.text
            return str(answer.json()["text"])

        assert post({f"field{number}": 0 for number in range(8000)}) == "body: too many fields"
        assert not elsewhere
        post({"rows": [0] * 40_000, "text": 0})
        assert elsewhere == ["_check"]
