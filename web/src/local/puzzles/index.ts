// The page's own puzzles.

import type { SayPuzzleTry } from "../../generated/messages";
import { withCore } from "../core";
import { hint, index, next, puzzle, solution, tryMove } from "./service";

// How far a puzzle's rating should be from the player's.
const HARDER: Record<string, number> = { easier: -300, normal: 0, harder: 300 };

export const part = withCore({
  answers: {
    "GET /api/puzzles": () => index(),
    "GET /api/puzzles/next": ({ query }) =>
      next({
        kinds: query.getAll("kind"),
        gameTypes: query.getAll("game_type"),
        harder: HARDER[query.get("difficulty") ?? "normal"] ?? 0,
        otherThan: query.get("other_than") ?? "",
      }),
    "GET /api/puzzles/{id}": ({ parameters: [id] }) => puzzle(id!),
    "POST /api/puzzles/{id}/try": ({ parameters: [id], body }) =>
      tryMove(id!, body as SayPuzzleTry),
    "POST /api/puzzles/{id}/hint": ({ parameters: [id], body }) => hint(id!, body as SayPuzzleTry),
    "POST /api/puzzles/{id}/solution": ({ parameters: [id], body }) =>
      solution(id!, body as SayPuzzleTry),
  },
});
