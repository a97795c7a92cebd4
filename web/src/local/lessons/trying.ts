// Judges what a learner does in a step. Stateless: each try comes with what was done before; as in
// beespace/lessons/trying.py.

import type {
  Hex,
  LessonAnswer,
  PlayedMove,
  SayLessonMove,
  SayLessonTry,
  WhyNot,
} from "../../generated/messages";
import { Failure } from "../../lib/failure";
import { boardOf, describe, turnOf, whyNot, type Board } from "../core";
import { Hive, isIn } from "../core/hive";
import { textOf, whyIllegal } from "../core/moves";
import { isMet } from "./conditions";
import type { Play, Step, Tapping } from "./content";
import { replyTo, solutions, wanted, whyNotWanted } from "./goals";

// Reasons outside the rules: the try is legal, but isn't what the step asks for. The page translates
// the codes.
const SOFT_REASONS = {
  "not-asked": "this is allowed, but it isn't what the step wants",
  "can-move": "the piece can move",
  taken: "there is a piece here; choose an empty hex",
};

function soft(code: keyof typeof SOFT_REASONS): WhyNot {
  return { code, text: SOFT_REASONS[code], pieces: [], hexes: [], parts: [] };
}

/** Judge a try: a tapped hex, a move, a question about a piece, or a pass (neither given). */
export async function answer(step: Step, tried: SayLessonTry): Promise<LessonAnswer> {
  const board = await boardOf(step.board);
  const { goal } = step;
  if (goal.kind === "look") return answerOf(board, { is_right: true, is_done: true });
  return goal.kind === "play" ? answerMove(board, goal, tried) : answerTap(board, goal, tried);
}

/** An answer with the turn; a wrong one unless the fields say otherwise. */
function answerOf(board: Board, fields: Partial<LessonAnswer>): LessonAnswer {
  return {
    is_right: false,
    is_done: false,
    why: null,
    found: [],
    left: 0,
    played: [],
    ...fields,
    turn: turnOf(board),
  };
}

function answerTap(board: Board, goal: Tapping, tried: SayLessonTry): LessonAnswer {
  const hexes = wanted(goal, board);
  const hive = new Hive(board);
  let found = hexes.filter((hex) => isIn(hex, tried.found ?? []));
  let to = tried.to ?? null;
  if (to === null && tried.piece != null) to = hive.location(tried.piece); // a question about it
  if (to !== null && isIn(to, hexes)) {
    const tapped = to;
    found = hexes.filter((hex) => isIn(hex, [...found, tapped]));
    const left = hexes.length - found.length;
    return answerOf(board, { is_right: true, is_done: left === 0, found, left });
  }
  const why = whyNotTapped(goal, board, hive, to);
  return answerOf(board, { why, found, left: hexes.length - found.length });
}

function whyNotTapped(goal: Tapping, board: Board, hive: Hive, to: Hex | null): WhyNot {
  if (to === null) return soft("not-asked");
  const reason = whyNotWanted(goal, board, to);
  if (reason !== null) return reason;
  const isOccupied = hive.stack(to).length > 0;
  if (goal.kind === "pick" && isOccupied) return soft("can-move");
  if (goal.kind === "around" && isOccupied) return soft("taken");
  return soft("not-asked");
}

function answerMove(board: Board, goal: Play, tried: SayLessonTry): LessonAnswer {
  const before = tried.moves ?? [];
  replay(board, goal, before);
  const turn = goal.turns[before.length]!;
  const left = goal.turns.length - before.length;
  const { piece = null, to = null } = tried;
  if (piece !== null && to === null) {
    return answerOf(board, { why: whyNot(board, piece) ?? soft("can-move"), left });
  }
  const why = whyIllegal(board, { piece, to });
  if (why !== null) return answerOf(board, { why, left });
  const move = textOf(board, { piece, to });
  if (!isMet(turn, board, move)) return answerOf(board, { why: soft("not-asked"), left });
  const played: PlayedMove[] = [describe(board, move)];
  board.play(move);
  const reply = replyTo(turn, board);
  if (reply !== null) {
    played.push(describe(board, reply));
    board.play(reply);
  }
  return answerOf(board, { is_right: true, is_done: left === 1, left: left - 1, played });
}

/** Play the moves made before, with the opponent's replies. */
function replay(board: Board, goal: Play, before: SayLessonMove[]): void {
  if (before.length >= goal.turns.length) {
    throw notInStep("this step is already done: there are no moves left to play");
  }
  before.forEach((made, index) => {
    const turn = goal.turns[index]!;
    const why = whyIllegal(board, made);
    if (why !== null) throw notInStep(why.text);
    const move = textOf(board, made);
    if (!isMet(turn, board, move)) throw notInStep("a move does not meet the goal of this step");
    board.play(move);
    const reply = replyTo(turn, board);
    if (reply !== null) board.play(reply);
  });
}

function notInStep(text: string): Failure {
  return new Failure("not-in-step", text);
}

/** The current board and one right thing to do next: a hex, a move, or null if there is none. */
export async function solution(
  step: Step,
  tried: SayLessonTry,
): Promise<{ board: Board; next: Hex | string | null }> {
  const board = await boardOf(step.board);
  const { goal } = step;
  if (goal.kind === "look") return { board, next: null };
  if (goal.kind === "play") {
    const before = tried.moves ?? [];
    replay(board, goal, before);
    return { board, next: solutions(goal.turns[before.length]!, board)[0] ?? null };
  }
  const missing = wanted(goal, board).filter((hex) => !isIn(hex, tried.found ?? []));
  if (missing.length === 0) {
    throw notInStep("this step is already done: every hex has been found");
  }
  return { board, next: missing[0]! };
}
