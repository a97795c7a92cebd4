// The texts of lessons and rules, which come from the server in all their languages.

import { language } from "../lib/i18n/index.svelte";

export type Texts = Record<string, string>;

/** A text in the person's language, or in English where it is not translated yet. */
export function said(texts: Texts): string {
  return texts[language()] ?? texts["en"] ?? "";
}
