// A move set ahead, while it is the other player's turn. What will be legal then is not known yet,
// so any place is offered that might be; the server's next turn says whether it can be played.

import { DIRECTIONS, key } from "../board/geometry";
import type { ColorLetter, Hex, Turn, Way } from "../generated/messages";

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
  return ways;
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

function way(to: Hex): Way {
  return { to, path: [to], thrower: null, ends_by_repetition: false };
}
