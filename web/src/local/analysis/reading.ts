// Reads texts as studies: games in any format that Beespace knows, and positions; as in
// src/beespace/server/study/studies.py.

import type { ReadStudy, SayStudyText, Study, StudyMove } from "../../generated/messages";
import { Failure } from "../../lib/failure";
import { boardOf, describe, type Board } from "../core";
import { GameReader, readRecord, RecordError, type GameRecord } from "../formats";
import { checkLength } from "../formats/limits";
import { newRecord, type RecordedMove } from "../formats/record";
import { strip } from "../formats/python";
import { positionOf, ReplayError } from "../formats/replay";
import type { Asked } from "../part";

const MOST_SKIPPED = 20;
// As many as the server reads of a study.
const MOST_PLIES = 2000;
const MOST_MOVES = 10_000;

export async function read({ body }: Asked): Promise<ReadStudy> {
  const { text } = body as SayStudyText;
  checkLength(text);
  const position = await positionIn(text);
  if (position !== null) return { study: await studyOf(position), others: 0, skipped: [] };
  return refusing(() => firstGame(text));
}

async function firstGame(text: string): Promise<ReadStudy> {
  const reader = new GameReader(text, "line");
  let first: GameRecord | null = null;
  let others = -1;
  for await (const record of reader) {
    first ??= record;
    others += 1;
  }
  const skipped = reader.skipped.slice(0, MOST_SKIPPED).map(({ message }) => message);
  if (first === null) {
    throw new Failure("unreadable", skipped[0] ?? "there is no game in this text");
  }
  return { study: await studyOf(first), others, skipped };
}

/** Return a record that starts from a position, if the text is one. */
async function positionIn(text: string): Promise<GameRecord | null> {
  const line = strip(text);
  const isPosition = /^base/i.test(line) && !/[\n;]/.test(line) && line.split(" ").length > 2;
  if (!isPosition) return null;
  try {
    const board = await positionOf(line);
    return newRecord(board.rules, { start: board.position });
  } catch (error) {
    if (!(error instanceof ReplayError)) throw error;
    throw new Failure(error.isImpossible ? "invalid-position" : "unreadable", error.message);
  }
}

/** Return a record in JSON as a study. */
export async function recordedStudy(text: string): Promise<Study> {
  const record = await refusing(() => readRecord(text));
  if (record.line.length > MOST_PLIES || count(record.line) > MOST_MOVES) {
    throw new Failure("too-long", `an analysis has at most ${MOST_MOVES} moves`);
  }
  return studyOf(record);
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RecordError ? new Failure("unreadable", error.message) : error;
  }
}

function count(line: RecordedMove[]): number {
  const inVariations = line.flatMap(({ variations }) => variations.map(count));
  return line.length + inVariations.reduce((sum, one) => sum + one, 0);
}

/** Return a record as a study. */
export async function studyOf(record: GameRecord): Promise<Study> {
  const { white, black, ruleset, start, comment } = record;
  const board = await boardOf({ ruleset, start, moves: [] });
  const expansions = /\+([A-Z]+)/.exec(ruleset)?.[1] ?? "";
  const heading = { title: "", white, black, ruleset, start, expansions, comment };
  return { ...heading, line: lineOf(board, record.line) };
}

/** Return a line of moves from a position. The board is the same afterwards. */
function lineOf(board: Board, moves: RecordedMove[]): StudyMove[] {
  const line = moves.map(({ move, comment, glyph, spent_ms, variations }) => {
    const others = variations.map((variation) => lineOf(board, variation));
    const played = { ...describe(board, move), spent_ms };
    board.play(move);
    return { played, comment, glyph, variations: others };
  });
  line.forEach(() => board.undo());
  return line;
}
