import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Turn, WhyNot } from "../../src/generated/messages";
import { settings } from "../../src/lib/settings.svelte";
import { restingPiece, soundOf } from "../../src/surface/moves";
import { PlaySurface } from "../../src/surface/surface.svelte";
import { played, turnWith } from "../moves";

const pinned: WhyNot = { code: "pinned", text: "", pieces: [], hexes: [], parts: [] };
const owner = {
  move: vi.fn(),
  askWhy: vi.fn(),
  mayAsk: vi.fn(() => true),
  explained: vi.fn(),
};
let surface: PlaySurface;

const turn: Turn = turnWith(
  [
    { hex: [0, 0], pieces: ["wA1", "bB1"] },
    { hex: [1, 0], pieces: ["bQ"] },
    { hex: [-1, 0], pieces: ["wQ"] },
  ],
  {},
  {
    movable: [
      {
        piece: "wQ",
        ways: [{ to: [-1, 1], path: [], thrower: null, ends_by_repetition: false }],
      },
    ],
    immobile: [{ piece: "wA1", why: { ...pinned, code: "covered", pieces: ["bB1"] } }],
  },
);

beforeEach(async () => {
  for (const mock of Object.values(owner)) mock.mockClear();
  owner.mayAsk.mockReturnValue(true);
  settings.language = "en";
  settings.sound = false;
  settings.motion = 0;
  surface = PlaySurface.plain(owner);
  await surface.show({ turn });
});

describe("clicks", () => {
  test("choose a piece and play it", () => {
    surface.board.click([-1, 0]);
    expect(surface.board.selected).toBe("wQ");
    surface.board.click([-1, 1]);
    expect(owner.move).toHaveBeenCalledWith("wQ", [-1, 1], false);
  });

  test("on a stack explain the player's own piece below, without asking the session", () => {
    surface.board.click([0, 0]);
    expect(owner.askWhy).not.toHaveBeenCalled();
    expect(surface.board.explanation?.piece).toBe("wA1");
    expect(owner.explained).toHaveBeenCalledOnce();
    expect(surface.announcement).toContain("black beetle");
  });

  test("on a piece without a known reason ask the session", () => {
    surface.board.click([1, 0]);
    expect(owner.askWhy).toHaveBeenCalledWith("bQ", null);
    expect(surface.board.explanation).toBe(null);
  });

  test("are left to the session if it wants them", () => {
    owner.mayAsk.mockReturnValue(false);
    surface.board.click([0, 0]);
    expect(surface.board.explanation).toBe(null);
  });
});

describe("reasons", () => {
  test("have their usual words, or those of the session", () => {
    surface.explain("wQ", pinned, null);
    const usual = surface.announcement;
    expect(usual).not.toBe("");
    surface.explain("wQ", pinned, null, { said: "Not this one." });
    expect(surface.announcement).toBe("Not this one.");
    expect(surface.board.explanation?.words).toBe("Not this one.");
  });

  test("without a piece mark the hex that was tapped", () => {
    surface.explain("", pinned, [5, 5]);
    expect(surface.board.explanation?.why.hexes).toEqual([[5, 5]]);
    surface.board.explanation = null;
    surface.explain("", pinned, null);
    expect(surface.board.explanation).toBe(null);
  });

  test("link to a lesson only where the session wants it", () => {
    surface.explain("wQ", pinned, null);
    expect(surface.board.explanation?.more).toBe(undefined);
    const linked = PlaySurface.plain(owner, { linksToLessons: true });
    linked.turn = turn;
    linked.explain("wQ", pinned, null);
    expect(linked.board.explanation?.more?.path).toBe("/learn/one-hive");
  });
});

test("moves are watched one after another, and nothing can be moved meanwhile", async () => {
  await surface.watch([played("wQ", [-1, 1], [-1, 0]), played("bB1", [1, 0], [0, 0])]);
  expect(surface.board.stacks.get("1,0")?.pieces).toEqual(["bQ", "bB1"]);
  expect(surface.board.stacks.get("0,0")?.pieces).toEqual(["wA1"]);
  expect(surface.board.stacks.has("-1,0")).toBe(false);
  expect(surface.board.view.movable.size).toBe(0);
  expect(surface.last?.piece).toBe("bB1");
  expect(surface.turn).toBe(turn);
});

test("the hex under the cursor is described", () => {
  const { board } = surface;
  board.cursor = [-1, 0];
  expect(surface.cursorWords()).toMatch(/white queen.*can move/i);
  expect(surface.cursorWords({ isFixed: true, mark: "found" })).toBe(
    "white queen, 1 of 6 places around her taken, found",
  );
  board.cursor = [0, 0];
  expect(surface.cursorWords({ namesStacks: true })).toBe("black beetle, white ant");
  expect(surface.cursorWords()).toMatch(/black beetle.*2/);
  board.select("wQ");
  board.cursor = [-1, 1];
  expect(surface.cursorWords()).not.toContain("mpty");
});

describe("moves", () => {
  const before = new Map([["1,0", { hex: [1, 0] as [number, number], pieces: ["bQ"] }]]);

  test("sound like what they are", () => {
    expect(soundOf(played(null, null), before)).toBe("pass");
    expect(soundOf(played("wA1", [0, 0]), before)).toBe("place");
    expect(soundOf(played("wB1", [1, 0], [0, 0]), before)).toBe("climb");
    expect(soundOf(played("wG1", [2, 0], [0, 0]), before)).toBe("jump");
    expect(soundOf(played("wA1", [2, 0], [0, 0]), before)).toBe("move");
    expect(soundOf({ ...played("wA1", [2, 0], [0, 0]), thrower: "bP" }, before)).toBe("throw");
  });

  test("only a thrown piece rests", () => {
    const moved = played("wA1", [2, 0], [0, 0]);
    expect(restingPiece(turn, moved)).toBe(null);
    expect(restingPiece(turn, { ...moved, thrower: "bP" })).toBe("wA1");
    expect(restingPiece({ ...turn, stunned: "wA1" }, null)).toBe("wA1");
    expect(restingPiece({ ...turn, stunned: "bA1" }, null)).toBe(null);
    expect(restingPiece(null, null)).toBe(null);
  });
});
