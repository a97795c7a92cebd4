import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { analysisOf, go, link, replace, route, routeOf } from "../../src/lib/router.svelte";

describe("the screen for an address", () => {
  test.each([
    ["/", { page: "home" }],
    ["/game/Ab_9-z", { page: "game", id: "Ab_9-z" }],
    ["/join/abc", { page: "join", id: "abc" }],
    ["/games/", { page: "games" }],
    ["/settings", { page: "settings" }],
    ["/learn", { page: "lessons" }],
    ["/learn/one-hive", { page: "lesson", id: "one-hive" }],
    ["/rules", { page: "rules", id: "base" }],
    ["/rules/pocket", { page: "rules", id: "pocket" }],
    ["/puzzles", { page: "puzzles" }],
    ["/puzzles/4f0a", { page: "puzzle", id: "4f0a" }],
    ["/openings", { page: "openings" }],
    ["/analysis", { page: "analysis", kind: "draft", id: "" }],
    ["/analysis/game/x1", { page: "analysis", kind: "game", id: "x1" }],
    ["/analysis/study/x1", { page: "analysis", kind: "study", id: "x1" }],
    ["/review/x1", { page: "analysis", kind: "review", id: "x1" }],
  ])("%s", (path, wanted) => expect(routeOf(path)).toEqual(wanted));

  test.each([
    "/nowhere",
    "/game",
    "/game/a/b",
    "/game/a b",
    `/game/${"x".repeat(65)}`,
    "/puzzles/Capital",
    "/learn/one_hive",
    "/analysis/review/x1",
  ])("%s is missing", (path) => expect(routeOf(path)).toEqual({ page: "missing" }));
});

describe("going somewhere", () => {
  beforeEach(() => {
    window.scrollTo = vi.fn();
    go("/");
  });

  test("changes the address and the screen", () => {
    const before = window.history.length;
    go("/games");
    expect(window.location.pathname).toBe("/games");
    expect(route()).toEqual({ page: "games" });
    expect(window.history.length).toBe(before + 1);
  });

  test("replacing adds nothing to the history", () => {
    const before = window.history.length;
    replace("/settings");
    expect(route()).toEqual({ page: "settings" });
    expect(window.history.length).toBe(before);
  });

  test("a link is followed on the page, unless a key asks for another tab", () => {
    const anchor = document.createElement("a");
    anchor.href = "/openings?game=Base";
    anchor.addEventListener("click", link);
    anchor.dispatchEvent(new MouseEvent("click", { ctrlKey: true, cancelable: true }));
    expect(route()).toEqual({ page: "home" });
    const click = new MouseEvent("click", { cancelable: true });
    anchor.dispatchEvent(click);
    expect(click.defaultPrevented).toBe(true);
    expect(route()).toEqual({ page: "openings" });
    expect(window.location.search).toBe("?game=Base");
  });
});

test("a text is opened on the analysis board as part of the address", () => {
  expect(analysisOf("Base+ML b[3] wS1/")).toBe("/analysis?open=Base%2BML%20b%5B3%5D%20wS1%2F");
});

describe("on a static host", () => {
  beforeEach(() => {
    vi.resetModules();
    vi.stubEnv("VITE_SERVER", "none");
    window.history.replaceState(null, "", "/hive/");
  });
  afterEach(() => vi.unstubAllEnvs());

  test("the path comes after a #, in any folder", async () => {
    const router = await import("../../src/lib/router.svelte");
    expect(router.route()).toEqual({ page: "home" });
    router.go("/analysis?open=x");
    expect(window.location.href).toMatch(/\/hive\/#\/analysis\?open=x$/);
    expect(router.route()).toMatchObject({ page: "analysis" });
    expect(router.currentQuery().get("open")).toBe("x");
    router.rewrite("/analysis");
    expect(router.currentPath()).toBe("/analysis");
  });

  test("links lead there", async () => {
    const router = await import("../../src/lib/router.svelte");
    const anchor = document.createElement("a");
    anchor.href = router.at("/puzzles/4f0a");
    anchor.addEventListener("click", router.link);
    anchor.dispatchEvent(new MouseEvent("click", { cancelable: true }));
    expect(window.location.hash).toBe("#/puzzles/4f0a");
    expect(router.route()).toEqual({ page: "puzzle", id: "4f0a" });
  });

  test("a reload shows the same screen", async () => {
    window.history.replaceState(null, "", "/hive/#/settings");
    const router = await import("../../src/lib/router.svelte");
    expect(router.route()).toEqual({ page: "settings" });
  });
});
