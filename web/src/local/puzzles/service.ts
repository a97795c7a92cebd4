// The puzzle trainer: serves puzzles, checks tries and keeps the score; as in
// beespace/server/puzzles/service.py.

import type {
  PlayedMove,
  Puzzle as PuzzleMessage,
  PuzzleAnswer,
  PuzzleHint,
  PuzzleIndex,
  PuzzleScore,
  PuzzleSolution,
  PuzzleSummary,
  Remark,
  SayPuzzleTry,
  WhyNot,
} from "../../generated/messages";
import { Failure } from "../../lib/failure";
import { aboutMistake, aboutMove, describe, turnOf, whyNot, type Board } from "../core";
import { colorOf, expansionsOf, opponentOf } from "../core/hive";
import { textOf, whyIllegal } from "../core/moves";
import * as content from "./content";
import type { Puzzle, Shelved } from "./content";
import { ratingOfGrade } from "./rating";
import * as results from "./results";
import { counts, daily, nextPuzzle, type Wish } from "./shelf";
import * as trying from "./trying";

export async function index(): Promise<PuzzleIndex> {
  const { kinds, gameTypes } = await counts();
  return {
    score: scoreMessage(results.score()),
    daily: summary(await daily(Date.now()), results.done()),
    counts: kinds,
    game_types: gameTypes,
  };
}

export async function next(wish: Wish): Promise<PuzzleMessage> {
  const found = await nextPuzzle(wish, results.score().exact, results.done());
  if (found === undefined) throw new Failure("no-such-puzzle", "no puzzle matches these filters");
  return puzzle(found.id);
}

export async function puzzle(id: string): Promise<PuzzleMessage> {
  const found = await find(id);
  const { board } = await trying.begin(found);
  return {
    ...summary(found, results.done()),
    moves: found.moves,
    expansions: expansionsOf(board),
    position: found.position,
    turn: turnOf(board),
    last: found.last,
    score: scoreMessage(results.score()),
  };
}

/** The result of a try. The puzzle counts as failed at the first wrong move. */
export async function tryMove(id: string, tried: SayPuzzleTry): Promise<PuzzleAnswer> {
  const found = await find(id);
  const doing = await replay(found, tried);
  if (doing.movesLeft === 0) throw new Failure("puzzle-solved", "the puzzle is already solved");
  const { board } = doing;
  const isQuestion = tried.piece != null && tried.to == null;
  const why = isQuestion ? whyNot(board, tried.piece!) : whyIllegal(board, tried);
  if (why !== null || isQuestion) return refused(doing, why);
  const answer = await trying.tryMove(found, doing, textOf(board, tried));
  const after = trying.after(board, answer.played);
  const color = colorOf(board);
  const surrounded = found.kind === "only-defence" ? color : opponentOf(color);
  const isSolved = answer.miss === null && answer.movesLeft === 0;
  return {
    is_right: answer.miss === null,
    is_solved: isSolved,
    why: null,
    miss: answer.miss,
    loses_in: answer.losesIn,
    open: trying.openHexes(after, surrounded),
    played: playedMoves(board, answer.played),
    moves_left: answer.movesLeft,
    turn: turnOf(after),
    remark: remarkOn(found, doing, answer),
    score: isSolved || answer.miss !== null ? count(found, isSolved) : null,
  };
}

/** The answer to an illegal move, or to the question why a piece can't move. */
function refused({ board, movesLeft }: trying.Doing, why: WhyNot | null): PuzzleAnswer {
  return {
    is_right: false,
    is_solved: false,
    why,
    miss: null,
    loses_in: 0,
    open: [],
    played: [],
    moves_left: movesLeft,
    turn: turnOf(board),
    remark: null,
    score: null,
  };
}

/** What the first move of a solution does, besides winning: that is what the puzzle asks for. */
function remarkAbout(board: Board, line: string[]): Remark | null {
  const remark = aboutMove(board, line);
  return remark?.deed === "win" || remark?.deed === "force" ? null : remark;
}

/** Why a move isn't good enough. It says nothing about what to play instead. */
function remarkOn(
  puzzle: Puzzle,
  { board, movesLeft }: trying.Doing,
  { miss, played }: trying.Answer,
): Remark | null {
  if (miss === null || movesLeft < puzzle.moves) return null;
  const [move, ...reply] = played;
  const remark = aboutMistake(board, move!, puzzle.solutions.slice(0, 1), reply);
  return remark?.mood === "misses" ? null : remark;
}

/** The piece to move next. The puzzle then counts as failed. */
export async function hint(id: string, tried: SayPuzzleTry): Promise<PuzzleHint> {
  const found = await find(id);
  const doing = await replay(found, tried);
  const move = await trying.rightMove(found, doing);
  const piece = move === null ? null : describe(doing.board, move).piece;
  return { piece, score: count(found, false) };
}

/** A line that solves the rest. The puzzle then counts as failed. */
export async function solution(id: string, tried: SayPuzzleTry): Promise<PuzzleSolution> {
  const found = await find(id);
  const doing = await replay(found, tried);
  const line = await trying.solution(found, doing);
  const { board } = await trying.begin(found);
  return {
    line: playedMoves(doing.board, line),
    first: found.solutions.map((text) => describe(board, text)),
    turn: turnOf(trying.after(doing.board, line)),
    remark: remarkAbout(doing.board, line),
    score: count(found, false),
  };
}

async function find(id: string): Promise<Puzzle> {
  const found = await content.puzzle(id);
  if (found !== undefined) return found;
  throw new Failure("no-such-puzzle", `there is no puzzle ${id.slice(0, 40)}`);
}

/** The puzzle after the moves found so far. */
async function replay(puzzle: Puzzle, { moves = [] }: SayPuzzleTry): Promise<trying.Doing> {
  let doing = await trying.begin(puzzle);
  for (const move of moves) {
    const isLegal = whyIllegal(doing.board, move) === null;
    doing = await trying.goOn(puzzle, doing, isLegal ? textOf(doing.board, move) : null);
  }
  return doing;
}

function playedMoves(board: Board, moves: string[]): PlayedMove[] {
  const copy = board.copy();
  return moves.map((move) => {
    const played = describe(copy, move);
    copy.play(move);
    return played;
  });
}

function count(puzzle: Puzzle, isSolved: boolean): PuzzleScore | null {
  const counted = results.count(puzzle.id, puzzle.grade, isSolved);
  return counted === null ? null : scoreMessage(counted);
}

function scoreMessage({ rating, tried, solved, streak, best_streak, change }: PuzzleScore) {
  return { rating, tried, solved, streak, best_streak, change };
}

function summary(
  { id, kind, gameType, grade }: Shelved,
  done: Map<string, boolean>,
): PuzzleSummary {
  return {
    id,
    kind,
    game_type: gameType,
    grade,
    rating: ratingOfGrade(grade),
    was_solved: done.get(id) ?? null,
  };
}
