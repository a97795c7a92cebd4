// The connection to one game. When it reconnects, it sends the last revision it knows. The server
// then sends the missed messages, or the whole game.
//
// A connection can die silently, such as in a tunnel or when a device changes networks. So after
// some silence the page sends a request, and replaces the connection if no answer comes.

import type { PageMessage, ServerMessage } from "../generated/messages";
import { Connection } from "./connection";

/** How long to wait for an answer before treating the connection as dead. */
const SILENCE_MS = 5000;
/** How long to wait for a connection to open. */
const OPENING_MS = 8000;
/** The server closes with these codes when reconnecting wouldn't help. */
const FINAL_CODES = [4404, 1008];
/** The server closes with this code when the user has lost their seat but can still watch. */
const SEAT_LOST = 4403;

interface SocketEvents {
  message(message: ServerMessage): void;
  /** The connection opened or closed. */
  connected(is: boolean): void;
  /** The game doesn't exist. */
  missing(): void;
  /** The user no longer has a seat. */
  seatLost(): void;
  /** The last revision received, if any. */
  revision(): number | null;
  /** Silence tolerated before the connection is checked. */
  patienceMs(): number;
}

export class GameSocket {
  readonly #connection: Connection<PageMessage, ServerMessage>;
  /** Timer for checking a silent connection. */
  #quiet = 0;
  /** Timer for replacing a connection that doesn't answer. */
  #silence = 0;

  constructor(
    id: string,
    private readonly events: SocketEvents,
  ) {
    const path = () => {
      const known = events.revision();
      return `/api/games/${id}/socket${known === null ? "" : `?since=${known}`}`;
    };
    this.#connection = new Connection(path, {
      opening: () => this.#expect(OPENING_MS),
      opened: () => {
        this.#heard();
        events.connected(true);
      },
      message: (message) => {
        this.#heard();
        events.message(message);
      },
      closed: (code) => this.#closed(code),
    });
    document.addEventListener("visibilitychange", this.#wake);
    window.addEventListener("online", this.#wake);
    window.addEventListener("offline", this.#lose);
  }

  /** Send a message. Returns false if there is no connection. */
  say(message: PageMessage): boolean {
    if (!this.#connection.say(message)) return false;
    // The server answers everything except a pong.
    if (message.type !== "pong") this.#expect(SILENCE_MS);
    return true;
  }

  /** Don't wait for the next attempt to connect. */
  hurry(): void {
    this.#connection.hurry();
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.#wake);
    window.removeEventListener("online", this.#wake);
    window.removeEventListener("offline", this.#lose);
    this.#forgetTimers();
    this.#connection.close();
  }

  /** Check the connection when the user comes back: it may have died while the device slept. */
  #wake = (): void => {
    if (document.hidden) return;
    if (this.#connection.isOpen) this.#ask();
    else this.#connection.hurry();
  };

  #ask = (): void => {
    this.say({ type: "clock" });
  };

  /** Reset the timers, because a message shows that the connection is alive. */
  #heard(): void {
    this.#forgetTimers();
    this.#quiet = window.setTimeout(this.#ask, this.events.patienceMs());
  }

  /** Replace the connection unless a message arrives in time. */
  #expect(ms: number): void {
    if (this.#silence === 0) this.#silence = window.setTimeout(this.#lose, ms);
  }

  #forgetTimers(): void {
    clearTimeout(this.#quiet);
    clearTimeout(this.#silence);
    this.#silence = 0;
  }

  /** Tell why the connection closed. Returns whether to reconnect. */
  #closed(code: number): boolean {
    this.#forgetTimers();
    this.events.connected(false);
    if (FINAL_CODES.includes(code)) {
      this.events.missing();
      return false;
    }
    if (code === SEAT_LOST) this.events.seatLost();
    return true;
  }

  #lose = (): void => {
    this.#forgetTimers();
    this.events.connected(false);
    this.#connection.replace();
  };
}
