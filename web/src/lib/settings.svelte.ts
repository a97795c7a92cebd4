// The user's settings, stored in this browser.

export interface Settings {
  theme: "auto" | "light" | "dark";
  pieces: "stencil" | "inlay" | "contrast";
  language: string; // empty: the browser's language
  sound: boolean;
  /** The duration of animations: 0 is off, 1 is normal, 2 is slow. */
  motion: 0 | 1 | 2;
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
  moves: "words",
  name: "",
  notifies: false,
};
const NAME = "beespace.settings";

function load(): Settings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? "{}");
    if (typeof kept === "object" && kept !== null) return sound({ ...DEFAULTS, ...kept });
  } catch {
    // Storage may be blocked or hold invalid data. Use the defaults.
  }
  return { ...DEFAULTS };
}

/** The stored settings, with defaults in place of invalid values. */
function sound(kept: Settings): Settings {
  const one = <T>(value: T, allowed: readonly T[], otherwise: T): T =>
    allowed.includes(value) ? value : otherwise;
  return {
    theme: one(kept.theme, ["auto", "light", "dark"], DEFAULTS.theme),
    pieces: one(kept.pieces, ["stencil", "inlay", "contrast"], DEFAULTS.pieces),
    language: typeof kept.language === "string" ? kept.language : "",
    sound: kept.sound !== false,
    motion: one(kept.motion, [0, 1, 2], DEFAULTS.motion),
    moves: one(kept.moves, ["words", "uhp"], DEFAULTS.moves),
    name: typeof kept.name === "string" ? kept.name.slice(0, 40) : "",
    notifies: kept.notifies === true,
  };
}

export const settings: Settings = $state(load());

export function keepSettings(): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(settings));
  } catch {
    // Storage may be blocked. The page still works, but settings aren't saved.
  }
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
