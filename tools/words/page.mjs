// Prints the page's texts and, for the cases on standard input, what the page shows. Both as JSON.
//
//   node tools/words/page.mjs <cases.json

import { createRequire } from "node:module";
import { json } from "node:stream/consumers";
import { fileURLToPath, pathToFileURL } from "node:url";

// The page's settings ask the browser about these when they load.
globalThis.window = { matchMedia: () => ({ matches: false, addEventListener() {} }) };
globalThis.localStorage = { getItem: () => null, setItem() {} };

const root = fileURLToPath(new URL("../../web", import.meta.url));
const vite = createRequire(`${root}/package.json`).resolve("vite");
const { createServer } = await import(pathToFileURL(vite).href);
const server = await createServer({
  root,
  appType: "custom",
  logLevel: "error",
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
try {
  const { catalogues, show } = await server.ssrLoadModule("/src/reasonsForTools.ts");
  const cases = await json(process.stdin);
  const texts = await catalogues();
  process.stdout.write(JSON.stringify({ catalogues: texts, shown: cases.map(show) }));
} finally {
  await server.close();
}
