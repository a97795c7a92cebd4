// Draw offers: between two people at one device, and to the engine, which decides by its evaluation;
// as in src/beespace/server/play/offers.

import {
  SCORES,
  type ColorLetter,
  type PageMessage,
  type TellDrawAnswer,
} from "../../generated/messages";
import { otherColor } from "../../hive/colors";
import { Failure } from "../../lib/failure";
import { winIn, winningChance } from "../analysis/thought";
import { turnOf, type Board } from "../core";
import { colorOf, Hive } from "../core/hive";
import type { LiveGame } from "./game";
import { checkOwnTurn, checkPly, end } from "./playing";
import { gameOver, noFriend, offeredAlready, stale } from "./problems";
import type { Made } from "./row";
import { bestMove } from "./thinking";

type Said<Type extends PageMessage["type"]> = Extract<PageMessage, { type: Type }>;
type DrawReason = TellDrawAnswer["reason"];

// The engine plays on from here, in hundredths of a free ant: with less it isn't clearly ahead.
const AHEAD = 50;
// From this occurrence of a position on, it only plays on if it sees a forced win.
const REPETITIONS = 3;

function find(game: LiveGame, by: ColorLetter): Made | undefined {
  return game.row.offers.find((made) => made.by === by);
}

/** Offer a draw, or agree to it if the other player has offered one. */
export function offer(game: LiveGame, said: Said<"offer">): Promise<void> {
  return game.changing(async () => {
    const color = check(game, said);
    if (find(game, otherColor(color))?.isOpen) return agree(game);
    const mine = find(game, color);
    if (mine && (mine.isOpen || mine.ply === game.ply)) throw offeredAlready();
    await make(game, color);
  });
}

/** Accept or decline the draw that the other player at this device has offered. */
export function answer(game: LiveGame, said: Said<"answer">): Promise<void> {
  return game.changing(async () => {
    const turn = check(game, said);
    const by = game.offers[0]?.by ?? otherColor(turn);
    if (!find(game, by)?.isOpen) throw new Failure("no-such-offer", "this offer is no longer open");
    await (said.accept ? agree(game) : close(game, by));
  });
}

/** Return the colour that a message speaks for: the player to move. */
function check(game: LiveGame, { kind, ply }: Said<"offer" | "answer">): ColorLetter {
  if (kind !== "draw") throw noFriend("only two players on their own devices can do that");
  checkPly(game, ply);
  if (game.ending !== null) throw gameOver();
  return colorOf(game.board);
}

function agree(game: LiveGame): Promise<void> {
  return end(game, { winner: null, reason: "agreement" });
}

async function make(game: LiveGame, by: ColorLetter): Promise<void> {
  const others = game.row.offers.filter((made) => made.by !== by);
  const made: Made = { kind: "draw", by, ply: game.ply, isOpen: true };
  await game.commit({ offers: [...others, made] });
  tell(game, null);
}

async function close(game: LiveGame, by: ColorLetter): Promise<void> {
  const closed = (made: Made) => (made.by === by ? { ...made, isOpen: false } : made);
  await game.commit({ offers: game.row.offers.map(closed) });
  tell(game, by);
}

function tell(game: LiveGame, declined: ColorLetter | null): void {
  game.tell({
    type: "offers",
    offers: game.offers,
    declined: declined && { kind: "draw", by: declined },
    revision: game.row.event,
  });
}

// To the engine

/** Offer the engine a draw on a person's turn, and return its answer. */
export async function offerToEngine(game: LiveGame, said: Said<"offer">): Promise<TellDrawAnswer> {
  if (said.kind !== "draw") throw noFriend("the engine only takes draw offers");
  let color: ColorLetter = "w";
  // Store the offer first, so that repeated offers don't evaluate the position again.
  const board = await game.changing(async () => {
    checkOwnTurn(game, said.ply);
    color = colorOf(game.board);
    if (find(game, color)) throw offeredAlready();
    await make(game, color);
    return game.board.copy();
  });
  const { reason, chance } = await decide(game.id, board);
  await game.changing(async () => {
    if (game.ply !== said.ply || !find(game, color)?.isOpen) throw stale(game.ply);
    await (reason === "even" ? agree(game) : close(game, color));
  });
  const by = otherColor(color);
  return { type: "draw_answer", by, accepted: reason === "even", reason, chance };
}

async function decide(
  id: string,
  board: Board,
): Promise<{ reason: DrawReason; chance: number | null }> {
  const hive = new Hive(board);
  if (!["wQ", "bQ"].every((queen) => hive.location(queen)))
    return { reason: "early", chance: null };
  const score = 0 - (await bestMove(id, board)).score;
  const chance = Math.round(winningChance(score) * 1000) / 1000;
  return { reason: drawReason(score, turnOf(board, false).repetitions), chance };
}

/** Why the engine accepts or declines a draw, given its own score of the position. */
export function drawReason(score: number, repetitions: number): DrawReason {
  if (winIn(score) !== null || Math.abs(score) === SCORES.win) return score > 0 ? "ahead" : "even";
  return score > AHEAD && repetitions < REPETITIONS ? "ahead" : "even";
}
