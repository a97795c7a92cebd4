// Why a text can't be read as games, in the user's language. Both readers, the server's and the page's
// own, give their reasons in English. The most common ones are translated; the others stay as they are.

import { language, tr } from "../lib/i18n/index.svelte";
import { capitalised } from "./moves";

/** "line 1, column 43: …" of an import, or "line:1:43: …" of an analysis. */
const PLACED = /^(?:line (\d+), column (\d+)|\S*?:(\d+):(\d+)): (.*)$/s;
const UNKNOWN_FORMAT = /^unknown format; expected one of /;
const MOVE = /^move (\d+): ([wb]\w+(?: \S+)?|pass): (.*)$/s;
const NO_MOVE =
  /^(?:expected a move, a comment or a result, not |move \d+: (?='.*' is not a move))'(.*?)'(?:$| is not a move: )/s;
const CUT_SHORT =
  /^the game is cut short: |: moves seem to be missing$|^a (?:comment|variation|bracket) is not closed$|^invalid JSON: Unterminated/;
const OTHERS = [
  [/^game (\d+) starts from a position; /, "reading.position"],
  [/^game (\d+) has more than (\d+) moves$/, "reading.long"],
  [/^only the first (\d+) games were read$/, "reading.first"],
  [/^and (\d+) more$/, "reading.more"],
] as const;

/** Whether a reason says that the whole text isn't in a format we know. */
export function isUnknownFormat(told: string): boolean {
  return UNKNOWN_FORMAT.test(PLACED.exec(told)?.[5] ?? told);
}

/** Why a game can't be read, from what a reader tells. */
export function readingProblem(told: string): string {
  for (const [pattern, key] of OTHERS) {
    const found = pattern.exec(told);
    if (found !== null) return tr(key, { number: found[1] ?? "", most: found[2] ?? "" });
  }
  // The place of the text's beginning says nothing.
  if (isUnknownFormat(told)) return tr("reading.format");
  const placed = PLACED.exec(told);
  if (placed === null) return reasonWords(told);
  const [line, column] = [placed[1] ?? placed[3] ?? "", placed[2] ?? placed[4] ?? ""];
  return tr("reading.place", { line, column, reason: reasonWords(placed[5] ?? "") });
}

function reasonWords(reason: string): string {
  if (CUT_SHORT.test(reason)) return tr("reading.short");
  const unread = NO_MOVE.exec(reason);
  if (unread !== null) return tr("reading.unread", { text: unread[1] ?? "" });
  const refused = MOVE.exec(reason);
  if (refused === null) return reason;
  const [, number = "", move = "", why = ""] = refused;
  const words = tr("reading.move", { number, move });
  return language() === "en" ? `${words} ${why.replace(/^[a-z]+\b/, capitalised)}.` : words;
}
