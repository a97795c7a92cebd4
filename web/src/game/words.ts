// Pieces, places, moves and reasons in the person's language, for screens and screen readers.

import type {
  ColorLetter,
  Ending,
  Game,
  GameSummary,
  Hex,
  PlayedMove,
  Problem,
  StackOfPieces,
  WhyNot,
} from "../generated/messages";
import { directionTo, key } from "../board/geometry";
import { isKey, tr, type Key } from "../lib/i18n/index.svelte";

const DIRECTION_KEYS: Key[] = [
  "direction.east",
  "direction.southeast",
  "direction.southwest",
  "direction.west",
  "direction.northwest",
  "direction.northeast",
];

/** "white ant 1" */
export function pieceName(piece: string): string {
  return tr(`piece.${piece.slice(0, 2)}` as Key, { number: piece[2] ?? "" }).trim();
}

/** "ant" */
export function bugName(bug: string): string {
  return tr(`bug.${bug}` as Key);
}

/** "north-east of the black queen", "onto the white ant 1", or where the first piece goes. */
export function placeName(
  hex: Hex,
  stacks: Map<string, StackOfPieces>,
  mover: string | null,
): string {
  const top = (at: Hex) =>
    stacks
      .get(key(at))
      ?.pieces.filter((piece) => piece !== mover)
      .at(-1);
  const below = top(hex);
  if (below !== undefined) return tr("place.onto", { piece: pieceName(below) });
  const neighbours: { piece: string; direction: number }[] = [];
  for (const stack of stacks.values()) {
    const direction = directionTo(stack.hex, hex);
    const piece = top(stack.hex);
    if (direction >= 0 && piece !== undefined) neighbours.push({ piece, direction });
  }
  // A queen is what people look at first.
  const reference = neighbours.find(({ piece }) => piece[1] === "Q") ?? neighbours[0];
  if (reference === undefined) return tr("place.middle");
  return tr(DIRECTION_KEYS[reference.direction] as Key, { piece: pieceName(reference.piece) });
}

/** "white ant 1 to north-east of the black queen", for a move played on these stacks. */
export function moveWords(move: PlayedMove, before: Map<string, StackOfPieces>): string {
  if (move.piece === null || move.to === null) return tr("move.pass");
  const values = { piece: pieceName(move.piece), place: placeName(move.to, before, move.piece) };
  if (move.origin === null) return tr("move.placed", values);
  if (move.thrower !== null) {
    return tr("move.thrown", { ...values, thrower: pieceName(move.thrower) });
  }
  return tr("move.moved", values);
}

/** About an opponent's piece these speak of who could have thrown it. */
const OF_THROWERS: Record<string, Key> = {
  pinned: "why.thrown-pinned",
  covered: "why.no-thrower",
  stunned: "why.no-thrower",
  "no-space": "why.no-landing",
};

/** Why a piece cannot move, or (if `isThere`) not go there, when it is this colour's turn. */
export function whyWords(piece: string, why: WhyNot, turn: ColorLetter, isThere = true): string {
  const isThrown = piece[0] !== turn;
  const nowhere = !isThere && why.code === "wrong-distance" ? "why.nowhere" : "";
  const name = (isThrown && OF_THROWERS[why.code]) || nowhere || `why.${why.code}`;
  // What cannot be said in the person's language yet is said in the server's.
  if (!isKey(name)) return why.text;
  const manner = isThrown ? "manner.thrown" : `manner.${piece[1]}`;
  return tr(name, {
    piece: pieceName(piece),
    count: why.parts.length,
    pieces: why.pieces.map(pieceName).join(", "),
    other: why.pieces[0] ? pieceName(why.pieces[0]) : "",
    manner: isKey(manner) ? tr(manner) : "",
  });
}

/** Why the server did not do what it was asked to; `typed` is the move that was typed, if one was. */
export function problemWords(problem: Problem, typed: string, turn: ColorLetter): string {
  const piece = /^[wb](?:[QMLP]|[SB][12]|[GA][123])/.exec(typed.trim())?.[0];
  if (problem.why !== null && piece !== undefined) return whyWords(piece, problem.why, turn);
  const name = `problem.${problem.code}`;
  return isKey(name) ? tr(name) : problem.text;
}

/** "You won: the black queen is surrounded", as the person sees it. */
export function endingWords(game: Game): string {
  if (game.ending === null) return "";
  return `${resultWords(game)} ${reasonWords(game)}`.trim();
}

export function resultWords(game: GameSummary): string {
  const winner = game.ending?.winner ?? null;
  if (game.ending === null) return "";
  if (winner === null) {
    if (game.ending.reason === "abort") return tr("result.abort");
    return game.ending.reason === "unknown" ? tr("result.unknown") : tr("result.draw");
  }
  const seat = ownSeat(game);
  if (seat === null) return tr(`result.wins.${winner}`);
  return tr(winner === seat ? "result.won" : "result.lost");
}

/** The colour that the person plays against somebody, if any. */
function ownSeat(game: GameSummary): ColorLetter | null {
  return game.yours.length === 1 ? (game.yours[0] as ColorLetter) : null;
}

export function reasonWords(game: GameSummary): string {
  const ending = game.ending;
  if (ending === null) return "";
  if (ending.reason === "surround") {
    if (ending.winner === null) return tr("reason.both");
    return tr(ending.winner === "w" ? "reason.surround.b" : "reason.surround.w");
  }
  if (ending.reason === "resign" && ending.winner !== null) {
    const loser = ending.winner === "w" ? "b" : "w";
    return tr(ownSeat(game) === loser ? "reason.resign.you" : `reason.resign.${loser}`);
  }
  if (ending.reason === "time" && ending.winner !== null) {
    const loser = ending.winner === "w" ? "b" : "w";
    return tr(ownSeat(game) === loser ? "reason.time.you" : `reason.time.${loser}`);
  }
  const name = `reason.${ending.reason}`;
  return isKey(name) ? tr(name) : "";
}

/** "White wins. The black queen is surrounded.", as anybody sees it. */
export function endingSentence({ winner, reason }: Ending): string {
  const result = winner === null ? tr("result.draw") : tr(`result.wins.${winner}`);
  if (reason !== "surround")
    return isKey(`reason.${reason}`) ? `${result} ${tr(`reason.${reason}` as Key)}` : result;
  if (winner === null) return `${result} ${tr("reason.both")}`;
  return `${result} ${tr(winner === "w" ? "reason.surround.b" : "reason.surround.w")}`;
}

/** What a player is called. */
export function playerName(game: GameSummary, color: ColorLetter): string {
  const player = game.players[color];
  if (player.kind === "engine") return tr(`level.${player.level ?? 1}.name` as Key);
  if (player.name) return player.name;
  const seat = ownSeat(game);
  if (seat === color) return tr("player.you");
  if (game.mode === "friend" && seat !== null) return tr("player.friend");
  return tr(`color.${color}`);
}

/** "Base + Mosquito, Ladybug" */
export function rulesetWords(ruleset: string): string {
  const [type = "Base", ...options] = ruleset.split(",");
  const letters = type.split("+")[1] ?? "";
  const bugs = [...letters].map((letter) => tr(`bug.${letter}` as Key));
  const more = options.flatMap((option) =>
    isKey(`rules.${option}`) ? [tr(`rules.${option}` as Key)] : [],
  );
  return [
    bugs.length ? `${tr("rules.base")} + ${bugs.join(", ")}` : tr("rules.base"),
    ...more,
  ].join(" · ");
}
