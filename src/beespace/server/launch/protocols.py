"""uvicorn's HTTP and WebSocket protocols, with limits on what a connection may cost.

uvicorn leaves these limits to a proxy, but people also open this server to their network directly.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, cast

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import SecurityError
from websockets.frames import CloseCode, Frame

from beespace.server.http.connections import Connections
from beespace.server.http.errors import RETRY_AFTER_S
from beespace.server.people.buckets import Bucket
from beespace.server.refusals import LimitName

MOST_HEADER_BYTES = 32_768
MOST_HEADERS = 100
# The bytes around each header: a colon, a space and the end of the line.
_BYTES_PER_HEADER = 4
# Requests that arrive before the first one is answered. Browsers send none.
MOST_PIPELINED = 10
# Browsers also open connections that they use later; they open new ones if these are closed.
HEADER_S = 20
BODY_S = 60
WRITE_S = 30
# The pieces of a WebSocket message, or of a body that comes in chunks of less than 64 bytes.
MOST_FRAGMENTS = 1000
_SMALL_FRAGMENT_BYTES = 64
# What a chunk may have around it: its length in hexadecimal, and the ends of two lines.
_BYTES_PER_CHUNK = 32
# How many bytes of a socket are parsed before the number of frames is checked. An empty frame has
# six, so a read of 256 KB could otherwise hold up everything for a second.
_PARSED_AT_ONCE_BYTES = 512
# How much of a response may wait in memory before more of it is produced.
_MOST_UNSENT_BYTES = 32_768

_BAD_REQUEST = b"400 Bad Request"
_STATUS = {
    LimitName.HEADER_SIZE: b"431 Request Header Fields Too Large",
    LimitName.HEADER_TIME: b"408 Request Timeout",
    LimitName.FRAGMENTS: _BAD_REQUEST,
    LimitName.BODY_TIME: b"408 Request Timeout",
    LimitName.BODY_BYTES: b"503 Service Unavailable\r\nretry-after: %d" % RETRY_AFTER_S,
}


class _TooMuchError(Exception):
    """A client has sent too much. Raised to stop parsing what has arrived."""


class _Patience:
    """Aborts a connection whose client doesn't read what it is sent."""

    def __init__(self, connections: Connections, transport: asyncio.Transport) -> None:
        self._connections = connections
        self._transport = transport
        self._timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self.stop()
        self._timer = asyncio.get_running_loop().call_later(WRITE_S, self._end)
        self._connections.pause(self._transport)

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._connections.resume(self._transport)

    def _end(self) -> None:
        self._connections.refusals.note(LimitName.WRITE_TIME)
        self._transport.abort()


class LimitedHttp(HttpToolsProtocol):
    """HTTP with limits on the size of headers and on the time to send a request."""

    def __init__(self, *arguments: Any, connections: Connections, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._counted = connections
        self._is_in_head = False
        # The bytes of the current head: those received, and those of the parts that are complete.
        # A part that never ends counts only as received.
        self._received = self._complete = self._headers = 0
        self._body_bytes = self._body_pieces = 0
        self._is_new_body = False
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, unless there are too many."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(_MOST_UNSENT_BYTES)
        self._patience = _Patience(self._counted, transport)
        if not self._counted.admit(transport, self.client[0] if self.client else None):
            transport.abort()
            return
        self._expect(LimitName.HEADER_TIME, HEADER_S)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection, so that its memory is free at once."""
        self._counted.remove(self.transport)
        self._expect(None)
        self._patience.stop()
        super().connection_lost(exc)
        # uvicorn leaves these to the garbage collector or a timer, which take long.
        self._unset_keepalive_if_required()
        for cycle, _ in self.pipeline:
            cycle.on_response = _do_nothing
        self.pipeline.clear()

    def data_received(self, data: bytes) -> None:
        """Parse some bytes of a request."""
        if self.transport.is_closing():
            return
        if self._deadline is None and not self._is_in_head:  # the next request
            self._expect(LimitName.HEADER_TIME, HEADER_S)
        self._received += len(data)
        super().data_received(data)
        if self._is_new_body:  # count from here on: this read had a part of the head, too
            self._received = self._body_bytes
            self._is_new_body = False
        # Chunks can have extensions before them, and headers after the last one.
        framing = 0 if self._is_in_head else self._body_bytes + _BYTES_PER_CHUNK * self._body_pieces
        if self._received - framing > MOST_HEADER_BYTES:
            self._refuse(LimitName.HEADER_SIZE)

    def send_400_response(self, msg: str) -> None:
        """Answer a request that can't be parsed."""
        if not self.transport.is_closing():  # otherwise it was refused for its size
            super().send_400_response(msg)

    def on_message_begin(self) -> None:
        """Start counting the bytes of a request's head."""
        if len(self.pipeline) >= MOST_PIPELINED:
            self._counted.refusals.note(LimitName.PIPELINED)
            self.transport.close()
            raise _TooMuchError
        self._is_in_head = True
        self._received = self._complete = self._headers = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Count the address."""
        self._check_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header."""
        self._headers += 1
        self._check_head(len(name) + len(value) + _BYTES_PER_HEADER)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Give the body some time."""
        self._is_in_head = False
        self._body_bytes = self._body_pieces = 0
        self._is_new_body = True
        values = [value for name, value in self.headers if name == b"x-forwarded-for"]
        host = self.client[0] if self.client else None
        self._counted.use(self.transport, host, b", ".join(values).decode("latin1"))
        self._expect(LimitName.BODY_TIME, BODY_S)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Count some bytes of a body."""
        if self.transport.is_closing():
            return
        self._body_bytes += len(body)
        self._body_pieces += 1
        if (
            self._body_pieces > MOST_FRAGMENTS
            and self._body_bytes < _SMALL_FRAGMENT_BYTES * self._body_pieces
        ):
            self._refuse(LimitName.FRAGMENTS)
            raise _TooMuchError
        if not self._counted.take_body(self.transport, self._body_bytes):
            self._refuse(LimitName.BODY_BYTES)
            raise _TooMuchError
        super().on_body(body)

    def on_response_complete(self) -> None:
        """Free the body, and perhaps the connection's place."""
        self._counted.end_request(self.transport)
        if not self.pipeline:
            self._counted.rest(self.transport)
        super().on_response_complete()

    def on_message_complete(self) -> None:
        """Wait for the next request."""
        self._expect(None)
        self._counted.complete_body(self.transport)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket protocol."""
        self._expect(None)
        self._patience.stop()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """Wait until the client reads, but not forever."""
        self._patience.start()
        super().pause_writing()

    def resume_writing(self) -> None:
        """Send more."""
        self._patience.stop()
        super().resume_writing()

    def _check_head(self, size: int) -> None:
        self._complete += size
        if self._complete > MOST_HEADER_BYTES or self._headers > MOST_HEADERS:
            self._refuse(LimitName.HEADER_SIZE)
            raise _TooMuchError

    def _expect(self, limit: LimitName | None, seconds: float = 0) -> None:
        """Refuse the connection after some time, unless called again before then."""
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if limit is not None:
            self._deadline = self.loop.call_later(seconds, self._refuse, limit)

    def _refuse(self, limit: LimitName) -> None:
        if self.transport.is_closing():
            return
        if limit is not LimitName.BODY_BYTES:  # which is counted where it is decided
            self._counted.refusals.note(limit)
        cycle: RequestResponseCycle | None = self.cycle
        if cycle is None or not cycle.response_started:
            status = _STATUS[limit]
            self.transport.write(_answer(status))
        self.transport.close()


def _answer(status: bytes) -> bytes:
    return b"HTTP/1.1 " + status + b"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


def _do_nothing() -> None:
    pass


class LimitedSocket(WebSocketsSansIOProtocol):
    """A WebSocket with limits on frames, on fragments and on unread messages."""

    def __init__(self, *arguments: Any, connections: Connections, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._counted = connections
        self._frames = Bucket(*connections.frames, time.monotonic())

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection over from HTTP."""
        super().connection_made(transport)
        self._patience = _Patience(self._counted, cast(asyncio.Transport, transport))
        self._deadline = self.loop.call_later(HEADER_S, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        self._counted.remove(self.transport)
        self._patience.stop()
        self._deadline.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse some bytes, unless there are too many frames in them."""
        for start in range(0, len(data), _PARSED_AT_ONCE_BYTES):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + _PARSED_AT_ONCE_BYTES])
            if self.conn.handshake_exc is not None:
                self._refuse_handshake(self.conn.handshake_exc)
                return

    def _refuse_handshake(self, error: Exception) -> None:
        """Answer an upgrade that the library can't read, and end the connection.

        The library would throw away whatever comes next, and uvicorn doesn't notice.
        """
        if self.transport.is_closing() or self.handshake_complete:
            return
        is_long = isinstance(error, SecurityError)
        if is_long:
            self._counted.refusals.note(LimitName.HEADER_SIZE)
        self.transport.write(_answer(_STATUS[LimitName.HEADER_SIZE] if is_long else _BAD_REQUEST))
        self.transport.close()

    def _give_up(self) -> None:
        if not self.handshake_complete:
            self._counted.refusals.note(LimitName.HEADER_TIME)
            self.transport.abort()

    def handle_events(self) -> None:
        """Handle the frames that have arrived. The library limits neither their number nor rate."""
        frames = sum(isinstance(event, Frame) for event in self.conn.events)
        if frames and not self._frames.take(time.monotonic(), frames):
            self._counted.refusals.note(LimitName.FRAMES)
            if not self.handshake_complete:
                self.transport.abort()
                return
            self.conn.events.clear()
            self.conn.fail(CloseCode.POLICY_VIOLATION, "too many frames")
            self.handle_parser_exception()
            return
        super().handle_events()

    def handle_cont(self, event: Frame) -> None:
        """Collect a fragment. The library limits their total size, but not their number."""
        if self.close_sent:
            return
        if len(self.frames) >= MOST_FRAGMENTS:
            self._counted.refusals.note(LimitName.FRAGMENTS)
            self.conn.fail(CloseCode.MESSAGE_TOO_BIG, "too many fragments")
            self.handle_parser_exception()
            return
        super().handle_cont(event)

    def pause_writing(self) -> None:
        """Stop reading too: answers to the client's pings must not pile up."""
        self._patience.start()
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Continue to send and read."""
        self._patience.stop()
        super().resume_writing()
        if not self.read_paused:
            self.transport.resume_reading()
