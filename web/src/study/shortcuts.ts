// The keyboard shortcuts on the analysis board.

import type { Key } from "../lib/i18n/index.svelte";

export const STUDY_KEYS: [string, Key][] = [
  ["← →", "study.key.step"],
  ["↑ ↓", "study.key.beside"],
  ["Home End", "study.key.ends"],
  ["E", "study.key.engine"],
  ["1 – 5", "study.key.lines"],
  ["B", "study.key.best"],
  ["T", "study.key.threat"],
  ["/", "keys.type"],
  ["G", "study.key.glyph"],
  ["C", "study.key.comment"],
  ["P", "study.key.promote"],
  ["Delete", "study.key.remove"],
  ["Ctrl + Z", "study.key.undo"],
  ["Ctrl + Y", "study.key.redo"],
  ["O", "study.key.open"],
  ["S", "study.key.share"],
  ["F", "keys.flip"],
  ["+ − 0", "keys.zoom"],
  ["Tab", "study.key.board"],
];
