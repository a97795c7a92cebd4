// Failed requests and messages, in the user's language.

import type { Problem } from "../generated/messages";
import { isKey, tr } from "../lib/i18n/index.svelte";
import { Failure } from "../lib/failure";

/** The message to show for a failed request. */
export function failureWords(error: unknown): string {
  if (!(error instanceof Failure) || error.code === "offline") return tr("app.offline");
  return textOf({ code: error.code, text: error.message });
}

/** What the user reads about a problem. A newer server may know problems that this page doesn't:
 *  then it is the server's own text. */
export function textOf({ code, text }: Pick<Problem, "code" | "text">): string {
  const name = `problem.${code}`;
  return isKey(name) ? tr(name) : text;
}
