// Why a move isn't allowed, in the user's language.

import type { Problem, WhyNot } from "../generated/messages";
import { around, gateOf, isThrown, type Situation } from "../hive/situation";
import { isKey, language, tr, type Key } from "../lib/i18n/index.svelte";
import { textOf } from "../net/failures";
import { capitalised } from "./moves";
import { kindOf, pieceIn, type BugLetter, type Kind } from "../hive/box";

const LAST_TURN_FOR_QUEEN = 4;

/** "the black queen and two white ants", as the subject or the object of a sentence */
export function listed(pieces: string[], form: "the" | "target" = "the"): string {
  const counts = new Map<Kind, number>();
  for (const piece of pieces) {
    const kind = kindOf(piece);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  const names = [...counts].map(([kind, count]) =>
    count === 1
      ? tr(`piece.${form}.${kind}`)
      : tr(`piece.${kind}`, { count, number: tr(`number.${count}` as Key) }),
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
  return tr(name, {
    Piece: capitalised(listed([piece])),
    number: situation.number,
    pieces: listed(why.pieces),
    other: listed(why.pieces.slice(-1)),
    code: why.pieces[0] ?? "",
    manner: mannerWords(piece, situation),
  });
}

/** Why something can't be done, if the reason isn't about a piece. */
export function plainReason(why: WhyNot): string {
  const name = `why.${why.code}`;
  return isKey(name) ? tr(name) : why.text;
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

/** How a piece moves. */
function mannerWords(piece: string, turn: Situation): string {
  if (isThrown(piece, turn)) return tr("manner.thrown");
  const isOnTop = (around(piece, turn)?.below.length ?? 0) > 0;
  const letter = piece[1] as BugLetter;
  if (letter === "M" && isOnTop) return tr("manner.M.top");
  return letter === "A" ? "" : tr(`manner.${letter}`); // nothing is too far for an ant
}

/** Why the server rejected a request; `typed` is the move that the user typed, if any. */
export function problemWords(problem: Problem, typed: string, turn: Situation | null): string {
  const piece = pieceIn(typed);
  if (problem.why !== null && piece !== undefined) return whyWords(piece, problem.why, turn);
  // On the socket of a game, only hints keep the server busy.
  if (problem.code === "busy") return tr("problem.busy.hint");
  return textOf(problem);
}
