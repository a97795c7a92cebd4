// A turn and a move in full, with the same fields as the messages of Beespace's server.
import type { Problem } from "./errors.js";

/** A hex as its two coordinates: east is [1, 0], south-east [0, 1]. */
export type Hex = [q: number, r: number];
export type Color = "w" | "b";

/** The pieces on one hex, bottom to top. */
export interface Stack {
  hex: Hex;
  pieces: string[];
}

/** A legal destination, the path to it, and the piece that throws the mover, if any. */
export interface Way {
  to: Hex;
  path: Hex[];
  thrower: string | null;
  ends_by_repetition: boolean;
}

/** Everything that the player to move can do, and why the other pieces can't move. */
export interface Turn {
  ply: number;
  color: Color;
  number: number;
  stacks: Stack[];
  hands: Record<Color, string[]>;
  movable: { piece: string; ways: Way[] }[];
  immobile: { piece: string; why: Problem }[];
  stunned: string | null;
  queen_due_in: Record<Color, number | null>;
  repetitions: number;
}

/** A legal move: where the piece comes from, where it goes, and how. A pass has no piece. */
export interface DescribedMove {
  text: string;
  piece: string | null;
  origin: Hex | null;
  to: Hex | null;
  path: Hex[];
  thrower: string | null;
}

/** What a move does, misses or allows: see src/beespace/study/remarks.py for the deeds. */
export interface Remark {
  mood: "allows" | "misses" | "first" | "does" | "can";
  deed: string;
  piece: string;
  /** Where the piece comes from; null if it is in the hand. */
  origin: Hex | null;
  to: Hex;
  thrower: string | null;
  pieces: string[];
  hexes: Hex[];
  count: number;
}

/** How a game ended. A draw has no winner. */
export interface Ending {
  winner: Color | null;
  reason: "surround" | "repetition";
}

/** A position set up by hand, or what is wrong with it. */
export interface SetUp {
  position: string | null;
  flaws: { code: string; values: Record<string, string>; text: string }[];
}
