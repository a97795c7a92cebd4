// Players and the results of games, in the user's language.

import type { ColorLetter, Ending, Game, GameSummary } from "../generated/messages";
import { tr, type Key } from "../lib/i18n/index.svelte";
import { otherColor } from "../hive/colors";

/** "You won: the black queen is surrounded", from the user's point of view. */
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

/** The user's colour, if they play exactly one. */
export function ownSeat(game: GameSummary): ColorLetter | null {
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
    const loser = otherColor(ending.winner);
    return tr(ownSeat(game) === loser ? "reason.resign.you" : `reason.resign.${loser}`);
  }
  if (ending.reason === "time" && ending.winner !== null) {
    const loser = otherColor(ending.winner);
    return tr(ownSeat(game) === loser ? "reason.time.you" : `reason.time.${loser}`);
  }
  return plainReason(ending.reason);
}

/** The words for a reason that are the same whoever won. The compiler checks that none is missing. */
function plainReason(reason: Ending["reason"]): string {
  if (reason === "surround" || reason === "resign" || reason === "unknown") return "";
  return tr(`reason.${reason}`);
}

/** "White wins. The black queen is surrounded.", from a neutral point of view. */
export function endingSentence({ winner, reason }: Ending): string {
  const result = winner === null ? tr("result.draw") : tr(`result.wins.${winner}`);
  if (reason !== "surround") return `${result} ${plainReason(reason)}`.trim();
  if (winner === null) return `${result} ${tr("reason.both")}`;
  return `${result} ${tr(winner === "w" ? "reason.surround.b" : "reason.surround.w")}`;
}

/** A player's name. */
export function playerName(game: GameSummary, color: ColorLetter): string {
  const player = game.players[color];
  if (player.kind === "engine") return tr(`level.${player.level ?? 1}.name` as Key);
  if (player.name) return player.name;
  const seat = ownSeat(game);
  if (seat === color) return tr("player.you");
  if (game.mode === "friend" && seat !== null) return tr("player.friend");
  return tr(`color.${color}`);
}
