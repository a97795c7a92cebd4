"""The queue of searches: urgent ones first, and clients take turns."""

from __future__ import annotations

import asyncio

import pytest

from beespace.server.problems import ProblemError
from beespace.server.work.queue import FairQueue, Priority
from beespace.server.work.slots import Slots


def test_urgent_searches_come_first() -> None:
    queue: FairQueue[str] = FairQueue()
    for priority in (Priority.REVIEW, Priority.OPENINGS, Priority.HELP, Priority.MOVE):
        queue.push(priority, "ann", priority.name)
    assert [queue.pop() for _ in range(4)] == ["MOVE", "HELP", "OPENINGS", "REVIEW"]
    with pytest.raises(IndexError):
        queue.pop()


def test_a_client_with_many_searches_does_not_delay_others() -> None:
    queue: FairQueue[str] = FairQueue()
    for number in range(50):
        queue.push(Priority.MOVE, "crowd", f"crowd {number}")
    queue.push(Priority.MOVE, "ann", "ann 0")
    queue.push(Priority.MOVE, "ann", "ann 1")
    order = [queue.pop() for _ in range(len(queue))]
    assert order.index("ann 0") == 1
    assert order.index("ann 1") == 3
    assert [one for one in order if one.startswith("crowd")] == [f"crowd {n}" for n in range(50)]


def test_removed_searches_are_skipped() -> None:
    queue: FairQueue[int] = FairQueue()
    for number in (1, 2):
        queue.push(Priority.HELP, "ann", number)
    queue.remove(Priority.HELP, "ann", 1)
    queue.remove(Priority.HELP, "ann", 1)
    queue.remove(Priority.HELP, "bob", 7)
    assert (len(queue), queue.pop(), len(queue)) == (1, 2, 0)


def test_slots_are_given_in_turn_and_returned_by_cancelled_searches() -> None:
    done: list[str] = []

    async def search(slots: Slots, client: str, name: str) -> None:
        async with slots.taken(Priority.HELP, (client,)):
            await asyncio.sleep(0)
            done.append(name)

    async def work() -> None:
        slots = Slots(1)
        async with slots.taken(Priority.HELP, ("ann",)):
            wanted = [("ann", "a1"), ("ann", "a2"), ("ann", "a3"), ("bob", "b1")]
            tasks = [asyncio.create_task(search(slots, *one)) for one in wanted]
            await asyncio.sleep(0)
            assert (slots.running, slots.waiting) == (1, 4)
            tasks[1].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert (slots.running, slots.waiting) == (0, 0)
        async with slots.taken(Priority.HELP, ("ann",)):
            pass

    asyncio.run(work())
    assert done == ["a1", "b1", "a3"]


def test_a_search_cancelled_when_its_turn_has_come_passes_the_slot_on() -> None:
    async def work() -> None:
        slots = Slots(1)

        async def hold() -> None:
            async with slots.taken(Priority.HELP, ("ann",)):
                pass

        async with slots.taken(Priority.HELP, ("ann",)):
            waiting = asyncio.create_task(hold())
            await asyncio.sleep(0)
        waiting.cancel()  # the slot is already its own, but it hasn't run since
        await asyncio.gather(waiting, return_exceptions=True)
        async with asyncio.timeout(60), slots.taken(Priority.HELP, ("bob",)):
            pass

    asyncio.run(work())


def test_a_client_has_a_limit() -> None:
    async def work() -> None:
        slots = Slots(5, most_per_client=2)
        async with slots.taken(Priority.HELP, ("ann",)), slots.taken(Priority.HELP, ("ann",)):
            with pytest.raises(ProblemError, match="too many requests"):
                async with slots.taken(Priority.HELP, ("ann",)):
                    pass
            async with slots.taken(Priority.HELP, ("bob",)):
                pass
        async with slots.taken(Priority.HELP, ("ann",)):
            pass

    asyncio.run(work())


def test_an_address_has_the_same_limit_whoever_its_guests_are() -> None:
    async def work() -> None:
        slots = Slots(5, most_per_client=2)
        first, second = ("ann", "192.0.2.1"), ("bob", "192.0.2.1")
        async with slots.taken(Priority.HELP, first), slots.taken(Priority.HELP, second):
            assert not slots.is_within_limit(("cem", "192.0.2.1"))
            assert slots.is_within_limit(("cem", "192.0.2.2"))

    asyncio.run(work())


def test_an_address_gets_no_more_slots_than_it_may_have() -> None:
    async def work() -> None:
        slots = Slots(2, most_per_address=1)
        order: list[str] = []

        async def hold(guest: str, address: str, until: asyncio.Event) -> None:
            async with slots.taken(Priority.HELP, (guest, address)):
                order.append(guest)
                await until.wait()

        now, never = asyncio.Event(), asyncio.Event()
        now.set()
        first = asyncio.create_task(hold("ann", "192.0.2.1", never))
        second = asyncio.create_task(hold("bob", "192.0.2.1", now))
        third = asyncio.create_task(hold("cem", "192.0.2.2", now))
        await third
        assert (order, slots.running, slots.waiting) == (["ann", "cem"], 1, 1)
        first.cancel()
        await asyncio.gather(first, second, return_exceptions=True)
        assert (order[-1], slots.running, slots.waiting) == ("bob", 0, 0)

    asyncio.run(work())


def test_the_address_with_most_waiting_gives_way() -> None:
    """Before, nine addresses with many requests kept all others out."""
    done: list[str] = []
    refused: list[str] = []

    async def search(slots: Slots, client: str, name: str) -> None:
        try:
            async with slots.taken(Priority.HELP, (client,)):
                done.append(name)
        except ProblemError as error:
            refused.append(f"{name} {error.problem.code}")

    async def work() -> None:
        noted: list[None] = []
        slots = Slots(1, most_waiting=4, when_refused=lambda: noted.append(None))
        async with slots.taken(Priority.HELP, ("ann",)):
            waiting = ("ann", "a1"), ("ann", "a2"), ("bob", "b1"), ("bob", "b2")
            late = ("cem", "c1"), ("cem", "c2"), ("dan", "d1")
            tasks = [asyncio.create_task(search(slots, *one)) for one in (*waiting, *late)]
            await asyncio.sleep(0)
            assert slots.waiting == 4
        await asyncio.gather(*tasks)
        assert len(noted) == 3
        assert slots.running == slots.waiting == 0

    asyncio.run(work())
    # Each newcomer took the place of somebody's second request.
    assert sorted(refused) == ["a2 busy", "b2 busy", "c2 busy"]
    assert sorted(done) == ["a1", "b1", "c1", "d1"]
