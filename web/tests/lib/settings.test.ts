import { beforeEach, describe, expect, test, vi } from "vitest";

const NAME = "beespace.settings";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

/** The settings as a freshly loaded page has them. */
const load = async () => (await import("../../src/lib/settings.svelte")).settings;

describe("stored settings", () => {
  test("there are defaults for a new browser", async () => {
    expect(await load()).toMatchObject({
      theme: "auto",
      pieces: "stencil",
      language: "",
      sound: true,
      motion: 1,
      targets: "dots",
      moves: "words",
      notifies: false,
    });
  });

  test("what was stored is used", async () => {
    const stored = { theme: "dark", pieces: "inlay", sound: false, motion: 0, name: "Ada" };
    localStorage.setItem(NAME, JSON.stringify(stored));
    expect(await load()).toMatchObject(stored);
  });

  test("invalid values become defaults, one by one", async () => {
    localStorage.setItem(
      NAME,
      JSON.stringify({ theme: "pink", motion: 7, name: "x".repeat(99), language: 3, moves: "uhp" }),
    );
    const settings = await load();
    expect(settings.theme).toBe("auto");
    expect(settings.motion).toBe(1);
    expect(settings.name).toHaveLength(40);
    expect(settings.language).toBe("");
    expect(settings.moves).toBe("uhp");
  });

  test.each(["{broken", "null", "3", '"text"'])("%s is like nothing stored", async (text) => {
    localStorage.setItem(NAME, text);
    expect((await load()).theme).toBe("auto");
  });

  test("saving stores what the next page reads", async () => {
    const { settings, saveSettings } = await import("../../src/lib/settings.svelte");
    settings.theme = "light";
    settings.sound = false;
    saveSettings();
    vi.resetModules();
    expect(await load()).toMatchObject({ theme: "light", sound: false });
  });

  test("a browser that blocks storage gets defaults, and saving does no harm", async () => {
    const blocked = vi.spyOn(Storage.prototype, "getItem").mockImplementation(() => {
      throw new Error("blocked");
    });
    const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new Error("full");
    });
    const { settings, saveSettings } = await import("../../src/lib/settings.svelte");
    expect(settings.theme).toBe("auto");
    expect(() => saveSettings()).not.toThrow();
    blocked.mockRestore();
    full.mockRestore();
  });
});
