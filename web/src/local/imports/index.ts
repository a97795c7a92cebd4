// Imports games into this browser; as in src/beespace/server/play/records.py. With a server, they are
// synchronized like all games here.

import type { Ending, GameSummary, Imported, ImportText } from "../../generated/messages";
import { withCore } from "../core";
import { GameReader, RecordError, type GameRecord } from "../formats";
import { write } from "../formats/json";
import { checkLength } from "../formats/limits";
import { isDecided } from "../formats/record";
import { oneLine } from "../core/names";
import { newId, now, rows, summaryOf, type GameRow } from "../games/row";
import type { Asked, LocalPart } from "../part";
import { newRow } from "../storage";

const MOST_GAMES = 500;
const MOST_PLIES = 2000;
const MOST_SKIPPED = 100;
const MOST_NAME_CHARACTERS = 100;

async function importText({ body }: Asked): Promise<Imported> {
  const { text } = body as ImportText;
  checkLength(text);
  const games: GameSummary[] = [];
  const skipped: string[] = [];
  try {
    const reader = new GameReader(text, "text");
    let number = 0;
    for await (const record of reader) {
      number += 1;
      if (games.length === MOST_GAMES) {
        skipped.push(`only the first ${MOST_GAMES} games were read`);
        break;
      }
      const why = whyNot(record, number);
      if (why === null) games.push(await keep(record));
      else skipped.push(why);
    }
    skipped.push(...reader.skipped.map(told));
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    skipped.splice(0, skipped.length, told(error));
  }
  const rest = skipped.length - MOST_SKIPPED;
  if (rest > 0) skipped.splice(MOST_SKIPPED, rest, `and ${rest} more`);
  return { games, skipped };
}

/** Why a game can't be stored; null if it can. */
function whyNot({ start, line }: GameRecord, number: number): string | null {
  if (start) return `game ${number} starts from a position; open it on the analysis board instead`;
  if (line.length > MOST_PLIES) return `game ${number} has more than ${MOST_PLIES} moves`;
  return null;
}

function told({ reason, line, column }: RecordError): string {
  return line ? `line ${line}, column ${column}: ${reason}` : reason;
}

/** Store a record as a game between two people, with the record as its source. */
async function keep(record: GameRecord): Promise<GameSummary> {
  const person = (name: string) => ({
    kind: "human" as const,
    name: [...oneLine(name)].slice(0, MOST_NAME_CHARACTERS).join(""),
    level: null,
  });
  const time = now();
  const row: GameRow = {
    ...newRow(newId()),
    created: time,
    changed: time,
    ruleset: record.ruleset,
    players: { w: person(record.white), b: person(record.black) },
    moves: record.line.map(({ move, spent_ms }) => ({ text: move, spent_ms })),
    ending: endingOf(record),
    offers: [],
    event: 0,
    source: write(record),
  };
  await rows.put(row);
  return summaryOf(row);
}

function endingOf({ result, reason }: GameRecord): Ending | null {
  if (!isDecided(result)) return null;
  const winner = result === "Draw" ? null : result === "WhiteWins" ? "w" : "b";
  return { winner, reason: reason ?? "unknown" };
}

export const part: LocalPart = withCore({ answers: { "POST /api/imports": importText } });
