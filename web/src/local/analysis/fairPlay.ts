// Fair play: nobody analyses their own running game with a friend. Only the server knows those
// games, so it is asked about positions, but only while there are such games.

import type { FairPlay, SayPosition } from "../../generated/messages";
import type { Backend } from "../../lib/backend";

/** How long to believe that there are no such games. */
const BELIEVED_MS = 60_000;
/** How long to wait for the server. Without a network there is no game to protect. */
const PATIENCE_MS = 3000;

let freeUntil = 0;
/** The question that waits for its answer, so that several boards ask once. */
let asking: Promise<FairPlay | null> | null = null;

/** Whether a position continues one of the user's running games with a friend. */
export async function isOwnGame(server: Backend | null, position: SayPosition): Promise<boolean> {
  if (server === null || performance.now() < freeUntil) return false;
  // If there are no such games, or no answers, that is true of this position, too.
  if (asking !== null && !(await asking)?.has_games) return false;
  const question = ask(server, position);
  asking = question;
  const answer = await question;
  if (asking === question) asking = null;
  if (answer?.has_games === false) freeUntil = performance.now() + BELIEVED_MS;
  return answer?.is_own_game ?? false;
}

function ask(server: Backend, position: SayPosition): Promise<FairPlay | null> {
  const answer = server.ask<FairPlay>("/api/fair-play", "POST", position);
  const waiting = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  return Promise.race([answer, waiting]).catch(() => null);
}
