import { expect, test } from "vitest";
import { LEVELS } from "../../src/generated/messages";
import { HEX, PORTRAITS } from "../../src/opponents/portraits";

// They are part of the first load.
const MOST_CHARACTERS = 2000;

test("each level has a portrait of its own", () => {
  expect(PORTRAITS).toHaveLength(LEVELS.length);
  for (const part of ["drawing", "background"] as const) {
    expect(new Set(PORTRAITS.map((portrait) => portrait[part])).size).toBe(LEVELS.length);
  }
});

test("portraits are small drawings on the same hex", () => {
  for (const { drawing, background } of PORTRAITS) {
    expect(background).toMatch(/^#[0-9a-f]{6}$/);
    expect(drawing.trim()).toMatch(new RegExp(`^<path fill="${background}" d="${HEX}"/>`));
    expect(drawing.length).toBeLessThan(MOST_CHARACTERS);
    // Several may be on the screen, so nothing has a name.
    expect(drawing).not.toMatch(/<svg|\bid=|url\(/);
  }
});
