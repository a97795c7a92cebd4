// The review of a game: requests it, and follows it as it grows.

import type { ReviewState, ReviewedPosition } from "../generated/messages";
import { api } from "../net/api";
import { Connection } from "../net/connection";
import { failureWords } from "../net/failures";

const RETRY_MS = 2000;

export class ReviewWatch {
  state = $state.raw<ReviewState | null>(null);
  problem = $state("");

  isWorking = $derived(this.state?.state === "waiting" || this.state?.state === "running");
  review = $derived(this.state?.review ?? null);
  /** The positions evaluated so far. */
  positions = $derived.by(() => this.review?.positions ?? this.#found);

  #found = $state.raw<ReviewedPosition[]>([]);
  #events: Connection<never, ReviewState> | null = null;
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
    this.#stop();
  }

  async #look(ask: () => Promise<ReviewState>): Promise<void> {
    this.#stop();
    try {
      this.#take(await ask());
      this.problem = "";
    } catch (error) {
      this.problem = failureWords(error);
      // Keep asking about a running review: the server may come back and continue it.
      if (this.isWorking) this.#retry();
      return;
    }
    if (this.isWorking) this.#follow();
  }

  #follow(): void {
    if (this.#isClosed) return;
    this.#events = new Connection(() => `/api/games/${this.id}/review/events`, {
      opened: () => (this.problem = ""),
      message: (state) => {
        this.#take(state);
        if (!this.isWorking) this.#stop();
      },
      // The server may have restarted, so ask before following again.
      closed: () => {
        this.#retry();
        return false;
      },
    });
  }

  #take(state: ReviewState): void {
    this.#found = [...this.#found.slice(0, state.first), ...state.positions];
    this.state = state;
  }

  #retry(): void {
    if (this.#isClosed) return;
    this.#timer = window.setTimeout(() => void this.#look(() => api.review(this.id)), RETRY_MS);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#events?.close();
    this.#events = null;
  }
}
