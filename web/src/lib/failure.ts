// What a request fails with, whoever answers it.

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
