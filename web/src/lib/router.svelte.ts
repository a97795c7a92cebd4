// Chooses the screen from the address, so that links and the back button work.

export type Route =
  | { page: "home" }
  | { page: "game"; id: string }
  | { page: "join"; id: string }
  | { page: "games" }
  | { page: "settings" }
  | { page: "learn" }
  | { page: "lesson"; id: string }
  | { page: "rules"; id: string }
  | { page: "puzzles" }
  | { page: "puzzle"; id: string }
  | { page: "openings" }
  | { page: "analysis"; kind: "draft" | "game" | "review" | "study"; id: string }
  | { page: "missing" };

function read(): Route {
  const path = window.location.pathname.replace(/\/+$/, "");
  const game = /^\/game\/([A-Za-z0-9_-]{1,64})$/.exec(path);
  if (game) return { page: "game", id: game[1] as string };
  const join = /^\/join\/([A-Za-z0-9_-]{1,64})$/.exec(path);
  if (join) return { page: "join", id: join[1] as string };
  if (path === "") return { page: "home" };
  if (path === "/games") return { page: "games" };
  if (path === "/settings") return { page: "settings" };
  if (path === "/learn") return { page: "learn" };
  const lesson = /^\/learn\/([a-z0-9-]{1,40})$/.exec(path);
  if (lesson) return { page: "lesson", id: lesson[1] as string };
  const rules = /^\/rules(?:\/([a-z0-9-]{1,40}))?$/.exec(path);
  if (rules) return { page: "rules", id: rules[1] ?? "base" };
  if (path === "/puzzles") return { page: "puzzles" };
  const puzzle = /^\/puzzles\/([a-z0-9]{1,40})$/.exec(path);
  if (puzzle) return { page: "puzzle", id: puzzle[1] as string };
  if (path === "/openings") return { page: "openings" };
  if (path === "/analysis") return { page: "analysis", kind: "draft", id: "" };
  const study = /^\/analysis\/(game|study)\/([A-Za-z0-9_-]{1,64})$/.exec(path);
  if (study) {
    return { page: "analysis", kind: study[1] as "game" | "study", id: study[2] as string };
  }
  const review = /^\/review\/([A-Za-z0-9_-]{1,64})$/.exec(path);
  if (review) return { page: "analysis", kind: "review", id: review[1] as string };
  return { page: "missing" };
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
