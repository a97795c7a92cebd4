// The games of this browser: creating, opening and deleting them, and what channels say; as in
// src/beespace/server/play/service.py.

import {
  LEVELS,
  type ColorLetter,
  type CreatedGame,
  type NewGame,
  type PageMessage,
  type PlayerInfo,
  type ServerMessage,
} from "../../generated/messages";
import { boxRules, writeRules } from "../../hive/rulesets";
import { Failure } from "../../lib/failure";
import { Board, failureOf } from "../core";
import { oneLine } from "../core/names";
import { newRow, watch } from "../storage";
import { LiveGame, type Follower } from "./game";
import { answer, offer, offerToEngine } from "./offers";
import { continueGame, hint, move, resign, undo, why } from "./playing";
import { noFriend } from "./problems";
import { newId, now, rowOf, rows, type GameRow } from "./row";
import { rest } from "./thinking";

const TOURNAMENT = "Base+MLP,threefold";
const LONGEST_NAME = 40;
// How many games nobody follows stay in memory.
const MOST_UNUSED = 20;

const open = new Map<string, Promise<LiveGame | undefined>>();

// Another tab or device has changed a game that is shown here.
watch("games", (id, origin) => {
  if (origin !== "here") void open.get(id)?.then((game) => game && resume(game));
});

/** Follow what is stored, and let the game continue. */
async function resume(game: LiveGame): Promise<void> {
  await game.refresh();
  if (game.followers.size > 0) await game.changing(() => continueGame(game)).catch(() => {});
}

/** The game with an id, or undefined if it isn't stored here. */
export async function opened(id: string): Promise<LiveGame | undefined> {
  const known = await open.get(id);
  if (known !== undefined) {
    await known.refresh();
    return (await rowOf(id)) && known;
  }
  const opening = rowOf(id).then((row) => row && LiveGame.of(row));
  open.set(id, opening);
  const game = await opening.catch((error: unknown) => {
    open.delete(id);
    throw error;
  });
  if (game === undefined) open.delete(id);
  await forgetUnused();
  return game;
}

async function forgetUnused(): Promise<void> {
  for (const [id, opening] of [...open].slice(0, -MOST_UNUSED)) {
    const game = await opening.catch(() => undefined);
    if (game === undefined || !isUsed(game)) open.delete(id);
  }
}

function isUsed(game: LiveGame): boolean {
  return game.followers.size > 0 || game.thinking !== null;
}

// Creating and deleting

export async function create(asked: NewGame): Promise<CreatedGame> {
  const row: GameRow = {
    ...newRow(newId()),
    created: now(),
    ruleset: await rulesetOf(asked),
    players: playersOf(asked),
    moves: [],
    ending: null,
    offers: [],
    event: 0,
  };
  await rows.put(row);
  const game = (await opened(row.id))!;
  const message = game.message();
  await game.changing(() => continueGame(game));
  return { ...message, invitation: null, token: null };
}

async function rulesetOf({ edition, ruleset }: NewGame): Promise<string> {
  if (ruleset == null) return writeRules(boxRules(edition ?? "base"));
  if (ruleset === "tournament") return TOURNAMENT;
  try {
    return (await Board.create(ruleset)).rules;
  } catch (error) {
    throw failureOf(error, "invalid-ruleset");
  }
}

function playersOf(asked: NewGame): Record<ColorLetter, PlayerInfo> {
  const person = (name = ""): PlayerInfo => ({
    kind: "human",
    name: oneLine(name).slice(0, LONGEST_NAME),
    level: null,
  });
  const [w, b] = [person(asked.white_name), person(asked.black_name)];
  if (asked.opponent === "local") return { w, b };
  const level = asked.level ?? 1;
  const engine: PlayerInfo = { kind: "engine", name: LEVELS[level - 1]!.name, level };
  const { color = "random" } = asked;
  const own = color === "random" ? (Math.random() < 0.5 ? "w" : "b") : color;
  return own === "w" ? { w, b: engine } : { w: engine, b };
}

/** Delete a game. If the server has it, remember that until the server knows. */
export async function remove({ id }: LiveGame): Promise<void> {
  // Its moves and its review are no longer needed.
  await rows.delete(id, emptied);
  const game = await open.get(id);
  open.delete(id);
  await game?.refresh();
}

function emptied(row: GameRow): GameRow {
  const left = { ...row, moves: [] };
  delete left.review;
  delete left.source;
  return left;
}

// Following

/** Let a channel follow a game. Returns how to stop. */
export function follow(game: LiveGame, follower: Follower): () => void {
  game.followers.add(follower);
  follower.tell(game.told());
  void game.changing(() => continueGame(game)).catch(() => {});
  return () => {
    game.followers.delete(follower);
    void restIfUnused();
  };
}

/** Free the engine if no game needs it. */
async function restIfUnused(): Promise<void> {
  const games = await Promise.all([...open.values()].map((one) => one.catch(() => undefined)));
  if (!games.some((game) => game !== undefined && isUsed(game))) rest();
}

/** Do what a message says, and return the reply to a question. */
export async function say(game: LiveGame, said: PageMessage): Promise<ServerMessage | null> {
  switch (said.type) {
    case "move":
    case "move_text":
      return done(move(game, said));
    case "undo":
      return done(undo(game, said.ply));
    case "resign":
      return done(resign(game, said.ply));
    case "offer":
      return game.hasEngine ? offerToEngine(game, said) : done(offer(game, said));
    case "answer":
      return done(answer(game, said));
    case "hint":
      return hint(game, said.ply);
    case "why":
      return why(game, said);
    case "clock":
      return { type: "clock", clock: null };
    case "pong":
      return null;
    case "abort":
      throw new Failure("too-late", "a game can only be aborted before the second move");
    case "chat":
      throw noFriend("only two players on their own devices can do that");
  }
}

async function done(work: Promise<void>): Promise<null> {
  await work;
  return null;
}
