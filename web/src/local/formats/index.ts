// Reads games in PGN, JSON, UHP and SGF, as src/beespace/formats does: the same records, and the same
// errors. A game that can't be read doesn't stop the rest.

import * as json from "./json";
import * as pgn from "./pgn/reader";
import { strip } from "./python";
import type { GameRecord } from "./record";
import { parse as parseSgf } from "./sgf/game";
import * as sgfNodes from "./sgf/nodes";
import { Lines, RecordError, type Chunk } from "./source";
import * as uhp from "./uhp";

export { RecordError };
export type { GameRecord };

interface Format {
  looksLikeIt(text: string): boolean;
  split(lines: Lines): Iterable<Chunk | RecordError>;
  parse(chunk: Chunk): Promise<GameRecord>;
}

const SGF: Format = { ...sgfNodes, parse: parseSgf };
const FORMATS: Record<string, Format> = { pgn, json, uhp, sgf: SGF };
// How many lines are looked at to find the format.
const LOOKED_AT = 100;
// How often reading yields to the page.
const PAUSE_EVERY_MS = 25;

/** The records of a text, one after another. Games that can't be read are added to `skipped`. */
export class GameReader {
  readonly skipped: RecordError[] = [];
  readonly #lines: Lines;
  readonly #format: Format;

  /** Fails if the format is unknown. `name` is the file's name in errors. */
  constructor(text: string, name: string) {
    this.#lines = new Lines(text, name);
    this.#format = formatOf(this.#lines);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<GameRecord> {
    let before: string | null = null;
    let began = performance.now();
    for (const chunk of this.#format.split(this.#lines)) {
      if (performance.now() > began + PAUSE_EVERY_MS) {
        await new Promise((resolve) => setTimeout(resolve));
        began = performance.now();
      }
      const record = await this.#read(chunk);
      if (record === null) continue;
      // BoardSpace saves some games twice in one file.
      const known = this.#format === SGF ? identityOf(record) : null;
      if (known !== null && known === before) continue;
      before = known;
      yield record;
    }
  }

  async #read(chunk: Chunk | RecordError): Promise<GameRecord | null> {
    try {
      if (chunk instanceof RecordError) throw chunk;
      return await this.#format.parse(chunk);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      this.skipped.push(error);
      return null;
    }
  }
}

function identityOf({ white, black, date, line }: GameRecord): string {
  return JSON.stringify([white, black, date, ...line.map(({ move }) => move)]);
}

/** The format of a text, judged by its first line that isn't empty. */
function formatOf({ lines, file }: Lines): Format {
  const first = lines
    .slice(0, LOOKED_AT)
    .find(({ text }) => strip(text) && !text.startsWith("#"))?.text;
  const found = Object.values(FORMATS).find(
    (format) => first !== undefined && format.looksLikeIt(first),
  );
  if (found !== undefined) return found;
  const names = Object.keys(FORMATS).join(", ");
  throw new RecordError(`unknown format; expected one of ${names}`, file, 1, 1);
}

/** Read a record in JSON. */
export async function readRecord(text: string): Promise<GameRecord> {
  const lines = new Lines(text, "<text>");
  const [chunk] = json.split(lines);
  if (chunk === undefined) throw new RecordError("no game found", "<text>");
  if (chunk instanceof RecordError) throw chunk;
  return json.parse(chunk);
}
