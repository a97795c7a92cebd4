// The error of a failed request, from the server or the local backend.

import type { WhyNot } from "../generated/messages";

export class Failure extends Error {
  constructor(
    readonly code: string,
    text: string,
    /** The rule that forbids the move, if there is one. */
    readonly why: WhyNot | null = null,
  ) {
    super(text);
  }
}
