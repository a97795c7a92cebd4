// The page's texts. Each language has one file; English defines the keys and is always there. Another
// language is a file of its own that only its speakers load.

import { settings } from "../settings.svelte";
import { en } from "./en";

/** A text with {names} to fill in, or one text per plural form, chosen by `count`. */
export type Text = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Key = keyof typeof en;
export type Catalogue = Record<Key, Text>;

interface Language {
  name: string;
  load: () => Promise<Partial<Catalogue>>;
}

// To add a language, add a file next to these and a line here. Missing texts appear in English.
export const LANGUAGES: Record<string, Language> = {
  en: { name: "English", load: () => Promise.resolve(en) },
  it: { name: "Italiano", load: () => import("./it").then(({ it }) => it) },
  de: { name: "Deutsch", load: () => import("./de").then(({ de }) => de) },
};

let catalogues = $state.raw<Record<string, Partial<Catalogue>>>({ en });
// The language that was loaded last; it stays until the next one is there.
let last = $state("en");

/** The user's choice, or else the first of the browser's languages we have. */
function wantedLanguage(): string {
  if (settings.language in LANGUAGES) return settings.language;
  for (const wanted of navigator.languages) {
    const code = wanted.split("-")[0]?.toLowerCase() ?? "";
    if (code in LANGUAGES) return code;
  }
  return "en";
}

/** Load a language, by default the one that the page should have. */
export async function loadLanguage(code = wantedLanguage()): Promise<void> {
  if (!(code in catalogues)) {
    // If it can't be loaded, the page stays in the language that it has.
    const catalogue = await LANGUAGES[code]?.load().catch(() => undefined);
    if (catalogue === undefined) return;
    catalogues = { ...catalogues, [code]: catalogue };
  }
  last = code;
}

/** The page's language. */
export function language(): string {
  const wanted = wantedLanguage();
  return wanted in catalogues ? wanted : last;
}

/** The browser's variant of the language shown, such as en-GB: people write dates differently. */
export function locale(): string {
  const code = language();
  return navigator.languages.find((one) => one.toLowerCase().startsWith(code)) ?? code;
}

/** The text in the page's language or else in English; a key that isn't known is its own text. */
export function tr(key: Key, values: Record<string, string | number> = {}): string {
  const known = catalogues[language()]?.[key];
  const text = known ?? catalogues["en"]?.[key];
  if (text === undefined) return key;
  const code = known === undefined ? "en" : language();
  const form = typeof text === "string" ? text : plural(code, text, Number(values["count"] ?? 0));
  return form.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return name === "count" && typeof value === "number" ? number(value) : String(value ?? whole);
  });
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

/** "3 May 2026", as people write it where the browser is. */
export function dayWords(day: Date): string {
  return day.toLocaleDateString(locale(), { dateStyle: "medium" });
}

/** "+1.3", "−0.4" or "0.0", formatted for the language, with a real minus sign. */
export function signed(value: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  const format = new Intl.NumberFormat(language(), { signDisplay: "exceptZero", ...digits });
  return format.format(value).replace("-", "−");
}

/** "1.3", formatted for the language. */
export function oneDecimal(value: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(language(), digits).format(value);
}

/** "1,500,000", formatted for the language. */
export function number(value: number): string {
  return new Intl.NumberFormat(language()).format(value);
}

/** "68%", formatted for the language. */
export function percent(share: number): string {
  return new Intl.NumberFormat(language(), { style: "percent" }).format(share);
}
