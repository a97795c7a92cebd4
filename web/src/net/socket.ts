// The connection of one game. It comes back by itself and says what it knows already: the server
// then tells what was missed, or the whole game.

import type { PageMessage, ServerMessage } from "../generated/messages";

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;
/** A connection that looks open but has been silent for this long after a question is dead. */
const SILENCE_MS = 4000;
/** The server closes with these when coming back would not help. */
const FINAL_CODES = [4404, 1008];

export interface SocketEvents {
  message(message: ServerMessage): void;
  /** Whether messages can be sent now. */
  connected(is: boolean): void;
  /** The game does not exist. */
  gone(): void;
  /** The last revision that was heard, if any. */
  revision(): number | null;
}

export class GameSocket {
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT_MS;
  #timer = 0;
  #silence = 0;
  #closed = false;

  constructor(
    private readonly id: string,
    private readonly events: SocketEvents,
  ) {
    this.#open();
    document.addEventListener("visibilitychange", this.#wake);
    window.addEventListener("online", this.#wake);
  }

  /** Says it if there is a connection; returns whether there is. */
  say(message: PageMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.#closed = true;
    document.removeEventListener("visibilitychange", this.#wake);
    window.removeEventListener("online", this.#wake);
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.#socket?.close();
  }

  /** Somebody is back at the page: a device that slept may not know that its connection is dead. */
  #wake = (): void => {
    if (document.hidden || this.#closed) return;
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.say({ type: "clock" });
      clearTimeout(this.#silence);
      this.#silence = window.setTimeout(() => this.#lose(), SILENCE_MS);
    } else if (this.#socket?.readyState !== WebSocket.CONNECTING && this.#timer !== 0) {
      clearTimeout(this.#timer);
      this.#open();
    }
  };

  #open(): void {
    const scheme = window.location.protocol === "https:" ? "wss" : "ws";
    const known = this.events.revision();
    const since = known === null ? "" : `?since=${known}`;
    const socket = new WebSocket(
      `${scheme}://${window.location.host}/api/games/${this.id}/socket${since}`,
    );
    this.#socket = socket;
    this.#timer = 0;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT_MS;
      this.events.connected(true);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      clearTimeout(this.#silence);
      if (this.#socket === socket) this.events.message(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (this.#closed || this.#socket !== socket) return;
      this.events.connected(false);
      if (FINAL_CODES.includes(event.code)) {
        this.events.gone();
        return;
      }
      this.#timer = window.setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    };
  }

  /** Give a silent connection up without waiting for its end, which may take minutes. */
  #lose(): void {
    this.#socket?.close();
    this.events.connected(false);
    this.#open();
  }
}
