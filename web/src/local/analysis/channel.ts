// The engine of an analysis board: it thinks about one position at a time, while the page is seen.

import type { Analysis } from "beespace";
import type {
  AnalysisPageMessage,
  AnalysisServerMessage,
  SayThink,
  TellThinkingEnded,
} from "../../generated/messages";
import type { Backend, Channel, ChannelEvents } from "../../lib/backend";
import { Failure } from "../../lib/failure";
import { thinking } from "../../lib/thinking.svelte";
import { Board, Engine, boardOf } from "../core";
import type { Asked, Opener } from "../part";
import { isOwnGame } from "./fairPlay";
import { Reports } from "./reports";
import { thoughtOf } from "./thought";

export async function openAnalysis({ server }: Asked): Promise<Opener> {
  return (events) => new AnalysisChannel(server, events);
}

class AnalysisChannel implements Channel<unknown> {
  isOpen = false;
  /** Loaded when it is first needed, with so many threads. */
  #engine: Promise<Engine> | null = null;
  #threads = 0;
  /** What to think about when the page is seen again. */
  #said: SayThink | null = null;
  #stopping = new AbortController();

  constructor(
    private readonly server: Backend | null,
    private readonly events: ChannelEvents<AnalysisServerMessage>,
  ) {
    setTimeout(() => {
      if (this.#stopping.signal.aborted) return;
      this.isOpen = true;
      events.opened();
    });
    globalThis.document?.addEventListener("visibilitychange", this.#look);
  }

  say(message: unknown): boolean {
    if (!this.isOpen) return false;
    const said = message as AnalysisPageMessage;
    this.#said = said.type === "think" ? said : null;
    this.#look();
    return true;
  }

  close(): void {
    this.isOpen = false;
    this.#stopping.abort();
    this.#closeEngine();
    globalThis.document?.removeEventListener("visibilitychange", this.#look);
  }

  /** Begin or stop thinking. */
  #look = (): void => {
    this.#stopping.abort();
    if (this.#said === null || globalThis.document?.hidden) return;
    this.#stopping = new AbortController();
    void this.#think(this.#said, this.#stopping.signal);
  };

  async #think(said: SayThink, signal: AbortSignal): Promise<void> {
    try {
      const reason = await this.#answer(said, signal);
      if (!signal.aborted) this.events.message({ type: "ended", id: said.id, reason });
      if (!signal.aborted) this.#said = null;
    } catch (error) {
      if (signal.aborted) return;
      const { code, message, why } =
        error instanceof Failure ? error : new Failure("engine-stopped", String(error));
      this.events.message({ type: "problem", problem: { code, text: message, why } });
    }
  }

  /** Think until the time is up, and return why it ended. */
  async #answer(said: SayThink, signal: AbortSignal): Promise<TellThinkingEnded["reason"]> {
    let board: Board | null = await boardOf(said.position);
    if (board.isOver) return "game-over";
    if (await isOwnGame(this.server, said.position)) return "own-game";
    if (said.threat) board = await afterPass(board);
    if (board === null || board.isOver) return "no-threat";
    const engine = await this.#readyEngine();
    if (!signal.aborted) await this.#analyse(engine, board, said, signal);
    return "complete";
  }

  async #analyse(engine: Engine, board: Board, said: SayThink, signal: AbortSignal): Promise<void> {
    const { id, threat = false, lines = 1 } = said;
    const reports = new Reports((found: Analysis, time_ms) =>
      this.events.message(thoughtOf(board, found, { id, is_threat: threat, time_ms })),
    );
    signal.addEventListener("abort", () => reports.stop());
    const add = (found: Analysis) => {
      if (!signal.aborted) reports.add(found);
    };
    const limits = { lines, timeMs: thinking.seconds * 1000, signal };
    add(await engine.analyse(board, limits, add));
    if (!signal.aborted) reports.end();
  }

  /** The engine, with as many threads as the user wants. */
  #readyEngine(): Promise<Engine> {
    if (this.#threads !== thinking.threads) this.#closeEngine();
    this.#threads = thinking.threads;
    this.#engine ??= Engine.create({ threads: this.#threads });
    this.#engine.catch(() => (this.#engine = null)); // so that the next position tries again
    return this.#engine;
  }

  #closeEngine(): void {
    void this.#engine?.then((engine) => engine.close()).catch(() => {});
    this.#engine = null;
  }
}

/** The position with the other player to move, or null if no game can reach it. */
async function afterPass(board: Board): Promise<Board | null> {
  const [rules, , , ...stacks] = board.position.split(" ");
  const ply = board.ply + 1;
  const turn = `${ply % 2 ? "Black" : "White"}[${Math.floor(ply / 2) + 1}]`;
  return Board.fromPosition([rules, turn, "-", ...stacks].join(" ")).catch(() => null);
}
