// What two players share besides the board: presence, clocks and chat, which can be muted.

import type { ChatLine, Clock, ClockState, ColorLetter, Presence } from "../generated/messages";
import { play } from "../lib/sound";
import { Clocks, lowBelow } from "./clocks.svelte";
import { muted } from "./kept";

export class Company {
  presence = $state.raw<Presence | null>(null);
  lines = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  isMuted = $state(false);
  /** Whether the chat is on the screen, so that new messages count as read. */
  isChatShown = $state(false);
  readonly clocks: Clocks;

  /** The messages to show: only the player's own while the chat is muted. */
  shown = $derived(this.isMuted ? this.lines.filter((line) => line.by === this.seat) : this.lines);
  seat = $state<ColorLetter | null>(null);
  #isLow = false;

  constructor(
    private readonly game: string,
    ask: () => void,
  ) {
    this.isMuted = muted.get(game) === true;
    this.clocks = new Clocks(ask);
  }

  close(): void {
    this.clocks.close();
  }

  setClock(clock: ClockState | null): void {
    this.clocks.set(clock);
  }

  isThere(color: ColorLetter): boolean {
    return this.presence?.[color] ?? false;
  }

  hear(line: ChatLine): void {
    this.lines = [...this.lines, line];
    if (line.by === this.seat || this.isMuted) return;
    if (!this.isChatShown) this.unread += 1;
    play("said");
  }

  showChat(is: boolean): void {
    this.isChatShown = is;
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

  isLow(color: ColorLetter, control: Clock | null): boolean {
    const left = this.clocks.left(color);
    return control !== null && left !== null && left < lowBelow(control);
  }

  /** Warn the player once when their own running clock gets low. */
  warnIfLow(control: Clock | null): void {
    if (this.seat === null || control === null) return;
    const isLow = this.isLow(this.seat, control);
    if (isLow && !this.#isLow && this.clocks.running === this.seat) play("low");
    this.#isLow = isLow;
  }
}
