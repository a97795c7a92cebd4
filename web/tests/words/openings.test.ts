import { beforeEach, expect, test, vi } from "vitest";
import type { OpeningGame } from "../../src/generated/messages";
import { loadLanguage, signed, tr } from "../../src/lib/i18n/index.svelte";
import { settings } from "../../src/lib/settings.svelte";
import { openingDay, openingPlayer } from "../../src/openings/gameWords";

beforeEach(() => {
  settings.language = "en";
  vi.spyOn(navigator, "languages", "get").mockReturnValue(["en-GB"]);
});

function game(white: string, black: string, id = -1, date = "2026.11.18"): OpeningGame {
  return { id, ruleset: "Base", white, black, date, result: "w", plies: 30 };
}

test("players of openings have the same names as on other screens", async () => {
  const own = game("", "Beespace Egg");
  expect(openingPlayer(own, "w")).toBe("You");
  expect(openingPlayer(own, "b")).toBe("Egg");
  settings.language = "it";
  await loadLanguage();
  expect(openingPlayer(own, "b")).toBe("Uovo");
});

test("somebody else's games aren't yours", () => {
  expect(openingPlayer(game("", "Beespace Egg", 7), "w")).toBe("White");
  expect(openingPlayer(game("", ""), "b")).toBe("Black");
  expect(openingPlayer(game("Ann", "Beespace Egg"), "w")).toBe("Ann");
});

test("days are written as on other screens, if they are known", () => {
  expect(openingDay(game("", ""))).toBe("18 Nov 2026");
  for (const date of ["2026.??.??", "2026.13.01", "2026.02.31", ""]) {
    expect(openingDay(game("", "", 1, date))).toBe(date);
  }
});

test("scores have a real minus sign", () => {
  expect([1.25, -0.4, 0].map(signed)).toEqual(["+1.3", "−0.4", "0.0"]);
});

test("counts have a separator of thousands", async () => {
  expect(tr("games.imported", { count: 1450 })).toBe("1,450 games imported.");
  settings.language = "de";
  await loadLanguage();
  expect(tr("games.imported", { count: 1450 })).toBe("1.450 Partien importiert.");
});
