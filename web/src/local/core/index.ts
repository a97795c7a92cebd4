// The C++ core in WebAssembly, which knows the rules and has the engine.

import { BeespaceError, Board, Engine } from "beespace";
import type { Hex, PlayedMove, Remark, SayPosition, Turn, WhyNot } from "../../generated/messages";
import { Failure } from "../../lib/failure";
import { passOn, passOnChannel, choosing, type Asked, type LocalPart } from "../part";

export { BeespaceError, Board, Engine };

let working: Promise<boolean> | undefined;

/** Whether the core runs here. It doesn't if WebAssembly is blocked, if the core can't be loaded,
 *  or if the page was built without it. */
export function works(): Promise<boolean> {
  working ??= Board.create("Base").then(
    () => true,
    () => {
      working = undefined; // so that the next request tries again
      return false;
    },
  );
  return working;
}

/** Let the server answer what needs the core. */
function withoutCore(asked: Asked): Promise<unknown> {
  if (asked.server !== null) return passOn(asked);
  return Promise.reject(new Failure("no-webassembly", "the core doesn't run in this browser"));
}

/** Return a part that leaves everything to the server where the core doesn't run. */
export function withCore({ answers, channels = {} }: LocalPart): Required<LocalPart> {
  return {
    answers: choosing(works, answers, withoutCore),
    channels: choosing(works, channels, passOnChannel),
  };
}

/** Return the board of a position. */
export async function boardOf({
  ruleset = "Base",
  start,
  moves = [],
}: SayPosition): Promise<Board> {
  try {
    const board = await (start ? Board.fromPosition(start) : Board.create(ruleset));
    for (const move of moves) board.play(move);
    return board;
  } catch (error) {
    throw failureOf(error, "invalid-position");
  }
}

// The core writes the page's messages, but its types leave out what only the page needs.

/** Return a legal move as a message. */
export function describe(board: Board, move: string): PlayedMove {
  return board.describeMove(move) as PlayedMove;
}

/** Return why a piece can't go to a hex or, without one, can't move at all; null if it can. */
export function whyNot(board: Board, piece: string, to?: Hex | null): WhyNot | null {
  return board.whyNot(piece, to ?? undefined) as WhyNot | null;
}

/** Return what is worth saying about the first move of the engine's line. */
export function aboutMove(board: Board, line: string[]): Remark | null {
  return board.aboutMove(line) as Remark | null;
}

/** Return why a move is worse than the first one of the engine's line. */
export function aboutMistake(
  board: Board,
  played: string,
  better: string[],
  reply: string[],
): Remark | null {
  return board.aboutMistake(played, better, reply) as Remark | null;
}

/** Return what the player to move can do. */
export function turnOf(board: Board, withMoves = true): Turn {
  return board.describeTurn(withMoves) as Turn;
}

/** Return an error of the core as the server would. `code` is for texts that can't be read. */
export function failureOf(error: unknown, code: string): unknown {
  if (!(error instanceof BeespaceError)) return error;
  const { problem } = error;
  if (problem.pieces === undefined) return new Failure(code, error.message);
  const why = problem as WhyNot;
  return new Failure(why.code, why.text, why);
}
