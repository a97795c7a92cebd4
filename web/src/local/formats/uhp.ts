// Game strings of the Universal Hive Protocol, one per line; as in src/beespace/formats/uhp.py.

import { EXPANSIONS } from "../../generated/messages";
import { matchAt, repr, SPACES, strip, stripEnd, stripStart } from "./python";
import { isDecided, newMove, newRecord, settled, type GameRecord, type Result } from "./record";
import { Replay, ReplayError } from "./replay";
import { Chunk, type Lines } from "./source";

const GAME_TYPE = `Base(?:\\+[${EXPANSIONS}]{1,${EXPANSIONS.length}})?`;
const BEGINNING = new RegExp(`([${SPACES}]*)(${GAME_TYPE})[${SPACES}]*;`, "iy");
const STATES = ["NotStarted", "InProgress", "Draw", "WhiteWins", "BlackWins"];
const TURN = /^(White|Black)\[([1-9][0-9]{0,8})\]$/;
const FIELDS: [string, RegExp][] = [
  ["game type", new RegExp(`^${GAME_TYPE}$`)],
  ["state", new RegExp(`^(?:${STATES.join("|")})$`)],
  ["turn", TURN],
];

export function looksLikeIt(text: string): boolean {
  return matchAt(BEGINNING, text, 0) !== null;
}

export function* split({ lines, file }: Lines): Generator<Chunk> {
  for (const { number, text } of lines) {
    if (strip(text) && !text.startsWith("#")) yield new Chunk(file, number, text);
  }
}

export async function parse(chunk: Chunk): Promise<GameRecord> {
  const text = withUsualLetters(stripEnd(chunk.text));
  const indent = text.length - stripStart(text).length;
  const fields = stripStart(text).split(";");
  check(chunk, fields, indent);
  const [type, state, turn, ...moves] = fields as [string, string, string, ...string[]];
  const letters = type.slice(5);
  if (!areExpansions(letters)) throw chunk.error(expansionsText(letters), indent);
  const replay = await Replay.of(rulesetOf(letters), true);
  let offset = indent + `${type};${state};${turn}`.length + 1;
  const line = [];
  for (const move of moves) {
    try {
      line.push(newMove(replay.read(strip(move))));
    } catch (error) {
      if (!(error instanceof ReplayError)) throw error;
      throw chunk.error(`move ${line.length + 1}: ${error.message}`, offset);
    }
    offset += move.length + 1;
  }
  checkTurn(chunk, turn, line.length, indent + type.length + state.length + 2);
  const isUndecided = state === "NotStarted" || state === "InProgress";
  const result = isUndecided ? "InProgress" : (state as Result);
  return newRecord(replay.board.rules, {
    line,
    ...settled(replay.board, { result, reason: null }),
  });
}

/** A game string with its game type in the usual upper and lower case. */
function withUsualLetters(text: string): string {
  const match = matchAt(BEGINNING, text, 0);
  if (match === null) return text;
  const [start, end] = [match[1]!.length, match[1]!.length + match[2]!.length];
  return `${text.slice(0, start)}Base${text.slice(start + 4, end).toUpperCase()}${text.slice(end)}`;
}

function check(chunk: Chunk, fields: string[], indent: number): void {
  let offset = indent;
  FIELDS.forEach(([name, pattern], index) => {
    const field = fields[index];
    if (field === undefined) throw chunk.error(`a game string needs a ${name}`, offset);
    if (!pattern.test(field)) throw chunk.error(`${repr(field)} is not a ${name}`, offset);
    offset += field.length + 1;
  });
}

function expansionsText(letters: string): string {
  return `expansions must be letters of '${EXPANSIONS}', each at most once, not ${repr(letters)}`;
}

/** Whether all letters are expansions, each at most once. */
export function areExpansions(letters: string): boolean {
  const all = new Set(letters);
  return all.size === letters.length && [...all].every((letter) => EXPANSIONS.includes(letter));
}

/** The ruleset with some expansions, in any order. */
export function rulesetOf(letters: string): string {
  const inOrder = [...EXPANSIONS].filter((letter) => letters.includes(letter)).join("");
  return inOrder ? `Base+${inOrder}` : "Base";
}

/** Refuse a string whose turn is too high for its moves: it was cut short. */
function checkTurn(chunk: Chunk, turn: string, plies: number, offset: number): void {
  const [, color, number] = TURN.exec(turn)!;
  if (2 * (Number(number) - 1) + Number(color === "Black") <= plies) return;
  throw chunk.error(
    `the turn is ${turn}, but the moves end at ${turnAfter(plies)}: moves seem to be missing`,
    offset,
  );
}

function turnAfter(plies: number): string {
  return `${plies % 2 ? "Black" : "White"}[${Math.floor(plies / 2) + 1}]`;
}

/** Write the main line of a record. */
export function gameString({ ruleset, result, line }: GameRecord): string {
  const state = isDecided(result) ? result : line.length === 0 ? "NotStarted" : "InProgress";
  const moves = line.map(({ move }) => move);
  return [ruleset.split(",")[0], state, turnAfter(line.length), ...moves].join(";");
}
