// Values stored in this browser. If storage is blocked or full, they last as long as the page is open,
// and `keeping` says so.

import { setKeeping } from "./status/keeping.svelte";

/** A stored value, or null if there is none or it isn't valid JSON. */
export function readStored(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** The fields of a stored object; none if there is no object. */
export function readStoredFields(name: string): Record<string, unknown> {
  const value = readStored(name);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

export function store(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch (error) {
    // The page works without it.
    setKeeping((error as Error | null)?.name === "QuotaExceededError" ? "full" : "denied");
  }
  tell(name);
}

const listeners = new Map<string, Set<() => void>>();

function tell(name: string): void {
  for (const heard of listeners.get(name) ?? []) heard();
}

/** Call `heard` when a value is stored, in this tab or another. */
export function watchStored(name: string, heard: () => void): void {
  if (listeners.size === 0) {
    globalThis.addEventListener?.("storage", ({ key }: StorageEvent) => key && tell(key));
  }
  listeners.set(name, (listeners.get(name) ?? new Set()).add(heard));
}

export function removeStored(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // There is nothing to remove.
  }
}

/** The names of all stored values that begin with a prefix. */
export function storedNames(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}

// Checks of stored values, which may come from an older version of the page.

/** The value if it is one of those allowed, or else `otherwise`. */
export function oneOf<T>(value: unknown, allowed: readonly T[], otherwise: T): T {
  return allowed.includes(value as T) ? (value as T) : otherwise;
}

/** The value as a whole number within limits, or else `otherwise`. */
export function wholeNumber(value: unknown, least: number, most: number, otherwise: number) {
  const number = Math.round(Number(value));
  return number >= least && number <= most ? number : otherwise;
}
