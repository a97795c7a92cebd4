// A channel to the backend that reconnects automatically, after pauses that grow.

import type { Channel } from "../lib/backend";
import { backendFor } from "./choice";

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;

interface ConnectionEvents<In> {
  /** Another attempt to connect begins. */
  opening?(): void;
  opened(): void;
  message(message: In): void;
  /** The connection closed. Return false not to reconnect. */
  closed(code: number): boolean;
}

export class Connection<Out, In> {
  #channel: Channel<Out> | null = null;
  #wait = FIRST_WAIT_MS;
  /** Timer for the next attempt to connect; 0 if none is due. */
  #timer = 0;

  /** `path` returns the path for each attempt. */
  constructor(
    private readonly path: () => string,
    private readonly events: ConnectionEvents<In>,
  ) {
    this.#open();
  }

  get isOpen(): boolean {
    return this.#channel?.isOpen ?? false;
  }

  /** Send a message. Returns false if there is no connection. */
  say(message: Out): boolean {
    return this.#channel?.say(message) ?? false;
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#channel?.close();
    this.#channel = null;
  }

  /** Replace the connection without waiting for it to close, which can take minutes. */
  replace(): void {
    this.close();
    this.#open();
  }

  /** Don't wait for the next attempt to connect. */
  hurry(): void {
    if (this.#timer !== 0) this.replace();
  }

  #open(): void {
    const path = this.path();
    this.#timer = 0;
    this.#channel = backendFor(path).open<Out, In>(path, {
      opened: () => {
        this.#wait = FIRST_WAIT_MS;
        this.events.opened();
      },
      message: (message) => this.events.message(message),
      closed: (code) => {
        if (!this.events.closed(code)) return;
        this.#timer = window.setTimeout(() => this.#open(), this.#wait);
        this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
      },
    });
    this.events.opening?.();
  }
}
