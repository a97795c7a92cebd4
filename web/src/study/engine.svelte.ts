// The analysis engine: a connection that sends positions and receives the engine's lines.

import type {
  AnalysisPageMessage,
  AnalysisServerMessage,
  SayPosition,
  TellThought,
} from "../generated/messages";
import { readStored, store, wholeNumber } from "../lib/storage";

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;
const NAME = "beespace.analysis.lines";
export const MOST_LINES = 5;
const USUAL_LINES = 3;

export class Engine {
  isOn = $state(false);
  isThreat = $state(false);
  lines = $state(wholeNumber(readStored(NAME), 1, MOST_LINES, USUAL_LINES));
  /** The engine's latest result for the position on the board. */
  thought = $state.raw<TellThought | null>(null);
  /** Why the engine is idle although it's on. */
  ended = $state<"" | "game-over" | "no-threat" | "complete" | "full" | "own-game">("");
  isConnected = $state(true);

  #socket: WebSocket | null = null;
  #position: SayPosition | null = null;
  #id = 0;
  #wait = FIRST_WAIT_MS;
  #timer = 0;

  /** Analyse another position. */
  look(position: SayPosition): void {
    this.#position = position;
    this.#ask();
  }

  toggle(): void {
    this.isOn = !this.isOn;
    if (!this.isOn) {
      this.thought = null;
      this.ended = "";
      this.#say({ type: "stop" });
    } else if (this.#socket === null) this.#open();
    else this.#ask();
  }

  setLines(count: number): void {
    this.lines = Math.max(1, Math.min(count, MOST_LINES));
    store(NAME, this.lines);
    this.#ask();
  }

  toggleThreat(): void {
    this.isThreat = !this.isThreat;
    if (!this.isOn) this.toggle();
    else this.#ask();
  }

  close(): void {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #ask(): void {
    this.thought = null;
    this.ended = "";
    if (!this.isOn || this.#position === null) return;
    this.#id += 1;
    this.#say({
      type: "think",
      id: this.#id,
      position: this.#position,
      lines: this.lines,
      threat: this.isThreat,
    });
  }

  #say(message: AnalysisPageMessage): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #open(): void {
    const scheme = window.location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${window.location.host}/api/analysis/socket`);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT_MS;
      this.isConnected = true;
      this.#ask();
    };
    socket.onmessage = (event: MessageEvent<string>) =>
      this.#hear(JSON.parse(event.data) as AnalysisServerMessage);
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.isConnected = false;
      this.#timer = window.setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
    };
  }

  #hear(message: AnalysisServerMessage): void {
    // Ignore results for earlier positions.
    if (message.type === "problem" || message.id !== this.#id || !this.isOn) return;
    if (message.type === "thought") this.thought = message;
    else this.ended = message.reason;
  }
}
