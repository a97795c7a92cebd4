import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  LANGUAGES,
  isKey,
  language,
  loadLanguage,
  locale,
  percent,
  tr,
  type Key,
} from "../../src/lib/i18n/index.svelte";
import { settings } from "../../src/lib/settings.svelte";

/** Let the browser prefer these languages. */
function prefer(...languages: string[]) {
  vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
}

beforeEach(() => (settings.language = ""));
afterEach(() => vi.restoreAllMocks());

// First, because languages stay loaded.
test("a language that isn't loaded yet shows once it is, and the one before until then", async () => {
  prefer("en");
  expect(language()).toBe("en");
  settings.language = "it";
  expect(language()).toBe("en");
  const english = tr("do.undo");
  await loadLanguage();
  expect(language()).toBe("it");
  expect(tr("do.undo")).not.toBe(english);
  settings.language = "de";
  expect(language()).toBe("it");
  await loadLanguage();
  expect(language()).toBe("de");
});

test("a language that can't be loaded leaves the page as it is", async () => {
  LANGUAGES["xx"] = { name: "", load: () => Promise.reject(new Error("no network")) };
  settings.language = "de";
  await loadLanguage();
  settings.language = "xx";
  await loadLanguage();
  expect(language()).toBe("de");
  delete LANGUAGES["xx"];
});

describe("the language", () => {
  test("is the first of the browser's that we have", () => {
    prefer("fr-FR", "de-CH", "en");
    expect(language()).toBe("de");
  });

  test("is English if we have none of them", () => {
    prefer("fr");
    expect(language()).toBe("en");
  });

  test("is the user's choice, if it is one of ours", () => {
    prefer("de");
    settings.language = "it";
    expect(language()).toBe("it");
    settings.language = "xx";
    expect(language()).toBe("de");
  });

  test("has the browser's variant for dates", () => {
    prefer("en-GB", "de-CH");
    expect(locale()).toBe("en-GB");
    settings.language = "de";
    expect(locale()).toBe("de-CH");
    settings.language = "it";
    expect(locale()).toBe("it");
  });
});

describe("numbers", () => {
  test("a share is written as the language does", () => {
    settings.language = "en";
    expect(percent(0.68)).toBe("68%");
    expect(percent(1)).toBe("100%");
    settings.language = "de";
    expect(percent(0.684)).toBe("68\u00a0%");
    settings.language = "it";
    expect(percent(0.005)).toBe("1%");
  });
});

describe("texts", () => {
  beforeEach(() => (settings.language = "en"));

  test("values are filled in, and unknown names stay", () => {
    expect(tr("game.turn", { number: 7 })).toContain("7");
    expect(tr("game.turn")).toContain("{number}");
  });

  test("the plural follows the count", () => {
    const [one, two] = [tr("games.moves", { count: 1 }), tr("games.moves", { count: 2 })];
    expect(one).toContain("1");
    expect(two).toContain("2");
    expect(one.replace("1", "")).not.toBe(two.replace("2", ""));
  });

  test("a missing translation appears in English", async () => {
    const german = await LANGUAGES["de"]!.load();
    const kept = german["do.undo"];
    settings.language = "de";
    expect(tr("do.undo")).toBe(kept);
    delete german["do.undo"];
    expect(tr("do.undo")).toBe((await LANGUAGES["en"]!.load())["do.undo"]);
    if (kept !== undefined) german["do.undo"] = kept;
  });

  test("no language has texts that English lacks, or fills in more than English does", async () => {
    const names = (text: unknown) => JSON.stringify(text).match(/\{\w+\}/g) ?? [];
    const english: Record<string, unknown> = await LANGUAGES["en"]!.load();
    for (const { load } of Object.values(LANGUAGES)) {
      for (const [key, text] of Object.entries(await load()))
        expect(names(english[key] ?? `missing: ${key}`), key).toEqual(
          expect.arrayContaining(names(text)),
        );
    }
  });

  test("keys are told from other words", () => {
    expect(isKey("do.undo")).toBe(true);
    expect(isKey("why.no-such-reason")).toBe(false);
  });
});

test("a key that isn't known is its own text", () => {
  expect(tr("piece.wX" as Key)).toBe("piece.wX");
});
