import { beforeEach, expect, test } from "vitest";
import {
  oneOf,
  readStored,
  readStoredFields,
  removeStored,
  store,
  storedNames,
  wholeNumber,
} from "../../src/lib/storage";

beforeEach(() => localStorage.clear());

test("what is stored can be read, listed and removed", () => {
  store("beespace.draft a", { record: "x" });
  store("beespace.draft b", 3);
  store("other", true);
  expect(readStored("beespace.draft a")).toEqual({ record: "x" });
  expect(storedNames("beespace.draft ").sort()).toEqual(["beespace.draft a", "beespace.draft b"]);
  removeStored("beespace.draft a");
  expect(readStored("beespace.draft a")).toBe(null);
});

test("only objects have fields", () => {
  store("number", 3);
  store("object", { a: 1 });
  expect(readStoredFields("number")).toEqual({});
  expect(readStoredFields("missing")).toEqual({});
  expect(readStoredFields("object")).toEqual({ a: 1 });
});

test("one of several", () => {
  expect(oneOf("b", ["a", "b"], "a")).toBe("b");
  expect(oneOf("c", ["a", "b"], "a")).toBe("a");
  expect(oneOf(undefined, [1, 2], 2)).toBe(2);
});

test("whole numbers within limits", () => {
  expect(wholeNumber(4, 1, 5, 3)).toBe(4);
  expect(wholeNumber("2.4", 1, 5, 3)).toBe(2);
  expect(wholeNumber(6, 1, 5, 3)).toBe(3);
  expect(wholeNumber(0, 1, 5, 3)).toBe(3);
  expect(wholeNumber("many", 1, 5, 3)).toBe(3);
  expect(wholeNumber(null, 1, 5, 3)).toBe(3);
});
