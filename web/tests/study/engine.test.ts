import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SayPosition } from "../../src/generated/messages";
import { thinking } from "../../src/lib/thinking.svelte";
import { Engine } from "../../src/study/engine.svelte";
import { FakeSocket } from "../net/fakeSocket";

const POSITION: SayPosition = { ruleset: "Base", moves: [] };
let engine: Engine;

beforeEach(async () => {
  vi.stubGlobal("WebSocket", FakeSocket);
  FakeSocket.reset();
  thinking.by = "server";
  engine = new Engine();
  engine.look(POSITION);
  engine.toggle();
  // What decides who analyses is loaded first.
  await vi.waitFor(() => expect(FakeSocket.last).toBeDefined(), { timeout: 50_000 });
  vi.useFakeTimers();
  FakeSocket.last.open();
});
afterEach(() => {
  engine.close();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function hearProblem(code: string): void {
  FakeSocket.last.hear({ type: "problem", problem: { code, text: "", why: null } });
}

test("it asks once more if the server has too much to do", () => {
  expect(FakeSocket.last.sent).toHaveLength(1);
  for (let count = 0; count < 5; count++) hearProblem("too-many");
  vi.advanceTimersByTime(999);
  expect(FakeSocket.last.sent).toHaveLength(1);
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.last.sent).toHaveLength(2);
  expect(FakeSocket.last.sent[1]).toMatchObject({ type: "think", id: 2, position: POSITION });
});

test("it doesn't ask again after other problems, for another position, or when it's off", () => {
  hearProblem("invalid");
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.last.sent).toHaveLength(1);
  hearProblem("busy");
  engine.look({ ...POSITION, moves: ["wS1"] });
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.last.sent).toHaveLength(2);
  hearProblem("busy");
  engine.toggle();
  vi.advanceTimersByTime(60_000);
  expect(FakeSocket.last.sent.at(-1)).toEqual({ type: "stop" });
});
