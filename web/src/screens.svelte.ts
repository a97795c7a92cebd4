// The screens. The start page and the game are part of the first load, because most visits begin with
// one of them. Each of the others is a file of its own, which loads when it is first needed, or a little
// earlier when that is likely.

import type { Component } from "svelte";
import { HAS_SERVER, routeOf, type Route } from "./lib/router.svelte";
import HomeScreen from "./home/HomeScreen.svelte";
import GameScreen from "./play/GameScreen.svelte";
import Missing from "./ui/Missing.svelte";

type Page = Route["page"];
/** A screen gets its route. */
export type Screen = Component<Route>;

const LOADERS: Record<
  Exclude<Page, "home" | "game" | "missing">,
  () => Promise<{ default: unknown }>
> = {
  analysis: () => import("./study/AnalysisScreen.svelte"),
  device: () => import("./home/devices/JoinDevicesScreen.svelte"),
  games: () => import("./home/GamesScreen.svelte"),
  join: () => import("./friends/invite/JoinScreen.svelte"),
  lesson: () => import("./lessons/LessonScreen.svelte"),
  lessons: () => import("./lessons/LessonsScreen.svelte"),
  openings: () => import("./openings/OpeningsScreen.svelte"),
  puzzle: () => import("./puzzles/PuzzleScreen.svelte"),
  puzzles: () => import("./puzzles/PuzzlesScreen.svelte"),
  rules: () => import("./lessons/RulesScreen.svelte"),
  settings: () => import("./home/SettingsScreen.svelte"),
};

let loaded = $state.raw<Partial<Record<Page, Screen>>>({
  home: HomeScreen as unknown as Screen,
  game: GameScreen as unknown as Screen,
  missing: Missing as unknown as Screen,
});

/** The screen for a page, if it is loaded. */
export function screenOf(page: Page): Screen | undefined {
  return loaded[page];
}

/** Load the screen for a page. Rejects if that fails, as without a network. */
export async function loadScreen(page: Page): Promise<void> {
  if (page in loaded) return;
  const { default: screen } = await LOADERS[page as keyof typeof LOADERS]();
  loaded = { ...loaded, [page]: screen as Screen };
}

/** Load the screen of a link when the user points at it, touches it or reaches it with the keyboard. */
export function expectLinked({ target }: Event): void {
  const link = (target as Element | null)?.closest?.<HTMLAnchorElement>("a[href]");
  if (link?.origin !== window.location.origin) return;
  const { page } = routeOf(HAS_SERVER ? link.pathname : link.hash.slice(1).split("?")[0]!);
  // If it fails, the user is told when they go there.
  loadScreen(page).catch(() => {});
}
