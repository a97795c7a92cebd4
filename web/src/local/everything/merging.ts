// How a stored value and that of a file become one. Nothing that is here gets lost.

type Done = Record<string, number[]>;
/** The id of a puzzle, its grade, whether it was solved, and when. */
type Result = [string, number, boolean, string];

/** The value to store. */
export function merged(name: string, here: unknown, added: unknown): unknown {
  if (here === null || here === undefined) return added;
  if (name === "beespace.lessons") return mergedSteps(here as Done, added as Done);
  if (name === "beespace.puzzles.results") {
    return mergedResults(here as Result[], added as Result[]);
  }
  const isNewer = timeOf(added) > timeOf(here);
  return isNewer ? added : here;
}

/** When a draft was saved; 0 for everything else, which stays as it is. */
function timeOf(value: unknown): number {
  const at = (value as { at?: unknown } | null)?.at;
  return typeof at === "number" ? at : 0;
}

/** The steps that are done here or there. */
function mergedSteps(here: Done, added: Done): Done {
  const all = { ...here };
  for (const [lesson, steps] of Object.entries(added ?? {})) {
    if (!Array.isArray(steps)) continue;
    all[lesson] = [...new Set([...(all[lesson] ?? []), ...steps])].sort((a, b) => a - b);
  }
  return all;
}

/** The results of both, in the order of time. A puzzle counts once: when it was first tried. */
function mergedResults(here: Result[], added: Result[]): Result[] {
  const both = [here, added].flatMap((some) => (Array.isArray(some) ? some.filter(isResult) : []));
  both.sort(([, , , a], [, , , b]) => Number(a > b) - Number(a < b));
  const first = new Map<string, Result>();
  for (const result of both) if (!first.has(result[0])) first.set(result[0], result);
  return [...first.values()];
}

function isResult(value: unknown): value is Result {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[3] === "string";
}
