// The conditions a lesson can set for a move. A condition is a function of the board before the
// move, the move, and the board after it; as in beespace/lessons/conditions.py.

import type { ColorLetter, PlayedMove } from "../../generated/messages";
import { directionTo, same } from "../../hive/hexes";
import { describe, type Board } from "../core";
import { Hive, colorOf, neighborsOf } from "../core/hive";
import type { TurnContent } from "./content";

type Condition<Value> = (value: Value, before: Board, move: PlayedMove, after: Board) => boolean;

/** Whether a piece of either colour is pinned. */
export function isPinned(board: Board, piece: string): boolean {
  return asTurnOf(board, piece[0] as ColorLetter).whyNot(piece)?.code === "pinned";
}

/** The board with this side to move, after a pass if necessary. */
export function asTurnOf(board: Board, color: ColorLetter): Board {
  return colorOf(board) === color ? board : board.afterPass();
}

/** The number of occupied hexes around a queen; 0 before it is placed. */
function queenNeighbors(board: Board, color: ColorLetter): number {
  const hive = new Hive(board);
  const hex = hive.location(`${color}Q`);
  return hex === null ? 0 : neighborsOf(hex).filter((one) => hive.stack(one).length > 0).length;
}

/** Whether the player to move can win at once. */
function canWin(board: Board): boolean {
  const color = colorOf(board);
  return board.legalMoves().some((move) => {
    board.play(move);
    const { ending } = board;
    board.undo();
    return ending?.winner === color;
  });
}

function isMove({ origin }: PlayedMove): boolean {
  return origin !== null;
}

function isPlacement({ piece, origin }: PlayedMove): boolean {
  return piece !== null && origin === null;
}

/** Whether a text names a move. */
function names(board: Board, text: string, { piece, to }: PlayedMove): boolean {
  if (board.whyIllegal(text) !== null) return false;
  const named = describe(board, text);
  return named.piece === piece && (piece === null || same(named.to, to));
}

const OF_A_PIECE: Record<string, Condition<string>> = {
  /** The player's own piece moves or is thrown; it isn't placed. */
  moves: (piece, before, move) =>
    isMove(move) && move.piece === piece && colorOf(before) === piece[0],
  places: (piece, _before, move) => isPlacement(move) && move.piece === piece,
  throws: (piece, before, move) =>
    isMove(move) && move.piece === piece && before.throwers(move.text).length > 0,
  covers: (piece, _before, _move, after) => {
    const hive = new Hive(after);
    const hex = hive.location(piece);
    return hex !== null && hive.stack(hex).at(-1) !== piece;
  },
  pins: (piece, before, _move, after) => !isPinned(before, piece) && isPinned(after, piece),
  /** The piece could move if it were its owner's turn. */
  frees: (piece, _before, _move, after) =>
    asTurnOf(after, piece[0] as ColorLetter).whyNot(piece) === null,
  /** The played piece lands beside the named one. */
  touches: (piece, _before, move, after) => {
    const hex = new Hive(after).location(piece);
    return hex !== null && move.to !== null && directionTo(move.to, hex) >= 0;
  },
};

const OF_THE_BOARD: Record<string, Condition<boolean>> = {
  wins: (_, before, _move, after) => after.ending?.winner === colorOf(before),
  draws: (_, _before, _move, after) => after.ending?.winner === null,
  /** The opponent can't win with the next move. */
  safe: (_, _before, _move, after) => !after.isOver && !canWin(after),
  /** The player could win with the next move if the opponent did nothing. */
  threatens: (_, before, _move, after) => !after.isOver && canWin(asTurnOf(after, colorOf(before))),
  /** The player's queen has fewer neighbours than before. */
  escapes: (_, before, _move, after) => {
    const color = colorOf(before);
    return queenNeighbors(after, color) < queenNeighbors(before, color);
  },
  forces_pass: (_, _before, _move, after) => after.legalMoves().join() === "pass",
  /** The player moves a piece of their own, rather than placing one. */
  relocates: (_, before, move) => isMove(move) && move.piece?.[0] === colorOf(before),
  passes: (_, _before, move) => move.piece === null,
};

/** Whether a legal move meets the conditions of a turn. */
export function isMet({ conditions }: TurnContent, before: Board, text: string): boolean {
  const move = describe(before, text);
  const after = before.copy().play(text);
  return Object.entries(conditions).every(([name, value]) => {
    if (Array.isArray(value)) return value.some((one) => names(before, one, move));
    if (typeof value === "string") return OF_A_PIECE[name]!(value, before, move, after);
    return OF_THE_BOARD[name]!(value, before, move, after);
  });
}
