// Everything that this browser has stored, as one file. It loads when it is needed.

import type { Restored } from "../local/everything";

export type { Restored };

export async function writeEverything(): Promise<File> {
  return (await import("../local/everything")).writeEverything();
}

export async function restoreEverything(file: File): Promise<Restored> {
  return (await import("../local/everything")).restoreEverything(await file.text());
}
