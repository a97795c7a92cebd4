// Rulesets in the user's language.

import { EDITIONS } from "../generated/messages";
import type { BugLetter } from "../hive/box";
import { differences, parseRules, type Rules } from "../hive/rulesets";
import { tr } from "../lib/i18n/index.svelte";

export function differenceWords(rules: Rules): string[] {
  return differences(rules).map((one) => tr(`rules.${one}`));
}

/** "Pocket", or "Base + Pillbug" for a mix that comes in no box. */
export function piecesWords(expansions: string): string {
  const edition = EDITIONS.find((one) => one.expansions === expansions);
  if (edition !== undefined) return tr(`edition.${edition.id}`);
  const bugs = [...expansions].map((letter) => tr(`bug.${letter as BugLetter}`));
  return [tr("edition.base"), ...bugs].join(" + ");
}

/** "Pocket · tournament rules": the box, followed by the differences. */
export function rulesetWords(text: string): string {
  const rules = parseRules(text);
  return [piecesWords(rules.expansions), ...differenceWords(rules)].join(" · ");
}
