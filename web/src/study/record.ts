// Writes a study as a Beespace JSON record, which the server stores and converts to other formats.

import type { Node } from "./tree.svelte";

interface Heading {
  ruleset: string;
  start: string;
  white: string;
  black: string;
}

export function recordOf(root: Node, { ruleset, start, white, black }: Heading): string {
  const texts = { start, white, black, comment: root.comment };
  const known = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
  const head = { format: "beespace-game", version: 1, ruleset };
  return JSON.stringify({ ...head, ...known, moves: line(root) });
}

/** The moves after a node, each with its variations. */
function line(node: Node): object[] {
  const moves: object[] = [];
  for (let [main, ...others] = node.children; main !== undefined;) {
    const variations = others.map((other) => [entry(other), ...line(other)]);
    moves.push(variations.length > 0 ? { ...entry(main), variations } : entry(main));
    [main, ...others] = main.children;
  }
  return moves;
}

function entry({ move, comment, glyph }: Node): object {
  return {
    move: move?.text ?? "",
    ...(glyph === "" ? {} : { glyph }),
    ...(comment === "" ? {} : { comment }),
    ...(move?.spent_ms == null ? {} : { spent_ms: move.spent_ms }),
  };
}
