// The artwork of the tiles. A set is loaded when it is first wanted.

import stencil from "../generated/stencil.svg?raw";

const LOADERS = {
  inlay: () => import("../generated/inlay.svg?raw"),
  contrast: () => import("../generated/contrast.svg?raw"),
};

const loaded = $state<Record<string, string>>({ stencil });

/** The definitions of all sets that are at hand, as the inside of an SVG. */
export function definitions(): string {
  return Object.values(loaded).join("");
}

export async function load(pieces: string): Promise<void> {
  if (pieces in loaded || !(pieces in LOADERS)) return;
  loaded[pieces] = (await LOADERS[pieces as keyof typeof LOADERS]()).default;
}
