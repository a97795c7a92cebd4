// A move set ahead, while it is the other player's turn. What will be legal then is not known yet,
// so any place is offered that might be; the server's next turn says whether it can be played.

import { DIRECTIONS, key } from "../board/geometry";
import type { ColorLetter, Hex, StackOfPieces, Turn, Way } from "../generated/messages";

/** What climbs may be set onto other pieces. */
const CLIMBERS = "BM";

/** Where a player's pieces might go next turn. */
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
  // One's own pieces are offered every free place already, thrown or not.
  for (const [piece, to] of throwsAhead(turn, color, taken)) {
    if (piece[0] !== color) ways.set(piece, [...(ways.get(piece) ?? []), ...to]);
  }
  return ways;
}

/** Where a player's pillbug, or a mosquito beside a pillbug, might throw what stands beside it. */
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

/** Of several pieces of a kind in a hand the lowest number comes first. */
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
