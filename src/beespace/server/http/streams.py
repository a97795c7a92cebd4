"""Server-sent events: a response that stays open and sends one event after the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from dataclasses import dataclass

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

# Comments keep proxies from closing a connection on which nothing happens.
_KEEP_ALIVE_S = 15
_KEEP_ALIVE = b": nothing new\n\n"
_PART_BYTES = 16_384


@dataclass(frozen=True, slots=True)
class StreamedEvent:
    """One event: a line of JSON in pieces, and an id that a browser sends when it reconnects."""

    data: tuple[bytes, ...]
    id: str = ""

    def parts(self) -> Iterator[bytes]:
        """Yield the event as it is sent, in parts that are never long.

        Whoever doesn't read must not keep a copy of everything in memory.
        """
        waiting = b"data: "
        for piece in self.data:
            if len(waiting) + len(piece) <= _PART_BYTES:
                waiting += piece
                continue
            yield waiting
            for start in range(0, len(piece), _PART_BYTES):
                waiting = piece[start : start + _PART_BYTES]
                if start + _PART_BYTES < len(piece):
                    yield waiting
        id_line = f"id: {self.id}\n" if self.id else ""
        yield waiting + f"\n{id_line}\n".encode()


class EventStream(Response):
    """Sends events until they end or the client is gone, and then closes their generator."""

    media_type = "text/event-stream"

    # FastAPI looks up the default of `status_code` for the OpenAPI document.
    def __init__(self, events: AsyncGenerator[StreamedEvent, None], status_code: int = 200) -> None:
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        super().__init__(status_code=status_code, headers=headers)
        del self.headers["content-length"]
        self._events = events

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Send the response."""
        async with aclosing(self._events):
            tasks = {
                asyncio.create_task(self._send(send)),
                asyncio.create_task(_gone(receive)),
            }
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
            for task in done:
                task.result()

    async def _send(self, send: Send) -> None:
        status = {"status": self.status_code, "headers": self.raw_headers}
        await send({"type": "http.response.start", **status})
        coming: asyncio.Task[StreamedEvent] | None = None
        try:
            while True:
                if coming is None:
                    coming = asyncio.create_task(_next(self._events))
                done, _ = await asyncio.wait((coming,), timeout=_KEEP_ALIVE_S)
                parts = coming.result().parts() if done else (_KEEP_ALIVE,)
                coming = None if done else coming
                for part in parts:
                    await send({"type": "http.response.body", "body": part, "more_body": True})
        except StopAsyncIteration:
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            if coming is not None:
                coming.cancel()
                await asyncio.gather(coming, return_exceptions=True)


async def _next(events: AsyncGenerator[StreamedEvent, None]) -> StreamedEvent:
    return await anext(events)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
