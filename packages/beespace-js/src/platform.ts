// What differs between Node.js and browsers: files next to this one, and workers.

export const isNode = typeof process !== "undefined" && !!process.versions?.node;

/** Reads a file of this package. */
export async function readBytes(url: URL): Promise<ArrayBuffer | Uint8Array<ArrayBuffer>> {
  if (isNode) {
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
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
export async function startWorker({ onMessage, onError }: Listeners): Promise<AnyWorker> {
  if (isNode) {
    const { Worker } = await import("node:worker_threads");
    const worker = new Worker(new URL("./worker.js", import.meta.url));
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
export async function listen(
  onMessage: (message: unknown) => void,
): Promise<(message: unknown) => void> {
  if (isNode) {
    const { parentPort } = await import("node:worker_threads");
    parentPort!.on("message", onMessage);
    return (message) => parentPort!.postMessage(message);
  }
  self.onmessage = (event) => onMessage(event.data);
  return (message) => self.postMessage(message);
}
