// Why a request about a game fails; as in src/beespace/server/problems.py.

import type { Problem } from "../../generated/messages";
import { Failure } from "../../lib/failure";

export function noSuchGame(id: string): Failure {
  return new Failure("no-such-game", `there is no game ${id}`);
}

export function stale(ply: number): Failure {
  return new Failure("stale", `the game now has ${ply} moves; fetch it again`);
}

export function gameOver(): Failure {
  return new Failure("game-over", "the game is over");
}

export function notYourTurn(): Failure {
  return new Failure("not-your-turn", "it's the engine's turn");
}

export function offeredAlready(): Failure {
  return new Failure("offered-already", "you can offer that once per turn");
}

export function nothingToUndo(): Failure {
  return new Failure("nothing-to-undo", "there is no move to take back");
}

export function noFriend(text: string): Failure {
  return new Failure("no-friend", text);
}

/** Another device has continued the game differently. */
export interface SplitProblem extends Problem {
  /** The new game that has this device's moves. */
  separate: string;
}

export function splitOff(separate: string): SplitProblem {
  const text = "this game continued elsewhere; your moves here were saved as a separate game";
  return { code: "split", text, why: null, separate };
}
