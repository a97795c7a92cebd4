// The opening explorer: the moves that led to the position, and the moves played from here.

import { shownMoves, type ShownMove } from "../hive/replay";
import type { OpeningMove, OpeningScore, PlayedMove, SayOpeningMove } from "../generated/messages";
import { GAME_TYPES } from "../generated/messages";
import { currentPath, currentQuery, rewrite } from "../lib/router.svelte";
import { api, type ShownOpening } from "../net/api";
import { failureWords } from "../net/failures";
import { PlaySurface } from "../surface/surface.svelte";
import { readAddress, writeAddress } from "./address";

export const GAME_TYPE_FILTERS = ["all", ...GAME_TYPES];
export const RESULTS = ["all", "white", "draw", "black"] as const;
/** How long to wait before asking again, while games are still being counted. */
const COUNTING_MS = 700;
/** How often to ask again for scores that could not be had, and how long to wait before. */
const MOST_RETRIES = 5;
const RETRY_MS = 1000;
type ResultFilter = (typeof RESULTS)[number];

/** A move in the table, with the number of games that match the filters. */
export interface Row {
  move: OpeningMove;
  count: number;
}

export class OpeningsSession {
  answer = $state.raw<ShownOpening | null>(null);
  gameType = $state<string>("all");
  result = $state<ResultFilter>("all");
  scores = $state.raw<Record<string, OpeningScore>>({});
  /** Whether scores that are missing are still being computed. */
  isScoring = $state(false);
  problem = $state("");
  /** The moves so far; `undone` holds those taken back, which can be played again. */
  moves = $state.raw<SayOpeningMove[]>([]);
  undone = $state.raw<SayOpeningMove[]>([]);
  /** The moves that led to the position on the board, as they are listed. */
  line = $state.raw<ShownMove[]>([]);

  rows = $derived<Row[]>(this.#rows());
  total = $derived(this.rows.reduce((sum, { count }) => sum + count, 0));

  #asked = 0;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const { gameType, result, moves } = readAddress(currentQuery().toString());
    this.gameType = GAME_TYPE_FILTERS.find((one) => one === gameType) ?? "all";
    this.result = RESULTS.find((one) => one === result) ?? "all";
    this.moves = moves;
  }

  readonly surface = PlaySurface.plain({
    move: (piece, to) => void this.play({ piece, to }),
    // The turn has the reasons for pieces; why a hex can't be reached isn't said here.
    askWhy: () => undefined,
  });
  readonly board = this.surface.board;

  /** Play a move from here. */
  async play(move: SayOpeningMove): Promise<void> {
    await this.#goTo([...this.moves, move], []);
  }

  /** Go back to the position after `ply` moves. */
  async backTo(ply: number): Promise<void> {
    if (ply < 0 || ply >= this.moves.length) return;
    await this.#goTo(this.moves.slice(0, ply), [...this.moves.slice(ply), ...this.undone]);
  }

  async forward(): Promise<void> {
    const [next, ...rest] = this.undone;
    if (next !== undefined) await this.#goTo([...this.moves, next], rest);
  }

  /** Reload after a change of filters. If that fails, go back to the start: the moves may need
   *  pieces that aren't in the chosen box. */
  async load(): Promise<void> {
    await this.#goTo(this.moves, this.undone);
    if (this.problem !== "" && this.moves.length > 0) await this.#goTo([], []);
  }

  /** The moves so far as PGN. */
  record(): string {
    const { line = [], expansions = "" } = this.answer ?? {};
    const type = `Base${expansions === "" ? "" : `+${expansions}`}`;
    const moves = line.map((text, index) => `${index + 1}. ${text}`);
    return `[GameType "${type}"]\n\n${moves.join("\n")}`;
  }

  /** Update the address to match the position and the filters. */
  tellAddress(): void {
    const path = currentPath().split("?")[0] + writeAddress(this);
    if (path !== currentPath()) rewrite(path);
  }

  hover(move: PlayedMove | null): void {
    this.board.hint =
      move?.piece == null || move.to === null
        ? null
        : {
            piece: move.piece,
            way: { to: move.to, path: move.path, thrower: move.thrower, ends_by_repetition: false },
          };
  }

  async openGame(id: number): Promise<string | null> {
    try {
      return (await api.openOpeningGame(id)).id;
    } catch (error) {
      this.problem = failureWords(error);
      return null;
    }
  }

  #rows(): Row[] {
    const filter = this.result;
    return (this.answer?.moves ?? [])
      .map((move) => {
        const { white, draw, black, other } = move.tally;
        const count = filter === "all" ? white + draw + black + other : move.tally[filter];
        return { move, count };
      })
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count);
  }

  /** Go to a position. Answers to any request but the latest are ignored. */
  async #goTo(moves: SayOpeningMove[], undone: SayOpeningMove[]): Promise<void> {
    const number = ++this.#asked;
    const before = this.answer;
    const isForward = moves.length === this.moves.length + 1;
    const previous = { moves: this.moves, undone: this.undone };
    this.moves = moves;
    this.undone = undone;
    this.problem = "";
    try {
      const answer = await api.explore({ game_type: this.gameType, moves });
      if (number !== this.#asked) return;
      this.#take(answer);
      const { turn, last } = answer;
      if (isForward && last !== null) this.surface.sound(last);
      await this.surface.show({ turn, last }, isForward ? last : null);
      if (before === null || !isForward) this.board.fit();
    } catch (error) {
      if (number !== this.#asked) return;
      Object.assign(this, previous);
      this.problem = failureWords(error);
    }
  }

  /** Show an answer, and ask again later while the server is still counting games. */
  #take(answer: ShownOpening): void {
    this.answer = answer;
    this.line = shownMoves(
      this.moves.map(({ piece = null, to = null }, index) => ({
        text: answer.line[index] ?? "",
        piece,
        to,
      })),
    );
    this.scores = {};
    void this.#score();
    clearTimeout(this.#later);
    if (answer.is_counting) this.#later = setTimeout(() => void this.#again(), COUNTING_MS);
  }

  async #again(): Promise<void> {
    const number = this.#asked;
    const asked = { game_type: this.gameType, moves: this.moves };
    const answer = await api.explore(asked).catch(() => null);
    if (number === this.#asked && answer !== null) this.#take(answer);
  }

  /** Ignore answers that are still on their way. */
  close(): void {
    clearTimeout(this.#later);
    this.#asked++;
  }

  /** Load the engine's scores, which arrive a few moves at a time. */
  async #score(): Promise<void> {
    const asked = this.answer;
    if (asked === null || asked.moves.length === 0) return;
    this.isScoring = true;
    for (let isComplete = false, failures = 0; !isComplete;) {
      const found = await api
        .openingScores({ game_type: this.gameType, moves: this.moves })
        .catch(() => null);
      if (this.answer !== asked) return;
      if (found !== null) {
        this.scores = found.scores;
        isComplete = found.is_complete;
        continue;
      }
      failures += 1;
      if (failures > MOST_RETRIES) break;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * failures));
      if (this.answer !== asked) return;
    }
    this.isScoring = false;
  }
}
