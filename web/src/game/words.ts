// Pieces, places, moves and reasons in the user's language, for the screen and screen readers.

import type {
  ColorLetter,
  Ending,
  Game,
  GameSummary,
  Hex,
  Problem,
  StackOfPieces,
  WhyNot,
} from "../generated/messages";
import { directionTo, key } from "../board/geometry";
import { isKey, language, tr, type Key } from "../lib/i18n/index.svelte";
import { around, gateOf, isThrown, type Situation } from "./refusal";
import type { NamedMove } from "./replay";

const LAST_TURN_FOR_QUEEN = 4;
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

/** "the black queen and two white ants" */
function listed(pieces: string[]): string {
  const counts = new Map<string, number>();
  for (const piece of pieces) {
    const kind = piece.slice(0, 2);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const names = [...counts].map(([kind, count]) =>
    count === 1
      ? tr(`piece.the.${kind}` as Key)
      : tr(`piece.${kind}` as Key, { count, number: tr(`number.${count}` as Key) }),
  );
  // American English would put a comma before "and".
  return new Intl.ListFormat(language() === "en" ? "en-GB" : language()).format(names);
}

/** Why a piece can't move, or (if `isThere`) can't go there. */
export function whyWords(
  piece: string,
  why: WhyNot,
  turn: Situation | null,
  isThere = true,
): string {
  const situation = turn ?? { color: "w", number: 1, stacks: [] };
  const name = whyKey(piece, why, situation, isThere);
  // A newer server may know reasons that this page doesn't: show its own words.
  if (!isKey(name)) return why.text;
  const manner = mannerKey(piece, situation);
  return tr(name, {
    Piece: capitalised(listed([piece])),
    number: situation.number,
    pieces: listed(why.pieces),
    other: listed(why.pieces.slice(-1)),
    code: why.pieces[0] ?? "",
    manner: isKey(manner) ? tr(manner) : "",
  });
}

/** The key of the sentence that `whyWords` says. */
export function whyKey(piece: string, why: WhyNot, turn: Situation, isThere: boolean): string {
  const plain = `why.${why.code}`;
  const thrown = isThrown(piece, turn);
  switch (why.code) {
    case "queen-due":
      return turn.number > LAST_TURN_FOR_QUEEN ? "why.queen-due.late" : plain;
    case "pinned":
      return thrown ? "why.thrown-pinned" : plain;
    case "covered":
      // If the opponent's piece isn't covered itself, then the piece that could throw it is.
      return thrown && around(piece, turn)?.above.length === 0 ? "why.no-thrower" : plain;
    case "stunned":
      return thrown ? "why.no-thrower" : plain;
    case "no-space":
      return thrown ? "why.no-landing" : plain;
    case "wrong-distance":
      return isThere ? plain : "why.nowhere";
    case "gate": {
      const gate = gateOf(piece, why, turn);
      return gate === "gap" ? plain : `why.gate.${gate}`;
    }
    default:
      return plain;
  }
}

function mannerKey(piece: string, turn: Situation): string {
  if (isThrown(piece, turn)) return "manner.thrown";
  const isOnTop = (around(piece, turn)?.below.length ?? 0) > 0;
  return piece[1] === "M" && isOnTop ? "manner.M.top" : `manner.${piece[1]}`;
}

/** Why the server rejected a request; `typed` is the move that the user typed, if any. */
export function problemWords(problem: Problem, typed: string, turn: Situation | null): string {
  const piece = /^[wb](?:[QMLP]|[SB][12]|[GA][123])/.exec(typed.trim())?.[0];
  if (problem.why !== null && piece !== undefined) return whyWords(piece, problem.why, turn);
  const name = `problem.${problem.code}`;
  return isKey(name) ? tr(name) : problem.text;
}

/** "You won: the black queen is surrounded", from the user's point of view. */
export function endingWords(game: Game): string {
  if (game.ending === null) return "";
  return `${resultWords(game)} ${reasonWords(game)}`.trim();
}

export function resultWords(game: GameSummary): string {
  const winner = game.ending?.winner ?? null;
  if (game.ending === null) return "";
  if (winner === null) {
    if (game.ending.reason === "abort") return tr("result.abort");
    return game.ending.reason === "unknown" ? tr("result.unknown") : tr("result.draw");
  }
  const seat = ownSeat(game);
  if (seat === null) return tr(`result.wins.${winner}`);
  return tr(winner === seat ? "result.won" : "result.lost");
}

/** The user's colour, if they play exactly one. */
function ownSeat(game: GameSummary): ColorLetter | null {
  return game.yours.length === 1 ? (game.yours[0] as ColorLetter) : null;
}

export function reasonWords(game: GameSummary): string {
  const ending = game.ending;
  if (ending === null) return "";
  if (ending.reason === "surround") {
    if (ending.winner === null) return tr("reason.both");
    return tr(ending.winner === "w" ? "reason.surround.b" : "reason.surround.w");
  }
  if (ending.reason === "resign" && ending.winner !== null) {
    const loser = ending.winner === "w" ? "b" : "w";
    return tr(ownSeat(game) === loser ? "reason.resign.you" : `reason.resign.${loser}`);
  }
  if (ending.reason === "time" && ending.winner !== null) {
    const loser = ending.winner === "w" ? "b" : "w";
    return tr(ownSeat(game) === loser ? "reason.time.you" : `reason.time.${loser}`);
  }
  const name = `reason.${ending.reason}`;
  return isKey(name) ? tr(name) : "";
}

/** "White wins. The black queen is surrounded.", from a neutral point of view. */
export function endingSentence({ winner, reason }: Ending): string {
  const result = winner === null ? tr("result.draw") : tr(`result.wins.${winner}`);
  if (reason !== "surround")
    return isKey(`reason.${reason}`) ? `${result} ${tr(`reason.${reason}` as Key)}` : result;
  if (winner === null) return `${result} ${tr("reason.both")}`;
  return `${result} ${tr(winner === "w" ? "reason.surround.b" : "reason.surround.w")}`;
}

/** A player's name. */
export function playerName(game: GameSummary, color: ColorLetter): string {
  const player = game.players[color];
  if (player.kind === "engine") return tr(`level.${player.level ?? 1}.name` as Key);
  if (player.name) return player.name;
  const seat = ownSeat(game);
  if (seat === color) return tr("player.you");
  if (game.mode === "friend" && seat !== null) return tr("player.friend");
  return tr(`color.${color}`);
}
