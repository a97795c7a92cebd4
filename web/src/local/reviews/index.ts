// Reviews games on this device, position by position; as in src/beespace/server/study/reviews.py.
// Intermediate results are kept, so that a review continues after a reload.

import type { ReviewState } from "../../generated/messages";
import type { Channel, ChannelEvents } from "../../lib/backend";
import { Failure } from "../../lib/failure";
import { Engine, boardOf } from "../core";
import { evaluate, positionOf, reviewOf, type Evaluation, type ReviewedGame } from "./judge";

/** The results so far. The fingerprint tells whether they are for the game's current moves. */
export interface KeptReview {
  fingerprint: string;
  evaluations: Evaluation[];
}

/** Where results are kept. */
interface ReviewStore {
  read(id: string): Promise<KeptReview | undefined>;
  write(id: string, kept: KeptReview): Promise<void>;
}

/** As many as the server searches, so that a game gets the same review everywhere. */
const NODES = 100_000;
// The engine then has the same hash table as the server's.
const MEMORY_MB = 32;

interface Running {
  total: number;
  found: Evaluation[];
  followers: Set<() => void>;
}

export class Reviews {
  #running = new Map<string, Running>();
  #failed = new Set<string>();
  #engine: Promise<Engine> | null = null;

  constructor(
    private readonly store: ReviewStore,
    private readonly nodes = NODES,
  ) {}

  /** The progress of a game's review, with all positions so far. */
  async state(id: string, game: ReviewedGame): Promise<ReviewState> {
    const running = this.#running.get(id);
    if (running) return progress(running, 0);
    const total = game.moves.length + 1;
    const evaluations = await this.#kept(id, game);
    if (evaluations.length === total) {
      const review = await reviewOf(game, evaluations);
      return { state: "done", done: total, total, first: 0, positions: [], review };
    }
    const state = this.#failed.has(id) ? "failed" : "none";
    return { state, done: 0, total, first: 0, positions: [], review: null };
  }

  /** Begin the review of a finished game, unless it has begun. */
  async begin(id: string, game: ReviewedGame, isOver: boolean): Promise<ReviewState> {
    const known = await this.state(id, game);
    if (known.state !== "none" && known.state !== "failed") return known;
    if (!isOver) throw new Failure("game-not-over", "you can review a game once it is over");
    if (game.moves.length === 0) throw new Failure("nothing-to-review", "the game has no moves");
    if (!this.#running.has(id)) void this.#work(id, game);
    return progress(this.#running.get(id)!, 0);
  }

  /** Tell the progress whenever there is news, with the new positions, until the end. */
  follow(id: string, game: ReviewedGame, events: ChannelEvents<unknown>): Channel<unknown> {
    let first = 0;
    const tell = () => {
      const running = this.#running.get(id);
      if (running === undefined) {
        void this.state(id, game).then((state) => events.message(state));
        return;
      }
      const state = progress(running, first);
      first = state.done;
      events.message(state);
    };
    const running = this.#running.get(id);
    running?.followers.add(tell);
    setTimeout(() => {
      events.opened();
      tell();
    });
    return { isOpen: true, say: () => false, close: () => void running?.followers.delete(tell) };
  }

  async #work(id: string, game: ReviewedGame): Promise<void> {
    const running: Running = { total: game.moves.length + 1, found: [], followers: new Set() };
    this.#running.set(id, running);
    this.#failed.delete(id);
    try {
      running.found = await this.#kept(id, game);
      await this.#evaluate(id, game, running);
    } catch (error) {
      // The page only shows that it failed.
      if (!(error instanceof Failure)) console.error("A review failed:", error);
      this.#failed.add(id);
    }
    this.#running.delete(id);
    for (const tell of running.followers) tell();
    if (this.#running.size === 0) this.#close();
  }

  async #evaluate(id: string, game: ReviewedGame, running: Running): Promise<void> {
    this.#engine ??= Engine.create({ memoryMb: MEMORY_MB, threads: 1 });
    const engine = await this.#engine;
    const texts = game.moves.map(({ text }) => text);
    for (let ply = running.found.length; ply < running.total; ply++) {
      const moves = texts.slice(0, ply);
      const board = await boardOf({ ruleset: game.ruleset, start: game.start, moves });
      running.found.push(await evaluate(board, engine, this.nodes));
      await this.store.write(id, {
        fingerprint: this.#fingerprint(game),
        evaluations: running.found,
      });
      for (const tell of running.followers) tell();
    }
  }

  async #kept(id: string, game: ReviewedGame): Promise<Evaluation[]> {
    const kept = await this.store.read(id);
    return kept?.fingerprint === this.#fingerprint(game) ? kept.evaluations : [];
  }

  #fingerprint({ ruleset, start, moves }: ReviewedGame): string {
    return [ruleset, start, this.nodes, ...moves.map(({ text }) => text)].join(";");
  }

  #close(): void {
    void this.#engine?.then((engine) => engine.close()).catch(() => {});
    this.#engine = null;
  }
}

function progress({ total, found }: Running, first: number): ReviewState {
  return {
    state: found.length > 0 ? "running" : "waiting",
    done: found.length,
    total,
    first,
    positions: found.slice(first).map(positionOf),
    review: null,
  };
}
