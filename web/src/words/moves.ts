// Pieces, places and moves in the user's language, for the screen and screen readers.

import type { Hex, StackOfPieces } from "../generated/messages";
import { directionTo, key, step } from "../hive/hexes";
import { kindOf, type BugLetter } from "../hive/box";
import { moveText } from "../hive/notation";
import { language, tr, type Key } from "../lib/i18n/index.svelte";
import { settings } from "../lib/settings.svelte";
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
  return tr(`piece.${kindOf(piece)}`, { count: 1 });
}

/** "ant" */
export function bugName(bug: string): string {
  return tr(`bug.${bug as BugLetter}`);
}

/** A piece used to describe a place; `direction` is null for the place on top of it. */
interface Reference {
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
  const kind = kindOf(reference.piece);
  if (reference.direction === null) return tr(`piece.on.${kind}`);
  // A flipped board swaps left and right.
  const direction = (reference.direction + (flipped ? 3 : 0)) % 6;
  return tr(DIRECTION_KEYS[direction] as Key, { of: tr(`piece.of.${kind}`) });
}

/** Whether a hex can be meant, such as one that is free. */
type Candidate = (hex: Hex) => boolean;

/** "right of the black ant and left of the white beetle": a place next to pieces that are alike is
 *  described by two neighbours that no other hex has or, with only one, by where that one is. */
function exactPlace(
  hex: Hex,
  stacks: Map<string, StackOfPieces>,
  mover: string | null,
  flipped: boolean,
  isMeant: Candidate,
): string {
  const near = neighbours(hex, stacks, mover);
  const [first] = near;
  if (first === undefined) return tr("place.middle");
  const place = referenceWords(first, flipped);
  if (first.alike < 2) return place;
  const pair = clearPair(near, stacks, mover, isMeant);
  if (pair !== undefined) return bothWords(pair, flipped);
  const where = whereIs(first.piece, stacks, mover, flipped);
  return where === "" ? place : tr("place.which", { place, where });
}

/** Two neighbours that only one hex has. */
function clearPair(
  near: Reference[],
  stacks: Map<string, StackOfPieces>,
  mover: string | null,
  isMeant: Candidate,
): [Reference, Reference] | undefined {
  const pairs = near.flatMap((one, index) =>
    near.slice(index + 1).map((other): [Reference, Reference] => [one, other]),
  );
  return pairs.find((pair) => fits(pair, stacks, mover, isMeant) === 1);
}

function bothWords([one, other]: [Reference, Reference], flipped: boolean): string {
  return tr("place.both", {
    one: referenceWords(one, flipped),
    other: referenceWords(other, flipped),
  });
}

/** How many hexes have pieces like these on the same sides. */
function fits(
  references: Reference[],
  stacks: Map<string, StackOfPieces>,
  mover: string | null,
  isMeant: Candidate,
): number {
  const isOn = (hex: Hex, { piece, direction }: Reference) =>
    topOf(stacks.get(key(step(hex, direction! + 3))), mover)?.slice(0, 2) === piece.slice(0, 2);
  const [first] = references;
  const hexes = [...stacks.values()].map(({ hex }) => step(hex, first!.direction!));
  return hexes.filter((hex) => isMeant(hex) && references.every((one) => isOn(hex, one))).length;
}

/** "left of the black queen": where a piece is, as opposed to those like it; may be empty. */
function whereIs(
  piece: string,
  stacks: Map<string, StackOfPieces>,
  mover: string | null,
  flipped: boolean,
): string {
  const at = hexOf(piece, stacks);
  if (at === null) return "";
  const isAlike = (hex: Hex) =>
    topOf(stacks.get(key(hex)), mover)?.slice(0, 2) === piece.slice(0, 2);
  const near = neighbours(at, stacks, mover);
  const clear = near.find((one) => fits([one], stacks, mover, isAlike) === 1);
  if (clear !== undefined) return referenceWords(clear, flipped);
  const pair = clearPair(near, stacks, mover, isAlike);
  if (pair !== undefined) return bothWords(pair, flipped);
  return near[0] === undefined ? "" : referenceWords(near[0], flipped);
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
  const isFree = (hex: Hex) => topOf(before.get(key(hex)), move.piece) === undefined;
  const place =
    below === undefined
      ? exactPlace(move.to, before, move.piece, flipped, isFree)
      : onto(below, before, move.piece, flipped);
  return tr("move.words", {
    piece: capitalised(whichPiece(move.piece, before, flipped)),
    place: move.thrower == null ? place : tr("move.thrown", { place }),
  });
}

/** "onto the white ant (the one left of the black queen)", if there are others on top. */
function onto(
  piece: string,
  stacks: Map<string, StackOfPieces>,
  mover: string,
  flipped: boolean,
): string {
  const place = referenceWords({ piece, direction: null }, flipped);
  const alike = [...stacks.values()].filter(
    (stack) => topOf(stack, mover)?.slice(0, 2) === piece.slice(0, 2),
  );
  const where = alike.length > 1 ? whereIs(piece, stacks, mover, flipped) : "";
  return where === "" ? place : tr("place.which", { place, where });
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
  const isAlike = (hex: Hex) =>
    stacks.get(key(hex))?.pieces.some((other) => other.slice(0, 2) === piece.slice(0, 2)) ?? false;
  return tr("piece.now", { piece: name, place: exactPlace(at, stacks, piece, flipped, isAlike) });
}

// As the user wants to see moves: in words or, if they chose that, in notation

/** "white ant" or "wA1" */
export function shownName(piece: string): string {
  return settings.moves === "uhp" ? piece : pieceName(piece);
}

/** "White ant, left of the black queen" or "wA1 -bQ" */
export function shownWords(move: NamedMove, before: Map<string, StackOfPieces>): string {
  return settings.moves === "uhp" ? move.text : moveWords(move, before);
}

/** A move to recommend, in words or in notation. */
export function shownAdvice(
  move: Omit<NamedMove, "text">,
  before: Map<string, StackOfPieces>,
  flipped: boolean,
): string {
  if (settings.moves !== "uhp" || move.piece === null || move.to === null)
    return adviceWords({ ...move, text: "" }, before, flipped);
  return moveText(move.piece, move.to, before);
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
