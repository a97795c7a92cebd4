// Passes on what the engine finds: at once but not faster than people can read, and again with the
// time if there is no news.

const LEAST_BETWEEN_MS = 200;
const MOST_BETWEEN_MS = 1000;

export class Reports<T> {
  readonly #begun = performance.now();
  #told = -Infinity;
  #latest: T | null = null;
  #isNew = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly tell: (found: T, timeMs: number) => void) {}

  add(found: T): void {
    this.#latest = found;
    this.#isNew = true;
    this.#wait(LEAST_BETWEEN_MS);
  }

  /** Tell what wasn't told yet, and then no more. */
  end(): void {
    if (this.#isNew) this.#now();
    this.stop();
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer);
    const left = this.#told + ms - performance.now();
    if (left <= 0) this.#now();
    else this.#timer = setTimeout(() => this.#now(), left);
  }

  #now(): void {
    if (this.#latest === null) return;
    this.#isNew = false;
    this.#told = performance.now();
    this.tell(this.#latest, Math.round(this.#told - this.#begun));
    this.#wait(MOST_BETWEEN_MS);
  }
}
