// Keyboard control of the board: arrows move the cursor, Enter selects and plays, Escape cancels.

import { centre } from "./geometry";
import { key, step } from "../hive/hexes";
import type { BoardState } from "./state.svelte";
import type { Hex } from "../generated/messages";

const EAST = 0;
const SOUTH_EAST = 1;
const SOUTH_WEST = 2;
const WEST = 3;
const NORTH_WEST = 4;
const NORTH_EAST = 5;

/** Handle a key press. Returns false if the board doesn't use the key. */
export function pressKey(board: BoardState, name: string): boolean {
  const from = board.cursor ?? start(board);
  switch (name) {
    case "ArrowRight":
      return go(board, step(from, board.flipped ? WEST : EAST));
    case "ArrowLeft":
      return go(board, step(from, board.flipped ? EAST : WEST));
    case "ArrowUp":
      return go(board, step(from, vertical(from, board.flipped)));
    case "ArrowDown":
      return go(board, step(from, vertical(from, !board.flipped)));
    case "Enter":
    case " ":
      if (board.cursor === null) return go(board, from);
      board.click(board.cursor);
      return true;
    case "Escape":
      board.cancel();
      return true;
    case "n":
    case "N":
      return go(board, nextOf(board, name === "n" ? 1 : -1));
    case "s":
      if (board.cursor === null || board.height(board.cursor) < 2) return false;
      board.fan(board.fanned === null ? board.cursor : null);
      return true;
    case "+":
    case "=":
      board.look({ ...board.camera, scale: Math.min(board.camera.scale * 1.2, 2.5) });
      return true;
    case "-":
      board.look({ ...board.camera, scale: Math.max(board.camera.scale / 1.2, 0.2) });
      return true;
    case "0":
      board.fit(true);
      return true;
    default:
      return false;
  }
}

/** No neighbour is straight up or down, so rows alternate between the two diagonals. That keeps the
 *  cursor in its column. */
function vertical([, r]: Hex, down: boolean): number {
  const even = ((r % 2) + 2) % 2 === 0;
  if (down) return even ? SOUTH_EAST : SOUTH_WEST;
  return even ? NORTH_EAST : NORTH_WEST;
}

function start(board: BoardState): Hex {
  const own = board.selected === null ? undefined : board.locations.get(board.selected);
  return own ?? board.view.last?.to ?? board.view.stacks[0]?.hex ?? [0, 0];
}

function go(board: BoardState, hex: Hex): boolean {
  board.cursor = hex;
  board.hovered = hex;
  return true;
}

/** The next target of the selected piece, or else the next movable piece, in reading order. */
function nextOf(board: BoardState, by: 1 | -1): Hex {
  const stops =
    board.targets.size > 0
      ? [...board.targets.values()].map((way) => way.to)
      : [...board.view.movable.keys()].flatMap((piece) => {
          const hex = board.locations.get(piece);
          return hex ? [hex] : [];
        });
  const from = board.cursor ?? start(board);
  if (stops.length === 0) return from;
  stops.sort((a, b) => {
    const [p, q] = [centre(a, board.flipped), centre(b, board.flipped)];
    return p.y - q.y || p.x - q.x;
  });
  const at = stops.findIndex((hex) => key(hex) === key(from));
  if (at < 0) return stops[by === 1 ? 0 : stops.length - 1] as Hex;
  return stops[(at + by + stops.length) % stops.length] as Hex;
}
