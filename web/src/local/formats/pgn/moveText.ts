// The moves of a game in PGN: numbers, moves, comments, variations in parentheses and the result; as
// in src/beespace/formats/pgn/movetext.py.

import { firstOf, matchAt, repr, SPACES, strip, WORD } from "../python";
import { GLYPHS, joined, MOST_DEPTH, newMove, type GameRecord, type RecordedMove } from "../record";
import { LOOSE_PIECE_PATTERN } from "../../../generated/messages";
import { LOOSE_MARK } from "../../../hive/notation";
import { ReplayError, type Replay, type Undone } from "../replay";
import type { Chunk, RecordError } from "../source";
import { CommentError, readComment, type Note, type VariationMove } from "./comments";

const REFERENCE = `${LOOSE_MARK}?${LOOSE_PIECE_PATTERN}${LOOSE_MARK}?`;
const S = `[${SPACES}]`;
const TOKEN = new RegExp(
  [
    `(?<space>${S}+)`,
    String.raw`\{(?<comment>[^}]*)\}`,
    String.raw`(?<open>\{)`,
    String.raw`(?<enter>\()`,
    String.raw`(?<leave>\))`,
    String.raw`(?<glyph>\$\d+|[!?]{1,2})`,
    String.raw`(?<number>(?<count>\d{1,6})(?:${S}*\.+|(?=${S}))|\.{2,})`,
    String.raw`(?<move>(?:[pP][aA][sS][sS]|(?<piece>${LOOSE_PIECE_PATTERN})(?:[ \t]+${REFERENCE})?)` +
      String.raw`(?![\p{L}\p{N}_\/\\\-]))`,
  ].join("|"),
  "uy",
);
const BUG = new RegExp(`(?<!${WORD})${LOOSE_MARK}?(${LOOSE_PIECE_PATTERN})(?!${WORD})`, "gu");
const DOT = /[ \t]+\.(?!\.)/y;
const LETTER = /[\p{L}\p{N}]/u;
const KINDS = ["space", "open", "enter", "leave", "glyph", "number", "move"] as const;

/** A place in the text, and everything that is being read there. */
interface Reading {
  record: GameRecord;
  replay: Replay;
  /** The main line, and the variations that are open. */
  lines: RecordedMove[][];
  opened: { offset: number; ply: number; undone: Undone }[];
}

export class MoveText {
  /** The result after the moves. */
  endWord: string | null = null;
  readonly #endWords: string[];
  /** Whether numbers count pairs of moves; known from the second move on. */
  #countsPairs: boolean | null = null;

  constructor(
    private readonly chunk: Chunk,
    private readonly start: number,
    endWords: Iterable<string>,
  ) {
    this.#endWords = [...new Set(endWords)].filter(Boolean).sort((a, b) => b.length - a.length);
  }

  /** The letters of all bugs that the moves name. */
  bugsSeen(): Set<string> {
    const text = this.chunk.text.slice(this.start).replace(/\{[^}]*\}/g, " ");
    return new Set([...text.matchAll(BUG)].map(([, piece]) => piece![1]!.toUpperCase()));
  }

  /** Play all moves, and add them and their notes to a record. */
  play(record: GameRecord, replay: Replay): void {
    const reading: Reading = { record, replay, lines: [record.line], opened: [] };
    const { text } = this.chunk;
    // The place of a number that has no move yet.
    let numberAt: number | null = null;
    let at = this.start;
    while (at < text.length) {
      const match = matchAt(TOKEN, text, at);
      if (match === null) {
        if (reading.opened.length > 0 || numberAt !== null) throw this.#notUnderstood(at);
        this.#readEnd(at, record);
        return;
      }
      const token = kindOf(match);
      at += match[0].length;
      if (token === "space") continue;
      if (numberAt !== null && !["comment", "move", "number"].includes(token)) {
        throw this.chunk.error("expected a move after the move number", numberAt);
      }
      if (token === "number") numberAt = match.index;
      if (token === "move") numberAt = null;
      at = this.#take(reading, token, match) ?? at;
    }
    const open = reading.opened.at(-1);
    if (open) throw this.chunk.error("a variation is not closed", open.offset);
    if (numberAt !== null) {
      throw this.chunk.error("expected a move after the move number", numberAt);
    }
  }

  /** Take a token, and return where it ends if that isn't the end of the match. */
  #take(reading: Reading, token: string, match: RegExpExecArray): number | null {
    const line = reading.lines.at(-1)!;
    if (token === "move") return this.#playMove(reading.replay, line, match);
    if (token === "number") this.#checkNumber(match, reading.replay.ply);
    else if (token === "comment") {
      const offset = match.index + 1;
      if (reading.opened.length > 0 && line.length === 0) {
        throw this.chunk.error("a variation can't start with a comment", offset);
      }
      this.#annotate(reading, line, match.groups!["comment"]!, offset);
    } else if (token === "glyph") this.#addGlyph(line, match);
    else if (token === "enter") this.#enter(reading, match.index);
    else if (token === "leave") this.#leave(reading, match.index);
    else throw this.chunk.error("a comment is not closed", match.index);
    return null;
  }

  #notUnderstood(at: number): RecordError {
    const shown = repr(firstOf(this.chunk.text.slice(at).split("\n")[0]!, 20));
    return this.chunk.error(`expected a move, a comment or a result, not ${shown}`, at);
  }

  /** Read the result; only comments may follow it. */
  #readEnd(begin: number, record: GameRecord): void {
    const { text } = this.chunk;
    const word = this.#endWords.find(
      (one) =>
        text.startsWith(one, begin) &&
        !LETTER.test(String.fromCodePoint(text.codePointAt(begin + one.length) ?? 32)),
    );
    if (word === undefined) throw this.#notUnderstood(begin);
    this.endWord = word;
    let at = begin + word.length;
    while (at < text.length) {
      const match = matchAt(TOKEN, text, at);
      const comment = match?.groups!["comment"];
      if (match === null || (comment === undefined && match.groups!["space"] === undefined)) {
        throw this.chunk.error("unexpected text after the result of the game", at);
      }
      if (comment !== undefined) {
        const to = record.line.at(-1) ?? record;
        to.comment = joined(to.comment, strip(comment));
      }
      at += match[0].length;
    }
  }

  /** Play a move and return where it ends. A game's first move is just a piece; the next move, or a
   *  dot, may follow on the same line. */
  #playMove(replay: Replay, line: RecordedMove[], match: RegExpExecArray): number {
    const { move, piece } = match.groups!;
    const isFirst = replay.locations.size === 0 && piece !== undefined;
    const text = isFirst ? piece : move!;
    let end = match.index + text.length;
    if (isFirst) end += matchAt(DOT, this.chunk.text, end)?.[0].length ?? 0;
    try {
      line.push(newMove(replay.read(text)));
    } catch (error) {
      if (!(error instanceof ReplayError)) throw error;
      throw this.chunk.error(`move ${replay.ply + 1}: ${error.message}`, match.index);
    }
    return end;
  }

  /** Check a number, which counts plies or pairs of moves; a gap means missing moves. */
  #checkNumber(match: RegExpExecArray, ply: number): void {
    const { count } = match.groups!;
    if (count === undefined) return;
    const [ofPly, ofPair] = [ply + 1, Math.floor(ply / 2) + 1];
    const number = Number(count);
    if (this.#countsPairs === null && (number === ofPly) !== (number === ofPair)) {
      this.#countsPairs = number === ofPair;
    }
    const expected = this.#countsPairs ? ofPair : ofPly;
    if (number === expected) return;
    throw this.chunk.error(
      `expected move number ${expected}, not ${number}; moves seem to be missing`,
      match.index,
    );
  }

  /** Begin a variation of the last move. */
  #enter({ replay, lines, opened }: Reading, offset: number): void {
    const last = lines.at(-1)!.at(-1);
    if (last === undefined) {
      throw this.chunk.error("a variation must follow the move it replaces", offset);
    }
    if (opened.length >= MOST_DEPTH) {
      throw this.chunk.error(`variations are nested more than ${MOST_DEPTH} deep`, offset);
    }
    const variation: RecordedMove[] = [];
    last.variations.push(variation);
    opened.push({ offset, ply: replay.ply - 1, undone: replay.undo() });
    lines.push(variation);
  }

  /** End a variation, and return to the position after the move that it replaces. */
  #leave({ replay, lines, opened }: Reading, offset: number): void {
    const varied = opened.at(-1);
    if (varied === undefined) throw this.chunk.error("unmatched closing parenthesis", offset);
    if (lines.pop()!.length === 0) throw this.chunk.error("a variation is empty", offset);
    opened.pop();
    replay.undoTo(varied.ply);
    replay.redo(varied.undone);
  }

  /** Add a comment to the last move or, before the first move, to the game. */
  #annotate(
    { record, replay }: Reading,
    line: RecordedMove[],
    comment: string,
    offset: number,
  ): void {
    let note: Note;
    try {
      note = readComment(comment);
    } catch (error) {
      if (!(error instanceof CommentError)) throw error;
      throw this.chunk.error(error.message, offset + error.offset);
    }
    const last = line.at(-1);
    if (last === undefined) {
      if (note.variations.length > 0) {
        throw this.chunk.error("a variation must follow the move it replaces", offset);
      }
      record.comment = joined(record.comment, note.text);
      return;
    }
    last.comment = joined(last.comment, note.text);
    last.clock_ms = note.clock_ms ?? last.clock_ms;
    last.spent_ms = note.spent_ms ?? last.spent_ms;
    last.glyph = note.glyph || last.glyph;
    this.#addVariations(replay, last, note, offset);
  }

  /** Play a comment's variations from the position before the move that they replace. */
  #addVariations(replay: Replay, played: RecordedMove, note: Note, offset: number): void {
    if (note.variations.length === 0) return;
    const undone = replay.undo();
    const { ply } = replay;
    for (const moves of note.variations) {
      played.variations.push(moves.map((move) => this.#vary(replay, move, offset)));
      replay.undoTo(ply);
    }
    replay.redo(undone);
  }

  #vary(replay: Replay, { text, offset: at, note }: VariationMove, offset: number): RecordedMove {
    let played: RecordedMove;
    try {
      played = newMove(replay.read(text));
    } catch (error) {
      if (!(error instanceof ReplayError)) throw error;
      const reason = `move ${replay.ply + 1} of a variation: ${error.message}`;
      throw this.chunk.error(reason, offset + at);
    }
    const { clock_ms, spent_ms, glyph } = note;
    Object.assign(played, { comment: note.text, clock_ms, spent_ms, glyph });
    this.#addVariations(replay, played, note, offset);
    return played;
  }

  /** Add a mark such as "!?"; numbers without an equivalent are kept as text. */
  #addGlyph(line: RecordedMove[], match: RegExpExecArray): void {
    const mark = match[0];
    const last = line.at(-1);
    if (last === undefined) throw this.chunk.error(`${repr(mark)} must follow a move`, match.index);
    const glyph = mark.startsWith("$") ? GLYPHS[Number(mark.slice(1)) - 1] : mark;
    // Other programs may write a number in another way, such as $01.
    const isKnown =
      glyph !== undefined && (glyph === mark || mark === `$${GLYPHS.indexOf(glyph) + 1}`);
    if (isKnown && GLYPHS.includes(glyph)) last.glyph = glyph;
    else last.comment = joined(last.comment, mark);
  }
}

function kindOf(match: RegExpExecArray): string {
  return KINDS.find((kind) => match.groups![kind] !== undefined) ?? "comment";
}
