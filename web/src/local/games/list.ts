// The list of games: those of this browser, and those of the server if it answers.

import type { GamePage, GameSummary } from "../../generated/messages";
import type { Backend } from "../../lib/backend";
import type { Asked } from "../part";
import { rows, summaryOf } from "./row";

// The most that the server returns at once.
const MOST_AT_ONCE = 100;

/** A page of the user's games, most recently played first. */
export async function list({ query, server }: Asked): Promise<GamePage> {
  const offset = Number(query.get("offset") ?? 0);
  const limit = Number(query.get("limit") ?? 50);
  const own = (await rows.all()).filter(({ isDeleted }) => !isDeleted);
  const others = server && (await theirs(server, offset + limit).catch(orNone(own.length > 0)));
  const games = [...own.map(summaryOf), ...(others?.games ?? [])];
  games.sort((a, b) => Number(b.updated > a.updated) - Number(b.updated < a.updated));
  return { games: games.slice(offset, offset + limit), total: own.length + (others?.total ?? 0) };
}

/** Do without the server's games if there are others to show. */
function orNone(isEnough: boolean): (error: unknown) => null {
  return (error) => {
    if (!isEnough) throw error;
    return null;
  };
}

/** The server's games up to a number. */
async function theirs(server: Backend, count: number): Promise<GamePage> {
  const games: GameSummary[] = [];
  for (;;) {
    const limit = Math.min(count - games.length, MOST_AT_ONCE);
    const path = `/api/games?offset=${games.length}&limit=${limit}`;
    const page = await server.ask<GamePage>(path);
    games.push(...page.games);
    const isAll = page.games.length === 0 || games.length >= Math.min(count, page.total);
    if (isAll) return { games, total: page.total };
  }
}
