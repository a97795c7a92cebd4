// Chooses the screen from the address, so that links and the back button work.

export type Route =
  | { page: "home" }
  | { page: "game"; id: string }
  | { page: "join"; id: string }
  | { page: "games" }
  | { page: "settings" }
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

function read(): Route {
  return routeOf(window.location.pathname);
}

const state = $state<{ route: Route }>({ route: read() });
window.addEventListener("popstate", () => (state.route = read()));

export function route(): Route {
  return state.route;
}

export function go(path: string): void {
  window.history.pushState(null, "", path);
  state.route = read();
  window.scrollTo(0, 0);
}

/** Go to a path, replacing the current entry in the history. */
export function replace(path: string): void {
  window.history.replaceState(null, "", path);
  state.route = read();
  window.scrollTo(0, 0);
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
  go(target.pathname + target.search);
}
