// What the engine has found, as a message; as in src/beespace/server/study/thoughts.py.

import type { Analysis, Line } from "beespace";
import {
  SCORES,
  type LineMove,
  type TellThought,
  type ThoughtLine,
} from "../../generated/messages";
import { aboutMove, type Board } from "../core";

const LONGEST_LINE = 8;
const { win: WIN, decided: DECIDED, scale: SCALE } = SCORES;

export function thoughtOf(
  board: Board,
  found: Analysis,
  told: Pick<TellThought, "id" | "is_threat" | "time_ms">,
): TellThought {
  const isWhite = board.turn === "White";
  const seconds = Math.max(found.timeMs / 1000, 1e-3);
  return {
    type: "thought",
    color: isWhite ? "w" : "b",
    depth: found.depth,
    nodes: found.nodes,
    nodes_per_s: Math.round(found.nodes / seconds),
    lines: found.lines.map((line, rank) => ({
      ...lineOf(board, line, isWhite ? 1 : -1),
      remark: rank === 0 ? aboutMove(board, line.moves.slice(0, LONGEST_LINE)) : null,
    })),
    ...told,
  };
}

function lineOf(board: Board, { score, moves }: Line, sign: 1 | -1): Omit<ThoughtLine, "remark"> {
  const white = score === 0 ? 0 : sign * score;
  return {
    score: white,
    win_in: winIn(white),
    chance: winningChance(white),
    moves: movesOf(board, moves.slice(0, LONGEST_LINE)),
  };
}

/** The winner's own moves until the forced win; negative for a loss; null if undecided. */
export function winIn(score: number): number | null {
  if (Math.abs(score) <= DECIDED) return null;
  const moves = Math.floor((WIN - Math.abs(score) + 1) / 2);
  return moves === 0 ? 0 : Math.sign(score) * moves;
}

/** The winning chance, from 0 to 1, of the player the score is for. */
export function winningChance(score: number): number {
  if (Math.abs(score) > DECIDED) return score > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-score / SCALE));
}

/** The moves of a line, with everything needed to draw them. */
function movesOf(board: Board, moves: string[]): LineMove[] {
  const line = board.copy();
  return moves.map((move) => {
    const { text, piece, origin, to } = line.describeMove(move);
    line.play(move);
    return { text, piece, origin, to };
  });
}
