// Moves the camera smoothly to a new place.

import type { Camera } from "./camera";

const MILLISECONDS = 220;

export class Glide {
  #frame = 0;
  #goal: Camera | null = null;

  constructor(
    private readonly now: () => Camera,
    private readonly show: (camera: Camera) => void,
  ) {}

  to(goal: Camera): void {
    this.stop();
    if (window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.show(goal);
      return;
    }
    this.#goal = goal;
    const from = this.now();
    const start = performance.now();
    const frame = (time: number) => {
      const part = Math.max(0, Math.min((time - start) / MILLISECONDS, 1));
      if (part === 1) {
        this.finish();
        return;
      }
      const eased = 1 - (1 - part) ** 3;
      const between = (a: number, b: number) => a + (b - a) * eased;
      this.show({
        x: between(from.x, goal.x),
        y: between(from.y, goal.y),
        scale: between(from.scale, goal.scale),
      });
      this.#frame = requestAnimationFrame(frame);
    };
    this.#frame = requestAnimationFrame(frame);
  }

  /** Jump to the goal. */
  finish(): void {
    const goal = this.#goal;
    this.stop();
    if (goal !== null) this.show(goal);
  }

  /** Stop at the current place. */
  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#goal = null;
  }
}
