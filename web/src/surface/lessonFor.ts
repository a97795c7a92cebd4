// Which lesson explains a reason.

import type { WhyNot } from "../generated/messages";
import { around, gateOf, isThrown, type Gate, type Situation } from "../hive/situation";

/** The lesson for each reason, or how to find it; empty where none is needed. */
const LESSONS: Record<string, string | ((piece: string, why: WhyNot, turn: Situation) => string)> =
  {
    "game-over": "ending",
    "must-play": "passing",
    "queen-due": "queen-by-four",
    "queen-too-early": "queen-by-four",
    "queen-not-placed": "moving",
    "not-in-box": "",
    "not-your-piece": "moving",
    "already-placed": "",
    "in-hand": "",
    "number-order": "",
    covered: "beetle",
    stunned: "throw",
    "just-moved": "throw",
    pinned: (piece, _, turn) => (isThrown(piece, turn) ? "throw" : "one-hive"),
    "in-stack": "throw",
    "cannot-throw": "throw",
    "nothing-to-copy": "mosquito",
    enclosed: "freedom",
    "same-hex": "",
    "first-hex": "",
    occupied: (piece, _, turn) => {
      if (isThrown(piece, turn)) return "pillbug";
      if (around(piece, turn) !== null) return creature(piece);
      // Players expect a new beetle to climb; its lesson says that it starts on the ground.
      return piece[1] === "B" ? "beetle" : "placing";
    },
    "not-touching-hive": "placing",
    "touches-opponent": (_, why, turn) => {
      // If every piece in the way is on top of the player's own, the question is who owns a stack.
      const isOnOwn = (one: string) =>
        around(one, turn)?.below.some((below) => below[0] === turn.color) ?? false;
      return why.pieces.length > 0 && why.pieces.every(isOnOwn) ? "beetle" : "placing";
    },
    "no-space": (piece, _, turn) => (isThrown(piece, turn) ? "pillbug" : "placing"),
    gate: (piece, why, turn) => GATES[gateOf(piece, why, turn)],
    // The queen's lesson explains contact for every piece that takes one step.
    "no-contact": (piece) => (piece[1] === "S" || piece[1] === "A" ? creature(piece) : "queen"),
    "wrong-distance": (piece, _, turn) => (isThrown(piece, turn) ? "pillbug" : creature(piece)),
    "unknown-reference": "",
    "missing-reference": "",
    "marked-occupied": "",
    "covered-reference": "",
  };

const GATES: Record<Gate, string> = {
  gap: "freedom",
  gaps: "freedom",
  closed: "freedom",
  stacks: "stack-gates",
  throw: "throw",
};

const CREATURES: Record<string, string> = {
  Q: "queen",
  B: "beetle",
  G: "grasshopper",
  S: "spider",
  A: "ant",
  L: "ladybug",
  M: "mosquito",
  P: "pillbug",
};

function creature(piece: string): string {
  return CREATURES[piece[1] ?? ""] ?? "";
}

/** The id of the lesson that explains a reason; empty if there is none. */
export function lessonFor(piece: string, why: WhyNot, turn: Situation | null): string {
  const lesson = LESSONS[why.code] ?? "";
  if (typeof lesson === "string") return lesson;
  return turn === null ? "" : lesson(piece, why, turn);
}
