import { beforeEach, expect, test } from "vitest";
import type { ReviewedPly, ReviewedPosition } from "../../src/generated/messages";
import { settings } from "../../src/lib/settings.svelte";
import { hasWon, scoreText, scoreWords } from "../../src/study/words";

beforeEach(() => (settings.language = "en"));

test("a finished game is a result, not a win in no moves", () => {
  expect(scoreText({ score: 30_000, win_in: 0 })).toBe("1–0");
  expect(scoreText({ score: -30_000, win_in: 0 })).toBe("0–1");
  expect(scoreText({ score: -29_990, win_in: -2 })).toBe("−#2");
  expect(scoreWords({ score: 30_000, win_in: 0 })).toBe("White has won");
  expect(scoreWords({ score: -30_000, win_in: 0 })).toBe("Black has won");
  expect(scoreWords({ score: 29_990, win_in: 1 })).toBe("White wins in 1 move");
});

test("only the player who has won made the winning move", () => {
  const move = (color: "w" | "b") => ({ color }) as ReviewedPly;
  const after = (score: number, win_in: number | null) => ({ score, win_in }) as ReviewedPosition;
  expect(hasWon(move("w"), after(30_000, 0))).toBe(true);
  expect(hasWon(move("b"), after(-30_000, 0))).toBe(true);
  expect(hasWon(move("b"), after(30_000, 0))).toBe(false);
  expect(hasWon(move("w"), after(29_990, 1))).toBe(false);
  expect(hasWon(move("w"), after(120, null))).toBe(false);
  expect(hasWon(move("w"), undefined)).toBe(false);
});
