// The chat between two players, which can be muted.

import type { ChatLine, ColorLetter } from "../generated/messages";
import { tr } from "../lib/i18n/index.svelte";
import { play } from "../lib/sound";
import { muted } from "./remembered";

export class Chat {
  lines = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  isMuted = $state(false);
  /** Whether the chat is on the screen, so that new messages count as read. */
  isOpen = $state(false);
  seat = $state<ColorLetter | null>(null);
  /** What the user is writing. A message that can't be delivered comes back here. */
  draft = $state("");
  /** Why the last message wasn't delivered. */
  failure = $state("");
  /** Messages that were sent and that the server hasn't stored yet, the oldest first. */
  #sent: string[] = [];

  /** The messages to show: only the player's own while the chat is muted. */
  shown = $derived(this.isMuted ? this.lines.filter((line) => line.by === this.seat) : this.lines);

  constructor(private readonly game: string) {
    this.isMuted = muted.get(game) === true;
  }

  get isSending(): boolean {
    return this.#sent.length > 0;
  }

  /** Send the draft. `say` returns false if there is no connection. */
  send(say: (text: string) => boolean): void {
    const text = this.draft.trim();
    if (text === "" || !say(text)) return;
    this.#sent.push(text);
    this.draft = "";
    this.failure = "";
  }

  /** Put the oldest message that wasn't stored back into the draft, and say why. */
  fail(why: string): void {
    const text = this.#sent.shift();
    if (text !== undefined) this.draft = [text, this.draft].filter(Boolean).join(" ");
    this.failure = why;
  }

  /** Take all messages of the game, after a reconnect. */
  replace(lines: ChatLine[]): void {
    const own = (all: ChatLine[]) => all.filter(({ by }) => by === this.seat).length;
    this.#sent.splice(0, Math.max(0, own(lines) - own(this.lines)));
    this.lines = lines;
    this.settle();
  }

  /** After an outage or a reconnect: what the server hasn't stored by now was lost on the way. */
  settle(): void {
    this.failure = "";
    const lost = this.#sent.splice(0);
    if (lost.length === 0) return;
    this.draft = [...lost, this.draft].filter(Boolean).join(" ");
    this.failure = tr("chat.unsent");
  }

  hear(line: ChatLine): void {
    this.lines = [...this.lines, line];
    if (line.by === this.seat) this.#sent.shift();
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
