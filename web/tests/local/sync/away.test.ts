// Synchronizing with a server that is away for a while.

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Backend } from "../../../src/lib/backend";
import { Failure } from "../../../src/lib/failure";
import { syncing } from "../../../src/lib/status/syncing.svelte";
import { start, syncNow } from "../../../src/local/sync";

let isAway = true;
let asked = 0;
vi.mock("../../../src/local/sync/exchange", () => ({
  exchange: () => {
    asked += 1;
    const found = { hasOthers: false, isFull: false };
    return isAway ? Promise.reject(new Failure("offline", "")) : Promise.resolve(found);
  },
}));

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("the page soon notices that the server is back", async () => {
  vi.spyOn(navigator, "locks", "get").mockReturnValue(undefined as unknown as LockManager);
  start({} as Backend);
  await syncNow();
  expect(syncing()).toBe("waiting");
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked).toBeGreaterThan(1);
  expect(syncing()).toBe("waiting");
  isAway = false;
  await vi.advanceTimersByTimeAsync(3000);
  expect(syncing()).toBe("done");
  const before = asked;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toBe(before);
});
