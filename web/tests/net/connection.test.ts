import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Connection } from "../../src/net/connection";
import { FakeSocket } from "./fakeSocket";

const events = { opened: vi.fn(), message: vi.fn(), closed: vi.fn<(code: number) => boolean>() };
let connection: Connection<object, object>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.reset();
  for (const mock of Object.values(events)) mock.mockClear();
  events.closed.mockReturnValue(true);
  connection = new Connection(() => `/api/x?attempt=${FakeSocket.made.length}`, events);
});
afterEach(() => {
  connection.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("messages go both ways once it is open", () => {
  expect(connection.say({ type: "early" })).toBe(false);
  FakeSocket.last.open();
  expect(events.opened).toHaveBeenCalledOnce();
  expect(connection.say({ type: "hello" })).toBe(true);
  expect(FakeSocket.last.sent).toEqual([{ type: "hello" }]);
  FakeSocket.last.hear({ type: "answer" });
  expect(events.message).toHaveBeenCalledWith({ type: "answer" });
});

test("it reconnects after pauses that grow up to eight seconds, and asks for the path each time", () => {
  for (const wait of [300, 600, 1200, 2400, 4800, 8000, 8000]) {
    const before = FakeSocket.made.length;
    FakeSocket.last.close(1006);
    vi.advanceTimersByTime(wait - 1);
    expect(FakeSocket.made).toHaveLength(before);
    vi.advanceTimersByTime(1);
    expect(FakeSocket.made).toHaveLength(before + 1);
  }
  expect(FakeSocket.last.url).toMatch(/^ws:.*\/api\/x\?attempt=7$/);
});

test("after a success the pauses are short again", () => {
  FakeSocket.last.close();
  vi.advanceTimersByTime(300);
  FakeSocket.last.open();
  FakeSocket.last.close();
  vi.advanceTimersByTime(300);
  expect(FakeSocket.made).toHaveLength(3);
});

test("it stays closed if its owner wants so", () => {
  events.closed.mockReturnValue(false);
  FakeSocket.last.close(4404);
  expect(events.closed).toHaveBeenCalledWith(4404);
  vi.advanceTimersByTime(60_000);
  connection.hurry();
  expect(FakeSocket.made).toHaveLength(1);
});

test("hurrying connects at once, but only if it is waiting", () => {
  connection.hurry();
  expect(FakeSocket.made).toHaveLength(1);
  FakeSocket.last.close();
  connection.hurry();
  expect(FakeSocket.made).toHaveLength(2);
  vi.advanceTimersByTime(1000);
  expect(FakeSocket.made).toHaveLength(2);
});

test("a replaced connection has nothing more to say", () => {
  const old = FakeSocket.last;
  old.open();
  connection.replace();
  expect(events.closed).not.toHaveBeenCalled();
  old.hear({ type: "late" });
  expect(events.message).not.toHaveBeenCalled();
  expect(FakeSocket.made).toHaveLength(2);
});
