// The pieces of a box. The table of bugs is generated from Python's.

import { BUGS, PIECE_PATTERN, type ColorLetter } from "../generated/messages";

/** The order of the bugs in the hands: the pieces of every box first. */
const IN_HANDS = "QBGSAMLP";
const ORDERED = [...BUGS].sort(
  (one, other) => IN_HANDS.indexOf(one.letter) - IN_HANDS.indexOf(other.letter),
);

const PIECE_NAME = new RegExp(`^${PIECE_PATTERN}`);

/** The letter of a bug. */
export type BugLetter = (typeof BUGS)[number]["letter"];
/** A piece without its number, such as "wA". */
export type Kind = `${ColorLetter}${BugLetter}`;
/** A kind of which a player has several pieces. */
export type SeveralKind = `${ColorLetter}${Exclude<(typeof BUGS)[number], { count: 1 }>["letter"]}`;

/** A piece without its number. */
export function kindOf(piece: string): Kind {
  return piece.slice(0, 2) as Kind;
}

/** The row of the table for a piece. */
export function bugOf(piece: string): (typeof BUGS)[number] | undefined {
  return BUGS.find(({ letter }) => letter === piece[1]);
}

/** Whether a piece walks on top of other pieces, even if it doesn't end its move there. */
export function walksOnTop(piece: string): boolean {
  const bug = bugOf(piece);
  return bug !== undefined && (bug.climbs || (bug.goesOver && !bug.jumps));
}

/** All pieces of one colour, grouped by bug in the order of the hands. */
export function box(color: ColorLetter, expansions: string): string[][] {
  return ORDERED.filter((bug) => !bug.expansion || expansions.includes(bug.letter)).map(
    ({ letter, count }) =>
      count === 1
        ? [`${color}${letter}`]
        : Array.from({ length: count }, (_, i) => `${color}${letter}${i + 1}`),
  );
}

/** The piece that a typed move begins with, if it begins with one. */
export function pieceIn(typed: string): string | undefined {
  return PIECE_NAME.exec(typed.trim())?.[0];
}
