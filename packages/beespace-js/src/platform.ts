// What differs between Node.js and browsers: files next to this one, and workers.
//
// Modules of Node.js are loaded in a way that bundlers don't see, so that pages can be built for
// browsers without them.
import { workerAddress } from "./files.js";

export const isNode = typeof process !== "undefined" && !!process.versions?.node;

/** Reads a file of this package. */
export async function readBytes(url: URL): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
  if (isNode) {
    return process.getBuiltinModule("node:fs/promises").readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`Could not load ${url}: ${response.status}`);
  return response.arrayBuffer();
}

/** A worker with the same few functions everywhere. */
export interface AnyWorker {
  post(message: unknown): void;
  terminate(): void;
  /** Whether it keeps a program of Node.js running. */
  keepAlive(on: boolean): void;
}

interface Listeners {
  onMessage(message: unknown): void;
  onError(error: Error): void;
}

/** Starts worker.js. */
export function startWorker({ onMessage, onError }: Listeners): AnyWorker {
  if (isNode) {
    const { Worker } = process.getBuiltinModule("node:worker_threads");
    // Without the program's own options, some of which no worker accepts.
    const worker = new Worker(workerAddress(), { execArgv: [] });
    worker.on("message", onMessage).on("error", onError).unref();
    return {
      post: (message) => worker.postMessage(message),
      terminate: () => void worker.terminate(),
      keepAlive: (on) => void (on ? worker.ref() : worker.unref()),
    };
  }
  // Bundlers look for exactly this expression.
  const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  worker.onmessage = (event) => onMessage(event.data);
  worker.onerror = (event) => onError(new Error(event.message || "The worker could not start"));
  return {
    post: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    keepAlive: () => {},
  };
}

/** Inside a worker: calls `onMessage` for every message, and returns how to post one. */
export function listen(onMessage: (message: unknown) => void): (message: unknown) => void {
  if (isNode) {
    const port = process.getBuiltinModule("node:worker_threads").parentPort!;
    port.on("message", onMessage);
    return (message) => port.postMessage(message);
  }
  self.onmessage = (event) => onMessage(event.data);
  return (message) => self.postMessage(message);
}
