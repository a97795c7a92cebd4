// Records as JSON, in the format of src/beespace/formats/json.py.

import { strip } from "./python";
import { JsonError, readJson, shown, type JsonNode } from "./jsonText";
import { readDate } from "./dates";
import {
  GLYPHS,
  MOST_DEPTH,
  newRecord,
  reasonOf,
  REASONS,
  RESULTS,
  settled,
  type GameRecord,
  type RecordedMove,
  type Result,
} from "./record";
import { Replay, ReplayError } from "./replay";
import { ChunkBuilder, type Chunk, type Lines, type RecordError } from "./source";

const FORMAT = "beespace-game";
const VERSION = 1;
const TEXTS = [
  "start",
  "white",
  "black",
  "date",
  "time",
  "event",
  "site",
  "round",
  "comment",
] as const;
const KEYS = new Set<string>(
  ["format", "version", "ruleset", "result", "reason", "tags", "moves"].concat(TEXTS),
);
const MOVE_KEYS = new Set(["move", "glyph", "comment", "clock_ms", "spent_ms", "variations"]);
const PLAIN_RESULTS: Record<string, Result> = {
  "1-0": "WhiteWins",
  "0-1": "BlackWins",
  "1/2-1/2": "Draw",
  ...Object.fromEntries(RESULTS.map((result) => [result, result])),
};

type Fields = Map<string, JsonNode>;

/** What is wrong with a value, or with what should be in an object. */
class PlaceError extends Error {
  constructor(
    reason: string,
    readonly at: number,
  ) {
    super(reason);
  }
}

export function looksLikeIt(text: string): boolean {
  return /^\s*\{\s*("|$)/.test(text);
}

/** The objects of a file; each ends where its first brace is closed. */
export function* split({ lines, file }: Lines): Generator<Chunk | RecordError> {
  const game = new ChunkBuilder(file);
  let [depth, inString] = [0, false];
  for (const line of lines) {
    if (!game.isEmpty && line.text.startsWith("{")) {
      yield game.take();
      [depth, inString] = [0, false];
    }
    if (game.isEmpty && !strip(line.text)) continue;
    game.add(line);
    for (const [mark] of line.text.matchAll(/\\.|["{}]/g)) {
      if (mark === '"') inString = !inString;
      else if (!inString && mark.length === 1) depth += mark === "{" ? 1 : -1;
    }
    if (depth <= 0) {
      yield game.take();
      [depth, inString] = [0, false];
    }
  }
  if (!game.isEmpty) yield game.take(true);
}

export async function parse(chunk: Chunk): Promise<GameRecord> {
  try {
    return await recordOf(readJson(chunk.text));
  } catch (error) {
    if (error instanceof PlaceError) throw chunk.error(error.message, error.at);
    if (!(error instanceof JsonError)) throw error;
    if (error.at === null) throw chunk.error(error.message);
    throw chunk.error(`invalid JSON: ${error.message}`, error.at);
  }
}

async function recordOf(node: JsonNode): Promise<GameRecord> {
  const fields = node.kind === "object" ? node.fields : new Map<string, JsonNode>();
  if (!fields.has("format") && fields.has("game_type") && fields.has("moves")) {
    return plainRecord(fields, node.at);
  }
  const format = fields.get("format");
  if (format?.kind !== "string" || format.value !== FORMAT) {
    throw new PlaceError(`not a game: expected an object with "format": "${FORMAT}"`, node.at);
  }
  const version = fields.get("version");
  if (version?.kind !== "number" || Number(version.text) !== VERSION) {
    const found = version === undefined ? "None" : shown(version);
    const reason = `unsupported version ${found}; expected ${VERSION}`;
    throw new PlaceError(reason, (version ?? node).at);
  }
  refuseOthers(fields, KEYS);
  const texts = Object.fromEntries(TEXTS.map((name) => [name, textIn(fields, name)]));
  const ruleset = await rulesetIn(fields, "ruleset", node.at);
  const record = newRecord(ruleset, texts);
  const [date, time] = readDate(record.date);
  record.date = date;
  record.time ||= time;
  record.tags = tagsIn(fields);
  const replay = await begun(ruleset, false, record.start, (fields.get("start") ?? node).at);
  record.line = lineOf(replay, fields.get("moves"), node.at, 0);
  const result = wordIn(fields, "result", RESULTS) ?? "InProgress";
  const reason = wordIn(fields, "reason", REASONS);
  return Object.assign(record, settled(replay.board, { result, reason }));
}

/** A game of a machine-readable collection: its type, moves and result. */
async function plainRecord(fields: Fields, at: number): Promise<GameRecord> {
  const ruleset = await rulesetIn(fields, "game_type", at);
  const moves = fields.get("moves")!;
  if (moves.kind !== "list" || !moves.items.every(({ kind }) => kind === "string")) {
    throw new PlaceError("moves must be a list of strings", moves.at);
  }
  const replay = await begun(ruleset, true, "", at);
  const line = lineOf(replay, moves, at, 0);
  const record = newRecord(replay.board.rules, { line });
  for (const name of ["white", "black"] as const) {
    const node = fields.get(name);
    if (node?.kind === "string") record[name] = node.value;
  }
  const [result, reason] = [fields.get("result"), fields.get("reason")];
  const claimed = {
    result: (result?.kind === "string" && PLAIN_RESULTS[result.value]) || ("Unknown" as const),
    reason: reason?.kind === "string" ? reasonOf(reason.value) : null,
  };
  return Object.assign(record, settled(replay.board, claimed));
}

async function rulesetIn(fields: Fields, name: string, at: number): Promise<string> {
  const replay = await begun(textIn(fields, name), false, "", fields.get(name)?.at ?? at);
  return replay.board.rules;
}

async function begun(ruleset: string, infers: boolean, start: string, at: number): Promise<Replay> {
  try {
    return await Replay.of(ruleset, infers, start);
  } catch (error) {
    throw error instanceof ReplayError ? new PlaceError(error.message, at) : error;
  }
}

function refuseOthers(fields: Fields, known: Set<string>): void {
  const unknown = [...fields.keys()].filter((name) => !known.has(name)).sort()[0];
  if (unknown === undefined) return;
  const shownName = shown({ at: 0, kind: "string", value: unknown });
  throw new PlaceError(`unknown key ${shownName}`, fields.get(unknown)!.at);
}

function textIn(fields: Fields, name: string): string {
  const node = fields.get(name);
  if (node === undefined) return "";
  if (node.kind !== "string") {
    throw new PlaceError(`${name} must be a string, not ${shown(node)}`, node.at);
  }
  if (/\p{Cs}/u.test(node.value)) throw new PlaceError(`${name} is not valid Unicode`, node.at);
  return node.value;
}

function tagsIn(fields: Fields): Map<string, string> {
  const node = fields.get("tags");
  if (node === undefined) return new Map();
  if (node.kind !== "object") throw new PlaceError("tags must be an object", node.at);
  return new Map([...node.fields.keys()].map((name) => [name, textIn(node.fields, name)]));
}

function wordIn<T extends string>(fields: Fields, name: string, words: readonly T[]): T | null {
  const node = fields.get(name);
  if (node === undefined) return null;
  const found = node.kind === "string" ? words.find((word) => word === node.value) : undefined;
  if (found !== undefined) return found;
  throw new PlaceError(`${name} must be one of ${words.join(", ")}, not ${shown(node)}`, node.at);
}

function lineOf(
  replay: Replay,
  node: JsonNode | undefined,
  at: number,
  depth: number,
): RecordedMove[] {
  if (node === undefined) return [];
  if (node.kind !== "list" || (depth > 0 && node.items.length === 0)) {
    throw new PlaceError("moves must be a list, and a variation must not be empty", node.at ?? at);
  }
  if (depth > MOST_DEPTH) {
    throw new PlaceError(`variations are nested more than ${MOST_DEPTH} deep`, node.at);
  }
  return node.items.map((item) => moveOf(replay, item, depth));
}

function moveOf(replay: Replay, node: JsonNode, depth: number): RecordedMove {
  const fields: Fields =
    node.kind === "string"
      ? new Map([["move", node]])
      : node.kind === "object"
        ? node.fields
        : new Map();
  const text = fields.get("move");
  if (text?.kind !== "string") {
    throw new PlaceError('a move must be a string or an object with a "move" string', node.at);
  }
  refuseOthers(fields, MOVE_KEYS);
  const { ply } = replay;
  const variations = variationsOf(replay, fields.get("variations"), depth);
  let move: string;
  try {
    move = replay.read(text.value);
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    throw new PlaceError(`move ${ply + 1}: ${error.message}`, text.at);
  }
  const [comment, glyph] = [textIn(fields, "comment"), textIn(fields, "glyph")];
  if (glyph && !GLYPHS.includes(glyph)) {
    throw new PlaceError(`glyph must be one of ${GLYPHS.join(" ")}`, fields.get("glyph")!.at);
  }
  const times = { clock_ms: timeIn(fields, "clock_ms"), spent_ms: timeIn(fields, "spent_ms") };
  return { move, comment, ...times, variations, glyph };
}

function variationsOf(replay: Replay, node: JsonNode | undefined, depth: number): RecordedMove[][] {
  if (node === undefined) return [];
  if (node.kind !== "list") throw new PlaceError("variations must be a list", node.at);
  const { ply } = replay;
  return node.items.map((item) => {
    const line = lineOf(replay, item, item.at, depth + 1);
    replay.undoTo(ply);
    return line;
  });
}

function timeIn(fields: Fields, name: string): number | null {
  const node = fields.get(name);
  if (node === undefined || (node.kind === "word" && node.value === null)) return null;
  if (node.kind === "number" && /^\d+$/.test(node.text)) return Number(node.text);
  throw new PlaceError(
    `${name} must be a whole number of milliseconds, not ${shown(node)}`,
    node.at,
  );
}

// Writing

/** Write a record as one object, as Python does. */
export function write(record: GameRecord): string {
  const { ruleset, result, reason, tags, comment } = record;
  const texts = Object.fromEntries(TEXTS.slice(0, -1).map((name) => [name, record[name]]));
  const all: Record<string, unknown> = {
    format: FORMAT,
    version: VERSION,
    ruleset,
    ...texts,
    result,
    reason: reason ?? "",
    ...(tags.size > 0 && { tags: Object.fromEntries(tags) }),
    comment,
    moves: record.line.map(written),
  };
  const kept = Object.entries(all).filter(([, value]) => value !== "");
  return spaced(Object.fromEntries(kept));
}

function written(one: RecordedMove): unknown {
  const { move, clock_ms, spent_ms, glyph, comment, variations } = one;
  const notes = {
    ...(clock_ms !== null && { clock_ms }),
    ...(spent_ms !== null && { spent_ms }),
    ...(glyph && { glyph }),
    ...(comment && { comment }),
    ...(variations.length > 0 && { variations: variations.map((line) => line.map(written)) }),
  };
  return Object.keys(notes).length === 0 ? move : { move, ...notes };
}

/** JSON with a space after each comma and colon, as Python writes it. */
function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}: ${spaced(one)}`,
  );
  return `{${fields.join(", ")}}`;
}
