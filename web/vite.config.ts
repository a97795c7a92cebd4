import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { readFileSync } from "node:fs";
import { engineFiles, fileOf } from "./plugins/engine.ts";
import { frame } from "./plugins/frame.ts";
import { offline } from "./plugins/offline.ts";

// `make site` builds a page that needs no server, for any folder of a static host.
const isSite = process.env["VITE_SERVER"] === "none";
const version = /^__version__ = "(.*)"$/m.exec(
  readFileSync(fileOf("src/beespace/__init__.py"), "utf8"),
);
process.env["VITE_VERSION"] = version?.[1] ?? "";

// Few files, because each costs a request. A group has what its files import, too. The first load is all
// that App.svelte needs; Svelte is apart, because it changes less often. Screens with a board share the
// rest.
const CHUNKS = [
  { name: "svelte", test: /\/node_modules\/(svelte|esm-env|clsx)\//, priority: 3 },
  { name: "start", test: /\/src\/(main\.ts|App\.svelte)/, priority: 2 },
  { name: "board", test: /\/src\/(surface|board|ui|words|hive|friends)\//, minShareCount: 2 },
];

// The built page becomes part of the Python package, which serves it.
export default defineConfig({
  base: isSite ? "./" : "/",
  plugins: [svelte(), engineFiles(), frame(), offline()],
  worker: { format: "es", plugins: () => [engineFiles()] },
  resolve: {
    alias: {
      beespace: fileOf("packages/beespace-js/src/index.ts"),
      content: fileOf("build/content"),
    },
    // The tests run in Node with a simulated browser, and need Svelte's code for browsers.
    ...(process.env["VITEST"] ? { conditions: ["browser"] } : {}),
  },
  build: {
    outDir: isSite ? "../dist/site" : "../src/beespace/server/page",
    emptyOutDir: true,
    target: "es2022",
    // All files come from our own server, so even small ones are better cached separately.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // People who build the page on a slow machine can't do anything about it.
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  test: {
    include: ["tests/**/*.test.ts"],
    environment: "happy-dom",
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
  // For development: run `npm run dev` beside `beespace play`.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } } },
});
