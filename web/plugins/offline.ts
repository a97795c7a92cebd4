// A plugin that writes service-worker.js with the list of all files that the page needs.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import type { Plugin } from "vite";
import { fileOf } from "./engine.ts";

// Few browsers need it. Those that do keep it once they have loaded it.
const NOT_KEPT = /beespace-portable/;
const PLACEHOLDER = '{ version: "", names: [] }';

export function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const kept = readdirSync(fileOf("web/public"));
      const hash = createHash("sha256");
      for (const [name, file] of Object.entries(bundle).sort(([a], [b]) => (a < b ? -1 : 1))) {
        if (NOT_KEPT.test(name)) continue;
        kept.push(name);
        hash.update(name).update(file.type === "chunk" ? file.code : file.source);
      }
      const files = { version: hash.digest("hex").slice(0, 12), names: kept.sort() };
      const source = readFileSync(fileOf("web/plugins/service-worker.js"), "utf8");
      this.emitFile({
        type: "asset",
        fileName: "service-worker.js",
        source: source.replace(PLACEHOLDER, JSON.stringify(files)),
      });
    },
  };
}
