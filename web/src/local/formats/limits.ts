// How long a text may be, as on the server.

import { Failure } from "../../lib/failure";
import { length } from "./python";

const MOST_CHARACTERS = 2_000_000;

/** Refuse a text that the server would refuse, too. */
export function checkLength(text: string): void {
  if (text.length <= MOST_CHARACTERS || length(text) <= MOST_CHARACTERS) return;
  throw new Failure("invalid", `text: String should have at most ${MOST_CHARACTERS} characters`);
}
