// A plugin that lets the page load the engine's modules from build/wasm, where `make wasm` puts
// them. Without them the page is built as well, and the server's engine is used.

import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const BUILDS = ["threads", "simd", "portable"];
const WEIGHTS = fileOf("src/beespace/engine/data/human_policy.bin");
const REPLACED = fileOf("packages/beespace-js/src/files.ts");

/** The path of a file of the repository. */
export function fileOf(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url));
}

export function engineFiles(): Plugin {
  return {
    name: "engine-files",
    enforce: "pre",
    load(id, options) {
      if (id !== REPLACED) return undefined;
      const isNode = options?.ssr === true || process.env["VITEST"] !== undefined;
      return isNode ? forNode() : forBrowsers();
    },
  };
}

function moduleOf(build: string): string {
  return fileOf(`build/wasm/beespace-${build}.wasm`);
}

function forBrowsers(): string {
  if (!BUILDS.every((build) => existsSync(moduleOf(build)))) {
    return `export function addressOf() { throw new Error("The page was built without the engine"); }
      export const workerAddress = addressOf, weightsAddress = addressOf;`;
  }
  const imports = BUILDS.map(
    (build) => `import ${build} from ${JSON.stringify(`${moduleOf(build)}?url`)};`,
  );
  return `${imports.join("\n")}
    import weights from ${JSON.stringify(`${WEIGHTS}?url`)};
    const found = { ${BUILDS.join(", ")} };
    export const addressOf = (build) => new URL(found[build], import.meta.url);
    export const weightsAddress = () => new URL(weights, import.meta.url);
    export const workerAddress = addressOf;`;
}

/** The tests run in Node.js, whose workers need a script without types. */
function forNode(): string {
  const base = JSON.stringify(new URL("../../build/", import.meta.url).href);
  return `const base = ${base};
    export const addressOf = (build) => new URL("wasm/beespace-" + build + ".wasm", base);
    export const workerAddress = () => new URL("npm/worker.js", base);
    export const weightsAddress = () => new URL("npm/human_policy.bin", base);`;
}
