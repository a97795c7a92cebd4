import { beforeEach, describe, expect, test } from "vitest";
import { loadNewGame, requestOf, saveNewGame } from "../../src/home/newGame";

const NAME = "beespace.newgame";
beforeEach(() => localStorage.clear());

describe("what the user chose last", () => {
  test("is an easy game with the Base box at first", () => {
    expect(loadNewGame()).toMatchObject({ opponent: "engine", level: 1, color: "w" });
    expect(loadNewGame().ruleset).toBe("Base,queen-first");
  });

  test("is stored and read again", () => {
    const chosen = { ...loadNewGame(), opponent: "friend" as const, level: 9 };
    chosen.clock.pace = "other";
    saveNewGame(chosen);
    expect(loadNewGame()).toEqual(chosen);
  });

  test("has defaults in place of invalid values", () => {
    localStorage.setItem(
      NAME,
      JSON.stringify({ opponent: "robot", level: 99, ruleset: "Base+PM", clock: { days: 5 } }),
    );
    const found = loadNewGame();
    expect(found).toMatchObject({ opponent: "engine", level: 1, ruleset: "Base+MP" });
    expect(found.clock.days).toBe(2);
  });

  test("reads the list of expansions that older pages stored", () => {
    localStorage.setItem(NAME, JSON.stringify({ expansions: ["L", "M"] }));
    expect(loadNewGame().ruleset).toMatch(/^Base\+ML\b/);
    localStorage.setItem(NAME, JSON.stringify({ expansions: ["P"] }));
    expect(loadNewGame().ruleset).toBe("Base+P");
  });
});

describe("the request for a game", () => {
  test("with a friend has a name and a clock", () => {
    const chosen = { ...loadNewGame(), opponent: "friend" as const };
    const request = requestOf(chosen, " Ada ", { w: "", b: "" });
    expect(request).toMatchObject({
      name: "Ada",
      clock: { kind: "live", base_s: 600, increment_s: 5 },
    });
    chosen.clock = { ...chosen.clock, kind: "days", days: 3 };
    expect(requestOf(chosen, "", { w: "", b: "" }).clock).toEqual({ kind: "days", days: 3 });
    chosen.clock = { ...chosen.clock, kind: "live", pace: "other", minutes: 7, increment: 0 };
    expect(requestOf(chosen, "", { w: "", b: "" }).clock).toMatchObject({ base_s: 420 });
    chosen.clock = { ...chosen.clock, kind: "none" };
    expect(requestOf(chosen, "", { w: "", b: "" }).clock).toBe(null);
  });

  test("for two at one device has both names, and no clock", () => {
    const chosen = { ...loadNewGame(), opponent: "local" as const };
    const request = requestOf(chosen, "Ada", { w: " Ada", b: "Bo " });
    expect(request).toMatchObject({ white_name: "Ada", black_name: "Bo" });
    expect(request).not.toHaveProperty("clock");
  });

  test("against the computer has the user's name, whichever colour they get", () => {
    const chosen = { ...loadNewGame(), opponent: "engine" as const, color: "random" as const };
    const request = requestOf(chosen, " Ada ", { w: "Someone", b: "else" });
    expect(request).toMatchObject({ white_name: "Ada", black_name: "Ada" });
  });
});
