// The hexes found so far in the current step of a lesson, so that a reload doesn't forget them.

import type { Hex } from "../generated/messages";
import { readStoredFields, store } from "../lib/storage";

const NAME = "beespace.lesson-found";

export function keepFound(lesson: string, step: number, found: Hex[]): void {
  store(NAME, { lesson, step, found });
}

/** What was found in this step, if it was the last one that the learner worked on. */
export function foundBefore(lesson: string, step: number): Hex[] {
  const kept = readStoredFields(NAME);
  if (kept["lesson"] !== lesson || kept["step"] !== step || !Array.isArray(kept["found"]))
    return [];
  return kept["found"].filter(isHex);
}

function isHex(value: unknown): value is Hex {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isInteger);
}
