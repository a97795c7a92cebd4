// The user's studies in this browser. The server gets them, too, because only then others can open
// their links. As in src/beespace/server/study/studies.py.

import type {
  KeptStudy,
  OwnStudy,
  SayStudy,
  SayStudyChange,
  SharedStudy,
} from "../../generated/messages";
import { Failure } from "../../lib/failure";
import { recordedStudy } from "../analysis/reading";
import { withCore } from "../core";
import { newId, now } from "../games/row";
import { passOn, type Asked, type LocalPart } from "../part";
import { newRow, rowsOf, type Row } from "../storage";
import { isChanged, LONGEST_TITLE } from "../sync/content";

export interface StudyRow extends Row {
  title: string;
  record: string;
  /** The study that has what was changed here, if another device has changed it, too. */
  split?: string;
}

/** A study, and what has become of this device's changes if another device has changed it, too. */
export interface LocalStudy extends SharedStudy {
  split?: string;
}

/** A study that was saved, and whether only this browser has it. */
export interface SavedStudy extends KeptStudy {
  is_here?: true;
}

const MOST_STUDIES = 1000;
const MOST_WAIT_MS = 5000;
const rows = rowsOf<StudyRow>("studies");

async function own(): Promise<StudyRow[]> {
  return (await rows.all()).filter(({ isDeleted }) => !isDeleted);
}

/** The studies here and on the server, the last changed first. */
async function list(asked: Asked): Promise<OwnStudy[]> {
  const stored = await rows.all();
  const here = stored.filter(({ isDeleted }) => !isDeleted);
  const own = here.map(({ id, title, changed }) => ({ id, title, updated: changed }));
  if (asked.server === null) return own;
  const there = await passOn<OwnStudy[]>(asked).catch((error: unknown) => {
    if (isOffline(error)) return [];
    throw error;
  });
  const all = [...own, ...there.filter(({ id }) => stored.every((one) => one.id !== id))];
  return all.sort((a, b) => Date.parse(b.updated) - Date.parse(a.updated));
}

async function keep(asked: Asked): Promise<SavedStudy> {
  const said = await checked(asked.body as SayStudy);
  if ((await own()).length >= MOST_STUDIES) {
    throw new Failure("full", "there is no room for more saved analyses; delete some first");
  }
  const row = { ...newRow(newId()), ...said };
  await rows.put(row);
  return saved(row, asked);
}

/** Send a study to the server, and say whether others can open its link. */
async function saved({ id, changed }: StudyRow, { server }: Asked): Promise<SavedStudy> {
  if (server !== null) await synced();
  const row = await rows.get(id);
  const isThere = row !== undefined && !isChanged(row) && row.revision > 0;
  const kept = { id, updated: changed };
  return isThere ? kept : { ...kept, is_here: true };
}

/** Synchronize, but don't wait long for a server that doesn't answer. */
async function synced(): Promise<void> {
  const { syncNow } = await import("../sync");
  await Promise.race([syncNow(), new Promise((resolve) => setTimeout(resolve, MOST_WAIT_MS))]);
}

async function show(asked: Asked): Promise<LocalStudy> {
  const row = await find(asked);
  if (row === undefined) return missing(asked);
  const study = await recordedStudy(row.record);
  return {
    id: row.id,
    study: { ...study, title: row.title },
    is_yours: true,
    updated: row.changed,
    ...(row.split === undefined ? {} : { split: row.split }),
  };
}

async function change(asked: Asked): Promise<SavedStudy> {
  const row = await find(asked);
  if (row === undefined) return missing(asked);
  const { seen, ...body } = asked.body as SayStudyChange;
  const said = await checked(body);
  const after = await rows.change(row.id, (row) => {
    if (row === undefined || row.isDeleted) throw noSuchStudy(asked);
    // The server may have written the same time differently.
    if (Date.parse(row.changed) !== Date.parse(seen)) throw studyChanged();
    return { ...row, ...said, changed: now() };
  });
  return saved(after!, asked);
}

function studyChanged(): Failure {
  const text = "this analysis has changed since you opened it; save yours as a new one";
  return new Failure("study-changed", text);
}

async function remove(asked: Asked): Promise<void> {
  const row = await find(asked);
  if (row === undefined) return missing(asked);
  await rows.delete(row.id, (row) => ({ ...row, record: "" }));
  if (asked.server !== null) await synced();
}

async function find({ parameters: [id] }: Asked): Promise<StudyRow | undefined> {
  const row = await rows.get(id!);
  return row?.isDeleted ? undefined : row;
}

/** Let the server answer about a study that isn't here. */
function missing<T>(asked: Asked): Promise<T> {
  return asked.server !== null ? passOn(asked) : Promise.reject(noSuchStudy(asked));
}

function noSuchStudy({ parameters: [id] }: Asked): Failure {
  return new Failure("no-such-study", `there is no study ${id!.slice(0, 40)}`);
}

/** What a request says, if its record can be read. */
async function checked({
  record,
  title = "",
}: SayStudy): Promise<{ title: string; record: string }> {
  await recordedStudy(record);
  return { title: title.slice(0, LONGEST_TITLE), record };
}

function isOffline(error: unknown): boolean {
  return error instanceof Failure && error.code === "offline";
}

const { answers } = withCore({
  answers: {
    "POST /api/studies": keep,
    "GET /api/studies/{id}": show,
    "PUT /api/studies/{id}": change,
  },
});

export const part: LocalPart = {
  answers: { ...answers, "GET /api/studies": list, "DELETE /api/studies/{id}": remove },
};
