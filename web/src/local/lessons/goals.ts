// The goals of a step: tap hexes or pieces, or play moves; as in beespace/lessons/goals.py.

import type { ColorLetter, Hex, WhyNot } from "../../generated/messages";
import { turnOf, whyNot, type Board } from "../core";
import { Hive, colorOf, compareHexes, neighborsOf } from "../core/hive";
import { asTurnOf, isMet, isPinned } from "./conditions";
import type { Tapping, TurnContent } from "./content";

/** The hexes to tap, in order. */
export function wanted(goal: Tapping, board: Board): Hex[] {
  return hexesOf(goal, board).sort(compareHexes);
}

function hexesOf(goal: Tapping, board: Board): Hex[] {
  if (goal.kind === "reach") return destinations(board, goal.piece);
  const hive = new Hive(board);
  if (goal.kind === "around") {
    const home = hive.location(goal.piece);
    return home === null ? [] : neighborsOf(home).filter((hex) => hive.stack(hex).length === 0);
  }
  return hive.stacks
    .filter(({ pieces }) => isPicked(goal.what, board, pieces.at(-1)!))
    .map(({ hex }) => hex);
}

/** The hexes that a piece can go to, or be placed on. */
function destinations(board: Board, piece: string): Hex[] {
  const found = turnOf(board).movable.find((one) => one.piece === piece);
  return found?.ways.map(({ to }) => to) ?? [];
}

type PickKind = (Tapping & { kind: "pick" })["what"];

function isPicked(what: PickKind, board: Board, piece: string): boolean {
  if (what === "pinned") return isPinned(board, piece);
  const hexes = destinations(board, piece);
  if (what === "throwable") {
    return hexes.some((to) => board.throwers(board.moveTo(piece, to)!).length > 0);
  }
  return piece[0] === colorOf(board) && hexes.length > 0 === (what === "movable");
}

/** The rule that keeps a hex from being one of them, if there is one. */
export function whyNotWanted(goal: Tapping, board: Board, hex: Hex): WhyNot | null {
  if (goal.kind === "reach") return whyNot(board, goal.piece, hex);
  if (goal.kind === "around") return null;
  const piece = new Hive(board).stack(hex).at(-1);
  if (piece === undefined) return null;
  // Pieces of either colour can be pinned.
  const asked = goal.what === "pinned" ? asTurnOf(board, piece[0] as ColorLetter) : board;
  return whyNot(asked, piece);
}

/** All legal moves that meet the conditions of a turn. */
export function solutions(turn: TurnContent, board: Board): string[] {
  return board.legalMoves().filter((move) => isMet(turn, board, move));
}

/** The opponent's first legal reply, or null if the turn has none. */
export function replyTo({ replies }: TurnContent, board: Board): string | null {
  return replies.find((text) => board.whyIllegal(text) === null) ?? replies.at(-1) ?? null;
}
