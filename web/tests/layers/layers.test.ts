// @vitest-environment node
// The real ESLint configuration refuses imports against the direction of the layers.

import { fileURLToPath } from "node:url";
import { ESLint } from "eslint";
import { describe, expect, test } from "vitest";

const eslint = new ESLint();
/** As `npm run lint` checks the package, from the repository. */
const outside = new ESLint({
  cwd: fileURLToPath(new URL("../../..", import.meta.url)),
  overrideConfigFile: "web/eslint.config.js",
});

/** The ids of the rules that a file with this text would break. */
async function broken(filePath: string, text: string, by = eslint): Promise<(string | null)[]> {
  const [result] = await by.lintText(text, { filePath });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId);
}

const importing = (path: string) => `import * as found from "${path}";\nexport { found };\n`;

describe("imports that go up or sideways are errors", () => {
  test.each([
    ["src/board/keyboard.ts", "../words/moves"],
    ["src/board/drawing/Tile.svelte", "../../surface/surface.svelte"],
    ["src/hive/replay.ts", "../board/geometry"],
    ["src/surface/cursor.ts", "../play/session.svelte"],
    ["src/friends/chat.svelte.ts", "../play/session.svelte"],
    ["src/lessons/session.svelte.ts", "../puzzles/session.svelte"],
    ["src/study/view/TreePanel.svelte", "../../openings/address"],
    ["src/play/session.svelte.ts", "../home/newGame"],
    ["src/local/index.ts", "../net/choice"],
    ["src/local/analysis/channel.ts", "../../study/engine.svelte"],
    ["src/hive/replay.ts", "../local/part"],
  ])("%s importing %s", async (file, path) => {
    const text = importing(path);
    const isSvelte = file.endsWith(".svelte");
    const source = isSvelte
      ? `<script lang="ts">\n${text.split("\n")[0]}\n</script>\n{found}`
      : text;
    expect(await broken(file, source)).toEqual(["boundaries/dependencies"]);
  });

  test("also if only a type is imported, or the import is dynamic", async () => {
    const type = 'export type { GameSession } from "../play/session.svelte";\n';
    expect(await broken("src/board/keyboard.ts", type)).toEqual(["boundaries/dependencies"]);
    const dynamic = 'export const found = () => import("../play/session.svelte");\n';
    expect(await broken("src/board/keyboard.ts", dynamic)).toEqual(["boundaries/dependencies"]);
  });
});

test.each([
  ["src/board/keyboard.ts", "../hive/hexes"],
  ["src/play/session.svelte.ts", "../friends/chat.svelte"],
  ["src/study/view/TreePanel.svelte.ts", "../tree.svelte"],
])("%s may import %s", async (file, path) => {
  expect(await broken(file, importing(path))).toEqual([]);
});

test("a folder outside the layers is an error", async () => {
  expect(await broken("src/misc/new.ts", "export {};\n")).toContain("boundaries/no-unknown-files");
});

test("so is an import of a file that doesn't exist", async () => {
  expect(await broken("src/board/keyboard.ts", importing("../hive/missing"))).toContain(
    "boundaries/no-unknown-dependencies",
  );
});

const type = (path: string) => `export type { Board } from "${path}";\n`;
const dynamic = (path: string) => `export const found = () => import("${path}");\n`;

describe("only the local backend imports the package", () => {
  test.each([
    "src/net/choice.ts",
    "src/hive/replay.ts",
    "src/lib/failure.ts",
    "src/screens.svelte.ts",
  ])("%s may not", async (file) => {
    expect(await broken(file, importing("beespace"))).toContain("no-restricted-imports");
    expect(await broken(file, type("beespace"))).toContain("no-restricted-imports");
    expect(await broken(file, dynamic("beespace"))).toContain("no-restricted-syntax");
    const sources = "../../../packages/beespace-js/src/index";
    expect(await broken(file, importing(sources))).toContain("no-restricted-imports");
  });

  test("src/local may", async () => {
    expect(await broken("src/local/core/index.ts", importing("beespace"))).toEqual([]);
    expect(await broken("src/local/core/index.ts", dynamic("beespace"))).toEqual([]);
  });
});

describe("the package imports nothing of the page", () => {
  const file = "packages/beespace-js/src/board.ts";
  const page = "../../../web/src/hive/hexes";

  test.each([page, "svelte", "../../../web/src/generated/messages"])("%s", async (path) => {
    expect(await broken(file, importing(path), outside)).toEqual(["no-restricted-imports"]);
    expect(await broken(file, type(path), outside)).toEqual(["no-restricted-imports"]);
    expect(await broken(file, dynamic(path), outside)).toEqual(["no-restricted-syntax"]);
  });

  test("only its own files and Node.js", async () => {
    expect(await broken(file, importing("./core.js"), outside)).toEqual([]);
    expect(await broken(file, dynamic("node:fs/promises"), outside)).toEqual([]);
  });
});
