// What becomes of a row that was changed on two devices.
import { expect, test } from "vitest";
import type { GameRow } from "../../../src/local/games/row";
import { judge } from "../../../src/local/sync/merging";

const WON = { winner: "w", reason: "surround" } as const;

function game(moves: string, more: Partial<GameRow> = {}): GameRow {
  const texts = moves.split(" ").filter(Boolean);
  return {
    ...{ id: "a", changed: "2026-01-01T00:00:00Z", revision: 1, isDeleted: false },
    ...{ created: "2026-01-01T00:00:00Z", ruleset: "Base", ending: null, offers: [], event: 0 },
    players: {
      w: { kind: "human", name: "", level: null },
      b: { kind: "human", name: "", level: null },
    },
    moves: texts.map((text) => ({ text, spent_ms: null })),
    ...more,
  };
}

test.each([
  ["the game that continues the other one", game("1 2 3"), game("1 2"), "ours"],
  ["also if it is theirs", game("1"), game("1 2"), "theirs"],
  ["both, if they continue differently", game("1 2"), game("1 3 4"), "both"],
  ["the one that is over", game("1 2", { ending: WON }), game("1 2"), "ours"],
  ["also if it is theirs", game("1 2"), game("1 2", { ending: WON }), "theirs"],
  ["the newer one", game("1", { changed: "2026-01-02T00:00:00Z" }), game("1"), "ours"],
  ["theirs, if nothing tells them apart", game("1"), game("1"), "theirs"],
  ["what wasn't deleted there", game("1"), game("1 2", { isDeleted: true }), "ours"],
  ["what wasn't deleted here", game("1 2", { isDeleted: true }), game("1"), "theirs"],
])("%s", (_what, ours, theirs, verdict) => {
  expect(judge(ours, theirs)).toBe(verdict);
});
