// The analysis engine: a connection that sends positions and receives the engine's lines.

import type {
  AnalysisPageMessage,
  AnalysisServerMessage,
  SayPosition,
  TellThought,
} from "../generated/messages";
import { readStored, store, wholeNumber } from "../lib/storage";
import { analyst, type Analyst } from "../net/analyst";
import { Connection } from "../net/connection";
import { textOf } from "../net/failures";

const NAME = "beespace.analysis.lines";
export const MOST_LINES = 5;
const USUAL_LINES = 3;
// What the server says when it has too much to do, and how long to wait before asking again.
const BUSY_CODES = ["too-many", "busy"];
const RETRY_MS = 1000;

export class Engine {
  isOn = $state(false);
  isThreat = $state(false);
  lines = $state(wholeNumber(readStored(NAME), 1, MOST_LINES, USUAL_LINES));
  /** The engine's latest result for the position on the board. */
  thought = $state.raw<TellThought | null>(null);
  /** Why the engine is idle although it's on. */
  ended = $state<"" | "game-over" | "no-threat" | "complete" | "full" | "own-game">("");
  /** What went wrong, in the user's language. */
  failure = $state("");
  isConnected = $state(true);
  /** Where the engine runs; empty until that is known. */
  runsOn = $state<Analyst | "">("");

  /** Opened when the engine is first used. */
  #connection: Connection<AnalysisPageMessage, AnalysisServerMessage> | null = null;
  #position: SayPosition | null = null;
  #id = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;

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
      this.failure = "";
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
    clearTimeout(this.#retry);
    this.#connection?.close();
  }

  #ask(): void {
    clearTimeout(this.#retry);
    this.thought = null;
    this.ended = "";
    this.failure = "";
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

  /** Somebody who steps through a game quickly asks more often than the server allows. */
  #askLater(): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      if (this.thought === null) this.#ask();
    }, RETRY_MS);
  }

  #connect(): void {
    void analyst().then((found) => (this.runsOn = found));
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
    if (message.type === "problem") {
      if (BUSY_CODES.includes(message.problem.code)) this.#askLater();
      else if (this.isOn) this.failure = textOf(message.problem);
      return;
    }
    // Ignore results for earlier positions.
    if (message.id !== this.#id || !this.isOn) return;
    if (message.type === "thought") this.thought = message;
    else this.ended = message.reason;
  }
}
