// What a move does, misses or allows, as a sentence; as in src/beespace/study/remark_words.py.

import type { Remark } from "../generated/messages";
import { kindOf, type SeveralKind } from "../hive/box";
import { isKey, tr } from "../lib/i18n/index.svelte";
import { listed } from "./reasons";

// What a player does to themselves.
const OWN = [
  ...["lose", "fill-own", "lock-own", "pin-own", "cramp-own", "crowd-own", "cover-own"],
  ...["take-back", "detour"],
];
// What is about pieces that get next to the other player's queen.
const OF_OTHERS = ["keep-away", "open-way", "let-in", "bar-own"];
// What has a word of its own if nothing is left.
const NONE_LEFT: Record<string, string> = {
  cramp: "freeze",
  "cramp-own": "freeze-own",
  crowd: "shut-out",
  "crowd-own": "shut-out-own",
};
// What can be about a piece that is thrown: the queen.
const ABOUT_HER = ["win", "threaten", "parry"];

/** "This lets the black ant take the fifth place next to the white queen." */
export function remarkWords(remark: Remark): string {
  const { mood, deed, thrower } = remark;
  const isThrown = thrower !== null;
  const name = nameOf(remark);
  const key = mood === "does" ? `remark.does.${name}` : `remark.${name}`;
  // A newer server may know deeds that this page doesn't.
  if (!isKey(key)) return "";
  const text = tr(key, valuesOf(remark));
  if (mood === "does") return text;
  const kind = kindOf(thrower ?? remark.piece);
  const fresh = `piece.fresh.${kind}`; // only if there are several of its kind
  const isNew = remark.origin === null && isKey(fresh);
  const mover = isNew ? tr(fresh) : tr(`piece.the.${kind}`);
  const throwing = { target: listed([remark.piece], "target"), deed: text };
  const saysThrow = name === "rescue" || name === "throw-to";
  const does = isThrown && !saysThrow ? tr("remark.throwing", throwing) : text;
  const frame =
    mood === "allows" && deed === "parry" ? "remark.parries" : (`remark.${mood}` as const);
  return tr(frame, { mover, deed: does });
}

/** The text for what is done. */
function nameOf({ deed, piece, pieces, thrower, count }: Remark): string {
  if (thrower !== null && deed === "step-away") return "rescue";
  if (thrower !== null && deed === "surround") return "throw-to";
  if (deed === "keep-away" && piece[1] === "Q") return "get-away";
  if (count === 0 && deed in NONE_LEFT) return NONE_LEFT[deed]!;
  const isAboutHer = ABOUT_HER.includes(deed) && pieces.includes(piece);
  return thrower !== null && isAboutHer ? `${deed}-her` : deed;
}

function valuesOf(remark: Remark): Record<string, string | number> {
  const { mood, piece, thrower, deed, pieces, count } = remark;
  const mover = thrower ?? piece;
  const opponent = mover[0] === "w" ? "b" : "w";
  const loser = OWN.includes(deed) ? mover[0] : opponent;
  const first = pieces[0] ?? `${loser}Q`;
  const isWhite = (first[0] === "w") !== OF_OTHERS.includes(deed);
  const nth = `remark.nth.${count}`;
  const number = `number.${count}`;
  return {
    target: listed([piece], "target"),
    targets: targets(remark),
    onto: tr(`piece.on.${kindOf(first)}`),
    near: tr(isWhite ? "remark.near.w" : "remark.near.b"),
    queen: tr(isWhite ? "remark.queen.w" : "remark.queen.b"),
    nth: isKey(nth) ? tr(nth) : "",
    loser: tr(loser === "w" ? "color.w" : "color.b"),
    count,
    number: isKey(number) ? tr(number) : count,
    could: mood === "misses" ? tr("remark.could") : "",
  };
}

/** The pieces of a remark as the object of its sentence. */
function targets({ mood, piece, pieces }: Remark): string {
  const words = listed(pieces, "target");
  const kind = kindOf(piece); // the sentence names it before
  const alike = pieces.filter((one) => one.startsWith(kind));
  if (mood === "does" || alike.length !== 1 || alike[0] === piece) return words;
  return words.replace(tr(`piece.target.${kind}`), tr(`piece.another.${kind as SeveralKind}`));
}
