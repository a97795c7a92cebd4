// Scores, flaws in positions and verdicts on moves, in the user's language.

import { bugName, pieceName } from "../words/moves";
import type { PositionFlaw, ReviewedPly, ReviewedPosition } from "../generated/messages";
import { isKey, language, oneDecimal, percent, tr, type Key } from "../lib/i18n/index.svelte";

export const GLYPHS = ["!!", "!", "!?", "?!", "?", "??"] as const;

const GLYPH_NAMES: Record<string, Key> = {
  "!!": "glyph.brilliant",
  "!": "glyph.good",
  "!?": "glyph.interesting",
  "?!": "glyph.dubious",
  "?": "glyph.mistake",
  "??": "glyph.blunder",
};
export const JUDGEMENT_GLYPHS = { inaccuracy: "?!", mistake: "?", blunder: "??" } as const;

interface Scored {
  score: number;
  win_in: number | null;
}

/** "+1.3", "−0.4", "#3" (White wins in 3), "−#2", "1–0" (White has won). */
export function scoreText({ score, win_in }: Scored): string {
  if (win_in === 0) return score > 0 ? "1–0" : "0–1";
  if (win_in !== null) return `${score < 0 ? "−" : ""}#${Math.abs(win_in)}`;
  const value = tenths(Math.abs(score));
  if (Math.abs(score) < 5) return value;
  return score > 0 ? `+${value}` : `−${value}`;
}

/** Hundredths as a number with one decimal. */
function tenths(hundredths: number): string {
  return oneDecimal(hundredths / 100);
}

/** "White has won", "White wins in 3", "better for Black, 1.3", "even". */
export function scoreWords({ score, win_in }: Scored): string {
  const color = score > 0 ? "w" : "b";
  if (win_in === 0) return tr(`score.won.${color}`);
  if (win_in !== null) return tr(`score.wins.${color}`, { count: Math.abs(win_in) });
  if (Math.abs(score) < 5) return tr("score.even");
  return tr(`score.better.${color}`, { value: tenths(Math.abs(score)) });
}

export function glyphName(glyph: string): string {
  const name = GLYPH_NAMES[glyph];
  return name === undefined ? "" : tr(name);
}

/** "1.2 M", "840 k" */
export function countText(count: number): string {
  const options = { notation: "compact", maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language(), options).format(count);
}

/** Why a position is impossible. */
export function flawWords({ code, values, text }: PositionFlaw): string {
  const name = `impossible.${code}`;
  if (!isKey(name)) return text;
  const named = Object.entries(values).map(([key, value]): [string, string] => {
    if (["piece", "below", "earlier"].includes(key)) return [key, pieceName(value)];
    if (key === "color") return [key, tr(value === "White" ? "color.w" : "color.b")];
    return [key, key === "bug" ? bugName(value[0] ?? "") : value];
  });
  return tr(name, Object.fromEntries(named));
}

/** Whether a move has won the game, given the position after it. */
export function hasWon(move: ReviewedPly, after: ReviewedPosition | undefined): boolean {
  return after?.win_in === 0 && after.score > 0 === (move.color === "w");
}

/** The verdict on a move, in words that beginners understand. */
export function verdictWords(move: ReviewedPly): string[] {
  if (move.judgement === null) return [];
  const words = [tr(`review.is.${move.judgement}`)];
  if (move.missed_win !== null) words.push(tr("review.missed", { count: move.missed_win }));
  if (move.judgement !== "inaccuracy" || move.missed_win === null) {
    words.push(tr("review.fell", { before: percent(move.before), after: percent(move.after) }));
  }
  return words;
}
