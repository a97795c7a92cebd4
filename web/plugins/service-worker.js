// Keeps the page for use without a network. `plugins/offline.ts` fills in the list of files.
//
// Files with a hash in their name never change, so the copies here come first. The page itself comes
// from the network if that answers soon, because it may be newer. A new version only takes over if
// the user wants it, or if the page is already of that version.

const FILES = { version: "", names: [] };
const NAME = `beespace-${FILES.version}`;
const KEPT_VERSIONS = 2;
const PATIENCE_MS = 3000;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES.names)));
  route(event);
});

/** Tells the browser what it can do before this script has started. Not every browser can. */
function route(event) {
  if (!event.addRoutes) return;
  const { pathname } = new URL(self.registration.scope);
  const files = FILES.names.filter((name) => name.startsWith("assets/") || name === "theme.js");
  const ways = files.map((name) => ({ urlPattern: { pathname: pathname + name } }));
  // Not for the page itself: where the network refuses to answer, Chromium may drop the page in the
  // middle of the race between the network and this script.
  const routes = [{ condition: { or: ways }, source: "cache" }];
  event.waitUntil(event.addRoutes(routes).catch(() => {}));
}

// An open tab may still be of the version before.
self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = (await caches.keys()).filter((name) => name.startsWith("beespace-"));
      const old = names.filter((name) => name !== NAME).slice(0, -(KEPT_VERSIONS - 1));
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("message", (event) => {
  const { type, script } = event.data;
  if (type === "take-over") self.skipWaiting();
  if (type !== "offer") return;
  const isSame = FILES.names.some((name) => new URL(name, self.registration.scope).href === script);
  if (isSame) self.skipWaiting();
  else event.source.postMessage({ type: "newer" });
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = request.url.slice(self.registration.scope.length);
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  if (path.startsWith("api/")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else event.respondWith(file(request, path));
});

/** Returns the page, from the network if possible. */
async function page(request) {
  // Asked first, because looking for the copy takes a while.
  const coming = fetch(request);
  coming.catch(() => {}); // it is awaited below
  const kept = await caches.match(new URL("index.html", self.registration.scope).href);
  if (!kept) return coming;
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS));
  return Promise.race([coming, late]).catch(() => kept);
}

/** Returns a file, from here if possible. */
async function file(request, path) {
  // A browser that refuses to read or to store must still load the page.
  const kept = await caches.match(request, { ignoreVary: true }).catch(() => undefined);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && path.startsWith("assets/")) {
    const copy = response.clone();
    await caches
      .open(NAME)
      .then((cache) => cache.put(request, copy))
      .catch(() => {});
  }
  return response;
}
