// The clocks of a game. The server says what they show; between two messages they tick here.

import type { Clock, ClockState, ColorLetter } from "../generated/messages";

/** Tenths are shown only in the end; before it the screen need not be touched so often. */
const TICK_MS = 100;
const SLOW_TICK_MS = 500;
const SLOW_ABOVE_MS = 60_000;
/** After this a clock that shows nothing asks again whether the game is over. */
const ASK_AGAIN_MS = 1500;
const DAY_MS = 24 * 3600 * 1000;
const LOW_MS = 20_000;
const LOW_PART = 0.1;

export class Clocks {
  #told = $state.raw<{ clock: ClockState; at: number } | null>(null);
  #now = $state(0);
  #timer = 0;
  #asked = -Infinity;

  /** `ask` is called when a clock has run out here, to hear what the server says. */
  constructor(private readonly ask: () => void) {}

  /** What the server just said. */
  set(clock: ClockState | null): void {
    this.#now = performance.now();
    this.#told = clock === null ? null : { clock, at: this.#now };
    this.#wait();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  get running(): ColorLetter | null {
    return this.#told?.clock.running ?? null;
  }

  /** What a player's clock shows, in milliseconds; null if there is none. */
  left(color: ColorLetter): number | null {
    if (this.#told === null) return null;
    const { clock, at } = this.#told;
    const shown = clock.ms[color] ?? 0;
    return clock.running === color ? Math.max(shown - (this.#now - at), 0) : shown;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    if (this.running === null) return;
    const isSlow = (this.left(this.running) ?? 0) > SLOW_ABOVE_MS;
    this.#timer = window.setTimeout(() => this.#tick(), isSlow ? SLOW_TICK_MS : TICK_MS);
  }

  #tick(): void {
    this.#now = performance.now();
    this.#wait();
    if (this.running === null || this.left(this.running) !== 0) return;
    if (this.#now - this.#asked < ASK_AGAIN_MS) return;
    this.#asked = this.#now;
    this.ask();
  }
}

/** Below this a clock is low: a tenth of the time or twenty seconds, but never most of it. */
export function lowBelow(control: Clock): number {
  if (control.kind === "days") return control.days * DAY_MS * LOW_PART;
  const base = control.base_s * 1000;
  return Math.min(Math.max(LOW_MS, base * LOW_PART), base / 2);
}
