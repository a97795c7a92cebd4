// Reads PGN: splits a text into games, and reads each; as in src/beespace/formats/pgn/reader.py.

import { SPACES, strip } from "../python";
import {
  isDecided,
  newRecord,
  settled,
  shownOn,
  type GameRecord,
  type Outcome,
  type Result,
} from "../record";
import { LOOSE_PIECE_PATTERN } from "../../../generated/messages";
import { Replay, ReplayError } from "../replay";
import { ChunkBuilder, type Chunk, type Lines, type RecordError } from "../source";
import { MoveText } from "./moveText";
import { Head, isTagLine, namesOf, RESULT_WORDS } from "./tags";

const S = `[${SPACES}]*`;
const FIRST_MOVE = new RegExp(String.raw`^${S}1${S}\.+${S}${LOOSE_PIECE_PATTERN}`);

export function looksLikeIt(text: string): boolean {
  return isTagLine(text) || FIRST_MOVE.test(text);
}

/** The games of a text; a tag after moves starts the next one. A comment that isn't closed would
 *  swallow all games, so a tag after an empty line ends it. */
export function* split({ lines, file }: Lines): Generator<Chunk | RecordError> {
  const game = new ChunkBuilder(file);
  let seen = new Set<string>();
  let [hasMoves, inComment, afterBlank] = [false, false, false];
  for (const line of lines) {
    const isBlank = !strip(line.text);
    if (isTagLine(line.text) && (!inComment || afterBlank)) {
      const names = namesOf(line.text);
      if (hasMoves || (afterBlank && names.some((name) => seen.has(name)))) {
        yield game.take();
        seen = new Set();
        hasMoves = false;
      }
      inComment = false;
      for (const name of names) seen.add(name);
    } else if (!isBlank) {
      hasMoves = true;
      const brace = /[{}](?=[^{}]*$)/.exec(line.text);
      if (brace) inComment = brace[0] === "{";
    }
    if (!game.isEmpty || !isBlank) game.add(line);
    afterBlank = isBlank;
  }
  if (!game.isEmpty) yield game.take(true);
}

export async function parse(chunk: Chunk): Promise<GameRecord> {
  const head = new Head(chunk);
  const claimedWord = strip(head.values.get("Result") ?? "");
  const moves = new MoveText(chunk, head.end, [...RESULT_WORDS.keys(), claimedWord]);
  const [ruleset, infers] = await head.ruleset(moves.bugsSeen());
  const [start, startAt] = head.start();
  const record = newRecord(ruleset, { start });
  let replay: Replay;
  try {
    replay = await Replay.of(ruleset, infers, start);
  } catch (error) {
    throw error instanceof ReplayError ? chunk.error(error.message, startAt) : error;
  }
  moves.play(record, replay);
  record.ruleset = replay.board.rules;
  const claimed = head.claimed();
  seeThatItEnds(chunk, moves, claimed.result, shownOn(replay.board) !== null);
  Object.assign(record, settled(replay.board, atEnd(moves.endWord, claimed)));
  head.fill(record);
  return record;
}

/** The result after the moves if it decides the game, or else the one in the tags. */
function atEnd(word: string | null, claimed: Outcome): Outcome {
  if (word === null) return claimed;
  const result = RESULT_WORDS.get(word) ?? claimed.result;
  const reason = word === "Adjudicated" ? "adjudication" : null;
  return {
    result: isDecided(result) ? result : claimed.result,
    reason: claimed.reason ?? reason,
  };
}

/** Refuse a game at the end of a file that claims a result but doesn't have it there: the file was
 *  cut short. */
function seeThatItEnds(chunk: Chunk, moves: MoveText, claimed: Result, isOver: boolean): void {
  if (!isDecided(claimed) || moves.endWord !== null || isOver || !chunk.isLast) return;
  throw chunk.error(
    `the game is cut short: its Result tag is ${claimed}, but no result follows the moves`,
    chunk.text.length,
  );
}
