// Drafts of analysis pages in this browser, and saving studies.

import { readStored, removeStored, store, storedNames } from "../lib/storage";
import { Failure } from "../lib/failure";
import type { SaySetUp } from "../generated/messages";
import { api, type SavedStudy } from "../net/api";

/** The work on a page: the tree as a record, and `kept`, the id of the study it's saved as. */
interface Draft {
  record: string;
  kept: string | null;
  /** The `updated` of the version of that study that it continues; missing in older drafts. */
  seen?: string;
  /** The moves that lead to where the user was; missing in older drafts. */
  place?: string[];
  /** The name that it was saved under; missing in drafts of earlier versions. */
  title?: string;
}

const PREFIX = "beespace.draft ";
// Beyond this, the oldest drafts are deleted.
const MOST_DRAFTS = 40;

export function draftOf(page: string): Draft | null {
  return read(PREFIX + page);
}

export function saveDraft(page: string, draft: Draft): void {
  store(PREFIX + page, { ...draft, at: Date.now() });
  const names = storedNames(PREFIX);
  if (names.length <= MOST_DRAFTS) return;
  names.sort((a, b) => (read(a)?.at ?? 0) - (read(b)?.at ?? 0));
  for (const name of names.slice(0, -MOST_DRAFTS)) removeStored(name);
}

export function dropDraft(page: string): void {
  removeStored(PREFIX + page);
}

/** Delete a draft, unless another tab has written a different one. */
export function dropOwn(page: string, record: string): void {
  if (draftOf(page)?.record === record) dropDraft(page);
}

// Where the user was on each page, for when they reload it. Every tab has its own places.
const PLACES = "beespace.places";
const MOST_PLACES = 40;

type Place = [page: string, moves: string[]];

/** The moves that lead to where the user was on a page, or null. */
export function placeOf(page: string): string[] | null {
  return places().find(([name]) => name === page)?.[1] ?? null;
}

export function savePlace(page: string, moves: string[]): void {
  const others = places().filter(([name]) => name !== page);
  writePlaces([...others, [page, moves]]);
}

export function dropPlace(page: string): void {
  writePlaces(places().filter(([name]) => name !== page));
}

function places(): Place[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(PLACES) ?? "[]");
    return Array.isArray(found) ? (found as Place[]) : [];
  } catch {
    return [];
  }
}

function writePlaces(all: Place[]): void {
  try {
    sessionStorage.setItem(PLACES, JSON.stringify(all.slice(-MOST_PLACES)));
  } catch {
    // A reload then begins at the start.
  }
}

// The position editor of each page. It isn't part of the draft, which has the analysis.
const EDITOR = "beespace.editor ";

/** The position that the user was setting up on a page, or null. */
export function setUpOf(page: string): SaySetUp | null {
  const found = readStored(EDITOR + page) as SaySetUp | null;
  return Array.isArray(found?.stacks) ? found : null;
}

export function saveSetUp(page: string, setUp: SaySetUp): void {
  store(EDITOR + page, setUp);
}

export function dropSetUp(page: string): void {
  removeStored(EDITOR + page);
}

/** The page for new analyses, and what was on it before something else was opened. */
export const NEW = "new";
export const BEFORE = "before";

/** Keep a copy of the current analysis before something else is opened. */
export function setAside(): void {
  const draft = draftOf(NEW);
  if (draft !== null && /"moves":\[[^\]]/.test(draft.record)) saveDraft(BEFORE, draft);
}

function read(name: string): (Draft & { at: number }) | null {
  const found = readStored(name) as (Draft & { at: number }) | null;
  return typeof found?.record === "string" ? found : null;
}

/** A study as it was saved. */
export interface Saved extends SavedStudy {
  /** Whether the study had changed meanwhile, so that this is a new one. */
  isSeparate: boolean;
}

/** Save a study. Without an id, create a new one; also if the study isn't as it was `seen`. */
export async function saveStudy(
  id: string | null,
  seen: string,
  study: { title: string; record: string },
): Promise<Saved> {
  let isSeparate = false;
  if (id !== null) {
    try {
      return { ...(await api.changeStudy(id, { ...study, seen })), isSeparate };
    } catch (error) {
      // The study has changed, was deleted, or belongs to another guest. Save a copy.
      const code = error instanceof Failure ? error.code : "";
      if (!["study-changed", "no-such-study", "not-yours"].includes(code)) throw error;
      isSeparate = code === "study-changed";
    }
  }
  return { ...(await api.saveStudy(study)), isSeparate };
}
