// Judges the moves of a game, given an evaluation of each position; as in
// src/beespace/study/review.py.

import {
  SCORES,
  type ColorLetter,
  type GameReview,
  type PlayedMove,
  type Remark,
  type ReviewedPly,
  type ReviewedPosition,
} from "../../generated/messages";
import { winIn, winningChance } from "../analysis/thought";
import { aboutMistake, Board, boardOf, describe, type Engine } from "../core";

/** A game to review. */
export interface ReviewedGame {
  ruleset: string;
  /** Where it starts, in position notation; empty for a new game. */
  start: string;
  moves: { text: string; spent_ms: number | null }[];
}

/** The score of a position for White, and the engine's best line in UHP notation. */
export interface Evaluation {
  score: number;
  line: string[];
  depth: number;
}

const LONGEST_LINE = 8;
// How fast accuracy falls with lost winning chance: losing 10 % leaves an accuracy of 61.
const STEEPNESS = 5;
// How much winning chance a move must lose for each judgement, largest first.
const LEAST_LOSS = [
  ["blunder", 0.2],
  ["mistake", 0.1],
  ["inaccuracy", 0.05],
] as const;

// From this loss of winning chance on, some remarks don't explain enough.
const LARGE_LOSS = 0.25;
// From this chance on a game is decided, and so it is when that much is left for the opponent.
const DECIDED = 0.98;
const MINOR: Remark["deed"][] = [
  "keep-away",
  "approach",
  "open-way",
  "cramp",
  "crowd",
  "let-in",
  "bar-own",
  "cramp-own",
  "crowd-own",
  "cover-own",
  "take-back",
  "detour",
];

/** Evaluate a position with a fixed number of nodes, whatever was searched before. */
export async function evaluate(board: Board, engine: Engine, nodes: number): Promise<Evaluation> {
  const { ending } = board;
  if (ending !== null) {
    const score = ending.winner === null ? 0 : ending.winner === "w" ? SCORES.win : -SCORES.win;
    return { score, line: [], depth: 0 };
  }
  const { lines, depth } = await engine.analyse(board, { nodes, fresh: true });
  const { score, moves } = lines[0] ?? { score: 0, moves: [] };
  const white = board.turn === "White" ? score : 0 - score;
  return { score: white, line: moves.slice(0, LONGEST_LINE), depth };
}

export function positionOf({ score, depth }: Evaluation): ReviewedPosition {
  return { score, win_in: winIn(score), chance: winningChance(score), depth };
}

/** Return the review of a game whose positions are all evaluated. */
export async function reviewOf(game: ReviewedGame, found: Evaluation[]): Promise<GameReview> {
  const board = await boardOf({ ruleset: game.ruleset, start: game.start, moves: [] });
  const moves = game.moves.map(({ text, spent_ms }, index) => {
    const color: ColorLetter = board.turn === "White" ? "w" : "b";
    const [before, after] = [found[index]!, found[index + 1]!];
    const { line, ...judged } = judge(color, text, before, after);
    const better = line.length === 0 ? [] : played(board, line);
    const said = line.length === 0 ? null : aboutMistake(board, text, line, after.line);
    const remark = said !== null && explains(said.deed, judged.before, judged.after) ? said : null;
    board.play(text);
    return { ply: index + 1, color, ...judged, better, remark, spent_ms };
  });
  return {
    positions: found.map(positionOf),
    moves,
    accuracy: { w: accuracy(moves, "w"), b: accuracy(moves, "b") },
  };
}

type Judged = Pick<ReviewedPly, "before" | "after" | "judgement" | "missed_win"> & {
  line: string[];
};

function judge(color: ColorLetter, text: string, before: Evaluation, after: Evaluation): Judged {
  const sign = color === "w" ? 1 : -1;
  const [had, has] = [sign * before.score, sign * after.score];
  const [chance, left] = [winningChance(had), winningChance(has)];
  // The engine's own choice: if the score drops, it only shows what the engine overlooked.
  if (before.line[0] === text) {
    const judged = { judgement: null, missed_win: null, line: [] };
    return { before: chance, after: Math.max(chance, left), ...judged };
  }
  const wins = winIn(had) ?? 0;
  const missed_win = wins > 0 && (winIn(has) === null || has < 0) ? wins : null;
  const found = LEAST_LOSS.find(([, least]) => chance - left >= least)?.[0];
  const judgement = found ?? (missed_win === null ? null : "inaccuracy");
  const line = judgement === null ? [] : before.line;
  return { before: chance, after: left, judgement, missed_win, line };
}

/** Whether what a move does explains the winning chance that it loses. */
function explains(deed: Remark["deed"], before: number, after: number): boolean {
  const isDecided = Math.max(before, after) < 1 - DECIDED || Math.min(before, after) > DECIDED;
  if (isDecided) return deed === "win" || deed === "force";
  return !MINOR.includes(deed) || before - after < LARGE_LOSS;
}

/** The moves of a line as messages. */
function played(board: Board, line: string[]): PlayedMove[] {
  const after = board.copy();
  return line.map((text) => {
    const move = describe(after, text);
    after.play(text);
    return move;
  });
}

function accuracy(moves: ReviewedPly[], color: ColorLetter): number | null {
  const found = moves
    .filter((move) => move.color === color)
    .map(({ before, after }) => 100 * Math.exp(-STEEPNESS * Math.max(before - after, 0)));
  return found.length === 0 ? null : found.reduce((sum, one) => sum + one, 0) / found.length;
}
