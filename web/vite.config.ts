import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The built page becomes part of the Python package, which serves it.
export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/beespace/server/page",
    emptyOutDir: true,
    target: "es2022",
    // Everything comes from our own server, and small files are best cached as files.
    assetsInlineLimit: 0,
  },
  // For work on the page: `npm run dev` beside a running `beespace play`.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8765", ws: true } } },
});
