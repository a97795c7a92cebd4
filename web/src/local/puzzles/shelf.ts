// Chooses puzzles; as in beespace/puzzles/shelf.py.

import { KINDS, shelf, type PuzzleKind, type Shelved } from "./content";
import { ratingOfGrade } from "./rating";

// The next puzzle is a random one of this many that are closest to the rating.
const CLOSEST = 12;
// A daily puzzle should be neither trivial nor too hard for most people.
const DAILY_KINDS: PuzzleKind[] = ["win-in-2", "win-in-3", "only-defence"];
const [EASIEST_DAILY, HARDEST_DAILY] = [3, 7];
// How many puzzles apart those of two days are.
const DAILY_STEP = 7919;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The puzzles that are wanted: kinds and game types (empty: all), and how much harder. */
export interface Wish {
  kinds: string[];
  gameTypes: string[];
  /** Relative to the rating. */
  harder: number;
  /** The id of the puzzle just shown. */
  otherThan: string;
}

/** A puzzle near the rating, preferably one that isn't done yet; undefined if none fits. */
export async function nextPuzzle(
  wish: Wish,
  rating: number,
  done: Map<string, boolean>,
): Promise<Shelved | undefined> {
  const fitting = (await shelf()).filter((puzzle) => fits(wish, puzzle));
  const others = ifAny(fitting, (puzzle) => puzzle.id !== wish.otherThan);
  const fresh = ifAny(others, (puzzle) => !done.has(puzzle.id));
  const wanted = rating + wish.harder;
  // Many puzzles have the same grade, so break ties at random.
  const closest = fresh
    .map((puzzle) => ({
      puzzle,
      distance: Math.abs(ratingOfGrade(puzzle.grade) - wanted),
      chance: Math.random(),
    }))
    .sort((a, b) => a.distance - b.distance || a.chance - b.chance)
    .slice(0, CLOSEST);
  return closest[Math.floor(Math.random() * closest.length)]?.puzzle;
}

function fits({ kinds, gameTypes }: Wish, puzzle: Shelved): boolean {
  return (
    (kinds.length === 0 || kinds.includes(puzzle.kind)) &&
    (gameTypes.length === 0 || gameTypes.includes(puzzle.gameType))
  );
}

/** Those that meet a condition, or all if none does. */
function ifAny(puzzles: Shelved[], condition: (puzzle: Shelved) => boolean): Shelved[] {
  const found = puzzles.filter(condition);
  return found.length > 0 ? found : puzzles;
}

/** The puzzle of a day, the same for everyone. */
export async function daily(now: number): Promise<Shelved> {
  const candidates = (await shelf()).filter(
    ({ kind, grade }) =>
      DAILY_KINDS.includes(kind) && grade >= EASIEST_DAILY && grade <= HARDEST_DAILY,
  );
  const day = Math.floor(now / DAY_MS);
  return candidates[(day * DAILY_STEP) % candidates.length]!;
}

/** The number of puzzles of each kind, and of each game type. */
export async function counts(): Promise<{
  kinds: Record<PuzzleKind, number>;
  gameTypes: Record<string, number>;
}> {
  const all = await shelf();
  const kinds = KINDS.map((kind) => [kind, all.filter((one) => one.kind === kind).length]);
  const types = [...new Set(all.map(({ gameType }) => gameType))].sort();
  return {
    kinds: Object.fromEntries(kinds) as Record<PuzzleKind, number>,
    gameTypes: Object.fromEntries(
      types.map((type) => [type, all.filter((one) => one.gameType === type).length]),
    ),
  };
}
