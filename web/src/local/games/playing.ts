// The course of a game: moves, the engine's replies and endings; as in
// src/beespace/server/play/playing.py. Every change is stored first, then told.

import type { Ending, Hex, PageMessage, TellHint, TellWhy, Way } from "../../generated/messages";
import { otherColor } from "../../hive/colors";
import { Failure } from "../../lib/failure";
import { aboutMove, describe, failureOf, whyNot, type Board } from "../core";
import { colorOf } from "../core/hive";
import { textOf, tidyTyped, whyIllegal } from "../core/moves";
import type { LiveGame } from "./game";
import { gameOver, notYourTurn, nothingToUndo, stale } from "./problems";
import { offersAfter, seatsOf } from "./row";
import { bestMove, choose } from "./thinking";

type Said<Type extends PageMessage["type"]> = Extract<PageMessage, { type: Type }>;

// As on the server. Without a limit, a game could grow forever.
const MOST_PLIES = 2000;

// A turn

/** Play a person's move, then forced passes and the engine's reply. */
export function move(game: LiveGame, said: Said<"move" | "move_text">): Promise<void> {
  return game.changing(async () => {
    checkOwnTurn(game, said.ply);
    await play(game, readMove(game.board, said));
    await continueGame(game);
  });
}

/** Undo a person's last move, or just a resignation or agreed draw. */
export function undo(game: LiveGame, ply: number): Promise<void> {
  return game.changing(async () => {
    checkPly(game, ply);
    if (!game.canUndo) throw nothingToUndo();
    game.stopThinking();
    const before = game.plyBeforeLastOwnMove;
    await game.commitRewind(game.isEndedByPlayers || before < 0 ? game.ply : before);
    game.tellGame();
    await continueGame(game);
  });
}

/** Resign for the person; if both are people, for the player to move. */
export function resign(game: LiveGame, ply: number): Promise<void> {
  return game.changing(async () => {
    const seats = seatsOf(game.row);
    if (seats.length > 1) checkPly(game, ply);
    if (game.ending !== null) throw gameOver();
    const loser = seats.length === 1 ? seats[0]! : colorOf(game.board);
    await end(game, { winner: otherColor(loser), reason: "resign" });
  });
}

/** End a game without a move. Use it in `changing`. */
export async function end(game: LiveGame, ending: Ending): Promise<void> {
  game.stopThinking();
  await game.commit({ ending, offers: [] });
  game.beginTurn();
  game.tellGame();
}

// Questions

export async function hint(game: LiveGame, ply: number): Promise<TellHint> {
  checkOwnTurn(game, ply);
  const board = game.board.copy();
  const found = await bestMove(game.id, board);
  const { piece, to, path, thrower } = describe(board, found.move);
  const way: Way = { to: to!, path, thrower, ends_by_repetition: false };
  return { type: "hint", ply, piece: piece!, way, remark: aboutMove(board, found.line) };
}

/** Say why a piece can't go to a hex or, without one, can't move at all. */
export function why(game: LiveGame, { ply, piece, to }: Said<"why">): TellWhy {
  checkPly(game, ply);
  if (game.ending !== null && !game.board.isOver) throw gameOver();
  const hex: Hex | null = to ?? null;
  return { type: "why", ply, piece, to: hex, why: whyNot(game.board, piece, hex) };
}

// Checks

export function checkPly(game: LiveGame, ply: number): void {
  if (ply !== game.ply) throw stale(game.ply);
}

export function checkOwnTurn(game: LiveGame, ply: number): void {
  checkPly(game, ply);
  if (game.ending !== null) throw gameOver();
  if (game.isEnginesTurn) throw notYourTurn();
}

/** Return the text of the move that a message names, if it is legal. */
function readMove(board: Board, said: Said<"move" | "move_text">): string {
  if (said.type === "move") {
    const why = whyIllegal(board, said);
    if (why !== null) throw new Failure(why.code, why.text, why);
    return textOf(board, said);
  }
  try {
    return board.readMove(tidyTyped(said.text));
  } catch (error) {
    throw failureOf(error, "invalid-notation");
  }
}

// Continuing a game

/** Play a legal move. */
async function play(game: LiveGame, text: string): Promise<void> {
  if (game.ply >= MOST_PLIES)
    throw new Failure("too-long", `a game has at most ${MOST_PLIES} moves`);
  const mover = colorOf(game.board);
  const offers = game.hasEngine ? [] : offersAfter(game.row.offers, mover);
  const played = { ...describe(game.board, text), spent_ms: game.spentMs, clock_ms: null };
  await game.commitMove(played, () => ({ ending: endingOf(game.board), offers }));
  game.tellMoved();
}

function endingOf(board: Board): Ending | null {
  if (board.ending !== null) return board.ending;
  const draw = (reason: Ending["reason"]): Ending => ({ winner: null, reason });
  const isPass = (move: string) => move === "pass";
  // If the one can't move, nor the other, nor the first one again, nothing will ever change.
  const isStuck = board.ply > 1 && board.moves.slice(-2).every(isPass);
  if (isStuck && board.legalMoves().every(isPass)) return draw("deadlock");
  return board.ply >= MOST_PLIES ? draw("length") : null;
}

/** Play forced passes, and start the engine if it is its turn. Use it in `changing`. */
export async function continueGame(game: LiveGame): Promise<void> {
  while (game.ending === null && game.board.legalMoves()[0] === "pass") await play(game, "pass");
  if (!game.isEnginesTurn || game.thinking !== null) return;
  game.thinking = new AbortController();
  void answer(game, game.ply, game.thinking);
}

/** Play the engine's move. Of several tabs with the same game, only one lets it think. */
async function answer(game: LiveGame, ply: number, thinking: AbortController): Promise<void> {
  const isDue = () => !thinking.signal.aborted && game.ply === ply && game.isEnginesTurn;
  const done = () => {
    if (game.thinking === thinking) game.thinking = null;
  };
  try {
    await alone(`beespace game ${game.id}`, thinking.signal, async () => {
      await game.refresh();
      if (!isDue()) return;
      const level = game.row.players[colorOf(game.board)].level ?? 1;
      const chosen = await choose(game.id, game.board, level, thinking.signal);
      await game.changing(async () => {
        if (!isDue()) return;
        done();
        await play(game, chosen);
        await continueGame(game);
      });
    });
  } catch (error) {
    // If it was stopped, or another tab has changed the game, there is nothing to tell.
    if (thinking.signal.aborted || error instanceof Failure) return;
    const text = "the engine couldn't find a move; open the game again to retry";
    game.tell({ type: "problem", problem: { code: "engine-failed", text, why: null } });
  } finally {
    done();
  }
}

/** Do something while no other tab does it. Some browsers can't tell; then a move that comes second
 *  isn't stored. */
async function alone(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  await (locks === undefined ? work() : locks.request(name, { signal }, work));
}
