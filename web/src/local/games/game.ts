// A game in memory: its board and the channels that follow it. It is only a cache: everything in it
// can be rebuilt from what is stored, and another tab may store changes.

import type {
  ColorLetter,
  Ending,
  Game,
  Offer,
  PlayedMove,
  ServerMessage,
  TellGame,
  Turn,
} from "../../generated/messages";
import type { Failure } from "../../lib/failure";
import { boardOf, describe, turnOf, type Board } from "../core";
import { colorOf, expansionsOf } from "../core/hive";
import { splitOff, noSuchGame, stale } from "./problems";
import { now, rows, seatsOf, summaryOf, type GameRow } from "./row";

/** Endings without a move: undo only reopens the game. */
const ENDED_BY_PLAYERS = ["resign", "agreement"];

/** A channel that gets the messages of a game. */
export interface Follower {
  tell(message: ServerMessage): void;
  /** The game was deleted. */
  lose(): void;
}

/** Another tab has changed the game since this one read it. */
class Conflict extends Error {}

export class LiveGame {
  readonly followers = new Set<Follower>();
  /** Stops the engine, which is looking for a move; null if it isn't. */
  thinking: AbortController | null = null;
  moves: PlayedMove[] = [];
  /** When the current turn began, if this page has seen it. */
  #turnBegan: number | null = null;
  #queue: Promise<unknown> = Promise.resolve();

  private constructor(
    public row: GameRow,
    public board: Board,
  ) {}

  static async of(row: GameRow): Promise<LiveGame> {
    const game = new LiveGame(row, await boardOf({ ruleset: row.ruleset, moves: [] }));
    game.#replay();
    return game;
  }

  #replay(): void {
    this.moves = this.row.moves.map(({ text, spent_ms }) => {
      const move = { ...describe(this.board, text), spent_ms, clock_ms: null };
      this.board.play(text);
      return move;
    });
  }

  // State

  get id(): string {
    return this.row.id;
  }

  get ply(): number {
    return this.moves.length;
  }

  get ending(): Ending | null {
    return this.row.ending;
  }

  get hasEngine(): boolean {
    return seatsOf(this.row).length < 2;
  }

  get isEnginesTurn(): boolean {
    return this.ending === null && this.row.players[colorOf(this.board)].kind === "engine";
  }

  /** The ply that undo returns to: before the last human move other than a pass; -1 if none. */
  get plyBeforeLastOwnMove(): number {
    const mover = (ply: number): ColorLetter => (ply % 2 ? "b" : "w");
    return this.moves.findLastIndex(
      ({ piece }, ply) => piece !== null && this.row.players[mover(ply)].kind === "human",
    );
  }

  get isEndedByPlayers(): boolean {
    return ENDED_BY_PLAYERS.includes(this.ending?.reason ?? "");
  }

  get canUndo(): boolean {
    return this.isEndedByPlayers || this.plyBeforeLastOwnMove >= 0;
  }

  get offers(): Offer[] {
    return this.row.offers.filter(({ isOpen }) => isOpen).map(({ kind, by }) => ({ kind, by }));
  }

  /** How long the current turn has taken, if known. */
  get spentMs(): number | null {
    return this.#turnBegan === null ? null : Math.round(performance.now() - this.#turnBegan);
  }

  // Changing

  /** Do something while nothing else changes the game in this tab. If another tab has changed it,
   *  follow that and fail. */
  changing<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#queue.then(async () => {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
        await this.#follow();
        throw stale(this.ply);
      }
    });
    this.#queue = done.catch(() => {});
    return done;
  }

  /** Store a change, unless another tab was faster. Use it in `changing`. */
  async commit(values: Partial<GameRow>): Promise<void> {
    const before = this.row;
    const after = await rows.change(this.id, (stored) => {
      if (stored === undefined || stored.isDeleted) throw noSuchGame(this.id);
      if (stored.event !== before.event) throw new Conflict();
      return { ...stored, ...values, event: before.event + 1, changed: now() };
    });
    this.row = after!;
  }

  /** Play a move on the board, and store it with what follows from it. */
  async commitMove(move: PlayedMove, values: () => Partial<GameRow>): Promise<void> {
    this.board.play(move.text);
    this.moves.push(move);
    try {
      const { text, spent_ms } = move;
      await this.commit({ moves: [...this.row.moves, { text, spent_ms }], ...values() });
    } catch (error) {
      this.board.undo();
      this.moves.pop();
      throw error;
    }
    this.beginTurn();
  }

  /** Take moves back until `ply` are left, and let the game continue. */
  async commitRewind(ply: number): Promise<void> {
    await this.commit({ moves: this.row.moves.slice(0, ply), ending: null, offers: [] });
    while (this.moves.length > ply) {
      this.board.undo();
      this.moves.pop();
    }
    this.beginTurn();
  }

  beginTurn(): void {
    this.#turnBegan = performance.now();
  }

  /** Follow what another tab has stored. */
  refresh(): Promise<void> {
    return this.changing(() => this.#follow());
  }

  async #follow(): Promise<void> {
    const row = await rows.get(this.id);
    if (row === undefined || row.isDeleted) return this.#lose();
    const before = this.row;
    this.row = row;
    if (row.event === before.event) return;
    const added = row.moves.slice(before.moves.length);
    const isSame = before.moves.every(({ text }, ply) => row.moves[ply]?.text === text);
    this.beginTurn();
    // One event for each move: then they can be shown one after another.
    if (isSame && added.length === 1 && row.event === before.event + 1) {
      const { text, spent_ms } = added[0]!;
      const move = { ...describe(this.board, text), spent_ms, clock_ms: null };
      this.board.play(text);
      this.moves.push(move);
      return this.tellMoved();
    }
    this.board = await boardOf({ ruleset: row.ruleset, moves: [] });
    this.#replay();
    this.tellGame();
    if (row.split !== undefined && row.split !== before.split) {
      this.tell({ type: "problem", problem: splitOff(row.split) });
    }
  }

  #lose(): void {
    this.stopThinking();
    this.#tellProblem(noSuchGame(this.id));
    for (const follower of [...this.followers]) follower.lose();
  }

  #tellProblem({ code, message: text, why }: Failure): void {
    this.tell({ type: "problem", problem: { code, text, why } });
  }

  stopThinking(): void {
    this.thinking?.abort();
    this.thinking = null;
  }

  // Messages

  /** The position, with what the player to move can do if that player is a person. */
  turn(): Turn {
    const isPersons = seatsOf(this.row).includes(colorOf(this.board));
    return turnOf(this.board, this.ending === null && isPersons);
  }

  /** The whole game. */
  message(turn = turnOf(this.board, this.ending === null)): Game {
    return {
      ...summaryOf(this.row),
      expansions: expansionsOf(this.board),
      moves: [...this.moves],
      turn,
      can_undo: this.canUndo,
      revision: this.row.event,
      clock: null,
      offers: this.offers,
      can_abort: false,
      rematch: null,
    };
  }

  tell(message: ServerMessage): void {
    for (const follower of [...this.followers]) follower.tell(message);
  }

  /** Tell the last move. */
  tellMoved(): void {
    this.tell({
      type: "moved",
      move: this.moves.at(-1)!,
      ending: this.ending,
      can_undo: this.canUndo,
      revision: this.row.event,
      clock: null,
      offers: this.offers,
      can_abort: false,
      turn: this.turn(),
    });
  }

  tellGame(): void {
    this.tell(this.told());
  }

  /** The whole game, as a channel gets it. */
  told(): TellGame {
    const seats = seatsOf(this.row);
    const presence = { w: seats.includes("w"), b: seats.includes("b"), watchers: 0 };
    return { type: "game", game: this.message(this.turn()), presence, chat: [] };
  }
}
