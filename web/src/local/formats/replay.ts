// Replays and undoes the moves of a record while it is read; as in
// src/beespace/formats/replay.py. Every reader uses it, so a record never has an illegal move.

import { PIECE_PATTERN, type Hex } from "../../generated/messages";
import { bugOf } from "../../hive/box";
import { key } from "../../hive/hexes";
import { tidyMove } from "../../hive/notation";
import { parseRules, writeRules } from "../../hive/rulesets";
import { BeespaceError, Board, turnOf } from "../core";
import { repr } from "./python";
import { grammarText, positionText } from "./sentences";

// A queen placed within this many plies shows that the queen may come first.
const FIRST_TURNS = 2;

const MOVE = new RegExp(
  String.raw`(${PIECE_PATTERN})(?: ([-/\\])?(${PIECE_PATTERN})([-/\\])?)?`,
  "y",
);

const BEFORE: Record<string, Hex> = { "-": [-1, 0], "/": [-1, 1], "\\": [0, -1] };
const AFTER: Record<string, Hex> = { "-": [1, 0], "/": [1, -1], "\\": [0, 1] };

/** A text that isn't a move or a position, or a move that the rules forbid. */
export class ReplayError extends Error {
  constructor(
    message: string,
    /** Whether no game can reach the position. */
    readonly isImpossible = false,
  ) {
    super(message);
  }
}

type Names = Map<string, string>;

interface Step {
  move: string;
  piece: string | null;
  origin: Hex | null;
  /** The names before the move. */
  names: Names;
}

/** A move that was undone, and the names after it. */
export interface Undone {
  move: string;
  names: Names;
}

export class Replay {
  /** Where the pieces are. */
  readonly locations = new Map<string, Hex>();
  #names: Names = new Map();
  readonly #trail: Step[] = [];

  private constructor(
    public board: Board,
    /** The same board, but the queen can come first; null if that is known already. */
    private readonly queenFirst: Board | null,
  ) {}

  /** Begin a game. With `infers`, a queen among the first two moves means that the rules allow it.
   *  With `start`, it begins at that position, which must have the same rules. */
  static async of(ruleset: string, infers: boolean, start = ""): Promise<Replay> {
    const board = await boardOf(ruleset);
    if (start === "") {
      const rules = { ...parseRules(board.rules), queenFirst: true };
      return new Replay(board, infers ? await Board.create(writeRules(rules)) : null);
    }
    const replay = new Replay(await positionOf(start), null);
    const { rules } = replay.board;
    if (rules !== board.rules) {
      throw new ReplayError(`the position's rules are ${rules}, but the game's are ${board.rules}`);
    }
    for (const { hex, pieces } of turnOf(replay.board, false).stacks) {
      for (const piece of pieces) replay.locations.set(piece, hex);
    }
    return replay;
  }

  /** The number of moves played. */
  get ply(): number {
    return this.#trail.length;
  }

  /** Read a move such as "wA1 bQ-", play it, and return it in UHP's notation. */
  read(text: string): string {
    const names = new Map(this.#names);
    const tidy = tidyMove(text);
    if (tidy === "pass") return this.#play("pass", null, null, names);
    const match = matchMove(tidy);
    const piece = this.#mover(match[1]!, names);
    const to = this.#destination(text, match, names);
    return this.#bring(piece, to, names);
  }

  /** The piece that a name refers to if it moves now. */
  piece(name: string): string {
    return this.#mover(name, new Map(this.#names));
  }

  /** Place the named piece on a hex, or move it there, and return the move. */
  bring(name: string, to: Hex): string {
    const names = new Map(this.#names);
    return this.#bring(this.#mover(name, names), to, names);
  }

  /** Play a pass. */
  pass(): string {
    return this.#play("pass", null, null, this.#names);
  }

  #bring(piece: string, to: Hex, names: Names): string {
    if (this.ply < FIRST_TURNS) this.#allowQueenFirst(piece);
    const text = this.board.moveTo(piece, to);
    const why = this.board.whyNot(piece, to);
    if (why !== null) throw new ReplayError(`${text ?? this.#shown(piece, to)}: ${why.text}`);
    return this.#play(text!, piece, to, names);
  }

  /** A move that no text can name, as Python shows it. */
  #shown(piece: string, [q, r]: Hex): string {
    const kind = this.locations.has(piece) ? "Relocate" : "Place";
    return `${kind}(piece=Piece.parse(${repr(piece)}), to=Hex(q=${q}, r=${r}))`;
  }

  #play(move: string, piece: string | null, to: Hex | null, names: Names): string {
    try {
      this.board.play(move);
    } catch (error) {
      throw error instanceof BeespaceError
        ? new ReplayError(`${move}: ${error.problem.text}`)
        : error;
    }
    const origin = piece === null ? null : (this.locations.get(piece) ?? null);
    if (piece !== null) this.locations.set(piece, to!);
    this.#trail.push({ move, piece, origin, names: this.#names });
    this.#names = names;
    return move;
  }

  #allowQueenFirst(piece: string): void {
    if (this.queenFirst === null || this.board === this.queenFirst) return;
    if (piece[1] !== "Q" || this.locations.has(piece)) return;
    for (const move of this.board.moves) this.queenFirst.play(move);
    this.board = this.queenFirst;
  }

  /** Undo the last move, and return what `redo` needs. */
  undo(): Undone {
    this.board.undo();
    const { move, piece, origin, names } = this.#trail.pop()!;
    const after = this.#names;
    this.#names = names;
    if (piece !== null) {
      if (origin === null) this.locations.delete(piece);
      else this.locations.set(piece, origin);
    }
    return { move, names: after };
  }

  /** Replay a move that was undone in this position. */
  redo({ move, names }: Undone): void {
    if (move === "pass") this.#play(move, null, null, names);
    else {
      const match = matchMove(move);
      this.#bring(match[1]!, this.#destination(move, match, new Map()), names);
    }
  }

  /** Undo moves until so many are left. */
  undoTo(ply: number): void {
    while (this.ply > ply) this.undo();
  }

  // Names. Some records number identical pieces in any order. Here the first one placed is number 1,
  // and the record's name refers to it for the rest of the game.

  #mover(name: string, names: Names): string {
    const known = names.get(name);
    if (known !== undefined) return known;
    const isTaken = [...names.values()].includes(name);
    if (this.locations.has(name) && !isTaken) return name; // it was there before the game
    const count = bugOf(name)?.count ?? 1;
    const copies =
      count > 1
        ? Array.from({ length: count }, (_, index) => `${name.slice(0, 2)}${index + 1}`)
        : [name];
    const piece = copies.find((one) => !this.locations.has(one)) ?? name;
    names.set(name, piece);
    return piece;
  }

  #destination(text: string, match: RegExpExecArray, names: Names): Hex {
    const [, , before, named, after] = match;
    if (named === undefined) {
      if (this.locations.size === 0) return [0, 0];
      throw new ReplayError(
        `${text}: only the first move of a game has no reference: add the piece it goes next to`,
      );
    }
    const reference = names.get(named) ?? named;
    const hex = this.locations.get(reference);
    if (hex === undefined) throw new ReplayError(`${text}: ${reference} isn't on the board`);
    const [q, r] = before ? BEFORE[before]! : after ? AFTER[after]! : [0, 0];
    return [hex[0] + q, hex[1] + r];
  }

  /** Where a piece can go. */
  legalHexes(piece: string): Hex[] {
    const found = new Map<string, Hex>();
    for (const one of turnOf(this.board).movable) {
      if (one.piece !== piece) continue;
      for (const { to } of one.ways) found.set(key(to), to);
    }
    return [...found.values()];
  }
}

/** The board of a ruleset such as "Base+MLP". */
export async function boardOf(ruleset: string): Promise<Board> {
  try {
    return await Board.create(ruleset);
  } catch (error) {
    if (error instanceof BeespaceError) throw new ReplayError(grammarText("ruleset", ruleset));
    throw error;
  }
}

/** The board of a position. */
export async function positionOf(text: string): Promise<Board> {
  try {
    return await Board.fromPosition(text);
  } catch (error) {
    if (!(error instanceof BeespaceError)) throw error;
    const { texts } = error.problem;
    if (texts === undefined) throw new ReplayError(positionText(text, error.problem));
    throw new ReplayError(`impossible position: ${texts.join("; ")}`, true);
  }
}

function matchMove(text: string): RegExpExecArray {
  MOVE.lastIndex = 0;
  const match = MOVE.exec(text);
  const isWhole = match !== null && match[0].length === text.length;
  if (isWhole && !(match[2] && match[4])) return match;
  throw new ReplayError(grammarText("move", text));
}
