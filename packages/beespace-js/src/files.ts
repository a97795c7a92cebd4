// The files that are loaded at run time. Beespace's own page has them in other places, and replaces
// this file: see web/plugins/engine.ts.

/** The modules, best first. `threads` needs memory that can be shared. */
export type Build = "threads" | "simd" | "portable";

/** Returns the address of a module. Written out, so that bundlers find the files. */
export function addressOf(build: Build): URL {
  if (build === "threads") return new URL("./beespace-threads.wasm", import.meta.url);
  if (build === "simd") return new URL("./beespace-simd.wasm", import.meta.url);
  return new URL("./beespace-portable.wasm", import.meta.url);
}

/** Returns the address of the weights that say what people play. */
export function weightsAddress(): URL {
  return new URL("./human_policy.bin", import.meta.url);
}

/** Returns the address of the worker's script for Node.js. */
export function workerAddress(): URL {
  return new URL("./worker.js", import.meta.url);
}
