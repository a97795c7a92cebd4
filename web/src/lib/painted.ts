// When the page is on the screen, so that what isn't urgent doesn't delay it.

// A hidden tab paints nothing, and some browsers are never idle.
const MOST_MS = 500;

/** Resolves once the browser has painted what is there now. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    // The second frame begins when the first one is on its way to the screen.
    window.requestAnimationFrame(() =>
      window.requestAnimationFrame(() => window.setTimeout(resolve)),
    );
    window.setTimeout(resolve, MOST_MS);
  });
}

/** Resolves once the page is painted and has nothing else to do. */
export async function idle(): Promise<void> {
  await painted();
  // Safari doesn't have it.
  if (!("requestIdleCallback" in window)) return;
  await new Promise((resolve) => window.requestIdleCallback(resolve, { timeout: MOST_MS }));
}
