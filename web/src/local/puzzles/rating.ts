// An Elo rating for people who solve puzzles, based on the puzzles' grades; as in
// beespace/puzzles/rating.py.

export const FIRST_RATING = 1000;
const LOWEST = 400;
const HIGHEST = 3000;
const LOWEST_PUZZLE = 600;
const PER_GRADE = 150;
// How much a result can change the rating: up to a number of puzzles tried, and after that.
const STEPS: [until: number, size: number][] = [
  [10, 90],
  [30, 45],
];
const LATER_STEP = 24;

/** The rating of puzzles with this grade. */
export function ratingOfGrade(grade: number): number {
  return LOWEST_PUZZLE + PER_GRADE * grade;
}

/** The chance that someone with this rating solves a puzzle of this grade. */
function expected(rating: number, grade: number): number {
  return 1 / (1 + 10 ** ((ratingOfGrade(grade) - rating) / 400));
}

/** The rating after a puzzle, given the number of puzzles tried before. */
export function newRating(rating: number, tried: number, grade: number, isSolved: boolean): number {
  const [, step] = STEPS.find(([until]) => tried < until) ?? [0, LATER_STEP];
  const changed = rating + step * (Number(isSolved) - expected(rating, grade));
  return Math.min(Math.max(changed, LOWEST), HIGHEST);
}
