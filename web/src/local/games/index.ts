// Games against the engine and between two people at one device. What isn't stored in this browser
// goes to the server: its games, and all games with friends.

import type { NewGame, PageMessage, SaidAnswer } from "../../generated/messages";
import type { Channel, ChannelEvents } from "../../lib/backend";
import { thinking } from "../../lib/thinking.svelte";
import { withCore } from "../core";
import { choosing, passOn, passOnChannel, type Asked, type LocalPart, type Opener } from "../part";
import { Reviews } from "../reviews";
import { GameChannel, missingGame } from "./channel";
import type { LiveGame } from "./game";
import { list } from "./list";
import { noSuchGame } from "./problems";
import { rowOf, rows } from "./row";
import { create, opened, remove, say } from "./service";

type Answer = LocalPart["answers"][string];

const reviews = new Reviews({
  read: async (id) => (await rowOf(id))?.review,
  write: async (id, review) => {
    await rows.change(id, (row) =>
      row === undefined || row.isDeleted ? null : { ...row, review },
    );
  },
});

/** Answer a request about a stored game. */
function about(answer: (game: LiveGame, asked: Asked) => unknown): Answer {
  return async (asked) => {
    const game = await opened(asked.parameters[0]!);
    return game === undefined ? elsewhere(asked) : answer(game, asked);
  };
}

/** Find what opens a channel about a stored game. */
function channelAbout(open: (game: LiveGame, events: ChannelEvents<unknown>) => Channel<unknown>) {
  return async (asked: Asked): Promise<Opener> => {
    const game = await opened(asked.parameters[0]!);
    return game === undefined ? channelElsewhere(asked) : (events) => open(game, events);
  };
}

/** Whether a request is about a game in this browser, or creates one. */
async function isOurs({ parameters, body, server }: Asked): Promise<boolean> {
  if (parameters.length > 0) return (await rowOf(parameters[0]!)) !== undefined;
  const { opponent } = body as NewGame;
  const isServers = opponent === "engine" && thinking.by === "server" && server !== null;
  return opponent !== "friend" && !isServers;
}

/** Let the server answer a request. */
function elsewhere(asked: Asked): Promise<unknown> {
  const [id] = asked.parameters;
  return asked.server === null && id !== undefined ? Promise.reject(noSuchGame(id)) : passOn(asked);
}

/** Let the server open a channel. */
async function channelElsewhere(asked: Asked): Promise<Opener> {
  return asked.server === null ? missingGame : passOnChannel(asked);
}

async function answered(game: LiveGame, said: PageMessage): Promise<SaidAnswer> {
  const answer = (await say(game, said)) as SaidAnswer | null;
  return answer ?? { type: "done", revision: game.row.event };
}

/** What a review needs to know of a game. */
function reviewed({ row: { ruleset, moves } }: LiveGame) {
  return { ruleset, start: "", moves };
}

/** What reads and writes files, which few need. */
function files() {
  return import("./records");
}

const own = withCore({
  answers: {
    "POST /api/games": ({ body }) => create(body as NewGame),
    "GET /api/games/{id}": about((game) => game.message()),
    "DELETE /api/games/{id}": about(remove),
    "POST /api/games/{id}/say": about((game, { body }) => answered(game, body as PageMessage)),
    "GET /api/games/{id}/study": about(async (game) => (await files()).studyOf(game)),
    "GET /api/games/{id}/review": about((game) => reviews.state(game.id, reviewed(game))),
    "POST /api/games/{id}/review": about((game) =>
      reviews.begin(game.id, reviewed(game), game.ending !== null),
    ),
    "GET /api/games/{id}/record": about(async (game, { query }) =>
      (await files()).recordOf(game, query.get("format") ?? "pgn"),
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

// Requests for games of the server, and for the list of games, don't wait for the core.

export const part: LocalPart = {
  answers: { ...choosing(isOurs, own.answers, elsewhere), "GET /api/games": list },
  channels: choosing(isOurs, own.channels, channelElsewhere),
};
