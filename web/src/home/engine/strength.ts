// How strong the levels are on this device. docs/engine.md has the measurements.

import { LEVELS } from "../../generated/messages";

// The nodes per move with which the highest level was measured.
const FULL_NODES = 1_000_000;
const MANY_NODES = 100_000;

/** "same": as on every device; "full", "less" or "least": the level without limits, which is as strong
 *  as it was measured, weaker, or no stronger than the level below; null: nothing is known. */
export type Strength = "same" | "full" | "less" | "least" | null;

/** Opponents that look at fewer positions answer at once on any device. */
export function dependsOnDevice(level: number): boolean {
  return (LEVELS[level - 1]?.nodes ?? Infinity) >= MANY_NODES;
}

/** Return how strong a level is with this many positions per second and seconds per move. */
export function strengthOf(level: number, speed: number, seconds: number): Strength {
  if (speed === 0 || !dependsOnDevice(level)) return null;
  if (LEVELS[level - 1]!.nodes !== null) return "same";
  const nodes = speed * seconds;
  if (nodes >= FULL_NODES) return "full";
  return nodes > (LEVELS[level - 2]?.nodes ?? 0) ? "less" : "least";
}

/** Round a number so that it doesn't look more exact than it is. */
export function roughly(speed: number): number {
  const unit = 10 ** Math.max(Math.floor(Math.log10(speed)) - 1, 0);
  return Math.round(speed / unit) * unit;
}
