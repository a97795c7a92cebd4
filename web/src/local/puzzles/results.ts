// The puzzles that have counted, stored in this browser. The rating and the streaks follow from them,
// so the results of two devices can be merged.

import type { PuzzleScore } from "../../generated/messages";
import { readStored, store } from "../../lib/storage";
import { FIRST_RATING, newRating } from "./rating";

/** A puzzle that has counted, and when. */
interface Result {
  id: string;
  grade: number;
  isSolved: boolean;
  at: string;
}

interface Score extends PuzzleScore {
  /** The rating before rounding. */
  exact: number;
}

const NAME = "beespace.puzzles.results";
// More than there are puzzles.
const LIMIT = 10_000;

/** Those of this visit, in case that storage is blocked or full. */
const kept: Result[] = [];

/** The results, in the order of time. A puzzle counts once. */
function results(): Result[] {
  const found = new Map<string, Result>();
  const all = [...clean(readStored(NAME)), ...kept];
  for (const result of all.sort((a, b) => (a.at < b.at ? -1 : Number(a.at > b.at)))) {
    if (!found.has(result.id)) found.set(result.id, result);
  }
  return [...found.values()];
}

/** The valid entries of what is stored: [id, grade, whether it was solved, when]. */
function clean(value: unknown): Result[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, LIMIT).flatMap((entry: unknown) => {
    const [id, grade, isSolved, at] = Array.isArray(entry) ? (entry as unknown[]) : [];
    const isValid = typeof id === "string" && /^[a-z0-9]{1,40}$/.test(id) && typeof at === "string";
    if (!isValid || !(Number(grade) >= 1 && Number(grade) <= 10)) return [];
    return [{ id, grade: Number(grade), isSolved: isSolved === true, at }];
  });
}

/** The puzzles that have counted, and whether each was solved. */
export function done(): Map<string, boolean> {
  return new Map(results().map(({ id, isSolved }) => [id, isSolved]));
}

export function score(): Score {
  return scoreAfter(results());
}

function scoreAfter(counted: Result[]): Score {
  let exact = FIRST_RATING;
  let [solved, streak, best] = [0, 0, 0];
  counted.forEach(({ grade, isSolved }, tried) => {
    exact = newRating(exact, tried, grade, isSolved);
    solved += Number(isSolved);
    streak = isSolved ? streak + 1 : 0;
    best = Math.max(best, streak);
  });
  const rating = Math.round(exact);
  return { exact, rating, tried: counted.length, solved, streak, best_streak: best, change: null };
}

/** Count a puzzle. Returns the new score, or null if the puzzle has counted before. */
export function count(id: string, grade: number, isSolved: boolean): Score | null {
  const before = results();
  if (before.some((result) => result.id === id)) return null;
  const result = { id, grade, isSolved, at: new Date().toISOString() };
  kept.push(result);
  const all = [...before, result];
  store(
    NAME,
    all.map((one) => [one.id, one.grade, one.isSolved, one.at]),
  );
  const after = scoreAfter(all);
  return { ...after, change: after.rating - scoreAfter(before).rating };
}
