// The user's settings, stored in this browser.

import { oneOf, readStoredFields, store } from "./storage";

export interface Settings {
  theme: "auto" | "light" | "dark";
  pieces: "stencil" | "inlay" | "contrast";
  language: string; // empty: the browser's language
  sound: boolean;
  /** The duration of animations: 0 is off, 1 is normal, 2 is slow. */
  motion: 0 | 1 | 2;
  /** How the places that a piece can go to are shown. */
  targets: "dots" | "ghosts";
  /** How moves are shown: pictures and words, or UHP notation. */
  moves: "words" | "uhp";
  /** The name that friends see. */
  name: string;
  /** Whether to show notifications. The browser has to allow them too. */
  notifies: boolean;
}

const DEFAULTS: Settings = {
  theme: "auto",
  pieces: "stencil",
  language: "",
  sound: true,
  motion: 1,
  targets: "dots",
  moves: "words",
  name: "",
  notifies: false,
};
const NAME = "beespace.settings";

/** The stored settings, with defaults in place of missing and invalid values. */
function load(): Settings {
  const found = readStoredFields(NAME);
  return {
    theme: oneOf(found["theme"], ["auto", "light", "dark"], DEFAULTS.theme),
    pieces: oneOf(found["pieces"], ["stencil", "inlay", "contrast"], DEFAULTS.pieces),
    language: typeof found["language"] === "string" ? found["language"] : DEFAULTS.language,
    sound: found["sound"] !== false,
    motion: oneOf(found["motion"], [0, 1, 2], DEFAULTS.motion),
    targets: oneOf(found["targets"], ["dots", "ghosts"], DEFAULTS.targets),
    moves: oneOf(found["moves"], ["words", "uhp"], DEFAULTS.moves),
    name: typeof found["name"] === "string" ? found["name"].slice(0, 40) : DEFAULTS.name,
    notifies: found["notifies"] === true,
  };
}

export const settings: Settings = $state(load());

export function saveSettings(): void {
  store(NAME, settings);
}

const dark = window.matchMedia("(prefers-color-scheme: dark)");
const still = window.matchMedia("(prefers-reduced-motion: reduce)");
const system = $state({ dark: dark.matches, still: still.matches });
dark.addEventListener("change", () => (system.dark = dark.matches));
still.addEventListener("change", () => (system.still = still.matches));

export function theme(): "light" | "dark" {
  if (settings.theme !== "auto") return settings.theme;
  return system.dark ? "dark" : "light";
}

/** The factor for the duration of animations; 0 skips them. */
export function pace(): number {
  return system.still ? 0 : settings.motion;
}
