// The connection of one game. It comes back by itself and says what it knows already: the server
// then tells what was missed, or the whole game.
//
// A connection can die without a word, in a tunnel or when a device changes its network. So after a
// silence something is asked, and a connection that does not answer is given up.

import type { PageMessage, ServerMessage } from "../generated/messages";

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;
/** A connection that looks open but has been silent for this long after a question is dead. */
const SILENCE_MS = 5000;
/** One that is not open after this long will not be. */
const OPENING_MS = 8000;
/** The server closes with these when coming back would not help. */
const FINAL_CODES = [4404, 1008];
/** And with this when somebody has lost their seat, and may go on watching. */
const SEAT_LOST = 4403;

export interface SocketEvents {
  message(message: ServerMessage): void;
  /** Whether messages can be sent now. */
  connected(is: boolean): void;
  /** The game does not exist. */
  gone(): void;
  /** Whoever looks on has no seat any more. */
  seatLost(): void;
  /** The last revision that was heard, if any. */
  revision(): number | null;
  /** How long silence is in order. */
  patienceMs(): number;
}

export class GameSocket {
  #socket: WebSocket | null = null;
  #wait = FIRST_WAIT_MS;
  /** Until it is tried again to connect. */
  #timer = 0;
  /** Until a question is asked, because nothing was heard. */
  #quiet = 0;
  /** Until the connection is given up, because nothing was answered. */
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

  /** Says it if there is a connection; returns whether there is. */
  say(message: PageMessage): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    // Everything is answered but an answer.
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

  /** Somebody is back at the page: a device that slept may not know that its connection is dead. */
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

  /** Something was heard: the connection lives. */
  #heard(): void {
    clearTimeout(this.#silence);
    this.#silence = 0;
    clearTimeout(this.#quiet);
    this.#quiet = window.setTimeout(this.#ask, this.events.patienceMs());
  }

  /** Give the connection up unless something is heard soon. */
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

  /** Give a silent connection up without waiting for its end, which may take minutes. */
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
