// A board on which hexes are tapped instead of moves being played, when a step asks for that.

import { BoardState } from "../board/state.svelte";
import type { Hex } from "../generated/messages";

export class LessonBoard extends BoardState {
  /** Hears of every hex that is tapped, by pointer or key; null: pieces are moved as usual. */
  tapped: ((hex: Hex) => void) | null = null;
  /** The piece that stays picked up while hexes are tapped for it. */
  held: string | null = null;

  override click(hex: Hex): void {
    if (this.tapped === null) {
      super.click(hex);
      return;
    }
    this.fanned = null;
    this.tapped(hex);
  }

  override select(piece: string | null): void {
    super.select(this.tapped === null ? piece : this.held);
  }
}
