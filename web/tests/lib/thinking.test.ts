import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
  localStorage.clear();
});

/** The settings of a new browser on a device with this many processors. */
async function settingsWith(processors: number) {
  vi.spyOn(navigator, "hardwareConcurrency", "get").mockReturnValue(processors);
  vi.resetModules();
  const { thinking } = await import("../../src/lib/thinking.svelte");
  return thinking;
}

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [16, 2],
])("with %i processors, an analysis uses %i by default", async (processors, used) => {
  expect((await settingsWith(processors)).threads).toBe(used);
});

test("the user can choose all processors", async () => {
  localStorage.setItem("beespace.thinking", JSON.stringify({ threads: 16 }));
  expect((await settingsWith(16)).threads).toBe(16);
});
