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
  const below = topOf(stacks.get(key(hex)), mover);
  if (below !== undefined) return { piece: below, direction: null };
  return neighbours(hex, stacks, mover)[0] ?? null;
}

function topOf(at: StackOfPieces | undefined, mover: string | null): string | undefined {
  return at?.pieces.filter((piece) => piece !== mover).at(-1);
}

/** A neighbour of a hex, and how many pieces like it can be seen. A queen counts as none. */
interface Neighbour extends Reference {
  alike: number;
}

/** The pieces next to a hex, those that are easiest to tell from others first. */
function neighbours(
  hex: Hex,
  stacks: Map<string, StackOfPieces>,
  mover: string | null,
): Neighbour[] {
  const kinds = new Map<string, number>();
  const near: Reference[] = [];
  for (const stack of stacks.values()) {
    const piece = topOf(stack, mover);
    if (piece === undefined) continue;
    const kind = piece.slice(0, 2);
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const direction = directionTo(stack.hex, hex);
    if (direction >= 0) near.push({ piece, direction });
  }
  return near
    .map((one) => ({
      ...one,
      alike: one.piece[1] === "Q" ? 0 : (kinds.get(one.piece.slice(0, 2)) ?? 1),
    }))
    .sort((a, b) => a.alike - b.alike);
}

/** "left of the black queen", "onto the white ant", or where the first piece goes. */
export function placeName(
  hex: Hex,
  stacks: Map<string, StackOfPieces>,
  mover: string | null,
  flipped = false,
): string {
  const reference = referenceOf(hex, stacks, mover);
  return reference === null ? tr("place.middle") : referenceWords(reference, flipped);
}

function referenceWords(reference: Reference, flipped: boolean): string {
  const kind = reference.piece.slice(0, 2);
  if (reference.direction === null) return tr(`piece.on.${kind}` as Key);
  // A flipped board swaps left and right.
  const direction = (reference.direction + (flipped ? 3 : 0)) % 6;
  return tr(DIRECTION_KEYS[direction] as Key, { of: tr(`piece.of.${kind}` as Key) });
}

/** "right of the black ant and left of the white beetle": a place next to pieces that are alike is
 *  described by a second neighbour or, without one, by where its only neighbour is. */
function exactPlace(
  hex: Hex,
  stacks: Map<string, StackOfPieces>,
  mover: string | null,
  flipped: boolean,
): string {
  const [first, second] = neighbours(hex, stacks, mover);
  if (first === undefined) return tr("place.middle");
  const one = referenceWords(first, flipped);
  if (first.alike < 2) return one;
  if (second !== undefined)
    return tr("place.both", { one, other: referenceWords(second, flipped) });
  const at = hexOf(first.piece, stacks);
  const [beside] = at === null ? [] : neighbours(at, stacks, mover);
  if (beside === undefined) return one;
  return tr("place.which", { place: one, where: referenceWords(beside, flipped) });
}

function hexOf(piece: string, stacks: Map<string, StackOfPieces>): Hex | null {
  return [...stacks.values()].find(({ pieces }) => pieces.includes(piece))?.hex ?? null;
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

/** A move to recommend, so that the user finds the piece and the place even if there are others like
 *  them: "White ant (now left of the black queen), right of the white spider". */
export function adviceWords(
  move: NamedMove,
  before: Map<string, StackOfPieces>,
  flipped = false,
): string {
  if (move.piece === null || move.to === null) return tr("move.pass");
  const below = topOf(before.get(key(move.to)), move.piece);
  const place =
    below === undefined
      ? exactPlace(move.to, before, move.piece, flipped)
      : placeName(move.to, before, move.piece, flipped);
  return tr("move.words", {
    piece: capitalised(whichPiece(move.piece, before, flipped)),
    place: move.thrower == null ? place : tr("move.thrown", { place }),
  });
}

/** "white ant (now left of the black queen)": a piece, and where it is, if the board has others. */
function whichPiece(piece: string, stacks: Map<string, StackOfPieces>, flipped: boolean): string {
  const name = pieceName(piece);
  const others = [...stacks.values()]
    .flatMap(({ pieces }) => pieces)
    .filter((other) => other !== piece && other.slice(0, 2) === piece.slice(0, 2));
  if (others.length === 0) return name;
  const at = hexOf(piece, stacks);
  if (at === null) return tr("piece.new", { piece: name });
  return tr("piece.now", { piece: name, place: exactPlace(at, stacks, piece, flipped) });
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
