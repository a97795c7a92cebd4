import { beforeEach, expect, test } from "vitest";
import { loadLanguage } from "../../src/lib/i18n/index.svelte";
import { settings } from "../../src/lib/settings.svelte";
import { isUnknownFormat, readingProblem } from "../../src/words/reading";

beforeEach(() => (settings.language = "en"));

const FORMAT = "unknown format; expected one of pgn, json, uhp, sgf";
const MOVE = "move 3: wQ wS1: a new piece needs an empty hex, and the white spider is there";

test("an unknown format has no place", () => {
  for (const told of [FORMAT, `line 1, column 1: ${FORMAT}`, `line:1:1: ${FORMAT}`]) {
    expect(isUnknownFormat(told)).toBe(true);
    expect(readingProblem(told)).toMatch(/^This isn't a format we can read\. Try PGN/);
  }
  expect(isUnknownFormat(`line 1, column 39: ${MOVE}`)).toBe(false);
});

test("a move that isn't possible says why in English", async () => {
  const words =
    "Line 1, column 39: Move 3, “wQ wS1”, isn't possible. A new piece needs an empty hex, " +
    "and the white spider is there.";
  expect(readingProblem(`line 1, column 39: ${MOVE}`)).toBe(words);
  expect(readingProblem(`line:1:39: ${MOVE}`)).toBe(words);
  settings.language = "it";
  await loadLanguage();
  expect(readingProblem(`line:1:39: ${MOVE}`)).toBe(
    "Riga 1, colonna 39: La mossa 3, «wQ wS1», non è possibile.",
  );
});

test("words that are no move are quoted", () => {
  const unread = "Line 4, column 4: We can't read “zzz” as a move.";
  expect(
    readingProblem("line 4, column 4: expected a move, a comment or a result, not 'zzz'"),
  ).toBe(unread);
  expect(
    readingProblem(
      "line 4, column 4: move 2: 'zzz' is not a move: expected a piece, one space and a " +
        "reference, such as 'wA1 bQ-', or 'pass'",
    ),
  ).toBe(unread);
});

test.each([
  "the game is cut short: its Result tag is WhiteWins, but no result follows the moves",
  "the game is cut short: expected ')' at its end",
  "the turn is White[9], but the moves end at White[2]: moves seem to be missing",
  "a comment is not closed",
  "invalid JSON: Unterminated string starting at",
])("a text that ends in the middle: %s", (reason) => {
  expect(readingProblem(`line 5, column 16: ${reason}`)).toBe(
    "Line 5, column 16: The text ends before the game does. Part of it seems to be missing.",
  );
});

test("games that can't be imported, and reasons that we don't know", () => {
  expect(readingProblem("game 2 has more than 2000 moves")).toBe(
    "Game 2 has more than 2000 moves.",
  );
  expect(readingProblem("and 12 more")).toBe("And 12 more.");
  expect(readingProblem("line 2, column 1: moves must be a list of strings")).toBe(
    "Line 2, column 1: moves must be a list of strings",
  );
});
