// The opening explorer: what was played in the finished games of this browser, together with what the
// server has counted; as in src/beespace/server/openings/service.py. While the server is away, only
// the games of this browser are counted.

import type {
  OpenedGame,
  OpeningAnswer,
  OpeningScores,
  SayOpening,
} from "../../generated/messages";
import { Failure } from "../../lib/failure";
import { thinking } from "../../lib/thinking.svelte";
import { withCore } from "../core";
import { rowOf } from "../games/row";
import { passOn, type Asked, type LocalPart } from "../part";
import { countFinished, counts } from "./finishedGames";
import { explore, openingBoard } from "./exploring";
import { joined } from "./joining";
import { scoresOf } from "./scoring";

const EXPLORE = "/api/openings/explore";

/** An answer, and whether the server's games are missing in it. */
export interface LocalOpeningAnswer extends OpeningAnswer {
  is_server_away?: true;
}

/** The last question and the moves in its answer, which are then scored. */
let last: { said: string; moves: string[] } = { said: "", moves: [] };

async function answer(any: Asked): Promise<LocalOpeningAnswer> {
  const asked = { ...any, path: EXPLORE }; // also when scores are asked for
  const said = asked.body as SayOpening;
  const [board, isCounting, there] = await Promise.all([
    openingBoard(said),
    countFinished(),
    asked.server === null ? null : theirs<OpeningAnswer>(asked),
  ]);
  const here = { ...explore(counts, board, said.game_type ?? "all"), is_counting: isCounting };
  const found = there === null ? here : joined(here, there, board.legalMoves());
  last = { said: JSON.stringify(said), moves: movesOf(found) };
  const isAway = asked.server !== null && there === null;
  return isAway ? { ...found, is_server_away: true } : found;
}

function movesOf({ moves }: OpeningAnswer): string[] {
  return moves.map(({ move }) => move.text);
}

/** The server's answer; null while it is away. */
function theirs<T>(asked: Asked): Promise<T | null> {
  return passOn<T>(asked).catch((error: unknown) => {
    if (error instanceof Failure && error.code === "offline") return null;
    throw error;
  });
}

/** The scores of the moves in the last answer, by this device's engine or the server's. */
async function scores(asked: Asked): Promise<OpeningScores> {
  const said = asked.body as SayOpening;
  const moves = last.said === JSON.stringify(said) ? last.moves : movesOf(await answer(asked));
  const isServers = thinking.by === "server" && asked.server !== null;
  const there = isServers ? await theirs<OpeningScores>(asked) : null;
  return there?.is_complete === false ? there : scoresOf(said, moves, there?.scores);
}

async function openGame(asked: Asked): Promise<OpenedGame> {
  const number = Number(asked.parameters[0]);
  if (number >= 0 && asked.server !== null) return passOn(asked);
  const id = counts.game(-number)?.id;
  if (id === undefined || (await rowOf(id)) === undefined) {
    throw new Failure("no-such-game", `there is no game ${number}`);
  }
  return { id };
}

export const part: LocalPart = withCore({
  answers: {
    [`POST ${EXPLORE}`]: answer,
    "POST /api/openings/scores": scores,
    "POST /api/openings/games/{number}/open": openGame,
  },
});
