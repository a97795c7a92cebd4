// What a reason is about, as far as the page can tell from the board.

import type { Hex, Turn, WhyNot } from "../generated/messages";
import { bugOf, walksOnTop } from "./box";
import { key } from "./hexes";

/** The part of a turn that decides how a reason is worded. */
export type Situation = Pick<Turn, "color" | "number" | "stacks">;

/**
 * What a gate consists of: two pieces, several gaps, pieces all around, stacks, or stacks that
 * block a throw.
 */
export type Gate = "gap" | "gaps" | "closed" | "stacks" | "throw";

export function isThrown(piece: string, { color }: Situation): boolean {
  return piece[0] !== color;
}

/** The pieces above and below a piece, or null if it isn't on the board. */
export function around(
  piece: string,
  { stacks }: Situation,
): { above: string[]; below: string[] } | null {
  for (const { pieces } of stacks) {
    const level = pieces.indexOf(piece);
    if (level >= 0) return { above: pieces.slice(level + 1), below: pieces.slice(0, level) };
  }
  return null;
}

export function gateOf(piece: string, why: WhyNot, turn: Situation): Gate {
  if (why.hexes.length === 1) return "closed";
  // A step that begins and ends on the ground fails between two pieces, and any other step between
  // stacks. The piece itself doesn't count, because it has been lifted.
  const occupied = new Set(
    turn.stacks
      .filter(({ pieces }) => pieces.some((one) => one !== piece))
      .map(({ hex }) => key(hex)),
  );
  const isOccupied = (hex: Hex) => occupied.has(key(hex));
  if (!why.hexes.some(isOccupied)) return why.pieces.length === 2 ? "gap" : "gaps";
  if (isThrown(piece, turn) || !walksOnTop(piece)) return "throw";
  const own = turn.stacks.find(({ pieces }) => pieces.includes(piece));
  const [first] = why.hexes;
  // A beetle takes one step from where it is; any other step is part of a throw.
  if (
    piece[1] === "B" &&
    (first === undefined || own === undefined || key(first) !== key(own.hex))
  ) {
    return "throw";
  }
  // A climber on the ground can be stopped on the ground and above at the same time.
  const isMixed =
    why.hexes.length > 2 &&
    bugOf(piece)?.climbs === true &&
    own?.pieces.length === 1 &&
    !why.hexes.slice(1).every(isOccupied);
  return isMixed ? "gaps" : "stacks";
}
