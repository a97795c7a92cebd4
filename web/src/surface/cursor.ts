// Pieces on the board and the hex under the keyboard cursor in words, for screen readers.

import type { BoardState } from "../board/state.svelte";
import { key } from "../hive/hexes";
import { placedQueens } from "../hive/queens";
import type { Stacks } from "../hive/replay";
import { tr } from "../lib/i18n/index.svelte";
import { pieceName, placeName } from "../words/moves";

/** What a screen says differently. */
export interface CursorStyle {
  /** Whether to name all pieces of a stack instead of counting them. */
  namesStacks?: boolean;
  /** Whether pieces aren't moved here, so that nothing is said about which can move. */
  isFixed?: boolean;
  /** Something more to say about the hex. */
  mark?: string;
}

export function describeCursor(board: BoardState, style: CursorStyle = {}): string {
  const hex = board.cursor;
  if (hex === null) return "";
  const place = placeName(hex, board.stacks, board.selected, board.flipped);
  if (board.targets.has(key(hex))) return tr("board.target", { place });
  const mark = style.mark ? `, ${style.mark}` : "";
  const pieces = board.stacks.get(key(hex))?.pieces;
  if (pieces === undefined) return `${tr("board.empty")}, ${place}${mark}`;
  if (style.namesStacks) return pieces.map(pieceName).reverse().join(", ") + mark;
  const top = pieces.at(-1) as string;
  const canMove = !style.isFixed && board.view.movable.has(top);
  const name = canMove ? tr("board.canmove", { piece: pieceName(top) }) : pieceName(top);
  const count = pieces.length;
  const queens = pieces.map((piece) => queenWords(piece, board.stacks, { isNamed: piece !== top }));
  return (
    [name, count > 1 ? tr("board.stack", { count }) : "", ...queens].filter(Boolean).join(", ") +
    mark
  );
}

/** A piece on the board, with its level if it's on others. */
export function tileWords(piece: string, level: number, stacks: Stacks = new Map()): string {
  const name =
    level > 0 ? tr("board.above", { piece: pieceName(piece), level: level + 1 }) : pieceName(piece);
  return [name, queenWords(piece, stacks)].filter(Boolean).join(", ");
}

/** How many places around a queen are taken; nothing for other pieces. */
function queenWords(piece: string, stacks: Stacks, { isNamed = false } = {}): string {
  const queen = placedQueens(stacks).find((one) => one.piece === piece);
  if (queen === undefined) return "";
  const words = tr("board.taken", { count: queen.taken });
  return isNamed ? `${tr("board.covers", { queen: pieceName(piece) })}, ${words}` : words;
}
