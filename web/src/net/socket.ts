// The connection to one game. It reconnects by itself and sends the last revision it knows. The
// server then sends the missed messages, or the whole game.
//
// A connection can die silently, such as in a tunnel or when a device changes networks. So after
// some silence the page sends a request, and drops the connection if no answer comes.

import type { PageMessage, ServerMessage } from "../generated/messages";

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;
/** How long to wait for an answer before treating the connection as dead. */
const SILENCE_MS = 5000;
/** How long to wait for a connection to open. */
const OPENING_MS = 8000;
/** The server closes with these codes when reconnecting wouldn't help. */
const FINAL_CODES = [4404, 1008];
/** The server closes with this code when the user has lost their seat but can still watch. */
const SEAT_LOST = 4403;

export interface SocketEvents {
  message(message: ServerMessage): void;
  /** The connection opened or closed. */
  connected(is: boolean): void;
  /** The game doesn't exist. */
  gone(): void;
  /** The user no longer has a seat. */
  seatLost(): void;
  /** The last revision received, if any. */
  revision(): number | null;
  /** Silence tolerated before the connection is checked. */
  patienceMs(): number;
}

export class GameSocket {
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT_MS;
  /** Timer for the next attempt to connect. */
  #timer = 0;
  /** Timer for checking a silent connection. */
  #quiet = 0;
  /** Timer for dropping a connection that doesn't answer. */
  #silence = 0;
  #closed = false;

  constructor(
    private readonly id: string,
    private readonly events: SocketEvents,
  ) {
    this.#open();
    document.addEventListener("visibilitychange", this.#wake);
    window.addEventListener("online", this.#wake);
    window.addEventListener("offline", this.#lose);
  }

  /** Send a message. Returns false if there is no connection. */
  say(message: PageMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    // The server answers everything except a pong.
    if (message.type !== "pong") this.#expect(SILENCE_MS);
    return true;
  }

  close(): void {
    this.#closed = true;
    document.removeEventListener("visibilitychange", this.#wake);
    window.removeEventListener("online", this.#wake);
    window.removeEventListener("offline", this.#lose);
    for (const timer of [this.#timer, this.#quiet, this.#silence]) clearTimeout(timer);
    this.#socket?.close();
  }

  /** Check the connection when the user comes back: it may have died while the device slept. */
  #wake = (): void => {
    if (document.hidden || this.#closed) return;
    if (this.#socket?.readyState === WebSocket.OPEN) this.#ask();
    else if (this.#socket?.readyState !== WebSocket.CONNECTING && this.#timer !== 0) {
      clearTimeout(this.#timer);
      this.#open();
    }
  };

  #ask = (): void => {
    this.say({ type: "clock" });
  };

  /** Reset the timers, because a message shows that the connection is alive. */
  #heard(): void {
    clearTimeout(this.#silence);
    this.#silence = 0;
    clearTimeout(this.#quiet);
    this.#quiet = window.setTimeout(this.#ask, this.events.patienceMs());
  }

  /** Drop the connection unless a message arrives in time. */
  #expect(ms: number): void {
    if (this.#silence === 0) this.#silence = window.setTimeout(this.#lose, ms);
  }

  #open(): void {
    const scheme = window.location.protocol === "https:" ? "wss" : "ws";
    const known = this.events.revision();
    const since = known === null ? "" : `?since=${known}`;
    const socket = new WebSocket(
      `${scheme}://${window.location.host}/api/games/${this.id}/socket${since}`,
    );
    this.#socket = socket;
    this.#timer = 0;
    this.#expect(OPENING_MS);
    socket.onopen = () => {
      if (this.#socket !== socket) return;
      this.#heard();
      this.#wait = FIRST_WAIT_MS;
      this.events.connected(true);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (this.#socket !== socket) return;
      this.#heard();
      this.events.message(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = (event) => {
      if (this.#closed || this.#socket !== socket) return;
      clearTimeout(this.#quiet);
      clearTimeout(this.#silence);
      this.#silence = 0;
      this.events.connected(false);
      if (FINAL_CODES.includes(event.code)) {
        this.events.gone();
        return;
      }
      if (event.code === SEAT_LOST) this.events.seatLost();
      this.#timer = window.setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    };
  }

  /** Replace a dead connection without waiting for it to close, which can take minutes. */
  #lose = (): void => {
    clearTimeout(this.#timer);
    clearTimeout(this.#quiet);
    clearTimeout(this.#silence);
    this.#silence = 0;
    this.#socket?.close();
    this.events.connected(false);
    this.#open();
  };
}
