// What the person prefers, kept in this browser.

export interface Settings {
  theme: "auto" | "light" | "dark";
  pieces: "stencil" | "inlay" | "contrast";
  language: string; // empty: as the browser asks for
  sound: boolean;
  /** 0 is off; 1 is the usual pace of moving pieces. */
  motion: 0 | 1 | 2;
  /** How moves are written: pictures and words, or the notation of programs. */
  moves: "words" | "uhp";
  /** What friends see one as. */
  name: string;
  /** Whether the system may show that it is one's turn; the browser has to allow it, too. */
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
    // Storage may be forbidden, or hold what another program wrote: the defaults do.
  }
  return { ...DEFAULTS };
}

/** Whatever was kept, only values that mean something. */
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
    // Nothing is kept then; the page still works.
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

/** By how much moving pieces are slowed down; 0: they are where they go at once. */
export function pace(): number {
  return system.still ? 0 : settings.motion;
}
