// Rulesets as players see them: a box, or a mix of pieces and options.

import { EDITIONS, EXPANSIONS } from "../generated/messages";

export type EditionId = (typeof EDITIONS)[number]["id"];

export interface Rules {
  /** Any of the letters M, L and P, in this order. */
  expansions: string;
  queenFirst: boolean;
  stackGates: boolean;
  threefold: boolean;
}

type Difference = "tournament" | "queen-first" | "queen-not-first" | "no-stack-gates" | "threefold";

/** The game types that come in a box, as programs write them, such as "Base+ML". */
export const BOX_TYPES = EDITIONS.map(({ expansions }) => gameType(expansions));

function gameType(expansions: string): string {
  return expansions === "" ? "Base" : `Base+${expansions}`;
}

/** Letters of expansions in the order of a game type, without any others. */
export function inOrder(letters: string | unknown[]): string {
  return [...EXPANSIONS].filter((letter) => letters.includes(letter)).join("");
}

/** Read a ruleset as the server writes it, such as `Base+ML,queen-first`. */
export function parseRules(text: string): Rules {
  const [type = "", ...options] = text.split(",");
  return {
    expansions: type.split("+")[1] ?? "",
    queenFirst: options.includes("queen-first"),
    stackGates: !options.includes("no-stack-gates"),
    threefold: options.includes("threefold"),
  };
}

export function writeRules({ expansions, queenFirst, stackGates, threefold }: Rules): string {
  return [
    gameType(inOrder(expansions)),
    ...(queenFirst ? ["queen-first"] : []),
    ...(stackGates ? [] : ["no-stack-gates"]),
    ...(threefold ? ["threefold"] : []),
  ].join(",");
}

/** The rules in a box's booklet. */
export function boxRules(id: EditionId): Rules {
  const { expansions, queenFirst } = EDITIONS.find((one) => one.id === id) ?? EDITIONS[0];
  return { expansions, queenFirst, stackGates: true, threefold: false };
}

/** The box with the same pieces, if there is one. */
export function editionOf(rules: Rules): EditionId | null {
  return EDITIONS.find((one) => one.expansions === rules.expansions)?.id ?? null;
}

/** How the rules differ from their box. A mix always says whether the queen can come first. */
export function differences(rules: Rules): Difference[] {
  const { queenFirst, stackGates, threefold } = rules;
  if (!queenFirst && stackGates && threefold) return ["tournament"];
  const edition = editionOf(rules);
  const found: Difference[] = [];
  if (edition === null || queenFirst !== boxRules(edition).queenFirst)
    found.push(queenFirst ? "queen-first" : "queen-not-first");
  if (!stackGates) found.push("no-stack-gates");
  if (threefold) found.push("threefold");
  return found;
}
