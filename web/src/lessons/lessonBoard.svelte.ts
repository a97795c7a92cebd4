// A board where the learner taps hexes instead of playing moves, in steps that ask for that.

import { key } from "../hive/hexes";
import { BoardState } from "../board/state.svelte";
import type { Hex } from "../generated/messages";

export class LessonBoard extends BoardState {
  /** Called for every hex that is tapped, by pointer or key. If null, pieces move as usual. */
  tapped: ((hex: Hex) => void) | null = null;
  /** The piece that stays selected while the learner taps hexes for it. */
  held: string | null = null;
  /** Called for a tap on an empty hex while no piece is selected. */
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
