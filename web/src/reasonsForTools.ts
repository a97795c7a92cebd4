// The page's words for tools/words, which prints them. It isn't part of the page.

import type { Situation } from "./hive/situation";
import { whyKey, whyWords } from "./words/reasons";
import type { WhyNot } from "./generated/messages";
import { lessonFor } from "./surface/lessonFor";
import { LANGUAGES, loadLanguage, type Text } from "./lib/i18n/index.svelte";
import { settings } from "./lib/settings.svelte";

/** An illegal attempt that can come up in a game. */
export interface Case {
  piece: string;
  why: WhyNot;
  turn: Situation;
  is_there: boolean;
}

/** The sentence in each language with its key, and the id of the linked lesson. */
export interface Shown {
  key: string;
  words: Record<string, string>;
  lesson: string;
}

/** Load all languages. `show` needs them. */
export async function catalogues(): Promise<Record<string, Partial<Record<string, Text>>>> {
  const codes = Object.keys(LANGUAGES);
  await Promise.all(codes.map((code) => loadLanguage(code)));
  const found = codes.map(async (code) => [code, await LANGUAGES[code]!.load()] as const);
  return Object.fromEntries(await Promise.all(found));
}

export function show({ piece, why, turn, is_there }: Case): Shown {
  const words: Record<string, string> = {};
  for (const code of Object.keys(LANGUAGES)) {
    settings.language = code;
    words[code] = whyWords(piece, why, turn, is_there);
  }
  return { key: whyKey(piece, why, turn, is_there), words, lesson: lessonFor(piece, why, turn) };
}
