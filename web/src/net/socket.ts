// The connection of one game. It comes back by itself, and the server then tells the whole game.

import type { PageMessage, ServerMessage } from "../generated/messages";

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;
/** The server closes with these when coming back would not help. */
const FINAL_CODES = [4404, 1008];

export interface SocketEvents {
  message(message: ServerMessage): void;
  /** Whether messages can be sent now. */
  connected(is: boolean): void;
  /** The game does not exist. */
  gone(): void;
}

export class GameSocket {
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT_MS;
  #timer = 0;
  #closed = false;

  constructor(
    private readonly id: string,
    private readonly events: SocketEvents,
  ) {
    this.#open();
  }

  /** Says it if there is a connection; returns whether there is. */
  say(message: PageMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #open(): void {
    const scheme = window.location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${window.location.host}/api/games/${this.id}/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT_MS;
      this.events.connected(true);
    };
    socket.onmessage = (event: MessageEvent<string>) =>
      this.events.message(JSON.parse(event.data) as ServerMessage);
    socket.onclose = (event) => {
      if (this.#closed) return;
      this.events.connected(false);
      if (FINAL_CODES.includes(event.code)) {
        this.events.gone();
        return;
      }
      this.#timer = window.setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    };
  }
}
