// Checks attempts at a puzzle: all shortest wins are right, and wrong moves get a refutation; as in
// beespace/puzzles/trying.py.

import type { ColorLetter, Hex, PuzzleAnswer } from "../../generated/messages";
import { Failure } from "../../lib/failure";
import { boardOf, describe, type Board } from "../core";
import { Hive, colorOf, isIn, neighborsOf } from "../core/hive";
import type { Puzzle } from "./content";
import { findDefences, findWin } from "./solver";

/** Within how many moves the opponent wins after a wrong defence. */
const THREAT_MOVES = 3;

/** The progress in a puzzle: the board, and how many moves are left to find. */
export interface Doing {
  board: Board;
  movesLeft: number;
}

/** The answer to a move: the move and the reply to it, or its refutation. */
export interface Answer {
  played: string[];
  movesLeft: number;
  miss: PuzzleAnswer["miss"];
  /** In how many moves the opponent wins; 0 if not. */
  losesIn: number;
}

export async function begin(puzzle: Puzzle): Promise<Doing> {
  return { board: await boardOf({ start: puzzle.position }), movesLeft: puzzle.moves };
}

/** The board after moves. */
export function after(board: Board, moves: string[]): Board {
  const copy = board.copy();
  for (const move of moves) copy.play(move);
  return copy;
}

/** The state after a right move and the reply to it. */
export async function goOn(puzzle: Puzzle, doing: Doing, move: string | null): Promise<Doing> {
  if (doing.movesLeft === 0 || move === null) {
    throw new Failure("not-in-puzzle", "these moves are not possible in this puzzle");
  }
  const answer = await tryMove(puzzle, doing, move);
  if (answer.miss !== null) {
    throw new Failure("not-in-puzzle", "one of the previous moves is wrong");
  }
  return { board: after(doing.board, answer.played), movesLeft: answer.movesLeft };
}

// Every try repeats the earlier ones, and proofs take time.
const known = new Map<string, Promise<Answer>>();
const MOST_KNOWN = 200;

/** The answer to a legal move. */
export function tryMove(puzzle: Puzzle, doing: Doing, move: string): Promise<Answer> {
  const { board, movesLeft } = doing;
  const name = [puzzle.kind, movesLeft, board.position, move].join(" ");
  let answer = known.get(name);
  if (answer === undefined) {
    if (known.size >= MOST_KNOWN) known.clear();
    answer = puzzle.kind === "only-defence" ? defend(board, move) : attack(puzzle, doing, move);
    answer.catch(() => known.delete(name));
    known.set(name, answer);
  }
  return answer;
}

async function attack(puzzle: Puzzle, doing: Doing, move: string): Promise<Answer> {
  const { board, movesLeft } = doing;
  const next = after(board, [move]);
  const left = movesLeft - 1;
  const { ending } = next;
  if (ending !== null) {
    if (ending.winner === colorOf(board)) return answerOf([move], 0);
    return answerOf([move], left, ending.winner === null ? "draws" : "loses");
  }
  if (left === 0) return answerOf([move], left, "not-surrounded");
  // All solutions are known to be right, which saves a long proof.
  const isSolution = isBeginning(puzzle, doing) && puzzle.solutions.includes(move);
  const refuting = isSolution ? null : await refutation(next, left);
  if (refuting !== null) {
    const winner = after(next, [refuting]).ending?.winner;
    const isLost = winner != null && winner !== colorOf(board);
    return answerOf([move, refuting], left, isLost ? "loses" : "refuted", Number(isLost));
  }
  return answerOf([move, await stubbornReply(next, left)], left);
}

async function defend(board: Board, move: string): Promise<Answer> {
  const next = after(board, [move]);
  const { ending } = next;
  if (ending !== null && ending.winner !== null && ending.winner !== colorOf(board)) {
    return answerOf([move], 1, "loses");
  }
  const win = ending === null ? await findWin(next, THREAT_MOVES) : null;
  if (win === null || win.moves === 0) return answerOf([move], 0);
  return answerOf([move, win.found[0]!], 1, "loses", win.moves);
}

function answerOf(
  played: string[],
  movesLeft: number,
  miss: Answer["miss"] = null,
  losesIn = 0,
): Answer {
  return { played, movesLeft, miss, losesIn };
}

function isBeginning(puzzle: Puzzle, doing: Doing): boolean {
  return doing.movesLeft === puzzle.moves;
}

/** A right move; null if the puzzle is solved. */
export async function rightMove(puzzle: Puzzle, doing: Doing): Promise<string | null> {
  if (doing.movesLeft === 0) return null;
  if (isBeginning(puzzle, doing)) return puzzle.solutions[0]!;
  return (await findWin(doing.board, doing.movesLeft)).found[0]!;
}

/** A solution of the rest of the puzzle, with the most stubborn replies. */
export async function solution(puzzle: Puzzle, doing: Doing): Promise<string[]> {
  const line: string[] = [];
  if (puzzle.kind === "only-defence") return doing.movesLeft > 0 ? [puzzle.solutions[0]!] : [];
  for (let move; (move = await rightMove(puzzle, doing)) !== null;) {
    const answer = await tryMove(puzzle, doing, move);
    line.push(...answer.played);
    doing = { board: after(doing.board, answer.played), movesLeft: answer.movesLeft };
  }
  return line;
}

/** The empty hexes next to a queen. */
export function openHexes(board: Board, color: ColorLetter): Hex[] {
  const hive = new Hive(board);
  const queen = hive.location(`${color}Q`);
  return queen === null ? [] : neighborsOf(queen).filter((hex) => hive.stack(hex).length === 0);
}

/** The reply that delays the win longest, and then leaves the fewest ways to win. */
async function stubbornReply(board: Board, moves: number): Promise<string> {
  const replies = board.legalMoves();
  let [best, longest, fewest] = [replies[0]!, -1, 0];
  for (const reply of replies) {
    const next = after(board, [reply]);
    // A reply that surrounds the player's own queen is the worst.
    const win = next.isOver ? null : await findWin(next, moves);
    const [length, ways] = win !== null && win.moves > 0 ? [win.moves, win.found.length] : [0, 0];
    if (length > longest || (length === longest && ways < fewest)) {
      [best, longest, fewest] = [reply, length, ways];
    }
  }
  return best;
}

/**
 * A reply, as easy to understand as possible, that prevents the win in time.
 *
 * If the solver hits its limit, this is a reply that it could not decide, because a move is right
 * only if every reply is proven to lose.
 */
async function refutation(board: Board, moves: number): Promise<string | null> {
  let undecided: string | null = null;
  const { found: holding } = await findDefences(board, moves);
  const sorted = holding
    .map((move) => ({ move, strangeness: strangeness(board, move) }))
    .sort((a, b) => a.strangeness - b.strangeness);
  for (const { move } of sorted) {
    const next = after(board, [move]);
    const proof = next.isOver ? null : await findWin(next, moves);
    if (proof === null || (proof.moves === 0 && proof.isComplete)) return move;
    if (proof.moves === 0) undecided ??= move;
  }
  return undecided;
}

/** How hard a refutation is to understand: wins are easiest, then queen moves. */
function strangeness(board: Board, text: string): number {
  if (after(board, [text]).isOver) return 0;
  const { piece, origin, to } = describe(board, text);
  if (piece === null || to === null) return 4;
  if (piece[1] === "Q") return 1;
  const queen = new Hive(board).location(`${colorOf(board)}Q`);
  const ring = queen === null ? [] : neighborsOf(queen);
  return isIn(to, ring) || (origin !== null && isIn(origin, ring)) ? 2 : 3;
}
