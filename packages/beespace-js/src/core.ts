// The C++ core in WebAssembly: chooses a module, loads it, and moves texts in and out.
import { addressOf, type Build } from "./files.js";
import { isNode, readBytes } from "./platform.js";

/** What native/wasm exports. Boards and searchers are addresses. */
interface Exports {
  _initialize(): void;
  __stack_pointer: WebAssembly.Global<"i32">;
  __wasm_init_tls(address: number): void;
  input(size: number): number;
  output(): number;
  output_size(): number;
  board_new(): number;
  board_from_game_string(): number;
  board_from_position(): number;
  board_copy(board: number): number;
  board_free(board: number): void;
  board_play(board: number): number;
  board_why_illegal(board: number): number;
  board_undo(board: number): number;
  board_legal_moves(board: number): number;
  board_describe_move(board: number): number;
  board_read_move(board: number): number;
  board_about_move(board: number): number;
  board_about_mistake(board: number): number;
  board_describe_turn(board: number, withMoves: boolean): number;
  board_rules(board: number): number;
  board_state(board: number): number;
  board_ply(board: number): number;
  board_ending(board: number): number;
  board_position(board: number): number;
  board_move_to(board: number, q: number, r: number): number;
  board_why_not(board: number, q: number, r: number): number;
  board_why_immobile(board: number): number;
  board_throwers(board: number): number;
  board_pass(board: number): void;
  set_up(isBlack: boolean): number;
  board_game_string(board: number): number;
  board_perft(board: number, depth: number, threads: number): number;
  board_key(board: number): number;
  board_keys_after(board: number): number;
  board_repetitions(board: number): number;
  game_keys(): number;
  shortest_win(board: number, most: number, nodes: number): number;
  defences(board: number, moves: number, nodes: number, enough: number): number;
  searcher_new(megabytes: number): number;
  searcher_clear(searcher: number): void;
  search(...[searcher, board, seconds, nodes, depth, lines, threads, plain]: number[]): number;
  policy_new(): number;
  choose(policy: number, board: number, seed: number, seconds: number): number;
  stop_address(): number;
  new_stack(size: number): number;
  help(number: number): void;
}

/** A compiled module, which workers share. */
export interface Compiled {
  build: Build;
  module: WebAssembly.Module;
}

const PAGE = 65536;
const MEGABYTE = 1 << 20;
// What the module's own data and stack take.
const INITIAL_MB = 2;

// A function with one SIMD instruction.
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]);

/** Whether this page or program may share memory with its workers. */
export function canShareMemory(): boolean {
  return typeof SharedArrayBuffer !== "undefined" && (isNode || globalThis.crossOriginIsolated);
}

/** Returns the best build for this browser. */
export function bestBuild(): Build {
  if (!WebAssembly.validate(SIMD_PROBE)) return "portable";
  return canShareMemory() ? "threads" : "simd";
}

const compiled = new Map<Build, Promise<Compiled>>();

/** Compiles a build once. */
export function compile(build: Build = bestBuild()): Promise<Compiled> {
  let promise = compiled.get(build);
  if (!promise) {
    promise = readBytes(addressOf(build))
      .then((bytes) => WebAssembly.compile(bytes))
      .then((module) => ({ build, module }));
    promise.catch(() => compiled.delete(build)); // so that the next call tries again
    compiled.set(build, promise);
  }
  return promise;
}

export function newMemory(build: Build, megabytes: number): WebAssembly.Memory {
  return new WebAssembly.Memory({
    initial: (INITIAL_MB * MEGABYTE) / PAGE,
    maximum: (megabytes * MEGABYTE) / PAGE,
    shared: build === "threads",
  });
}

/** An instance of the core. */
export class Core {
  readonly call: Exports;
  readonly memory: WebAssembly.Memory;

  /** Instances that share a memory pass it; only the first of them initializes it. */
  constructor(
    module: WebAssembly.Module,
    memory: WebAssembly.Memory,
    onReport: (json: string) => void = () => {},
  ) {
    this.memory = memory;
    const instance = new WebAssembly.Instance(module, {
      env: { memory },
      beespace: {
        now: () => performance.now(),
        report: (address: number, size: number) => onReport(this.#read(address, size)),
      },
    });
    this.call = instance.exports as unknown as Exports;
  }

  /** Writes a text to where the next call reads it. */
  give(text: string): void {
    this.giveBytes(new TextEncoder().encode(text));
  }

  giveBytes(bytes: Uint8Array): void {
    // Called first, because it may grow the memory, which replaces its buffer.
    const address = this.call.input(bytes.length);
    new Uint8Array(this.memory.buffer).set(bytes, address);
  }

  /** Returns the text that a call answered with. */
  answer(size: number): string {
    return this.#read(this.call.output(), size);
  }

  #read(address: number, size: number): string {
    // A copy, because texts can't be decoded from shared memory.
    return new TextDecoder().decode(new Uint8Array(this.memory.buffer, address, size).slice());
  }
}
