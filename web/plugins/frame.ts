// A plugin that puts the logo into index.html, so that the browser can paint it before any script.

import { readFileSync } from "node:fs";
import type { Plugin } from "vite";
import { fileOf } from "./engine.ts";

export function frame(): Plugin {
  return {
    name: "frame",
    transformIndexHtml(html) {
      const drawing = readFileSync(fileOf("web/src/ui/logo.svg"), "utf8");
      return html.replace("<!-- logo -->", drawing.replace(/\s+/g, " ").trim());
    },
  };
}
