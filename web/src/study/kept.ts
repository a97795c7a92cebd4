// What this browser keeps of studies: the keys of one's own, and the one that is being worked on.

import { api } from "../net/api";

export interface KeptHere {
  id: string;
  key: string;
  title: string;
  updated: string;
}

const STUDIES = "beespace.studies";
const DRAFT = "beespace.analysis";

export function keptStudies(): KeptHere[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STUDIES) ?? "[]");
    return Array.isArray(kept) ? (kept as KeptHere[]).filter((one) => one.id && one.key) : [];
  } catch {
    return [];
  }
}

/** Keep a study on the server: one's own is changed, any other becomes a new one. Returns its id. */
export async function keepStudy(id: string | null, title: string, record: string): Promise<string> {
  const others = keptStudies();
  const own = others.find((one) => one.id === id);
  const kept = own
    ? await api.changeStudy(own.id, { record, title, key: own.key })
    : await api.keepStudy({ record, title });
  const entry = { ...kept, title, updated: new Date().toISOString() };
  store(STUDIES, JSON.stringify([entry, ...others.filter((one) => one.id !== kept.id)]));
  return kept.id;
}

export function keepDraft(record: string): void {
  store(DRAFT, record);
}

export function draft(): string {
  try {
    return localStorage.getItem(DRAFT) ?? "";
  } catch {
    return "";
  }
}

function store(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Nothing is kept then; the page still works.
  }
}
