// The engine, in a worker of its own, so that a page never freezes.
import type { Board } from "./board.js";
import { bestBuild, compile, newMemory, type Compiled } from "./core.js";
import { checkPositive, checkWhole, MOST_DEPTH } from "./errors.js";
import { weightsAddress, type Build } from "./files.js";
import { CHARACTERS } from "./generated/characters.js";
import { STACK_BYTES, type Choose, type FromWorker, type Search, type Work } from "./messages.js";
import { readBytes, startWorker, type AnyWorker } from "./platform.js";

export interface EngineOptions {
  /** The most memory to use, with everything; 64 by default. */
  memoryMb?: number;
  /** How many threads a search uses, if the page may share memory; 1 by default. */
  threads?: number;
  /** The module to use instead of the best one; for tests. */
  build?: Build;
}

/** When to stop. Without any limit, an analysis runs until it is stopped. */
export interface Limits {
  timeMs?: number;
  nodes?: number;
  depth?: number;
  /** How many best moves to rank; 1 by default. */
  lines?: number;
  /** Ends the analysis early; it still returns the best moves so far. */
  signal?: AbortSignal;
  /** Only plain alpha-beta: see nothing beyond the depth, not even a win on the next move. */
  plain?: boolean;
  /** Forget what earlier analyses found, so that the result only depends on the board. */
  fresh?: boolean;
}

/** A move with its expected continuation. */
export interface Line {
  /** For the player to move, in hundredths of a free ant; above 29,000 it wins by force. */
  score: number;
  moves: string[];
}

/** What an analysis has found so far. */
export interface Analysis {
  depth: number;
  nodes: number;
  timeMs: number;
  /** The best moves, best first; none if there is no legal move. */
  lines: Line[];
}

/** How an opponent chooses a move. */
export interface Opponent {
  /** From 1, the weakest, to the one below the full engine: see CHARACTERS. */
  level: number;
  /** The same number in all moves of a game; another one makes another game of it. Chance, if not set. */
  seed?: number;
  timeMs?: number;
  /** Ends the choice early; it still returns a move. */
  signal?: AbortSignal;
}

/** What a proof may cost. */
export interface ProofLimits {
  /** How many own moves the win may take, 3 by default; up to 12. */
  within?: number;
  /** How many positions to look at, at most 20 million by default. */
  nodes?: number;
  /** How many defences to find; all by default. */
  enough?: number;
}

/** What a proof found. */
export interface Proof {
  /** In how many own moves the player to move wins; 0 if no win was found. */
  moves: number;
  /** The moves that win this fast, or the defences. */
  found: string[];
  /** Whether everything was tried. If not, there may be more wins and fewer defences. */
  isComplete: boolean;
  nodes: number;
}

const PROOF_NODES = 20_000_000;
// No position has this many moves.
const ALL_DEFENCES = 10_000;
const FOREVER_S = 1e9;
const MOST_THREADS = 32;
// What 32-bit addresses reach, less what no browser gives.
const MOST_MEMORY_MB = 1024;
const LINE_FEED = 10;

// Everything but the hash table: the module, stacks, boards and what a search allocates.
const OTHER_MB = 8;

/** The largest table, a power of two, that leaves room for the rest. */
function tableSize(memoryMb: number, threads: number): number {
  const room = memoryMb - OTHER_MB - Math.ceil((threads * STACK_BYTES) / (1 << 20));
  if (!(room >= 1)) throw new RangeError(`memoryMb is too small: ${memoryMb}`);
  return 2 ** Math.floor(Math.log2(room));
}

/** What a search answers that never began. */
function firstMove(board: Board): Analysis {
  const first = board.legalMoves().slice(0, 1);
  const lines = first.map((move) => ({ score: 0, moves: [move] }));
  return { depth: 0, nodes: 0, timeMs: 0, lines };
}

let weights: Promise<Uint8Array> | undefined;

/** Loads the weights of the policy once. Their file begins with a line that says where they come from. */
function loadWeights(): Promise<Uint8Array> {
  weights ??= readBytes(weightsAddress()).then((file) => {
    const bytes = new Uint8Array(file);
    return bytes.slice(bytes.indexOf(LINE_FEED) + 1);
  });
  weights.catch(() => (weights = undefined)); // so that the next call tries again
  return weights;
}

/** A running worker with its helpers. */
interface Running {
  worker: AnyWorker;
  helpers: AnyWorker[];
  /** Whether the worker has the weights of the policy. */
  hasWeights: boolean;
  /** Ends a search, if its memory is shared. */
  stopByte: Uint8Array | undefined;
}

class ClosedError extends Error {}

export class Engine {
  readonly threads: number;
  readonly build: Build;
  readonly #memoryMb: number;
  #running: Running | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #receive: (message: FromWorker) => void = () => {};
  #fail: (error: Error) => void = () => {};
  #stop: () => void = () => {};

  private constructor({ memoryMb = 64, threads = 1, build = bestBuild() }: EngineOptions) {
    checkWhole("threads", threads, 1, MOST_THREADS);
    checkWhole("memoryMb", memoryMb, 1, MOST_MEMORY_MB);
    this.build = build;
    this.threads = build === "threads" ? threads : 1;
    this.#memoryMb = memoryMb;
    tableSize(memoryMb, this.threads);
  }

  /** Whether engines can use more than one thread here. */
  static get canUseThreads(): boolean {
    return bestBuild() === "threads";
  }

  /** Loads an engine. */
  static async create(options: EngineOptions = {}): Promise<Engine> {
    const engine = new Engine(options);
    await engine.#start();
    return engine;
  }

  /**
   * Searches for the best moves and returns the last report. `onInfo` gets one after each depth.
   * A second analysis waits for the first one.
   */
  analyse(board: Board, limits: Limits = {}, onInfo?: (info: Analysis) => void): Promise<Analysis> {
    for (const name of ["timeMs", "nodes", "depth", "lines"] as const)
      checkPositive(name, limits[name]);
    const search: Search = {
      type: "search",
      ...board.game,
      threads: this.threads,
      seconds: (limits.timeMs ?? 0) / 1000,
      nodes: limits.nodes ?? 0,
      depth: limits.depth ?? 0,
      lines: limits.lines ?? 1,
      plain: limits.plain ?? false,
      clear: limits.fresh ?? false,
    };
    return this.#enqueue(search, () => firstMove(board), limits.signal, onInfo);
  }

  /** Chooses a move as one of the opponents does, who play like people. */
  async choose(board: Board, { level, seed, timeMs, signal }: Opponent): Promise<string> {
    const character = CHARACTERS[level - 1];
    if (character === undefined) throw new RangeError(`there is no opponent ${level}`);
    checkPositive("timeMs", timeMs);
    const choice: Choose = {
      type: "choose",
      ...board.game,
      character,
      seed: seed ?? Math.floor(Math.random() * 2 ** 48),
      seconds: timeMs === undefined ? FOREVER_S : timeMs / 1000,
      weights: undefined,
    };
    const { lines } = await this.#enqueue(choice, () => firstMove(board), signal);
    return lines[0]!.moves[0]!;
  }

  /** Finds the shortest forced win of the player to move, and every first move that wins this fast. */
  findWin(board: Board, limits: ProofLimits = {}): Promise<Proof> {
    return this.#prove("win", board, limits);
  }

  /** Finds the moves after which the opponent has no forced win. */
  findDefences(board: Board, limits: ProofLimits = {}): Promise<Proof> {
    return this.#prove("defences", board, limits);
  }

  /** Counts the sequences of legal moves of a length, like Board.perft, with all threads. */
  perft(board: Board, depth: number): Promise<number> {
    checkWhole("depth", depth, 0, MOST_DEPTH);
    const { threads } = this;
    return this.#enqueue({ type: "count", ...board.game, depth, threads }, () => NaN);
  }

  /** Ends the analysis that is running, which then returns the best moves so far. */
  stop(): void {
    this.#stop();
  }

  /** Ends the workers and frees their memory, until the next analysis needs them again. */
  close(): void {
    this.#fail(new ClosedError("The engine was closed"));
    this.#terminate();
  }

  #prove(what: "win" | "defences", board: Board, limits: ProofLimits): Promise<Proof> {
    const { within = 3, nodes = PROOF_NODES, enough = ALL_DEFENCES } = limits;
    const nothing = (): Proof => ({ moves: 0, found: [], isComplete: false, nodes: 0 });
    return this.#enqueue({ type: "prove", ...board.game, what, within, nodes, enough }, nothing);
  }

  /** Does some work after what is already waiting. If it is aborted first, `early` is its result. */
  #enqueue<Result>(
    work: Work,
    early: () => Result,
    signal?: AbortSignal,
    onInfo?: (info: Result) => void,
  ): Promise<Result> {
    const result = this.#queue.then(async () => {
      const running = this.#running ?? (await this.#start());
      if (signal?.aborted) return early();
      return this.#do(work, running, early(), signal, onInfo).catch(async (error: unknown) => {
        if (this.threads === 1 || error instanceof ClosedError || signal?.aborted) throw error;
        // On several threads, some browsers let a worker fail once in very many searches.
        const alone = { ...work, threads: 1 };
        return this.#do(alone, await this.#start(), early(), signal, onInfo);
      });
    });
    this.#queue = result.catch(() => {});
    return result;
  }

  async #do<Result>(
    work: Work,
    running: Running,
    found: Result,
    signal: AbortSignal | undefined,
    onInfo: ((info: Result) => void) | undefined,
  ): Promise<Result> {
    const { worker, stopByte } = running;
    if (work.type === "choose" && !running.hasWeights) {
      work = { ...work, weights: await loadWeights() };
      running.hasWeights = true;
    }
    const result = new Promise<Result>((resolve, reject) => {
      this.#fail = reject;
      this.#receive = (message) => {
        if (message.type === "failed") return reject(new Error(message.message));
        if (message.type === "ready") return;
        found = JSON.parse(message.json) as Result;
        if (message.type === "result") resolve(found);
        else onInfo?.(found);
      };
      this.#stop = () => {
        if (stopByte) return void Atomics.store(stopByte, 0, 1);
        this.#terminate(); // nothing else can end it; the next analysis starts a new worker
        resolve(found);
      };
    });
    signal?.addEventListener("abort", this.#stop);
    if (stopByte) Atomics.store(stopByte, 0, 0);
    worker.keepAlive(true);
    worker.post(work);
    try {
      return await result;
    } catch (error) {
      this.#terminate(); // a core that failed can't be used again
      throw error;
    } finally {
      signal?.removeEventListener("abort", this.#stop);
      this.#receive = this.#fail = this.#stop = () => {};
      worker.keepAlive(false);
    }
  }

  async #start(): Promise<Running> {
    const compiled = await compile(this.build);
    const memory = this.build === "threads" ? newMemory(this.build, this.#memoryMb) : undefined;
    const [worker, { stopAddress, stacks }] = await this.#startThread(compiled, memory, {
      tableMb: tableSize(this.#memoryMb, this.threads),
      helpers: this.threads - 1,
    });
    const helpers = stacks.map((stack, number) =>
      this.#startThread(compiled, memory, { helper: { number, stack } }),
    );
    this.#running = {
      worker,
      hasWeights: false,
      helpers: (await Promise.all(helpers)).map(([helper]) => helper),
      stopByte: memory && new Uint8Array(memory.buffer, stopAddress, 1),
    };
    return this.#running;
  }

  /** Starts one worker and waits until it is ready. */
  async #startThread(compiled: Compiled, memory: WebAssembly.Memory | undefined, role: object) {
    let isReady: (message: FromWorker & { type: "ready" }) => void;
    let hasFailed: (error: Error) => void;
    const ready = new Promise<FromWorker & { type: "ready" }>((resolve, reject) => {
      isReady = resolve;
      hasFailed = reject;
    });
    const worker = startWorker({
      onMessage: (data) => {
        const message = data as FromWorker;
        if (message.type === "ready") isReady(message);
        else if (message.type === "failed") hasFailed(new Error(message.message));
        this.#receive(message);
      },
      onError: (error) => {
        hasFailed(error);
        this.#fail(error);
      },
    });
    worker.keepAlive(true);
    worker.post({ type: "start", ...compiled, memory, memoryMb: this.#memoryMb, ...role });
    try {
      return [worker, await ready] as const;
    } finally {
      worker.keepAlive(false);
    }
  }

  #terminate(): void {
    this.#running?.worker.terminate();
    for (const helper of this.#running?.helpers ?? []) helper.terminate();
    this.#running = undefined;
  }
}
