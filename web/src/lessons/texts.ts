// The texts of lessons and rules. The server sends them in every language.

import { language } from "../lib/i18n/index.svelte";

export type Texts = Record<string, string>;

/** A text in the user's language, or in English if it isn't translated yet. */
export function said(texts: Texts): string {
  return texts[language()] ?? texts["en"] ?? "";
}
