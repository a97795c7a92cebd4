// Why a request about a game fails; as in src/beespace/server/problems.py.

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

/** Another device has continued the game differently, and this device's moves are in a new game. */
export function isSplit(): Failure {
  return new Failure(
    "split",
    "this game continued elsewhere; your moves are a game of their own now",
  );
}
