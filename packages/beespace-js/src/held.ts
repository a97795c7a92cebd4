// Boards in the core's memory. JavaScript frees a board some time after nobody uses it any more,
// which may be late: until then, only so many are held, and others are made again when needed.
import type { Core } from "./core.js";

const MOST_HELD = 256;

/** The boards that are held, the one that was used last at the end. */
const held = new Set<HeldBoard>();

/** What a board is made from. */
export interface Origin {
  rules: string;
  /** A position, if it didn't start with an empty board. */
  position: string | undefined;
  /** The moves since then; null is a pass that may not be allowed. */
  steps: (string | null)[];
}

export class HeldBoard {
  readonly #core: Core;
  #address: number;

  constructor(
    core: Core,
    address: number,
    readonly origin: Origin,
  ) {
    this.#core = core;
    this.#address = address;
    this.#hold();
  }

  /** Where it is now. Making it again overwrites what was given to the core and its last answer. */
  get address(): number {
    held.delete(this);
    this.#address ||= this.#make();
    this.#hold();
    return this.#address;
  }

  free(): void {
    held.delete(this);
    if (this.#address) this.#core.call.board_free(this.#address);
    this.#address = 0;
  }

  #hold(): void {
    held.add(this);
    for (const oldest of held) {
      if (held.size <= MOST_HELD) break;
      oldest.free();
    }
  }

  #make(): number {
    const { call } = this.#core;
    const { rules, position, steps } = this.origin;
    this.#core.give(position ?? rules);
    const address = position === undefined ? call.board_new() : call.board_from_position();
    for (const move of steps) {
      if (move === null) {
        call.board_pass(address);
        continue;
      }
      this.#core.give(move);
      call.board_play(address);
    }
    return address;
  }
}

const unused = new FinalizationRegistry<HeldBoard>((board) => board.free());

/** Free a board when its owner isn't used any more. */
export function freeWith(owner: object, board: HeldBoard): void {
  unused.register(owner, board);
}
