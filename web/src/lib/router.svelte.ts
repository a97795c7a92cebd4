// Chooses the screen from the address, so that links and the back button work.
//
// A path such as "/games" names a screen. With a server it is the path of the address. A static host
// only knows files, so there it is the part after the "#": "https://host/folder/#/games".

/** Whether there is a server. A page made by `make site` has none. */
export const HAS_SERVER = import.meta.env["VITE_SERVER"] !== "none";

export type Route =
  | { page: "home" }
  | { page: "game"; id: string }
  | { page: "join"; id: string }
  | { page: "games" }
  | { page: "settings" }
  | { page: "device" }
  | { page: "lessons" }
  | { page: "lesson"; id: string }
  | { page: "rules"; id: string }
  | { page: "puzzles" }
  | { page: "puzzle"; id: string }
  | { page: "openings" }
  | { page: "analysis"; kind: "draft" | "game" | "review" | "study"; id: string }
  | { page: "missing" };

/** The screen for each address. */
const ROUTES: [RegExp, (id: string) => Route][] = [
  [/^$/, () => ({ page: "home" })],
  [/^\/game\/([\w-]{1,64})$/, (id) => ({ page: "game", id })],
  [/^\/join\/([\w-]{1,64})$/, (id) => ({ page: "join", id })],
  [/^\/games$/, () => ({ page: "games" })],
  [/^\/settings$/, () => ({ page: "settings" })],
  [/^\/device$/, () => ({ page: HAS_SERVER ? "device" : "missing" })],
  [/^\/learn$/, () => ({ page: "lessons" })],
  [/^\/learn\/([a-z0-9-]{1,40})$/, (id) => ({ page: "lesson", id })],
  [/^\/rules$/, () => ({ page: "rules", id: "base" })],
  [/^\/rules\/([a-z0-9-]{1,40})$/, (id) => ({ page: "rules", id })],
  [/^\/puzzles$/, () => ({ page: "puzzles" })],
  [/^\/puzzles\/([a-z0-9]{1,40})$/, (id) => ({ page: "puzzle", id })],
  [/^\/openings$/, () => ({ page: "openings" })],
  [/^\/analysis$/, () => ({ page: "analysis", kind: "draft", id: "" })],
  [/^\/analysis\/game\/([\w-]{1,64})$/, (id) => ({ page: "analysis", kind: "game", id })],
  [/^\/analysis\/study\/([\w-]{1,64})$/, (id) => ({ page: "analysis", kind: "study", id })],
  [/^\/review\/([\w-]{1,64})$/, (id) => ({ page: "analysis", kind: "review", id })],
];

/** The screen to show for a path. */
export function routeOf(path: string): Route {
  const trimmed = path.replace(/\/+$/, "");
  for (const [pattern, make] of ROUTES) {
    const found = pattern.exec(trimmed);
    if (found !== null) return make(found[1] ?? "");
  }
  return { page: "missing" };
}

/** The path of the current screen, with its query. */
export function currentPath(): string {
  const { pathname, search, hash } = window.location;
  if (HAS_SERVER) return pathname + search;
  return hash.startsWith("#/") ? hash.slice(1) : "/";
}

/** The query of the current screen. */
export function currentQuery(): URLSearchParams {
  return new URLSearchParams(currentPath().split("?")[1] ?? "");
}

/** The address of a path, for links. */
export function at(path: string): string {
  return HAS_SERVER ? path : `#${path}`;
}

function read(): Route {
  return routeOf(currentPath().split("?")[0] ?? "");
}

const state = $state<{ route: Route; visit: number }>({ route: read(), visit: 0 });
window.addEventListener("popstate", show);

/** Show the screen of the address. Each has a number, so that nothing is left of the one before. */
function show(): void {
  const next = read();
  if (JSON.stringify(next) !== JSON.stringify(state.route)) state.visit += 1;
  state.route = next;
}

export function route(): Route {
  return state.route;
}

/** The number of the screen that is shown. */
export function visit(): number {
  return state.visit;
}

export function go(path: string): void {
  window.history.pushState(null, "", at(path));
  show();
  window.scrollTo(0, 0);
}

/** Go to a path, replacing the current entry in the history. */
export function replace(path: string): void {
  rewrite(path);
  show();
  window.scrollTo(0, 0);
}

/** Change the address of the screen that is shown. */
export function rewrite(path: string): void {
  window.history.replaceState(null, "", at(path));
}

/** Change the address of the screen that is shown to another screen's, which it is from now on. */
export function become(path: string): void {
  rewrite(path);
  state.route = read();
}

/** The path that opens a text, such as the notation of a position, on the analysis board. */
export function analysisOf(text: string): string {
  return `/analysis?open=${encodeURIComponent(text)}`;
}

/** Click handler for links: follow them without reloading the page. */
export function link(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const target = event.currentTarget as HTMLAnchorElement;
  event.preventDefault();
  go(HAS_SERVER ? target.pathname + target.search : target.hash.slice(1));
}
