import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { GameSocket } from "../../src/net/socket";
import { FakeSocket } from "./fakeSocket";

// As for a game that isn't stored in this browser.
vi.mock("../../src/net/choice", async () => {
  const { server } = await import("../../src/net/server");
  return { backendFor: () => server };
});

const events = {
  message: vi.fn(),
  connected: vi.fn(),
  missing: vi.fn(),
  seatLost: vi.fn(),
  revision: vi.fn((): number | null => null),
  patienceMs: () => 6000,
};
let socket: GameSocket;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.reset();
  vi.clearAllMocks();
  events.revision.mockReturnValue(null);
  socket = new GameSocket("g1", events);
});
afterEach(() => {
  socket.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("it names the last revision it knows when it connects again", () => {
  expect(FakeSocket.last.url).toMatch(/\/api\/games\/g1\/socket$/);
  FakeSocket.last.open();
  events.revision.mockReturnValue(12);
  FakeSocket.last.close(1006);
  expect(events.connected.mock.calls).toEqual([[true], [false]]);
  vi.advanceTimersByTime(300);
  expect(FakeSocket.last.url).toMatch(/\?since=12$/);
});

test("after some silence it asks, and replaces a connection that doesn't answer", () => {
  FakeSocket.last.open();
  vi.advanceTimersByTime(5999);
  expect(FakeSocket.last.sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.last.sent).toEqual([{ type: "clock" }]);
  vi.advanceTimersByTime(4999);
  expect(FakeSocket.made).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(FakeSocket.made).toHaveLength(2);
  expect(events.connected).toHaveBeenLastCalledWith(false);
});

test("an answer shows that the connection is alive", () => {
  FakeSocket.last.open();
  vi.advanceTimersByTime(6000);
  FakeSocket.last.hear({ type: "clock", clock: null });
  vi.advanceTimersByTime(5500);
  expect(FakeSocket.made).toHaveLength(1);
});

test("nobody answers a pong, so none is expected", () => {
  FakeSocket.last.open();
  socket.say({ type: "pong", id: 1 });
  vi.advanceTimersByTime(5500);
  expect(FakeSocket.made).toHaveLength(1);
});

test("a connection that doesn't open is replaced", () => {
  vi.advanceTimersByTime(8000);
  expect(FakeSocket.made).toHaveLength(2);
});

test("a missing game is final, and a lost seat isn't", () => {
  FakeSocket.last.open();
  FakeSocket.last.close(4403);
  expect(events.seatLost).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(300);
  expect(FakeSocket.made).toHaveLength(2);
  FakeSocket.last.close(4404);
  expect(events.missing).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.made).toHaveLength(2);
});

test("it checks the connection when the network comes back", () => {
  FakeSocket.last.open();
  window.dispatchEvent(new Event("online"));
  expect(FakeSocket.last.sent).toEqual([{ type: "clock" }]);
  window.dispatchEvent(new Event("offline"));
  expect(FakeSocket.made).toHaveLength(2);
});
