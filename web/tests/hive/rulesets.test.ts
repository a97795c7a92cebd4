import { describe, expect, test } from "vitest";
import { box } from "../../src/hive/box";
import { boxRules, differences, editionOf, parseRules, writeRules } from "../../src/hive/rulesets";

describe("rulesets", () => {
  test.each(["Base", "Base+ML,queen-first", "Base+MLP,no-stack-gates,threefold"])(
    "%s is read and written the same",
    (text) => expect(writeRules(parseRules(text))).toBe(text),
  );

  test("expansions are written in one order", () => {
    expect(writeRules({ ...parseRules("Base"), expansions: "PM" })).toBe("Base+MP");
  });

  test("a box has its own pieces and no differences", () => {
    expect(editionOf(boxRules("pocket"))).toBe("pocket");
    expect(boxRules("pocket").expansions).toBe("ML");
    expect(differences(boxRules("base"))).toEqual([]);
  });

  test("a mix is in no box and says whether the queen can come first", () => {
    const mix = parseRules("Base+P");
    expect(editionOf(mix)).toBe(null);
    expect(differences(mix)).toEqual(["queen-not-first"]);
  });

  test("tournament rules are one difference", () => {
    expect(differences(parseRules("Base+MLP,threefold"))).toEqual(["tournament"]);
  });
});

test("a box holds eleven pieces of each colour, and one more for each expansion", () => {
  expect(box("w", "").flat()).toHaveLength(11);
  expect(box("b", "MLP").flat()).toHaveLength(14);
  expect(box("b", "L").flat()).toContain("bL");
  expect(box("w", "").flat()).toEqual(expect.arrayContaining(["wQ", "wA3", "wB2"]));
});
