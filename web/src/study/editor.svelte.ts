// The position editor: any piece can go anywhere, and the server checks whether it's possible.

import { key, same } from "../hive/hexes";
import { BoardState, type View } from "../board/state.svelte";
import { box } from "../hive/box";
import { afterMove } from "../hive/replay";
import type {
  ColorLetter,
  Hex,
  PositionFlaw,
  SaySetUp,
  StackOfPieces,
  Way,
} from "../generated/messages";
import { api } from "../net/api";
import { failureWords } from "../net/failures";

const WAIT_MS = 120;

/** A board where every piece can go anywhere, or back to the hand. */
class EditorBoard extends BoardState {
  put: (piece: string, hex: Hex | null) => void = () => undefined;

  override click(hex: Hex): void {
    const stack = this.stacks.get(key(hex));
    if (this.selected !== null) {
      const piece = this.selected;
      this.select(null);
      if (!same(hex, this.locations.get(piece) ?? null)) this.put(piece, hex);
    } else if (stack !== undefined) {
      this.select(stack.pieces.at(-1) as string);
    }
  }

  override drop(hex: Hex | null): void {
    const piece = this.dragged?.piece;
    this.dragged = null;
    this.select(null);
    if (piece !== undefined) this.put(piece, hex);
  }
}

export class Editor {
  color = $state<ColorLetter>("w");
  flaws = $state.raw<PositionFlaw[]>([]);
  /** The notation of the position, or null if it's impossible. */
  position = $state<string | null>(null);
  /** Whether the board has changed since the server last checked it. */
  isStale = $state(true);
  problem = $state("");
  ruleset = $state("Base+MLP");
  expansions = $derived(this.ruleset.split(",")[0]?.split("+")[1] ?? "");

  readonly board = new EditorBoard({
    move: () => undefined,
    refused: () => undefined,
    selected: () => undefined,
  });

  #stacks: StackOfPieces[];
  #timer = 0;
  #asked = 0;

  /** `changed` gets the position whenever the user changes it. */
  constructor(
    { ruleset, stacks, color }: SaySetUp,
    private readonly changed: (setUp: SaySetUp) => void,
  ) {
    this.ruleset = ruleset;
    this.color = color;
    this.#stacks = stacks;
    this.board.put = (piece, hex) => this.#put(piece, hex);
    this.#show();
  }

  /** Take the selected piece, or the one under the keyboard cursor, off the board. */
  remove(): void {
    const { cursor, selected, stacks } = this.board;
    const piece = selected ?? (cursor && stacks.get(key(cursor))?.pieces.at(-1)) ?? null;
    this.board.select(null);
    if (piece !== null) this.#put(piece, null);
  }

  clear(): void {
    this.#stacks = [];
    this.#changed();
  }

  setColor(color: ColorLetter): void {
    this.color = color;
    this.#check();
    this.changed(this.#setUp);
  }

  setRuleset(ruleset: string): void {
    this.ruleset = ruleset;
    this.#changed();
  }

  get #setUp(): SaySetUp {
    return { ruleset: this.ruleset, color: this.color, stacks: this.#stacks };
  }

  #changed(): void {
    this.#show();
    this.changed(this.#setUp);
  }

  #put(piece: string, hex: Hex | null): void {
    this.#stacks = afterMove(this.#stacks, { piece, to: hex });
    this.#changed();
  }

  #show(): void {
    const all = (["w", "b"] as const).flatMap((color) => box(color, this.expansions).flat());
    const movable = new Map<string, Way[]>(all.map((piece) => [piece, []]));
    // Pieces that aren't in this box can still be on the board and have to be removable.
    for (const { pieces } of this.#stacks) for (const piece of pieces) movable.set(piece, []);
    const view: View = { stacks: this.#stacks, movable, last: null, stunned: null };
    void this.board.show(view);
    this.#check();
  }

  #check(): void {
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    this.isStale = true;
    this.#timer = window.setTimeout(async () => {
      try {
        const found = await api.setUp(this.#setUp);
        if (asked !== this.#asked) return;
        this.position = found.position;
        this.flaws = found.flaws;
        this.isStale = false;
        this.problem = "";
      } catch (error) {
        this.position = null;
        this.problem = failureWords(error);
      }
    }, WAIT_MS);
  }
}
