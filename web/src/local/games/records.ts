// Games as files: PGN, UHP and JSON, in the same bytes as the server writes them
// (src/beespace/formats); and as studies.

import type { PlayerInfo, Study } from "../../generated/messages";
import { parseRules, writeRules } from "../../hive/rulesets";
import { Failure } from "../../lib/failure";
import type { LiveGame } from "./game";
import type { GameRow } from "./row";

const RESULTS = { w: "WhiteWins", b: "BlackWins" } as const;

const WRITERS: Record<string, (row: GameRow) => string> = { pgn, uhp, json };
const ENDINGS: Record<string, string> = { pgn: "pgn", uhp: "uhp", json: "json" };

/** A game as a file to download. */
export function recordOf({ row }: LiveGame, format: string): File {
  const write = WRITERS[format];
  if (write === undefined) throw new Failure("invalid", `not a format: ${format}`);
  const type = format === "json" ? "application/json" : "text/plain; charset=utf-8";
  return new File([`${write(row).trimEnd()}\n`], `${nameOf(row)}.${ENDINGS[format]}`, { type });
}

/** The name of a game's files, without an extension. */
export function nameOf({ created, id }: GameRow): string {
  return `beespace-${created.slice(0, 10)}-${id}`;
}

/** A game as a study, to be analysed. */
export function studyOf({ row, moves, board }: LiveGame): Study {
  return {
    title: "",
    white: playerName(row.players.w),
    black: playerName(row.players.b),
    ruleset: board.rules,
    start: "",
    expansions: parseRules(row.ruleset).expansions,
    comment: "",
    line: moves.map((played) => ({ played, comment: "", glyph: "", variations: [] })),
  };
}

function playerName({ kind, name, level }: PlayerInfo): string {
  return kind === "engine" ? `Beespace ${name} (level ${level})` : name;
}

function gameType({ ruleset }: GameRow): string {
  return ruleset.split(",")[0]!;
}

function resultOf({ ending }: GameRow): string {
  if (ending === null) return "InProgress";
  return ending.winner === null ? "Draw" : RESULTS[ending.winner];
}

function reasonOf({ ending }: GameRow): string {
  if (ending === null || ending.reason === "abort" || ending.reason === "unknown") return "";
  return ending.reason;
}

function dateOf({ created }: GameRow): { date: string; time: string } {
  return { date: created.slice(0, 10).replaceAll("-", "."), time: created.slice(11, 19) };
}

function uhp(row: GameRow): string {
  const texts = row.moves.map(({ text }) => text);
  const ply = texts.length;
  const state = row.ending === null && ply === 0 ? "NotStarted" : resultOf(row);
  const turn = `${ply % 2 ? "Black" : "White"}[${Math.floor(ply / 2) + 1}]`;
  return [gameType(row), state, turn, ...texts].join(";");
}

function pgn(row: GameRow): string {
  const { date, time } = dateOf(row);
  const tags: [string, string][] = [
    ["GameType", gameType(row)],
    ["Date", date],
    ["Event", ""],
    ["Site", "Beespace"],
    ["Round", ""],
    ["White", playerName(row.players.w)],
    ["Black", playerName(row.players.b)],
    ["Result", resultOf(row)],
    ["Time", time],
  ];
  if (row.ruleset !== inferredRules(row)) tags.push(["Ruleset", row.ruleset]);
  if (reasonOf(row)) tags.push(["Termination", reasonOf(row)]);
  const escaped = (text: string) => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
  const lines = tags.map(([name, value]) => `[${name} "${escaped(value)}"]`);
  lines.push("");
  row.moves.forEach(({ text, spent_ms }, index) => {
    lines.push(`${index + 1}. ${text}`);
    if (spent_ms !== null) lines.push(`{[%emt ${timeOf(spent_ms)}]}`);
  });
  if (row.ending !== null) lines.push("", resultOf(row));
  return lines.join("\n");
}

/** The rules that a reader infers if a file gives only the game type. */
function inferredRules(row: GameRow): string {
  const { expansions } = parseRules(row.ruleset);
  const queenFirst = row.moves.slice(0, 2).some(({ text }) => /^[wb]Q/.test(text));
  return writeRules({ expansions, queenFirst, stackGates: true, threefold: false });
}

/** A time in hours, minutes and seconds. */
function timeOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (number: number) => String(number).padStart(2, "0");
  const text = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  const fraction = ms % 1000;
  return fraction === 0 ? text : `${text}.${String(fraction).padStart(3, "0").replace(/0+$/, "")}`;
}

function json(row: GameRow): string {
  const { date, time } = dateOf(row);
  const record = {
    format: "beespace-game",
    version: 1,
    ruleset: row.ruleset,
    white: playerName(row.players.w),
    black: playerName(row.players.b),
    date,
    time,
    site: "Beespace",
    result: resultOf(row),
    reason: reasonOf(row),
    moves: row.moves.map(({ text, spent_ms }) =>
      spent_ms === null ? text : { move: text, spent_ms },
    ),
  };
  const kept = Object.entries(record).filter(([, value]) => value !== "");
  return spaced(Object.fromEntries(kept));
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
