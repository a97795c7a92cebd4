import js from "@eslint/js";
import boundaries from "eslint-plugin-boundaries";
import svelte from "eslint-plugin-svelte";
import { defineConfig } from "eslint/config";
import globals from "globals";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

// The folders of src in layers, from the bottom up. A folder may import from the layers below it and
// from itself, but not from the others in its own layer, so there are no cycles. docs/page.md says
// what is in each.
const LAYERS = [
  ["generated"],
  ["lib"],
  ["hive"],
  ["local"],
  ["net"],
  ["board", "words"],
  ["ui", "opponents"],
  ["surface"],
  ["friends", "lessons", "puzzles", "openings", "study"],
  ["play"],
  ["home"],
];

/** Rules that refuse imports whose paths match, also of types and dynamic ones. */
const refuse = (regex, message) => ({
  "no-restricted-imports": ["error", { patterns: [{ regex, message }] }],
  "no-restricted-syntax": [
    "error",
    { selector: `ImportExpression[source.value=/${regex.replaceAll("/", "\\/")}/]`, message },
  ],
});

const folders = LAYERS.flat();
const policies = LAYERS.flatMap((layer, height) =>
  layer.map((folder) => ({
    from: { element: { type: folder } },
    allow: { to: { element: { types: { anyOf: [folder, ...LAYERS.slice(0, height).flat()] } } } },
  })),
);

export default defineConfig(
  { ignores: ["node_modules", "src/generated"] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    languageOptions: { globals: globals.browser },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "max-lines": ["error", 500],
      "max-lines-per-function": ["error", 60],
      // Maps and sets are built once and then replaced as a whole, so they needn't be reactive.
      "svelte/prefer-svelte-reactivity": "off",
    },
  },
  // Translations are as long as they are, and a group of tests is one function.
  { files: ["src/lib/i18n/??.ts"], rules: { "max-lines": "off" } },
  { files: ["tests/**"], rules: { "max-lines-per-function": "off" } },
  {
    files: ["src/*/**"],
    plugins: { boundaries },
    settings: {
      "boundaries/elements": folders.map((folder) => ({ type: folder, pattern: `src/${folder}` })),
      "import/resolver": { node: { extensions: [".ts", ".svelte", ".svelte.ts"] } },
    },
    rules: {
      "boundaries/dependencies": ["error", { default: "disallow", policies }],
      // Every file belongs to a layer, and every import is found.
      "boundaries/no-unknown-files": "error",
      "boundaries/no-unknown-dependencies": "error",
    },
  },
  {
    // Everything else asks the local backend, which answers with the core.
    files: ["src/**"],
    ignores: ["src/local/**"],
    rules: refuse("^beespace(/|$)|packages/beespace-js", "Only src/local may import the package."),
  },
  {
    // With the repository as the working directory: see "lint" in package.json.
    files: ["packages/**"],
    rules: refuse("^(?!\\./|node:)", "The package only imports its own files and Node.js."),
  },
  {
    // They import drawings with "?raw", which only Vite understands.
    files: ["src/lib/tiles.svelte.ts", "src/ui/Logo.svelte"],
    rules: { "boundaries/no-unknown-dependencies": "off" },
  },
  {
    files: ["**/*.svelte", "**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
);
