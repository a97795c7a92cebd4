// The page's words. A catalogue is one file; English is the measure of what one must hold.

import { settings } from "../settings.svelte";
import { de } from "./de";
import { en } from "./en";
import { it } from "./it";

/** A text with {names} to fill in, or one for each plural form, chosen by `count`. */
export type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Key = keyof typeof en;
export type Catalogue = Record<Key, Text>;

// A new language: one file beside these, and a line here. What it lacks is shown in English.
export const LANGUAGES: Record<string, { name: string; catalogue: Partial<Catalogue> }> = {
  en: { name: "English", catalogue: en },
  it: { name: "Italiano", catalogue: it },
  de: { name: "Deutsch", catalogue: de },
};

/** The language shown: what was chosen, else the first that the browser asks for and we have. */
export function language(): string {
  if (settings.language in LANGUAGES) return settings.language;
  for (const wanted of navigator.languages) {
    const code = wanted.split("-")[0]?.toLowerCase() ?? "";
    if (code in LANGUAGES) return code;
  }
  return "en";
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

/** "68%", as the language writes it. */
export function percent(share: number): string {
  return new Intl.NumberFormat(language(), { style: "percent" }).format(share);
}
