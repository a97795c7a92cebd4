// The analysis engine: a connection that sends positions and receives the engine's lines.

import type {
  AnalysisPageMessage,
  AnalysisServerMessage,
  SayPosition,
  TellThought,
} from "../generated/messages";
import { readStored, store, wholeNumber } from "../lib/storage";
import { Connection } from "../net/connection";

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

  /** Opened when the engine is first used. */
  #connection: Connection<AnalysisPageMessage, AnalysisServerMessage> | null = null;
  #position: SayPosition | null = null;
  #id = 0;

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
      this.#connection?.say({ type: "stop" });
    } else if (this.#connection === null) this.#connect();
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
    this.#connection?.close();
  }

  #ask(): void {
    this.thought = null;
    this.ended = "";
    if (!this.isOn || this.#position === null) return;
    this.#id += 1;
    this.#connection?.say({
      type: "think",
      id: this.#id,
      position: this.#position,
      lines: this.lines,
      threat: this.isThreat,
    });
  }

  #connect(): void {
    this.#connection = new Connection(() => "/api/analysis/socket", {
      opened: () => {
        this.isConnected = true;
        this.#ask();
      },
      message: (message) => this.#hear(message),
      closed: () => {
        this.isConnected = false;
        return true;
      },
    });
  }

  #hear(message: AnalysisServerMessage): void {
    // Ignore results for earlier positions.
    if (message.type === "problem" || message.id !== this.#id || !this.isOn) return;
    if (message.type === "thought") this.thought = message;
    else this.ended = message.reason;
  }
}
