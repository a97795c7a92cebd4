// Stores the explorer's position in the address, so that it can be linked and survives a reload.

import type { SayOpeningMove } from "../generated/messages";

export interface Place {
  gameType: string;
  result: string;
  moves: SayOpeningMove[];
}

/** "?game=Base&moves=wS1@0,0_bG1@1,0", without default values. */
export function writeAddress({ gameType, result, moves }: Place): string {
  const parts = [
    ...(gameType === "all" ? [] : [`game=${encodeURIComponent(gameType)}`]),
    ...(result === "all" ? [] : [`result=${result}`]),
    ...(moves.length === 0 ? [] : [`moves=${moves.map(text).join("_")}`]),
  ];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** Parse the query string of an address. Invalid moves are dropped. */
export function readAddress(search: string): Place {
  const asked = new URLSearchParams(search);
  const moves = (asked.get("moves") ?? "").split("_").filter(Boolean).map(move);
  return {
    gameType: asked.get("game") ?? "all",
    result: asked.get("result") ?? "all",
    moves: moves.includes(null) ? [] : (moves as SayOpeningMove[]),
  };
}

function text({ piece, to }: SayOpeningMove): string {
  return piece == null || to == null ? "pass" : `${piece}@${to[0]},${to[1]}`;
}

function move(text: string): SayOpeningMove | null {
  if (text === "pass") return { piece: null, to: null };
  const found = /^([wb][A-Z][1-3]?)@(-?\d{1,3}),(-?\d{1,3})$/.exec(text);
  if (found === null) return null;
  return { piece: found[1] as string, to: [Number(found[2]), Number(found[3])] };
}
