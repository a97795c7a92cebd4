// Comments in PGN: text, marks, clocks and variations between braces; as in
// src/beespace/formats/pgn/comments.py, which explains the commands.

import { firstOf, isSpace, matchAt, repr, SPACES, stripEnd, stripStart } from "../python";
import { MOST_DEPTH } from "../record";

const COMMAND = new RegExp(
  String.raw`\[%(?:(?<time>clk|emt)[${SPACES}]+(?<value>[0-9:.]+)|gly[${SPACES}]+(?<glyph>[!?]{1,2})` +
    String.raw`|(?<code>[0-9A-Fa-f]{1,6})|(?<variation>var[${SPACES}]))\]?`,
  "y",
);
const TIME = /^(?:(?:(\d{1,9}):)?(\d{1,9}):)?(\d{1,9})(?:\.(\d{1,6}))?$/;
const MOVE = new RegExp(`([${SPACES}]*)([^;\\[\\]"]*)`, "y");

/** A command that isn't right, and where. */
export class CommentError extends Error {
  constructor(
    reason: string,
    readonly offset: number,
  ) {
    super(reason);
  }
}

/** A move of a variation, not played yet. */
export interface VariationMove {
  text: string;
  offset: number;
  note: Note;
}

/** What a comment has. */
export interface Note {
  text: string;
  clock_ms: number | null;
  spent_ms: number | null;
  variations: VariationMove[][];
  glyph: string;
}

function newNote(): Note {
  return { text: "", clock_ms: null, spent_ms: null, variations: [], glyph: "" };
}

/** A part of a text. What was escaped is not removed from its ends. */
interface Part {
  text: string;
  isEscaped: boolean;
}

export function readComment(comment: string): Note {
  return new Reader(comment).note(0, (at) => at >= comment.length, false)[0];
}

class Reader {
  #depth = 0;

  constructor(private readonly comment: string) {}

  /** Read until `ends` is true. Quoted notes have their text in quotation marks. */
  note(start: number, ends: (at: number) => boolean, isQuoted: boolean): [Note, number] {
    const note = newNote();
    const parts: Part[] = [];
    let at = start;
    while (!ends(at)) {
      const match = matchAt(COMMAND, this.comment, at);
      const end = match && this.#command(match, note, parts);
      if (end !== null) {
        at = end;
        continue;
      }
      const character = this.comment[at]!;
      if (isQuoted && character === '"') at = this.#quoted(at, note);
      else if (isQuoted && !isSpace(character)) {
        const shown = repr(firstOf(this.comment.slice(at), 10));
        throw new CommentError(`unexpected ${shown} in a variation`, at);
      } else {
        const bracket = this.comment.indexOf("[", at + 1);
        const end = isQuoted ? at + 1 : bracket < 0 ? this.comment.length : bracket;
        parts.push({ text: this.comment.slice(at, end), isEscaped: false });
        at = end;
      }
    }
    if (!isQuoted) note.text = joined(parts);
    return [note, at];
  }

  /** Apply a command and return where it ends; null if it is just text. */
  #command(match: RegExpExecArray, note: Note, parts: Part[]): number | null {
    const { variation, code, glyph, time, value } = match.groups!;
    const end = match.index + match[0].length;
    if (variation !== undefined) {
      this.#depth += 1;
      if (this.#depth > MOST_DEPTH) {
        throw new CommentError(`variations are nested more than ${MOST_DEPTH} deep`, match.index);
      }
      const [moves, after] = this.#variation(match.index + 2 + variation.length);
      this.#depth -= 1;
      note.variations.push(moves);
      return after;
    }
    if (!match[0].endsWith("]")) return null;
    if (code !== undefined) {
      const number = parseInt(code, 16);
      if (number > 0x10ffff || (number >= 0xd800 && number <= 0xdfff)) return null;
      parts.push({ text: String.fromCodePoint(number), isEscaped: true });
    } else if (glyph !== undefined) note.glyph = glyph;
    else {
      const ms = readTime(value!);
      if (ms === null) return null;
      note[time === "clk" ? "clock_ms" : "spent_ms"] = ms;
    }
    return end;
  }

  #variation(start: number): [VariationMove[], number] {
    const moves: VariationMove[] = [];
    let at = start;
    for (;;) {
      const match = matchAt(MOVE, this.comment, at)!;
      const text = stripEnd(match[2]!);
      if (!text) throw new CommentError("expected a move in a variation", at);
      const offset = at + match[1]!.length;
      const ends = (at: number) => at >= this.comment.length || ";]".includes(this.comment[at]!);
      const [note, after] = this.note(at + match[0].length, ends, true);
      moves.push({ text, offset, note });
      if (after >= this.comment.length) {
        throw new CommentError("a variation is not closed", start);
      }
      at = after + 1;
      if (this.comment[after] === "]") return [moves, at];
    }
  }

  #quoted(start: number, note: Note): number {
    const parts: Part[] = [];
    let at = start + 1;
    while (at < this.comment.length) {
      const match = matchAt(COMMAND, this.comment, at);
      const end = match?.groups!["code"] ? this.#command(match, note, parts) : null;
      if (end !== null) at = end;
      else if (this.comment[at] === '"') {
        note.text = [note.text, joined(parts)].filter(Boolean).join("\n");
        return at + 1;
      } else {
        parts.push({ text: this.comment[at]!, isEscaped: false });
        at += 1;
      }
    }
    throw new CommentError("the comment of a variation is not closed", start);
  }
}

/** The text of a comment, without spaces around it. */
function joined(parts: Part[]): string {
  const isBlank = (part: Part | undefined, strip: (text: string) => string) => {
    if (part === undefined || part.isEscaped) return false;
    part.text = strip(part.text);
    return part.text === "";
  };
  while (isBlank(parts[0], stripStart)) parts.shift();
  while (isBlank(parts.at(-1), stripEnd)) parts.pop();
  return parts.map(({ text }) => text).join("");
}

/** The milliseconds of a time such as "0:09:58.5"; null if it isn't one. */
function readTime(text: string): number | null {
  const match = TIME.exec(text);
  if (match === null) return null;
  const [hours, minutes, seconds] = match.slice(1, 4).map((part) => Number(part ?? 0));
  const fraction = Number((match[4] ?? "").padEnd(3, "0").slice(0, 3));
  return ((hours! * 60 + minutes!) * 60 + seconds!) * 1000 + fraction;
}
