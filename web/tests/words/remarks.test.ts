import { describe, expect, it } from "vitest";
import type { Remark } from "../../src/generated/messages";
import { loadLanguage } from "../../src/lib/i18n/index.svelte";
import { settings } from "../../src/lib/settings.svelte";
import { remarkWords } from "../../src/words/remarks";

const REMARK: Remark = {
  mood: "allows",
  deed: "surround",
  piece: "bA1",
  origin: [0, 0],
  to: [1, 0],
  thrower: null,
  pieces: ["wQ"],
  hexes: [[1, 0]],
  count: 4,
};

/** The words for a remark that differs in some fields. */
function words(fields: Partial<Remark> = {}): string {
  return remarkWords({ ...REMARK, ...fields });
}

describe("remarks in English", () => {
  it("say what a mistake allows", () => {
    expect(words()).toBe(
      "This lets the black ant take the fourth of the six places next to the white queen.",
    );
  });

  it("say what a better move does", () => {
    const fields = { mood: "misses", deed: "pin", pieces: ["bS1", "bS2", "bB1"], piece: "wA2" };
    expect(words(fields as Partial<Remark>)).toBe(
      "Instead, the white ant could pin two black spiders and the black beetle.",
    );
  });

  it("say what a move does to its own side", () => {
    expect(words({ mood: "does", deed: "fill-own" })).toBe(
      "This takes the fourth of the six places next to Black's own queen.",
    );
  });

  it("name the piece that throws another", () => {
    expect(words({ mood: "can", thrower: "bP", piece: "wA1" })).toBe(
      "The idea: throw the white ant to the fourth of the six places next to the white queen.",
    );
    const rescue = { deed: "step-away", thrower: "wP", piece: "wQ", count: 1 } as const;
    expect(words(rescue)).toBe(
      "This lets the white pillbug throw the white queen to a place with only one neighbour.",
    );
  });

  it("tell a piece from the hand, and another of the same kind", () => {
    const fields = { deed: "unpin", origin: null, piece: "bA2", pieces: ["bA1"] } as const;
    expect(words({ ...fields, pieces: [...fields.pieces] })).toBe(
      "This lets a new black ant free another black ant to move.",
    );
  });

  it("say what should come first", () => {
    const fields = { mood: "first", deed: "pin", pieces: ["wA1"] } as const;
    expect(words({ ...fields, pieces: [...fields.pieces] })).toBe(
      "This can wait: first, the black ant should pin the white ant.",
    );
  });

  it("name the queen that pieces get next to", () => {
    expect(words({ mood: "can", deed: "approach", origin: null })).toBe(
      "The idea: get to where it can reach the white queen on the next move.",
    );
    expect(words({ deed: "keep-away", pieces: ["wB1"] })).toBe(
      "This lets the black ant keep the white beetle from getting next to the black queen on the next move.",
    );
    expect(words({ mood: "does", deed: "bar-own", pieces: ["bA1", "bA2"] })).toBe(
      "After this, two black ants can no longer get next to the white queen on the next move.",
    );
    const queen = { mood: "can", deed: "keep-away", piece: "bQ", pieces: ["wB1"] } as const;
    expect(words({ ...queen, pieces: [...queen.pieces] })).toBe(
      "The idea: get out of reach of the white beetle.",
    );
  });

  it("count what is left, and have words for nothing", () => {
    const left = (fields: Partial<Remark>) => words({ pieces: [], hexes: [], ...fields });
    expect(left({ mood: "does", deed: "cramp-own", count: 2 })).toBe(
      "This leaves Black with only two pieces that can move.",
    );
    expect(left({ mood: "does", deed: "crowd-own", count: 1 })).toBe(
      "This leaves Black with only one place for new pieces.",
    );
    expect(left({ deed: "cramp", count: 0 })).toBe(
      "This lets the black ant leave White with no piece on the board that can move.",
    );
    expect(left({ mood: "does", deed: "crowd-own", count: 0 })).toBe(
      "This leaves Black with no place for new pieces.",
    );
  });

  it("say that a turn is lost", () => {
    expect(words({ mood: "does", deed: "take-back", pieces: ["bA1"] })).toBe(
      "This takes back Black's last move, which loses a turn.",
    );
    expect(words({ mood: "does", deed: "detour", pieces: ["bA1"] })).toBe(
      "This loses a turn: Black's best next move takes the black ant to where it could have gone at once.",
    );
  });

  it("are empty if the page doesn't know the deed", () => {
    expect(words({ deed: "dances" as Remark["deed"] })).toBe("");
  });
});

describe("remarks in German", () => {
  it("put the verbs at the end", async () => {
    await loadLanguage("de");
    settings.language = "de";
    expect(words({ mood: "misses", deed: "threaten" })).toBe(
      "Stattdessen hätte die schwarze Ameise drohen können, die weiße Königin im nächsten Zug zu umzingeln.",
    );
    expect(words()).toBe(
      "Danach kann die schwarze Ameise den vierten der sechs Plätze neben der weißen Königin besetzen.",
    );
    settings.language = "";
  });
});
