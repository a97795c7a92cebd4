// The analysis board: turns, reasons, positions set up by hand, and the engine; as in
// src/beespace/server/study/positions.py.

import type {
  DiagramWhy,
  PlayedMove,
  SaySetUp,
  SayTurn,
  SayWhyNot,
  SetUp,
  StudyTurn,
} from "../../generated/messages";
import { Failure } from "../../lib/failure";
import { thinking } from "../../lib/thinking.svelte";
import { Board, boardOf, describe, failureOf, turnOf, whyNot, withCore } from "../core";
import { passOnChannel, type Asked, type LocalPart, type Opener } from "../part";
import { openAnalysis } from "./channel";
import { read } from "./reading";

const SOCKET = "/api/analysis/socket";

async function turn({ body }: Asked): Promise<StudyTurn> {
  const asked = body as SayTurn;
  const board = await boardOf(asked);
  const played = hasMove(asked) ? play(board, asked) : lastOf(board);
  return { turn: turnOf(board), played, ending: board.ending, position: board.position };
}

function hasMove({ text, piece }: SayTurn): boolean {
  return (text ?? piece ?? null) !== null;
}

/** Play the move that is asked for. */
function play(board: Board, asked: SayTurn): PlayedMove {
  try {
    const move = moveOf(board, asked);
    const played = describe(board, move);
    board.play(move);
    return played;
  } catch (error) {
    throw failureOf(error, "invalid-notation");
  }
}

function moveOf(board: Board, { text, piece, to }: SayTurn): string {
  if (text != null) return board.readMove(text.trim());
  if (piece == null || to == null) throw new Failure("invalid", "a move needs a hex in `to`");
  const why = whyNot(board, piece, to);
  if (why !== null) throw new Failure(why.code, why.text, why);
  return board.moveTo(piece, to) ?? "";
}

function lastOf(board: Board): PlayedMove | null {
  const last = board.moves.at(-1);
  if (last === undefined) return null;
  board.undo();
  const played = describe(board, last);
  board.play(last);
  return played;
}

async function why({ body }: Asked): Promise<DiagramWhy> {
  const asked = body as SayWhyNot;
  const board = await boardOf(asked);
  return { why: whyNot(board, asked.piece, asked.to) };
}

async function setUp({ body }: Asked): Promise<SetUp> {
  const { ruleset, color, stacks } = body as SaySetUp;
  const texts = stacks.map(({ hex: [q, r], pieces }) => `${q},${r}:${pieces.join(".")}`);
  try {
    return await Board.setUp(ruleset, color, texts.join(" "));
  } catch (error) {
    throw failureOf(error, "invalid-ruleset");
  }
}

const { answers, channels } = withCore({
  answers: {
    "POST /api/analysis/turn": turn,
    "POST /api/analysis/why": why,
    "POST /api/analysis/set-up": setUp,
    "POST /api/analysis/read": read,
  },
  channels: { [SOCKET]: openAnalysis },
});

/** Find the channel to this device's engine, or to the server's if the user wants that. */
function opener(asked: Asked): Promise<Opener> {
  const isServers = thinking.by === "server" && asked.server !== null;
  return (isServers ? passOnChannel : channels[SOCKET]!)(asked);
}

export const part: LocalPart = { answers, channels: { [SOCKET]: opener } };
