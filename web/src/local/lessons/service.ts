// Lessons as messages; as in beespace/server/lessons/service.py.

import type {
  Lesson,
  LessonAnswer,
  LessonList,
  LessonShown,
  LessonStep,
  LessonSummary,
  PlayedMove,
  SayLessonTry,
} from "../../generated/messages";
import { Failure } from "../../lib/failure";
import { boardOf, describe, turnOf } from "../core";
import { expansionsOf } from "../core/hive";
import { chapters, lessons, type Step } from "./content";
import { wanted } from "./goals";
import * as trying from "./trying";

export async function lessonList(): Promise<LessonList> {
  return { chapters: await chapters() };
}

export async function lesson(id: string): Promise<Lesson> {
  const [summary, steps] = await find(id);
  return { ...summary, steps: await Promise.all(steps.map(stepMessage)) };
}

export async function answer(
  id: string,
  number: number,
  tried: SayLessonTry,
): Promise<LessonAnswer> {
  return trying.answer(await stepOf(id, number), tried);
}

export async function shown(id: string, number: number, tried: SayLessonTry): Promise<LessonShown> {
  const { board, next } = await trying.solution(await stepOf(id, number), tried);
  if (next === null) return { hex: null, piece: null, way: null };
  if (typeof next !== "string") return { hex: next, piece: null, way: null };
  const { piece, to, path, thrower } = describe(board, next);
  if (piece === null || to === null) return { hex: null, piece: null, way: null };
  return { hex: null, piece, way: { to, path, thrower, ends_by_repetition: false } };
}

async function find(id: string): Promise<[LessonSummary, Step[]]> {
  const summary = (await chapters())
    .flatMap((chapter) => chapter.lessons)
    .find((one) => one.id === id);
  const steps = (await lessons())[id];
  if (summary === undefined || steps === undefined) {
    throw new Failure("no-such-lesson", `there is no lesson ${id.slice(0, 40)}`);
  }
  return [summary, steps];
}

async function stepOf(id: string, number: number): Promise<Step> {
  const [, steps] = await find(id);
  const step = steps[number - 1];
  if (step === undefined) {
    throw new Failure("no-such-step", `the lesson has ${steps.length} steps`);
  }
  return step;
}

async function stepMessage(step: Step): Promise<LessonStep> {
  const board = await boardOf(step.board);
  const { goal, text, hint, done, miss, has_hand, has_pass } = step;
  let left = 0;
  if (goal.kind === "play") left = goal.turns.length;
  else if (goal.kind !== "look") left = wanted(goal, board).length;
  return {
    kind: goal.kind,
    piece: "piece" in goal ? goal.piece : null,
    left,
    ...{ text, hint, done, miss, has_hand, has_pass },
    expansions: expansionsOf(board),
    turn: turnOf(board),
    last: await lastMove(step),
  };
}

/** The last move before the step, if its board comes from a game. */
async function lastMove({ board: content }: Step): Promise<PlayedMove | null> {
  const last = content.moves?.at(-1);
  if (last === undefined) return null;
  const board = await boardOf(content);
  board.undo();
  const move = describe(board, last);
  return move.piece === null ? null : move;
}
