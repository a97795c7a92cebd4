// The chat between two players, which can be muted.

import type { ChatLine, ColorLetter } from "../generated/messages";
import { play } from "../lib/sound";
import { muted } from "./remembered";

export class Chat {
  lines = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  isMuted = $state(false);
  /** Whether the chat is on the screen, so that new messages count as read. */
  isOpen = $state(false);
  seat = $state<ColorLetter | null>(null);

  /** The messages to show: only the player's own while the chat is muted. */
  shown = $derived(this.isMuted ? this.lines.filter((line) => line.by === this.seat) : this.lines);

  constructor(private readonly game: string) {
    this.isMuted = muted.get(game) === true;
  }

  hear(line: ChatLine): void {
    this.lines = [...this.lines, line];
    if (line.by === this.seat || this.isMuted) return;
    if (!this.isOpen) this.unread += 1;
    play("said");
  }

  open(is: boolean): void {
    this.isOpen = is;
    if (is) this.unread = 0;
  }

  mute(is: boolean): void {
    this.isMuted = is;
    if (is) this.unread = 0;
    muted.set(this.game, is ? true : undefined);
  }

  /** Keep the chat muted in the next game with the same friend. */
  carryTo(game: string): void {
    if (this.isMuted) muted.set(game, true);
  }
}
