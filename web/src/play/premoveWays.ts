// Premoves: moves made during the opponent's turn. It isn't known yet what will be legal, so every
// place that might be is offered. When the server sends the next turn, the page checks the premove.

import { DIRECTIONS, key } from "../hive/hexes";
import type { ColorLetter, Hex, StackOfPieces, Turn, Way } from "../generated/messages";

/** The bugs that can premove onto other pieces. */
const CLIMBERS = "BM";

/** Where a player's pieces might be able to go next turn. */
export function waysAhead(turn: Turn, color: ColorLetter): Map<string, Way[]> {
  const taken = new Map(turn.stacks.map((stack) => [key(stack.hex), stack]));
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
    ways.set(top, CLIMBERS.includes(top[1] as string) ? [...around, ...others] : around);
  }
  // The player's own pieces already have every free place as a target.
  for (const [piece, to] of throwsAhead(turn, color, taken)) {
    if (piece[0] !== color) ways.set(piece, [...(ways.get(piece) ?? []), ...to]);
  }
  return ways;
}

/** Where a player's pillbug, or a mosquito next to one, might throw the pieces around it. */
function* throwsAhead(
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
