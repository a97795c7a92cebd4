// A game of Hive: its moves, its pieces and its notation.
import { compile, Core, newMemory } from "./core.js";
import { checkWhole, MOST_DEPTH, problemWith, type Problem } from "./errors.js";
import { freeWith, HeldBoard, type Origin } from "./held.js";
import type { Game } from "./messages.js";
import type { Color, DescribedMove, Ending, Hex, Remark, SetUp, Turn } from "./turns.js";

export type State = "NotStarted" | "InProgress" | "WhiteWins" | "BlackWins" | "Draw";

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

export class Board {
  readonly #core: Core;
  readonly #board: HeldBoard;
  /** Where the game started, if not with an empty board. */
  readonly #start: string | undefined;
  readonly #moves: string[];

  private constructor(
    core: Core,
    address: number,
    origin: Origin,
    moves: string[],
    start?: string,
  ) {
    this.#core = core;
    this.#board = new HeldBoard(core, address, origin);
    this.#moves = moves;
    this.#start = start;
    freeWith(this, this.#board);
  }

  /** Returns a new board for a game type such as "Base" or "Base+MLP". */
  static async create(rules = "Base+MLP"): Promise<Board> {
    const core = await loadCore();
    const address = make(core, "board_new", rules, 'a game type such as "Base+MLP"');
    return new Board(core, address, { rules, position: undefined, steps: [] }, []);
  }

  /** Returns the board of a game string such as "Base;InProgress;Black[1];wS1". */
  static async fromGameString(text: string): Promise<Board> {
    const core = await loadCore();
    const address = make(core, "board_from_game_string", text, "a game string");
    const moves = core.answer(core.call.board_game_string(address)).split(";").slice(3);
    const rules = core.answer(core.call.board_rules(address));
    return new Board(core, address, { rules, position: undefined, steps: [...moves] }, moves);
  }

  /** Returns the board of a position such as "Base White[2] - 0,0:wS1 1,0:bG1". */
  static async fromPosition(text: string): Promise<Board> {
    const core = await loadCore();
    const address = make(core, "board_from_position", text, "a position");
    return new Board(core, address, { rules: "", position: text, steps: [] }, [], text);
  }

  /**
   * Returns the position with these stacks, such as "0,0:wS1 1,0:bG1.bB1", at the earliest turn of
   * a player, or the reasons why no game can reach it.
   */
  static async setUp(rules: string, color: Color, stacks: string): Promise<SetUp> {
    const core = await loadCore();
    core.give(`${rules}\n${stacks}`);
    const size = core.call.set_up(color === "b");
    const text = core.answer(Math.abs(size));
    if (size >= 0) return JSON.parse(text) as SetUp;
    throw problemWith(stacks, "stacks such as 0,0:wS1", JSON.parse(text) as Problem);
  }

  /**
   * Returns the keys of all positions of a game, from the first to the last: see `key`. Ends before
   * a move that can't be played.
   */
  static async keysOf(rules: string, moves: string[]): Promise<string[]> {
    const core = await loadCore();
    core.give([rules, ...moves].join("\n"));
    return split(core.answer(core.call.game_keys()));
  }

  /** Returns a board with the same game, which can continue in another way. */
  copy(): Board {
    const address = this.#core.call.board_copy(this.#address);
    return new Board(this.#core, address, this.#originAfter(), [...this.#moves], this.#start);
  }

  /** Returns a copy after a pass, even if the player to move may not pass. */
  afterPass(): Board {
    const { call } = this.#core;
    const address = call.board_copy(this.#address);
    call.board_pass(address);
    const position = this.#core.answer(call.board_position(address));
    return new Board(this.#core, address, this.#originAfter(null), [], position);
  }

  /** Returns the legal moves in UHP's notation, such as "wA1 bQ/"; none when the game is over. */
  legalMoves(): string[] {
    return JSON.parse(this.#ask("board_legal_moves")) as string[];
  }

  /** Plays a move. Throws a BeespaceError if it is illegal. */
  play(move: string): this {
    this.#tell("board_play", move);
    this.#moves.push(move);
    this.#board.origin.steps.push(move);
    return this;
  }

  /** Takes the last move back. False if there is none. */
  undo(): boolean {
    if (!this.#core.call.board_undo(this.#address)) return false;
    this.#moves.pop();
    this.#board.origin.steps.pop();
    return true;
  }

  /** Returns why a move is illegal, or null if it is legal. */
  whyIllegal(move: string): Problem | null {
    const address = this.#give(move);
    const size = this.#core.call.board_why_illegal(address);
    return size < 0 ? (JSON.parse(this.#core.answer(-size)) as Problem) : null;
  }

  /** Returns why a piece can't go to a hex or, without one, can't do anything; null if it can. */
  whyNot(piece: string, to?: Hex): Problem | null {
    const address = this.#give(piece);
    const { call } = this.#core;
    const size = to ? call.board_why_not(address, ...to) : call.board_why_immobile(address);
    return JSON.parse(this.#read(size, piece, "a piece such as wA1")) as Problem | null;
  }

  /** Returns the text of a piece's move to a hex, legal or not; null if no text can name it. */
  moveTo(piece: string, to: Hex): string | null {
    const address = this.#give(piece);
    const size = this.#core.call.board_move_to(address, ...to);
    return this.#read(size, piece, "a piece such as wA1") || null;
  }

  /** Returns the pieces that can make a legal move by throwing the piece that moves. */
  throwers(move: string): string[] {
    return JSON.parse(this.#tell("board_throwers", move)) as string[];
  }

  /**
   * Returns a legal move in UHP's notation. A marker may point at an occupied hex, and a new piece
   * may have any number. Throws a BeespaceError if the move is illegal.
   */
  readMove(text: string): string {
    return this.#tell("board_read_move", text);
  }

  /** Returns a legal move with its path. */
  describeMove(move: string): DescribedMove {
    return JSON.parse(this.#tell("board_describe_move", move)) as DescribedMove;
  }

  /**
   * Returns what is worth saying about a move that the engine recommends, given its line, which
   * begins with that move; null if nothing is.
   */
  aboutMove(line: string[]): Remark | null {
    const address = this.#give(line.join(";"));
    return JSON.parse(
      this.#core.answer(this.#core.call.board_about_move(address)),
    ) as Remark | null;
  }

  /**
   * Returns why a move is worse than another, given the engine's line before it and the one after
   * it; null if nothing is certain.
   */
  aboutMistake(played: string, better: string[], reply: string[]): Remark | null {
    const address = this.#give([played, better.join(";"), reply.join(";")].join("\n"));
    const { call } = this.#core;
    return JSON.parse(this.#core.answer(call.board_about_mistake(address))) as Remark | null;
  }

  /**
   * Returns the pieces, everything that the player to move can do, and why the rest can't move.
   * Without moves it is faster.
   */
  describeTurn(withMoves = true): Turn {
    const size = this.#core.call.board_describe_turn(this.#address, withMoves);
    return JSON.parse(this.#core.answer(size)) as Turn;
  }

  /** Returns the keys after each legal move, in the order of `legalMoves`: see `key`. */
  keysAfter(): string[] {
    return split(this.#ask("board_keys_after"));
  }

  /** Counts the sequences of legal moves of a length. */
  perft(depth: number): number {
    checkWhole("depth", depth, 0, MOST_DEPTH);
    return this.#core.call.board_perft(this.#address, depth, 1);
  }

  /** The game type with its options, such as "Base+MLP". */
  get rules(): string {
    return this.#ask("board_rules");
  }

  get state(): State {
    return this.#ask("board_state") as State;
  }

  /** How the game ended; null before its end. */
  get ending(): Ending | null {
    return JSON.parse(this.#ask("board_ending")) as Ending | null;
  }

  get isOver(): boolean {
    return this.ending !== null;
  }

  get turn(): "White" | "Black" {
    return this.ply % 2 ? "Black" : "White";
  }

  /** The number of turns so far. */
  get ply(): number {
    return this.#core.call.board_ply(this.#address);
  }

  /** The same 16 hexadecimal digits for all rotations and reflections of a position. */
  get key(): string {
    return this.#ask("board_key");
  }

  /** How often the position has come up in the game, including now. */
  get repetitions(): number {
    return this.#core.call.board_repetitions(this.#address);
  }

  /** The game as a game string; null if it didn't start with an empty board. */
  get gameString(): string | null {
    return this.#ask("board_game_string") || null;
  }

  /** The position as one line, without the moves that led to it. */
  get position(): string {
    return this.#ask("board_position");
  }

  /** The moves that were played on this board. */
  get moves(): string[] {
    return [...this.#moves];
  }

  /** What an engine needs to set up the same game. */
  get game(): Game {
    return { rules: this.rules, position: this.#start, moves: this.moves };
  }

  get #address(): number {
    return this.#board.address;
  }

  /** Gives a text to the core, and returns the address of the board, which has to come first. */
  #give(text: string): number {
    const address = this.#address;
    this.#core.give(text);
    return address;
  }

  /** What a copy is made from, after some more steps. */
  #originAfter(...steps: (string | null)[]): Origin {
    const { origin } = this.#board;
    return { ...origin, steps: [...origin.steps, ...steps] };
  }

  #ask(question: Question): string {
    return this.#core.answer(this.#core.call[question](this.#address));
  }

  #tell(call: Telling, move: string): string {
    const address = this.#give(move);
    return this.#read(this.#core.call[call](address), move, "a move such as wA1 bQ/");
  }

  /** Returns an answer, or throws what is wrong with the text that was given. */
  #read(size: number, given: string, what: string): string {
    const text = this.#core.answer(Math.abs(size));
    if (size >= 0) return text;
    throw problemWith(given, what, JSON.parse(text) as Problem);
  }
}

type Telling = `board_${"play" | "describe_move" | "read_move" | "throwers"}`;
type Question = `board_${
  | "legal_moves"
  | "rules"
  | "state"
  | "ending"
  | "game_string"
  | "position"
  | "key"
  | "keys_after"}`;

/** Splits keys that were written one after another. */
function split(keys: string): string[] {
  return keys.match(/.{16}/g) ?? [];
}

/** Makes a board from a text, or throws what is wrong with it. */
function make(
  core: Core,
  call: "board_new" | "board_from_game_string" | "board_from_position",
  text: string,
  what: string,
): number {
  core.give(text);
  const address = core.call[call]();
  if (address) return address;
  const problem = JSON.parse(core.answer(core.call.output_size())) as Problem;
  throw problemWith(text, what, problem);
}
