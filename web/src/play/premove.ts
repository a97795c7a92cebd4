// The user's next move. During the opponent's turn it is a premove; on the user's own turn it is on
// its way to the server, and is sent again if the connection breaks. Both are shown dotted.

import type { ColorLetter, Hex, StackOfPieces, Turn, Way } from "../generated/messages";
import { bugOf } from "../hive/box";
import { DIRECTIONS, key, same } from "../hive/hexes";
import { byHex } from "../hive/replay";
import { tr } from "../lib/i18n/index.svelte";
import type { PlaySurface } from "../surface/surface.svelte";
import type { GameState } from "./state.svelte";

interface PlannedMove {
  piece: string;
  to: Hex;
}

export class Premove {
  #dropped: PlannedMove | null = null;

  /** `send` returns false if there is no connection. */
  constructor(
    private readonly state: GameState,
    private readonly surface: PlaySurface,
    private readonly send: (move: PlannedMove) => boolean,
  ) {}

  /** Plan a move, and send it if it's the user's turn. */
  plan(piece: string, to: Hex, isDropped: boolean): void {
    const { state, surface } = this;
    surface.board.planned = { piece, to };
    if (state.canPremove) {
      state.notice = "";
      surface.announce(tr("premove.set", { move: surface.moveWords(piece, to) }));
      return;
    }
    this.#dropped = isDropped ? { piece, to } : null;
    state.notice = this.sendAgain() ? "" : tr("game.later");
  }

  /** Send the planned move if it's the user's turn. Returns false if there is no connection. */
  sendAgain(): boolean {
    const { planned } = this.surface.board;
    return planned === null || !this.state.isPersonsTurn || this.send(planned);
  }

  forget(): void {
    this.surface.board.planned = null;
  }

  /** Play the premove if it has become the user's turn. Returns false if it isn't legal now. */
  play(): boolean {
    const { planned } = this.surface.board;
    if (planned === null || this.state.canPremove) return true;
    this.forget();
    if (!this.state.isPersonsTurn) return true;
    const { piece, to } = planned;
    const ways = this.state.turn?.movable.find((one) => one.piece === piece)?.ways ?? [];
    if (!ways.some((way) => same(way.to, to))) return false;
    this.plan(piece, to, false);
    return true;
  }

  /** Whether the user dropped this piece there, so that it needn't glide. Asks only once. */
  wasDropped({ piece, to }: { piece: string | null; to: Hex | null }): boolean {
    const dropped = this.#dropped;
    this.#dropped = null;
    return dropped !== null && dropped.piece === piece && same(dropped.to, to);
  }
}

/** Where a player's pieces might be able to go next turn. It isn't known yet what will be legal, so
 *  every place that might be is offered. */
export function premoveWays(turn: Turn, color: ColorLetter): Map<string, Way[]> {
  const taken = byHex(turn.stacks);
  const free = new Map<string, Hex>();
  for (const { hex } of turn.stacks) {
    for (const [q, r] of DIRECTIONS) {
      const beside: Hex = [hex[0] + q, hex[1] + r];
      if (!taken.has(key(beside))) free.set(key(beside), beside);
    }
  }
  const around = [...free.values()].map((to) => way(to));
  const onto = turn.stacks.map(({ hex }) => way(hex));
  const ways = new Map<string, Way[]>();
  for (const piece of firstOfKinds(turn.hands[color] ?? [])) {
    ways.set(piece, turn.stacks.length === 0 ? [way([0, 0])] : around);
  }
  for (const { hex, pieces } of turn.stacks) {
    const top = pieces.at(-1) as string;
    if (top[0] !== color) continue;
    const others = onto.filter(({ to }) => key(to) !== key(hex));
    ways.set(top, bugOf(top)?.climbs ? [...around, ...others] : around);
  }
  // The player's own pieces already have every free place as a target.
  for (const [piece, to] of premoveThrows(turn, color, taken)) {
    if (piece[0] !== color) ways.set(piece, [...(ways.get(piece) ?? []), ...to]);
  }
  return ways;
}

/** Where a player's pillbug, or a mosquito next to one, might throw the pieces around it. */
function* premoveThrows(
  turn: Turn,
  color: ColorLetter,
  taken: Map<string, StackOfPieces>,
): Generator<[string, Way[]]> {
  for (const { hex, pieces } of turn.stacks) {
    const thrower = pieces[0] as string;
    if (pieces.length > 1 || thrower[0] !== color) continue;
    const beside = DIRECTIONS.map(([q, r]): Hex => [hex[0] + q, hex[1] + r]);
    const around = beside.flatMap((one) => taken.get(key(one)) ?? []);
    const copies = around.some((stack) => stack.pieces.at(-1)?.[1] === "P");
    if (thrower[1] !== "P" && !(thrower[1] === "M" && copies)) continue;
    const to = beside.filter((one) => !taken.has(key(one)));
    for (const stack of around) {
      const thrown = stack.pieces[0] as string;
      if (stack.pieces.length === 1) yield [thrown, to.map((one) => way(one, thrower))];
    }
  }
}

/** The lowest-numbered piece of each kind in a hand. */
function firstOfKinds(hand: string[]): string[] {
  const first = new Map<string, string>();
  for (const piece of [...hand].sort()) {
    const kind = piece.slice(0, 2);
    if (!first.has(kind)) first.set(kind, piece);
  }
  return [...first.values()];
}

function way(to: Hex, thrower: string | null = null): Way {
  return { to, path: [to], thrower, ends_by_repetition: false };
}
