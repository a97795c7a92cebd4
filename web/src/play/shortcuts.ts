// The keyboard shortcuts in a game.

import type { Key } from "../lib/i18n/index.svelte";

/** The shortcuts to list in a game. Games with a friend have no undo and no hints. */
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
