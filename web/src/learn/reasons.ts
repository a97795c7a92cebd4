// Which lesson teaches what a refusal is about.

import type { WhyNot } from "../generated/messages";

const LESSONS: Record<string, string> = {
  "game-over": "ending",
  "must-play": "passing",
  "queen-due": "queen-by-four",
  "queen-too-early": "queen-by-four",
  "queen-not-placed": "moving",
  "not-your-piece": "moving",
  covered: "beetle",
  stunned: "throw",
  "just-moved": "throw",
  pinned: "one-hive",
  "in-stack": "throw",
  "cannot-throw": "throw",
  "nothing-to-copy": "mosquito",
  enclosed: "freedom",
  occupied: "placing",
  "not-touching-hive": "placing",
  "touches-opponent": "placing",
  "no-space": "placing",
  gate: "freedom",
  "no-contact": "queen",
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

/** The id of the lesson for what was refused with a piece; empty if none is about it. */
export function lessonFor(piece: string, why: WhyNot): string {
  const creature = CREATURES[piece[1] ?? ""] ?? "";
  // How a creature moves is its own lesson's; and what climbs meets gates up there.
  if (why.code === "wrong-distance") return creature;
  if (why.code === "occupied" && why.text.includes("has to end")) return creature;
  if (why.code === "gate" && "BLM".includes(piece[1] ?? "")) return "stack-gates";
  return LESSONS[why.code] ?? "";
}
