// Describes the hex under the keyboard cursor, for screen readers.

import { pieceName, placeName } from "../words/moves";
import { tr } from "../lib/i18n/index.svelte";
import { key } from "../hive/hexes";
import type { BoardState } from "../board/state.svelte";

export function describeCursor(board: BoardState): string {
  const hex = board.cursor;
  if (hex === null) return "";
  const place = placeName(hex, board.stacks, board.selected, board.flipped);
  if (board.targets.has(key(hex))) return tr("board.target", { place });
  const stack = board.stacks.get(key(hex));
  if (stack === undefined) return `${tr("board.empty")}, ${place}`;
  const top = stack.pieces.at(-1) as string;
  const name = board.view.movable.has(top)
    ? tr("board.canmove", { piece: pieceName(top) })
    : pieceName(top);
  const count = stack.pieces.length;
  return count > 1 ? `${name}, ${tr("board.stack", { count })}` : name;
}
