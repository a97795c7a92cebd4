// Games against the engine and between two people at one device. What isn't stored in this browser
// goes to the server: its games, and all games with friends.

import type { NewGame, PageMessage, SaidAnswer } from "../../generated/messages";
import { openLater, type Channel, type ChannelEvents } from "../../lib/backend";
import { thinking } from "../../lib/thinking.svelte";
import { withCore } from "../core";
import { passOn, passOnChannel, type Asked, type LocalPart } from "../part";
import { Reviews } from "../reviews";
import { GameChannel } from "./channel";
import type { LiveGame } from "./game";
import { list } from "./list";
import { recordOf, studyOf } from "./records";
import { rowOf, rows } from "./row";
import { create, opened, remove, say } from "./service";

const reviews = new Reviews({
  read: async (id) => (await rowOf(id))?.review,
  write: async (id, review) => {
    await rows.change(id, (row) =>
      row === undefined || row.isDeleted ? null : { ...row, review },
    );
  },
});

/** Answer a request about a stored game, or let the server answer. */
function about(answer: (game: LiveGame, asked: Asked) => unknown): (a: Asked) => Promise<unknown> {
  return async (asked) => {
    const game = await opened(asked.parameters[0]!);
    return game === undefined ? passOn(asked) : answer(game, asked);
  };
}

/** Open a channel about a stored game, or let the server open it. */
function channelAbout(open: (game: LiveGame, events: ChannelEvents<unknown>) => Channel<unknown>) {
  return (asked: Asked, events: ChannelEvents<unknown>): Channel<unknown> => {
    const opening = opened(asked.parameters[0]!).then(
      (game) => (events: ChannelEvents<unknown>) =>
        game === undefined ? passOnChannel(asked, events) : open(game, events),
    );
    return openLater(opening, events);
  };
}

function createGame(asked: Asked): Promise<unknown> {
  const game = asked.body as NewGame;
  const isServers = game.opponent === "engine" && thinking.by === "server" && asked.server !== null;
  return game.opponent === "friend" || isServers ? passOn(asked) : create(game);
}

async function answered(game: LiveGame, said: PageMessage): Promise<SaidAnswer> {
  const answer = (await say(game, said)) as SaidAnswer | null;
  return answer ?? { type: "done", revision: game.row.event };
}

/** What a review needs to know of a game. */
function reviewed({ row: { ruleset, moves } }: LiveGame) {
  return { ruleset, start: "", moves };
}

const { answers, channels } = withCore({
  answers: {
    "POST /api/games": createGame,
    "GET /api/games/{id}": about((game) => game.message()),
    "DELETE /api/games/{id}": about(remove),
    "POST /api/games/{id}/say": about((game, { body }) => answered(game, body as PageMessage)),
    "GET /api/games/{id}/study": about(studyOf),
    "GET /api/games/{id}/review": about((game) => reviews.state(game.id, reviewed(game))),
    "POST /api/games/{id}/review": about((game) =>
      reviews.begin(game.id, reviewed(game), game.ending !== null),
    ),
    "GET /api/games/{id}/record": about((game, { query }) =>
      recordOf(game, query.get("format") ?? "pgn"),
    ),
    "GET /api/games/{id}/drawing": about(async (game, { query }) =>
      (await import("./drawing")).drawingOf(game, query),
    ),
  },
  channels: {
    "/api/games/{id}/socket": channelAbout((game, events) => new GameChannel(game, events)),
    "/api/games/{id}/review/events": channelAbout((game, events) =>
      reviews.follow(game.id, reviewed(game), events),
    ),
  },
});

// The start page has a list of games, too; it must not wait for the core.
export const part: LocalPart = { answers: { ...answers, "GET /api/games": list }, channels };
