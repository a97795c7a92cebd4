// Drafts of analysis pages in this browser, and saving studies.

import { readStored, removeStored, store, storedNames } from "../lib/storage";
import { Failure } from "../lib/failure";
import { api, type SavedStudy } from "../net/api";

/** The work on a page: the tree as a record, and `kept`, the id of the study it's saved as. */
export interface Draft {
  record: string;
  kept: string | null;
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

/** Save a study. Without an id, create a new one. */
export async function saveStudy(
  id: string | null,
  title: string,
  record: string,
): Promise<SavedStudy> {
  if (id !== null) {
    try {
      return await api.changeStudy(id, { record, title });
    } catch (error) {
      // The study was deleted or belongs to another guest. Save a copy.
      const isGone =
        error instanceof Failure && ["no-such-study", "not-yours"].includes(error.code);
      if (!isGone) throw error;
    }
  }
  return api.saveStudy({ record, title });
}
