// What went wrong between the page and the server, in words.

import { isKey, tr } from "../lib/i18n/index.svelte";
import { Failure } from "./api";

/** What to tell somebody whose request failed. */
export function failureWords(error: unknown): string {
  if (!(error instanceof Failure) || error.code === "offline") return tr("app.offline");
  const name = `problem.${error.code}`;
  return isKey(name) ? tr(name) : error.message;
}
