// Failed requests, in the user's language.

import { isKey, tr } from "../lib/i18n/index.svelte";
import { Failure } from "./api";

/** The message to show for a failed request. */
export function failureWords(error: unknown): string {
  if (!(error instanceof Failure) || error.code === "offline") return tr("app.offline");
  const name = `problem.${error.code}`;
  return isKey(name) ? tr(name) : error.message;
}
