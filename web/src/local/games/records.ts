// Games as files: PGN, UHP and JSON, in the same bytes as the server writes them
// (src/beespace/server/play/records.py); and as studies.

import type { PlayerInfo, Study } from "../../generated/messages";
import { Failure } from "../../lib/failure";
import { studyOf as studyOfRecord } from "../analysis/reading";
import { readRecord, type GameRecord } from "../formats";
import { write as json } from "../formats/json";
import { write as pgn } from "../formats/pgn/writer";
import { isDecided, newMove, newRecord, reasonOf, type Result } from "../formats/record";
import { gameString } from "../formats/uhp";
import type { LiveGame } from "./game";
import type { GameRow } from "./row";

const WRITERS: Record<string, (record: GameRecord) => string> = { pgn, uhp: gameString, json };

/** A game as a file to download. */
export async function recordOf({ row }: LiveGame, format: string): Promise<File> {
  const write = WRITERS[format];
  if (write === undefined) throw new Failure("invalid", `not a format: ${format}`);
  const type = format === "json" ? "application/json" : "text/plain; charset=utf-8";
  const text = write(await recorded(row)).trimEnd();
  return new File([`${text}\n`], `${nameOf(row)}.${format}`, { type });
}

/** The name of a game's files, without an extension. */
export function nameOf({ created, id }: GameRow): string {
  return `beespace-${created.slice(0, 10)}-${id}`;
}

/** A game as a study, to be analysed. */
export async function studyOf({ row }: LiveGame): Promise<Study> {
  return studyOfRecord(await recorded(row));
}

/** A game as a record, with the comments and variations that it was imported with. */
async function recorded(row: GameRow): Promise<GameRecord> {
  // A restored file may have a source that can't be read.
  const source = row.source === undefined ? null : await readRecord(row.source).catch(() => null);
  const record = source ?? newRecordOf(row);
  // The notes of the imported file stay up to the first move that differs from it.
  const { moves } = row;
  let common = 0;
  while (common < moves.length && record.line[common]?.move === moves[common]!.text) common += 1;
  const isSame = common === record.line.length && common === moves.length;
  if (!isSame || row.ending !== null) {
    const result = resultOf(row);
    record.result = isDecided(result) ? result : "InProgress";
    record.reason = isDecided(result) ? reasonOf(row.ending?.reason ?? "") : null;
  }
  const others = moves.slice(common).map(({ text, spent_ms }) => ({ ...newMove(text), spent_ms }));
  record.line.splice(common, record.line.length, ...others);
  return record;
}

function newRecordOf({ ruleset, players, created }: GameRow): GameRecord {
  return newRecord(ruleset, {
    white: playerName(players.w),
    black: playerName(players.b),
    date: created.slice(0, 10).replaceAll("-", "."),
    time: created.slice(11, 19),
    site: "Beespace",
  });
}

function playerName({ kind, name, level }: PlayerInfo): string {
  return kind === "engine" ? `Beespace ${name} (level ${level})` : name;
}

function resultOf({ ending }: GameRow): Result {
  if (ending === null || ending.reason === "abort") return "InProgress";
  return ending.winner === null ? "Draw" : ending.winner === "w" ? "WhiteWins" : "BlackWins";
}
