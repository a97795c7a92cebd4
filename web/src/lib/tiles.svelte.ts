// The tile artwork. Each set is loaded when it's first needed.

import stencil from "../generated/stencil.svg?raw";

const LOADERS = {
  inlay: () => import("../generated/inlay.svg?raw"),
  contrast: () => import("../generated/contrast.svg?raw"),
};

const loaded = $state<Record<string, string>>({ stencil });

/** The definitions of all loaded sets, as the content of an <svg> element. */
export function definitions(): string {
  return Object.values(loaded).join("");
}

export async function load(pieces: string): Promise<void> {
  if (pieces in loaded || !(pieces in LOADERS)) return;
  loaded[pieces] = (await LOADERS[pieces as keyof typeof LOADERS]()).default;
}

/** The definitions of one set. */
export async function setOf(pieces: string): Promise<string> {
  await load(pieces);
  // Not `stencil` itself: the build would write it out a second time.
  return loaded[pieces] ?? loaded["stencil"]!;
}
