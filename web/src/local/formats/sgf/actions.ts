// The actions of players in BoardSpace's SGF, such as `P0[2 dropb wB1 N 13 .]TM[2035]`; as in
// src/beespace/formats/sgf/actions.py. Only `done` turns them into a move.

import { BUGS, type ColorLetter } from "../../../generated/messages";
import { bugOf } from "../../../hive/box";
import { repr, strip, words } from "../python";
import type { Chunk } from "../source";
import type { Property } from "./nodes";

const PLAYERS: Record<string, ColorLetter> = { P0: "w", P1: "b" };
const PIECE = new RegExp(`^([wb])?([${BUGS.map(({ letter }) => letter).join("")}])([123])?$`, "i");

export type Kind =
  | "start"
  | "pick"
  | "drop"
  | "pass"
  | "done"
  | "offer"
  | "accept"
  | "decline"
  | "resign"
  | "time"
  | "swap"
  | "edit"
  | "nothing";

const COMMANDS = new Map<string, Kind>([
  ["start", "start"],
  ["pick", "pick"],
  ["pickb", "pick"],
  ["drop", "pick"], // dropped back on the rack, as if it were still picked up
  ["dropb", "drop"],
  ["pdropb", "drop"],
  ["move", "drop"],
  ["pmove", "drop"],
  ["movedone", "drop"],
  ["pmovedone", "drop"],
  ["pass", "pass"],
  ["passdone", "pass"],
  ["done", "done"],
  ["offerdraw", "offer"],
  ["acceptdraw", "accept"],
  ["declinedraw", "decline"],
  ["resign", "resign"],
  ["gameovertime", "time"],
  ["gameoverontime", "time"],
  ["swap", "swap"],
  ["playwhite", "swap"],
  ["playblack", "swap"],
  ["edit", "edit"],
  ["reset", "nothing"],
]);

export interface Action {
  kind: Kind;
  player: ColorLetter;
  offset: number;
  /** A name such as "wA1". */
  piece: string;
  /** Column and row. */
  cell: [number, number];
  /** Whether the command includes `done`. */
  commits: boolean;
  isRobots: boolean;
  /** All the time that the player has used so far. */
  time_ms: number | null;
  comment: string;
}

export function readActions(chunk: Chunk, properties: Property[]): Action[] {
  const actions: Action[] = [];
  for (const property of properties) {
    const last = actions.at(-1);
    if (property.name in PLAYERS) actions.push(readAction(chunk, property));
    else if (last === undefined) continue;
    else if (property.name === "TM" && /^[0-9]+$/.test(property.value)) {
      last.time_ms = Number(property.value.slice(0, 12));
    } else if (property.name === "C") last.comment = strip(property.value);
  }
  return actions;
}

function readAction(chunk: Chunk, { name, value, offset }: Property): Action {
  const rest = words(value);
  if (/^\p{Nd}+$/u.test(rest[0] ?? "")) rest.shift();
  const said = rest.shift();
  if (said === undefined) throw chunk.error("expected a player's action", offset);
  const command = said.toLowerCase();
  const kind = COMMANDS.get(command);
  if (kind === undefined) throw chunk.error(`unknown command ${repr(said)}`, offset);
  const action: Action = {
    kind,
    player: PLAYERS[name]!,
    offset,
    piece: "",
    cell: [0, 0],
    commits: command.endsWith("done"),
    isRobots: false,
    time_ms: null,
    comment: "",
  };
  if (kind === "drop") readDrop(chunk, action, command, rest);
  return action;
}

function readDrop(chunk: Chunk, action: Action, command: string, rest: string[]): void {
  const { offset } = action;
  let owner: string = action.player;
  if (command.includes("move")) {
    // `move W wQ O 13`: the piece's owner comes first.
    action.isRobots = true;
    owner = (rest.shift() ?? "").toLowerCase();
    if (owner !== "w" && owner !== "b") {
      throw chunk.error(`${command} needs W or B, then a piece, column and row`, offset);
    }
  }
  const [piece, column, row] = rest;
  if (piece === undefined || column === undefined || row === undefined) {
    throw chunk.error(`${command} needs a piece, a column and a row`, offset);
  }
  action.piece = pieceOf(chunk, piece, owner, offset);
  if (!/^[A-Z]{1,2}$/.test(column.toUpperCase()) || !/^-?[0-9]{1,4}$/.test(row)) {
    const reason = `expected a column and a row such as N 13, not ${column} ${row}`;
    throw chunk.error(reason, offset);
  }
  action.cell = [columnNumber(column.toUpperCase()), Number(row)];
}

/** A piece's name; a bare "b1" is the owner's first beetle, not a black piece. */
function pieceOf(chunk: Chunk, word: string, owner: string, offset: number): string {
  const match = PIECE.exec(word);
  if (match === null) {
    throw chunk.error(`expected a piece such as wA1, not ${repr(word)}`, offset);
  }
  const color = (match[1] ?? owner).toLowerCase();
  const bug = match[2]!.toUpperCase();
  if (bugOf(color + bug)?.count === 1) return color + bug;
  if (match[3] === undefined) {
    throw chunk.error(`the piece ${repr(word)} needs a number, such as ${word}1`, offset);
  }
  return color + bug + match[3];
}

/** A column's number: A is 1, Z is 26, AA is 27. */
function columnNumber(letters: string): number {
  return [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
}
