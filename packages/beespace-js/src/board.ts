// A game of Hive: its moves, its pieces and its notation.
import { compile, Core, newMemory } from "./core.js";
import { problemWith, type Problem } from "./errors.js";

/** A piece on the board. Stacks count from level 0. */
export interface PlacedPiece {
  piece: string;
  q: number;
  r: number;
  level: number;
}

interface State {
  rules: string;
  state: "NotStarted" | "InProgress" | "WhiteWins" | "BlackWins" | "Draw";
  ply: number;
  played: number;
  stunned: string | null;
  pieces: PlacedPiece[];
}

// All boards live in one instance.
const BOARDS_MB = 64;
let loading: Promise<Core> | undefined;

function loadCore(): Promise<Core> {
  loading ??= compile().then(({ build, module }) => {
    const core = new Core(module, newMemory(build, BOARDS_MB));
    core.call._initialize();
    return core;
  });
  loading.catch(() => (loading = undefined)); // so that the next call tries again
  return loading;
}

const unused = new FinalizationRegistry<{ core: Core; address: number }>(({ core, address }) =>
  core.call.board_free(address),
);

export class Board {
  readonly #core: Core;
  readonly #address: number;
  #state: State | undefined;

  private constructor(core: Core, address: number) {
    this.#core = core;
    this.#address = address;
    unused.register(this, { core, address });
  }

  /** Returns a new board for a game type such as "Base" or "Base+MLP". */
  static create(rules = "Base+MLP"): Promise<Board> {
    return Board.#from(rules, "board_new", 'a game type such as "Base+MLP"');
  }

  /** Returns the board of a game string such as "Base;InProgress;Black[1];wS1". */
  static fromGameString(text: string): Promise<Board> {
    return Board.#from(text, "board_from_game_string", "a game string");
  }

  static async #from(
    text: string,
    create: "board_new" | "board_from_game_string",
    what: string,
  ): Promise<Board> {
    const core = await loadCore();
    core.give(text);
    const address = core.call[create]();
    if (address) return new Board(core, address);
    throw problemWith(text, what, JSON.parse(core.answer(core.call.output_size())) as Problem);
  }

  /** Returns a board with the same game, which can continue in another way. */
  copy(): Board {
    return new Board(this.#core, this.#core.call.board_copy(this.#address));
  }

  /** Returns the legal moves in UHP's notation, such as "wA1 bQ/"; none when the game is over. */
  legalMoves(): string[] {
    return JSON.parse(this.#ask(this.#core.call.board_legal_moves)) as string[];
  }

  /** Plays a move. Throws a BeespaceError if it is illegal. */
  play(move: string): this {
    const problem = this.#try(move, this.#core.call.board_play);
    if (problem) throw problemWith(move, "a move such as wA1 bQ/", problem);
    this.#state = undefined;
    return this;
  }

  /** Returns why a move is illegal, or null if it is legal. */
  whyIllegal(move: string): Problem | null {
    return this.#try(move, this.#core.call.board_why_illegal);
  }

  /** Takes the last move back. False if there is none. */
  undo(): boolean {
    this.#state = undefined;
    return !!this.#core.call.board_undo(this.#address);
  }

  /** Counts the sequences of legal moves of a length. */
  perft(depth: number): number {
    return this.#core.call.board_perft(this.#address, depth, 1);
  }

  /** The game type with its options, such as "Base+MLP". */
  get rules(): string {
    return this.#read().rules;
  }

  get state(): State["state"] {
    return this.#read().state;
  }

  get isOver(): boolean {
    return this.state.endsWith("Wins") || this.state === "Draw";
  }

  get turn(): "White" | "Black" {
    return this.#read().ply % 2 ? "Black" : "White";
  }

  /** The number of turns so far. */
  get ply(): number {
    return this.#read().ply;
  }

  /** The pieces on the board. */
  get pieces(): PlacedPiece[] {
    return this.#read().pieces;
  }

  /** The piece that can neither move nor be thrown this turn, because it was just thrown. */
  get stunned(): string | null {
    return this.#read().stunned;
  }

  /** The game as a game string, such as "Base;InProgress;Black[1];wS1". */
  get gameString(): string {
    return this.#ask(this.#core.call.board_game_string);
  }

  /** The moves that were played. */
  get moves(): string[] {
    return this.gameString.split(";").slice(3);
  }

  #read(): State {
    this.#state ??= JSON.parse(this.#ask(this.#core.call.board_state)) as State;
    return this.#state;
  }

  #try(move: string, call: (board: number) => number): Problem | null {
    this.#core.give(move);
    const size = call(this.#address);
    return size < 0 ? (JSON.parse(this.#core.answer(-size)) as Problem) : null;
  }

  #ask(call: (board: number) => number): string {
    return this.#core.answer(call(this.#address));
  }
}
