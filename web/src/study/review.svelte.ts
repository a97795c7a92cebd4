// The review of a game: requests it, and follows it as it grows.

import type { ReviewState, ReviewedPosition } from "../generated/messages";
import { api } from "../net/api";
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
  #events: EventSource | null = null;
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
    const events = (this.#events = api.reviewEvents(this.id));
    events.onmessage = (event: MessageEvent<string>) => {
      this.#take(JSON.parse(event.data) as ReviewState);
      this.problem = "";
      // Otherwise the browser would connect again.
      if (!this.isWorking) this.#stop();
    };
    events.onerror = () => {
      // The browser reconnects automatically, unless the server refused.
      if (events.readyState === EventSource.CLOSED) this.#retry();
    };
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
