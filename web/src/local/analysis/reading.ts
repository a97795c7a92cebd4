// Reads a text as a study: the page's own records, PGN, positions and game strings. The server reads
// more formats, and says what is wrong with a text.

import type { ReadStudy, Study, StudyMove } from "../../generated/messages";
import { Failure } from "../../lib/failure";
import { Board, boardOf, describe } from "../core";
import { passOn, type Asked } from "../part";
import { readPgn } from "./pgn";

const FORMAT = "beespace-game";
const GLYPHS = ["", "!!", "!", "!?", "?!", "?", "??"];

/** A move of a record: its text, or an object with notes. */
type Entry = string | NotedEntry;
interface NotedEntry {
  move: string;
  glyph?: string;
  comment?: string;
  spent_ms?: number;
  variations?: Entry[][];
}

interface GameRecord {
  format: string;
  version: number;
  ruleset: string;
  start?: string;
  white?: string;
  black?: string;
  comment?: string;
  moves?: Entry[];
}

export async function read(asked: Asked): Promise<ReadStudy> {
  const { text } = asked.body as { text: string };
  try {
    return { study: await studyIn(text.trim()), others: 0, skipped: [] };
  } catch (error) {
    if (asked.server !== null) return passOn(asked);
    throw new Failure("unreadable", error instanceof Error ? error.message : String(error));
  }
}

async function studyIn(text: string): Promise<Study> {
  if (text.startsWith("{")) return studyOf(JSON.parse(text) as GameRecord);
  if (text.startsWith("[")) return studyOf(await recordInPgn(text));
  if (text.includes("\n") || !/^base/i.test(text)) throw new Error("not a format known here");
  const record = text.includes(";") ? await gameIn(text) : await positionIn(text);
  return studyOf({ format: FORMAT, version: 1, ...record });
}

async function positionIn(text: string): Promise<Pick<GameRecord, "ruleset" | "start">> {
  const board = await Board.fromPosition(text);
  return { ruleset: board.rules, start: board.position };
}

async function recordInPgn(text: string): Promise<GameRecord> {
  const { tags, comment, moves } = readPgn(text);
  const texts = moves.map(({ move }) => move);
  const ruleset = tags.get("Ruleset") ?? (await inferred(tags.get("GameType") ?? "", texts));
  const [white, black] = [tags.get("White"), tags.get("Black")];
  const names = { ...(white && { white }), ...(black && { black }) };
  return { format: FORMAT, version: 1, ruleset, ...names, comment, moves };
}

async function gameIn(text: string): Promise<Pick<GameRecord, "ruleset" | "moves">> {
  const [type, , , ...moves] = text.split(";");
  return { ruleset: await inferred(type!, moves), moves };
}

/** The rules of a game of which only the type is known. */
async function inferred(type: string, moves: string[]): Promise<string> {
  const isQueenFirst = moves.slice(0, 2).some((move) => /^[wb]Q/.test(move));
  return (await Board.create(`${type}${isQueenFirst ? ",queen-first" : ""}`)).rules;
}

/** Return a record in JSON as a study. */
export async function recordedStudy(text: string): Promise<Study> {
  try {
    return await studyOf(JSON.parse(text) as GameRecord);
  } catch (error) {
    throw new Failure("unreadable", String(error));
  }
}

/** Return a record as a study. */
async function studyOf(record: GameRecord): Promise<Study> {
  if (record.format !== FORMAT || record.version !== 1) throw new Error("not a record");
  if (typeof record.ruleset !== "string") throw new Error("a record needs its ruleset");
  const { ruleset, start = "", white = "", black = "", comment = "", moves = [] } = record;
  const board = await boardOf({ ruleset, start, moves: [] });
  const { rules } = board;
  const expansions = /\+([A-Z]+)/.exec(rules)?.[1] ?? "";
  const heading = { title: "", white, black, ruleset: rules, start, expansions, comment };
  return { ...heading, line: lineOf(board, moves) };
}

/** Return a line of moves from a position. The board is the same afterwards. */
function lineOf(board: Board, entries: Entry[]): StudyMove[] {
  const line = entries.map((entry) => {
    const noted: NotedEntry = typeof entry === "string" ? { move: entry } : entry;
    const { move, comment = "", glyph = "", spent_ms = null, variations = [] } = noted;
    if (!GLYPHS.includes(glyph)) throw new Error(`not a mark: ${glyph}`);
    const others = variations.map((variation) => lineOf(board, variation));
    const played = { ...describe(board, move), spent_ms };
    board.play(move);
    return { played, comment, glyph, variations: others };
  });
  line.forEach(() => board.undo());
  return line;
}
