// A text as lines, split into chunks of one game each; as in src/beespace/formats/source.py.

import { length } from "./python";

// Many times the longest game.
const MOST_CHARACTERS = 1 << 22;

/** A game that can't be read: where, and why. */
export class RecordError extends Error {
  constructor(
    readonly reason: string,
    file = "",
    readonly line = 0,
    readonly column = 0,
  ) {
    super((line ? `${file}:${line}:${column}: ` : file ? `${file}: ` : "") + reason);
  }
}

/** A line without its ending, and its number, counted from 1. */
export interface Line {
  number: number;
  text: string;
}

/** The lines of a text. */
export class Lines {
  readonly lines: Line[];

  constructor(
    text: string,
    readonly file: string,
  ) {
    const texts = text.replace(/^\ufeff/, "").split("\n");
    if (texts.at(-1) === "") texts.pop();
    this.lines = texts.map((one, index) => ({ number: index + 1, text: one.replace(/\r+$/, "") }));
  }
}

/** The part of a text that has one game. */
export class Chunk {
  constructor(
    readonly file: string,
    readonly firstLine: number,
    readonly text: string,
    /** Whether this is the last one; a file that was cut short ends here. */
    readonly isLast = false,
  ) {}

  /** An error at an offset into the text. */
  error(reason: string, offset = 0): RecordError {
    const before = this.text.slice(0, offset);
    const line = before.split("\n").length - 1;
    const column = length(before.slice(before.lastIndexOf("\n") + 1)) + 1;
    const beyond = offset - before.length; // what is missing may be after the end
    return new RecordError(reason, this.file, this.firstLine + line, column + beyond);
  }
}

/** Collects the lines of one game, and refuses games that are too long. */
export class ChunkBuilder {
  #lines: string[] = [];
  #firstLine = 0;
  #size = 0;

  constructor(private readonly file: string) {}

  get isEmpty(): boolean {
    return this.#size === 0;
  }

  add({ number, text }: Line): void {
    if (this.#lines.length === 0) this.#firstLine = number;
    this.#size += text.length + 1;
    if (this.#size <= MOST_CHARACTERS) this.#lines.push(text);
  }

  /** Return the game, or an error if it is too long, and begin a new one. */
  take(isLast = false): Chunk | RecordError {
    const [lines, size] = [this.#lines, this.#size];
    this.#lines = [];
    this.#size = 0;
    if (size > MOST_CHARACTERS) {
      const reason = `a game can't be longer than ${MOST_CHARACTERS} characters`;
      return new RecordError(reason, this.file, this.#firstLine, 1);
    }
    return new Chunk(this.file, this.#firstLine, lines.join("\n"), isLast);
  }
}
