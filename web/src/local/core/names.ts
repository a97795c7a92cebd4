// Cleans up names: one line without unprintable characters; as in src/beespace/server/text.py.

import { words } from "../formats/python";

const JOINERS = "\u200c\u200d";
// Letters and symbols that look like a space.
const BLANKS = "\u115f\u1160\u3164\uffa0\u2800\u{1d159}\u{13441}\u{13442}";
// The flags of England, Scotland and Wales.
const TAG_FLAG = /^\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}/u;
const EMOJI = /[\u{1f000}-\u{1faff}]/u;
const PRINTABLE = /[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u;
const INVISIBLE = /\p{Cf}/u;

/** A text on one line, with single spaces; empty if it would look empty. */
export function oneLine(text: string): string {
  let kept = "";
  for (let at = 0; at < text.length;) {
    const one = String.fromCodePoint(text.codePointAt(at)!);
    const flag = one === "\u{1f3f4}" ? TAG_FLAG.exec(text.slice(at))?.[0] : undefined;
    kept += flag ?? cleaned(text, at, one);
    at += (flag ?? one).length;
  }
  let line = words(kept).join(" ");
  // A mark without a base would change whatever stands before the text.
  while (/^\p{M}/u.test(line)) line = line.replace(/^\p{M}\s*/u, "");
  const shows = (one: string) => !BLANKS.includes(one) && /[\p{L}\p{N}\p{P}\p{S}]/u.test(one);
  return [...line].some((one) => shows(one) || EMOJI.test(one)) ? line : "";
}

/** What replaces a character: itself, a space, or nothing. */
function cleaned(text: string, at: number, one: string): string {
  if (JOINERS.includes(one)) {
    const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? "";
    const after = [...text.slice(at + 1, at + 3)][0] ?? "";
    return [before, after].every(canBeJoined) ? one : "";
  }
  if (BLANKS.includes(one)) return " ";
  if (PRINTABLE.test(one) || EMOJI.test(one)) return one;
  return INVISIBLE.test(one) ? "" : " ";
}

function canBeJoined(one: string): boolean {
  return one !== "" && !BLANKS.includes(one) && (/[\p{L}\p{M}\p{S}]/u.test(one) || EMOJI.test(one));
}
