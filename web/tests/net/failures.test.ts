import { beforeEach, expect, test } from "vitest";
import { loadLanguage } from "../../src/lib/i18n/index.svelte";
import { settings } from "../../src/lib/settings.svelte";
import { Failure } from "../../src/lib/failure";
import { failureWords, textOf } from "../../src/net/failures";
import { problemWords } from "../../src/words/reasons";

beforeEach(async () => {
  settings.language = "de";
  await loadLanguage();
});

test("a problem is told in the user's language, wherever it comes from", () => {
  const known = { code: "game-over", text: "in English", why: null };
  const words = textOf(known);
  expect(words).not.toBe("in English");
  expect(failureWords(new Failure(known.code, known.text))).toBe(words);
  expect(problemWords(known, "", null)).toBe(words);
});

test("a problem that the page doesn't know is told in the server's words", () => {
  const unknown = { code: "brand-new", text: "something new went wrong", why: null };
  expect(textOf(unknown)).toBe(unknown.text);
  expect(failureWords(new Failure(unknown.code, unknown.text))).toBe(unknown.text);
  expect(problemWords(unknown, "", null)).toBe(unknown.text);
});

test("anything else means that the server can't be reached", () => {
  const offline = failureWords(new Failure("offline", ""));
  expect(failureWords(new TypeError("fetch failed"))).toBe(offline);
});
