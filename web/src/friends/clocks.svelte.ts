// The clocks of a game. The server sends the times; between messages they count down here.

import type { Clock, ClockState, ColorLetter } from "../generated/messages";
import { play } from "../lib/sound";

/** Tenths of a second only show near the end; before that, slower updates are enough. */
const TICK_MS = 100;
const SLOW_TICK_MS = 500;
const SLOW_ABOVE_MS = 60_000;
/** How long to wait, once a clock shows zero, before asking the server again. */
const ASK_AGAIN_MS = 1500;
const DAY_MS = 24 * 3600 * 1000;
const LOW_MS = 20_000;
const LOW_PART = 0.1;

export class Clocks {
  #told = $state.raw<{ clock: ClockState; at: number } | null>(null);
  #now = $state(0);
  #timer = 0;
  #asked = -Infinity;
  #isWarned = false;

  /** `ask` is called when a clock runs out here, to get the server's times. */
  constructor(private readonly ask: () => void) {}

  /** Take the times that the server just sent. */
  set(clock: ClockState | null): void {
    this.#now = performance.now();
    this.#told = clock === null ? null : { clock, at: this.#now };
    this.#wait();
  }

  /** Stop at what is shown, until the server sends new times. */
  stop(): void {
    if (this.#told === null || this.running === null) return;
    this.#now = performance.now();
    this.set({ ms: { w: this.left("w") ?? 0, b: this.left("b") ?? 0 }, running: null });
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  get running(): ColorLetter | null {
    return this.#told?.clock.running ?? null;
  }

  /** The time on a player's clock in milliseconds, or null if there is no clock. */
  left(color: ColorLetter): number | null {
    if (this.#told === null) return null;
    const { clock, at } = this.#told;
    const shown = clock.ms[color] ?? 0;
    return clock.running === color ? Math.max(shown - (this.#now - at), 0) : shown;
  }

  isLow(color: ColorLetter, control: Clock | null): boolean {
    const left = this.left(color);
    return control !== null && left !== null && left < lowBelow(control);
  }

  /** Warn a player once when their own running clock gets low. */
  warnIfLow(color: ColorLetter, control: Clock | null): void {
    if (control === null) return;
    const isLow = this.isLow(color, control);
    if (isLow && !this.#isWarned && this.running === color) play("low");
    this.#isWarned = isLow;
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

/** The time below which a clock is low: a tenth of the base time but at least twenty seconds, and
 *  never more than half of it. With days per move, a tenth. */
export function lowBelow(control: Clock): number {
  if (control.kind === "days") return control.days * DAY_MS * LOW_PART;
  const base = control.base_s * 1000;
  return Math.min(Math.max(LOW_MS, base * LOW_PART), base / 2);
}
