// A board on which hexes are tapped instead of moves being played, when a step asks for that.

import { key } from "../board/geometry";
import { BoardState } from "../board/state.svelte";
import type { Hex } from "../generated/messages";

export class LessonBoard extends BoardState {
  /** Hears of every hex that is tapped, by pointer or key; null: pieces are moved as usual. */
  tapped: ((hex: Hex) => void) | null = null;
  /** The piece that stays picked up while hexes are tapped for it. */
  held: string | null = null;
  /** Hears of a tap on an empty hex while no piece is picked up to go there. */
  idle: () => void = () => undefined;

  override click(hex: Hex): void {
    if (this.tapped === null) {
      const isIdle = this.selected === null && !this.stacks.has(key(hex));
      super.click(hex);
      if (isIdle) this.idle();
      return;
    }
    this.fanned = null;
    this.tapped(hex);
  }

  override select(piece: string | null): void {
    super.select(this.tapped === null ? piece : this.held);
  }
}
