// The service worker, which keeps the page for use without a network, and tells when a new version
// is ready. The user decides when to change to it: there may be a running game.

const state = $state({ isNewReady: false });
let registration: ServiceWorkerRegistration | undefined;
// How often to look for a new version while the page stays open.
const LOOK_AGAIN_MS = 60 * 60 * 1000;

/** Whether a newer version of the page is ready. */
export function isNewReady(): boolean {
  return state.isNewReady;
}

/** Change to the new version. */
export function changeVersion(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => window.location.reload());
  registration?.waiting?.postMessage({ type: "take-over" });
}

/** Stay with this version until the next visit. */
export function stay(): void {
  state.isNewReady = false;
}

/** Keep the page for use without a network. */
export async function keepPage(): Promise<void> {
  // Not while the page is developed, nor where the browser doesn't allow it.
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const script = new URL(`${import.meta.env.BASE_URL}service-worker.js`, document.baseURI);
  navigator.serviceWorker.addEventListener("message", (event: MessageEvent<{ type: string }>) => {
    if (event.data.type === "newer") state.isNewReady = true;
  });
  // Some private windows refuse it.
  registration = await navigator.serviceWorker.register(script).catch(() => undefined);
  if (registration === undefined) return;
  offer(registration.waiting);
  registration.addEventListener("updatefound", () => watch(registration?.installing ?? null));
  watch(registration.installing);
  window.setInterval(() => void registration?.update().catch(() => {}), LOOK_AGAIN_MS);
}

/** Ask a new version, once it is ready, whether this page is of that version. */
function watch(worker: ServiceWorker | null): void {
  worker?.addEventListener("statechange", () => {
    if (worker.state === "installed") offer(worker);
  });
}

function offer(worker: ServiceWorker | null): void {
  const script = document.querySelector<HTMLScriptElement>("script[type=module]")?.src;
  worker?.postMessage({ type: "offer", script });
}
