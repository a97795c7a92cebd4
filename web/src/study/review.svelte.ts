// The review of a game: requests it, and polls the server until it's done.

import type { ReviewState } from "../generated/messages";
import { api } from "../net/api";
import { failureWords } from "../net/failures";

const WAIT_MS = 600;

export class ReviewWatch {
  state = $state.raw<ReviewState | null>(null);
  problem = $state("");

  isWorking = $derived(this.state?.state === "waiting" || this.state?.state === "running");
  review = $derived(this.state?.review ?? null);

  #timer = 0;
  #isClosed = false;

  constructor(
    private readonly id: string,
    isAsked: boolean,
  ) {
    void (isAsked ? this.begin() : this.#look(() => api.review(id)));
  }

  begin(): Promise<void> {
    return this.#look(() => api.beginReview(this.id));
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  async #look(ask: () => Promise<ReviewState>): Promise<void> {
    clearTimeout(this.#timer);
    try {
      this.state = await ask();
      this.problem = "";
    } catch (error) {
      this.problem = failureWords(error);
      // Keep polling a running review: the server may come back and continue it.
      if (!this.isWorking) return;
    }
    if (this.isWorking && !this.#isClosed) {
      this.#timer = window.setTimeout(() => void this.#look(() => api.review(this.id)), WAIT_MS);
    }
  }
}
