// Turns a BoardSpace game into a record; as in src/beespace/formats/sgf/game.py. The first piece is at
// the origin; in column and row, a step east is (+1, 0), and north-west (0, +1).

import type { ColorLetter, Hex } from "../../../generated/messages";
import { same } from "../../../hive/hexes";
import {
  newMove,
  newRecord,
  settled,
  shownOn,
  type GameRecord,
  type Outcome,
  type RecordedMove,
} from "../record";
import { Replay, ReplayError } from "../replay";
import type { Chunk } from "../source";
import { readActions, type Action, type Kind } from "./actions";
import { Head } from "./head";
import { readProperties } from "./nodes";

const TORUS = 26;
const REPETITIONS = 3;

export async function parse(chunk: Chunk): Promise<GameRecord> {
  const properties = readProperties(chunk);
  const head = new Head(chunk, properties);
  // A file may have the game twice, even within one pair of parentheses.
  const parts: Action[][] = [[]];
  for (const action of readActions(chunk, properties)) {
    const last = parts.at(-1)!;
    if (action.kind === "start" && last.some(({ kind }) => kind !== "start")) parts.push([]);
    parts.at(-1)!.push(action);
  }
  const [first, ...others] = parts as [Action[], ...Action[][]];
  const record = await recordOf(chunk, head, first);
  for (const part of others) {
    const again = await recordOf(chunk, head, part);
    if (movesOf(again) !== movesOf(record)) {
      throw chunk.error("the game appears twice with different moves", part[0]!.offset);
    }
  }
  return record;
}

function movesOf({ line }: GameRecord): string {
  return line.map(({ move }) => move).join(";");
}

async function recordOf(chunk: Chunk, head: Head, actions: Action[]): Promise<GameRecord> {
  const [ruleset, mayWrap] = head.ruleset();
  const replay = await Replay.of(ruleset, true);
  return new Game(chunk, head, actions, replay, mayWrap).record();
}

/** Follows the actions, and turns the confirmed ones into moves. */
class Game {
  #origin: [number, number] | null = null;
  /** What the next `done` will play: a drop, a pass, or nothing. */
  #pending: Action | null = null;
  /** An offer, an answer or a resignation that needs a `done`; that `done` isn't a pass. */
  #saying: Kind | null = null;
  #sayer: ColorLetter = "w";
  readonly #usedMs: Record<ColorLetter, number> = { w: 0, b: 0 };
  #outcome: Outcome | null = null;
  readonly #line: RecordedMove[] = [];

  constructor(
    private readonly chunk: Chunk,
    private readonly head: Head,
    private readonly actions: Action[],
    private readonly replay: Replay,
    private readonly mayWrap: boolean,
  ) {}

  record(): GameRecord {
    const lastMove = this.actions.findLastIndex(({ kind }) => kind === "drop" || kind === "pass");
    this.actions.forEach((action, index) => {
      this.#follow(action, index >= lastMove);
      const last = this.#line.at(-1);
      if (action.comment && last) last.comment = action.comment;
    });
    this.#finish();
    const { board } = this.replay;
    const record = newRecord(board.rules, { line: this.#line });
    this.head.fill(record);
    return Object.assign(record, settled(board, this.#outcome ?? this.#claimed()));
  }

  /** The head's result; BoardSpace ends a game when a position comes up three times. */
  #claimed(): Outcome {
    const result = this.head.claimed();
    const isRepetition = this.replay.board.repetitions >= REPETITIONS;
    if (isRepetition && (result === "Draw" || result === "Unknown")) {
      return { result: "Draw", reason: "repetition" };
    }
    return { result, reason: null };
  }

  #follow(action: Action, isLast: boolean): void {
    const pending = this.#pending;
    // A robot's move may lack its `done`.
    if (pending?.isRobots && action.player !== pending.player) this.#commit(pending);
    switch (action.kind) {
      case "pick":
        this.#pending = null;
        break;
      case "drop":
      case "pass":
        this.#saying = null;
        this.#pending = action.kind === "drop" && this.#isBack(action) ? null : action;
        if (action.commits) this.#done(action, isLast);
        break;
      case "done":
        this.#done(action, isLast);
        break;
      case "offer":
      case "accept":
      case "decline":
      case "resign":
        // Repeating the command cancels it.
        this.#saying = this.#saying === action.kind ? null : action.kind;
        this.#sayer = action.player;
        break;
      case "time":
        this.#outcome = { result: this.head.claimed(), reason: "time" };
        this.#pending = null;
        break;
      case "swap":
        throw this.chunk.error("games with swapped colours are not supported", action.offset);
      case "edit":
        throw this.chunk.error("edited games are not supported", action.offset);
    }
  }

  /** Whether a piece is dropped where it was picked up. */
  #isBack(action: Action): boolean {
    if (this.#origin === null) return false;
    const place = this.replay.locations.get(this.replay.piece(action.piece));
    return place !== undefined && same(place, this.#hex(action, place));
  }

  #done(action: Action, isLast: boolean): void {
    const [pending, saying] = [this.#pending, this.#saying];
    this.#pending = this.#saying = null;
    const { board } = this.replay;
    if (pending !== null && saying === null) {
      pending.time_ms = action.time_ms ?? pending.time_ms;
      this.#commit(pending);
    } else if (saying === "accept") this.#outcome = { result: "Draw", reason: "agreement" };
    else if (saying === "resign") this.#resign();
    else if (saying !== null || shownOn(board) !== null) return;
    else if (board.repetitions >= REPETITIONS && isLast) {
      this.#outcome = { result: "Draw", reason: "repetition" };
    } else this.#pass(action);
  }

  #pass(action: Action): void {
    const reading = `move ${this.replay.ply + 1}: done without a move: `;
    this.#try(reading, action, () => this.#note(this.replay.pass(), action));
  }

  #commit(action: Action): void {
    this.#pending = null;
    if (action.kind === "pass") {
      // Damaged records pass after the end.
      if (shownOn(this.replay.board) === null) this.#pass(action);
      return;
    }
    this.#origin ??= action.cell;
    this.#try(`move ${this.replay.ply + 1}: `, action, () =>
      this.#note(this.replay.bring(action.piece, this.#destination(action)), action),
    );
  }

  #try(reading: string, { offset }: Action, play: () => void): void {
    try {
      play();
    } catch (error) {
      if (!(error instanceof ReplayError)) throw error;
      throw this.chunk.error(reading + error.message, offset);
    }
  }

  #note(move: string, { time_ms, player }: Action): void {
    const played = newMove(move);
    if (time_ms !== null) {
      const used = this.#usedMs[player];
      played.spent_ms = Math.max(0, time_ms - used);
      this.#usedMs[player] = Math.max(used, time_ms);
    }
    this.#line.push(played);
  }

  /** The hex of a cell; on a torus, `near` if the cell is congruent with it. */
  #hex({ cell: [column, row] }: Action, near: Hex | null = null): Hex {
    const [q, r] = this.#origin!;
    const hex: Hex = [column - q, r - row];
    return this.mayWrap && near !== null && isCongruent(hex, near) ? near : hex;
  }

  /** Where a piece goes; on a torus, the only legal hex that is congruent with the cell. */
  #destination(action: Action): Hex {
    const hex = this.#hex(action);
    if (!this.mayWrap) return hex;
    const legal = this.replay.legalHexes(this.replay.piece(action.piece));
    if (legal.some((to) => same(to, hex))) return hex;
    const meant = legal.filter((to) => isCongruent(hex, to));
    return meant.length === 1 ? meant[0]! : hex;
  }

  /** Commit a robot's last move, or a resignation; drop all else. */
  #finish(): void {
    if (this.#pending?.isRobots && this.#outcome === null) this.#commit(this.#pending);
    if (this.#saying === "resign" && this.#outcome === null) this.#resign();
  }

  #resign(): void {
    this.#outcome = { result: this.#sayer === "w" ? "BlackWins" : "WhiteWins", reason: "resign" };
  }
}

function isCongruent(a: Hex, b: Hex): boolean {
  return (a[0] - b[0]) % TORUS === 0 && (a[1] - b[1]) % TORUS === 0;
}
