// What keys do in a game.

import type { Key } from "../lib/i18n/index.svelte";

/** The keys of a game; between two people there is nothing to undo and no hint. */
export function gameKeys(isWithFriend: boolean): [string, Key][] {
  const alone: [string, Key][] = [
    ["U", "keys.undo"],
    ["H", "keys.hint"],
  ];
  return [
    ["← ↑ → ↓", "keys.walk"],
    ["Enter", "keys.enter"],
    ["N", "keys.next"],
    ["Shift + N", "keys.last"],
    ["S", "keys.stack"],
    ["Esc", "keys.cancel"],
    ["+ − 0", "keys.zoom"],
    ["← →", "keys.review"],
    ...(isWithFriend ? [] : alone),
    ["F", "keys.flip"],
    ["M", "keys.sound"],
    ["/", "keys.type"],
  ];
}
