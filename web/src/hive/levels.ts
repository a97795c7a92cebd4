import type { PlayerInfo } from "../generated/messages";

/** The bug that represents each level of the engine, weakest first. */
export const LEVEL_BUGS = [
  "P",
  "G",
  "S",
  "A",
  "B",
  "L",
  "G",
  "S",
  "B",
  "A",
  "G",
  "S",
  "L",
  "M",
  "Q",
] as const;

/** The bug that represents a player: the engine's level, or a queen for people. */
export function faceOf({ kind, level }: PlayerInfo): string {
  return kind === "engine" ? (LEVEL_BUGS[(level ?? 1) - 1] ?? "Q") : "Q";
}
