// The page's texts. Each language has one file; English defines the keys.

import { settings } from "../settings.svelte";
import { de } from "./de";
import { en } from "./en";
import { it } from "./it";

/** A text with {names} to fill in, or one text per plural form, chosen by `count`. */
export type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Key = keyof typeof en;
export type Catalogue = Record<Key, Text>;

// To add a language, add a file next to these and a line here. Missing texts appear in English.
export const LANGUAGES: Record<string, { name: string; catalogue: Partial<Catalogue> }> = {
  en: { name: "English", catalogue: en },
  it: { name: "Italiano", catalogue: it },
  de: { name: "Deutsch", catalogue: de },
};

/** The page's language: the user's choice, or else the first of the browser's languages we have. */
export function language(): string {
  if (settings.language in LANGUAGES) return settings.language;
  for (const wanted of navigator.languages) {
    const code = wanted.split("-")[0]?.toLowerCase() ?? "";
    if (code in LANGUAGES) return code;
  }
  return "en";
}

/** The browser's variant of the language shown, such as en-GB: people write dates differently. */
export function locale(): string {
  const code = language();
  return navigator.languages.find((one) => one.toLowerCase().startsWith(code)) ?? code;
}

export function tr(key: Key, values: Record<string, string | number> = {}): string {
  const known = LANGUAGES[language()]?.catalogue[key];
  const text: Text = known ?? en[key];
  const code = known === undefined ? "en" : language();
  const form = typeof text === "string" ? text : plural(code, text, Number(values["count"] ?? 0));
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

function plural(code: string, text: Exclude<Text, string>, count: number): string {
  return text[new Intl.PluralRules(code).select(count)] ?? text.other ?? "";
}

export function isKey(name: string): name is Key {
  return name in en;
}

/** "3 May 2026, 14:05", as people write it where the browser is. */
export function dateWords(time: string, style: "medium" | "short" = "medium"): string {
  return new Date(time).toLocaleString(locale(), { dateStyle: style, timeStyle: "short" });
}

/** "68%", formatted for the language. */
export function percent(share: number): string {
  return new Intl.NumberFormat(language(), { style: "percent" }).format(share);
}
