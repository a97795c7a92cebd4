// What a move does, misses or allows, as a sentence; as in src/beespace/study/remark_words.py.

import type { Remark } from "../generated/messages";
import { isKey, tr, type Key } from "../lib/i18n/index.svelte";
import { capitalised } from "./moves";
import { listed } from "./reasons";

// What a player does to themselves.
const OWN = ["lose", "fill-own", "lock-own", "pin-own"];

/** "This lets the black ant take the fifth place next to the white queen." */
export function remarkWords(remark: Remark): string {
  const { mood, deed, thrower } = remark;
  const isThrown = thrower !== null;
  const name = isThrown && deed === "step-away" ? "rescue" : deed;
  const key = mood === "does" ? `remark.does.${deed}` : `remark.${name}`;
  // A newer server may know deeds that this page doesn't.
  if (!isKey(key)) return "";
  const text = tr(key, valuesOf(remark));
  if (mood === "does") return text;
  const the = tr(`piece.the.${(thrower ?? remark.piece).slice(0, 2)}` as Key);
  const mover = remark.origin === null ? tr("piece.new", { piece: the }) : the;
  const throwing = { target: target([remark.piece]), deed: text };
  const does = isThrown && name !== "rescue" ? tr("remark.throwing", throwing) : text;
  return tr(`remark.${mood}`, { mover, Mover: capitalised(mover), deed: does });
}

function valuesOf({
  piece,
  thrower,
  deed,
  pieces,
  count,
}: Remark): Record<string, string | number> {
  const mover = (thrower ?? piece)[0];
  const opponent = mover === "w" ? "b" : "w";
  const loser = OWN.includes(deed) ? mover : opponent;
  const first = pieces[0] ?? `${loser}Q`;
  const nth = `remark.nth.${count}`;
  return {
    target: target([piece]),
    targets: target(pieces),
    onto: tr(`piece.on.${first.slice(0, 2)}` as Key),
    near: tr(first[0] === "w" ? "remark.near.w" : "remark.near.b"),
    nth: isKey(nth) ? tr(nth) : "",
    loser: tr(loser === "w" ? "color.w" : "color.b"),
    count,
  };
}

function target(pieces: string[]): string {
  return listed(pieces, "target");
}
