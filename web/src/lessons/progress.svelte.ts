// The completed steps of each lesson, stored in this browser.

import type { LessonChapter, LessonSummary } from "../generated/messages";
import { readStored, store, watchStored } from "../lib/storage";

type Done = Record<string, number[]>;

const NAME = "beespace.lessons";
const LIMIT = 200;

const progress = $state<{ done: Done }>({ done: load() });
watchStored(NAME, () => (progress.done = load()));

function load(): Done {
  return clean(readStored(NAME));
}

/** The valid entries of stored or imported progress. */
function clean(value: unknown): Done {
  if (typeof value !== "object" || value === null) return {};
  const found: Done = {};
  for (const [id, steps] of Object.entries(value).slice(0, LIMIT)) {
    if (!/^[a-z0-9-]{1,40}$/.test(id) || !Array.isArray(steps)) continue;
    const numbers = steps.filter((n) => Number.isInteger(n) && n >= 0 && n < LIMIT) as number[];
    if (numbers.length > 0) found[id] = [...new Set(numbers)].sort((a, b) => a - b);
  }
  return found;
}

function save(): void {
  store(NAME, progress.done);
}

export function markDone(lesson: string, step: number): void {
  progress.done = clean({
    ...progress.done,
    [lesson]: [...(progress.done[lesson] ?? []), step],
  });
  save();
}

export function isStepDone(lesson: string, step: number): boolean {
  return progress.done[lesson]?.includes(step) ?? false;
}

/** How many steps of a lesson are done. */
export function stepsDone({ id, count }: LessonSummary): number {
  return (progress.done[id] ?? []).filter((step) => step < count).length;
}

export function isDone(lesson: LessonSummary): boolean {
  return stepsDone(lesson) === lesson.count;
}

export function hasBegun(): boolean {
  return Object.keys(progress.done).length > 0;
}

/** The lessons in all chapters, or only in those about the base game. */
export function lessonsOf(chapters: LessonChapter[], onlyBase = false): LessonSummary[] {
  return chapters
    .filter((chapter) => chapter.is_base || !onlyBase)
    .flatMap(({ lessons }) => lessons);
}

/** The first lesson that isn't done, or null if all are. */
export function nextLesson(chapters: LessonChapter[], onlyBase = false): LessonSummary | null {
  return lessonsOf(chapters, onlyBase).find((lesson) => !isDone(lesson)) ?? null;
}

export function clearProgress(): void {
  progress.done = {};
  save();
}

// Export and import

export function exportProgress(): string {
  return JSON.stringify({ beespace: "lessons", version: 1, done: progress.done }, null, 2) + "\n";
}

/** Add the progress in a file. Returns false if it isn't a progress file. */
export function importProgress(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return false;
    const { beespace, done } = value as { beespace?: unknown; done?: unknown };
    if (beespace !== "lessons") return false;
    const added = clean(done);
    const merged: Done = { ...progress.done };
    for (const [id, steps] of Object.entries(added)) {
      merged[id] = [...(merged[id] ?? []), ...steps];
    }
    progress.done = clean(merged);
    save();
    return true;
  } catch {
    return false;
  }
}
