// The work on each analysis page, as this browser keeps it; and saving it on the server.

import { Failure, api } from "../net/api";

/** What was done on a page: the tree as a record, and the study it was saved as, if it was. */
export interface Draft {
  record: string;
  kept: string | null;
}

const PREFIX = "beespace.draft ";
// Those that were not touched for longest make room for others.
const MOST_DRAFTS = 40;

export function draftOf(page: string): Draft | null {
  return read(PREFIX + page);
}

export function keepDraft(page: string, draft: Draft): void {
  try {
    localStorage.setItem(PREFIX + page, JSON.stringify({ ...draft, at: Date.now() }));
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    if (names.length <= MOST_DRAFTS) return;
    names.sort((a, b) => (read(a)?.at ?? 0) - (read(b)?.at ?? 0));
    for (const name of names.slice(0, -MOST_DRAFTS)) localStorage.removeItem(name);
  } catch {
    // Nothing is kept then; the page still works.
  }
}

export function dropDraft(page: string): void {
  try {
    localStorage.removeItem(PREFIX + page);
  } catch {
    // There is none either.
  }
}

/** The page of new analyses, and what was there before something else was opened on it. */
export const NEW = "new";
export const BEFORE = "before";

/** Something else is opened: what was worked on can be had back. */
export function setAside(): void {
  const draft = draftOf(NEW);
  if (draft !== null && /"moves":\[[^\]]/.test(draft.record)) keepDraft(BEFORE, draft);
}

function read(name: string): (Draft & { at: number }) | null {
  try {
    const found = JSON.parse(localStorage.getItem(name) ?? "null") as Draft & { at: number };
    return typeof found?.record === "string" ? found : null;
  } catch {
    return null;
  }
}

/** Save a study: one's own is changed, any other becomes a new one. Returns its id. */
export async function keepStudy(id: string | null, title: string, record: string): Promise<string> {
  if (id !== null) {
    try {
      return (await api.changeStudy(id, { record, title })).id;
    } catch (error) {
      // It was deleted, or this browser is somebody else's by now: a copy is kept.
      const isGone =
        error instanceof Failure && ["no-such-study", "not-yours"].includes(error.code);
      if (!isGone) throw error;
    }
  }
  return (await api.keepStudy({ record, title })).id;
}
