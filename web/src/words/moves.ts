// Pieces, places and moves in the user's language, for the screen and screen readers.

import type { Hex, StackOfPieces } from "../generated/messages";
import { directionTo, key } from "../hive/hexes";
import { language, tr, type Key } from "../lib/i18n/index.svelte";
import type { NamedMove } from "../hive/replay";

const DIRECTION_KEYS: Key[] = [
  "direction.east",
  "direction.southeast",
  "direction.southwest",
  "direction.west",
  "direction.northwest",
  "direction.northeast",
];

/** "white ant" */
export function pieceName(piece: string): string {
  return tr(`piece.${piece.slice(0, 2)}` as Key, { count: 1 });
}

/** "ant" */
export function bugName(bug: string): string {
  return tr(`bug.${bug}` as Key);
}

/** A piece used to describe a place; `direction` is null for the place on top of it. */
export interface Reference {
  piece: string;
  direction: number | null;
}

/** The piece that best describes a place: the one below it, or else a neighbour, preferably a queen
 *  or the only one of its kind. */
export function referenceOf(
  hex: Hex,
  stacks: Map<string, StackOfPieces>,
  mover: string | null,
): Reference | null {
  const top = (at: StackOfPieces | undefined) =>
    at?.pieces.filter((piece) => piece !== mover).at(-1);
  const below = top(stacks.get(key(hex)));
  if (below !== undefined) return { piece: below, direction: null };
  const kinds = new Map<string, number>();
  const near: Reference[] = [];
  for (const stack of stacks.values()) {
    const piece = top(stack);
    if (piece === undefined) continue;
    const kind = piece.slice(0, 2);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const direction = directionTo(stack.hex, hex);
    if (direction >= 0) near.push({ piece, direction });
  }
  const rank = ({ piece }: Reference) =>
    piece[1] === "Q" ? 0 : (kinds.get(piece.slice(0, 2)) ?? 1);
  return near.sort((a, b) => rank(a) - rank(b))[0] ?? null;
}

/** "left of the black queen", "onto the white ant", or where the first piece goes. */
export function placeName(
  hex: Hex,
  stacks: Map<string, StackOfPieces>,
  mover: string | null,
  flipped = false,
): string {
  const reference = referenceOf(hex, stacks, mover);
  if (reference === null) return tr("place.middle");
  const kind = reference.piece.slice(0, 2);
  if (reference.direction === null) return tr(`piece.on.${kind}` as Key);
  // A flipped board swaps left and right.
  const direction = (reference.direction + (flipped ? 3 : 0)) % 6;
  return tr(DIRECTION_KEYS[direction] as Key, { of: tr(`piece.of.${kind}` as Key) });
}

/** "White ant, left of the black queen", for a move played on these stacks. */
export function moveWords(
  move: NamedMove,
  before: Map<string, StackOfPieces>,
  flipped = false,
): string {
  if (move.piece === null || move.to === null) return tr("move.pass");
  return tr("move.words", {
    piece: capitalised(pieceName(move.piece)),
    place: endWords(move, before, flipped),
  });
}

/** "left of the black queen" or "thrown left of the black queen": a move without its piece. */
export function endWords(
  move: NamedMove,
  before: Map<string, StackOfPieces>,
  flipped = false,
): string {
  if (move.piece === null || move.to === null) return tr("move.pass");
  const place = placeName(move.to, before, move.piece, flipped);
  return move.thrower == null ? place : tr("move.thrown", { place });
}

/** The text with its first letter in upper case. */
export function capitalised(words: string): string {
  return words.charAt(0).toLocaleUpperCase(language()) + words.slice(1);
}
