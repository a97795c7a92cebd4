import { mount } from "svelte";
import App from "./App.svelte";
import { loadLanguage } from "./lib/i18n/index.svelte";
import { keepPage } from "./lib/offline.svelte";
import { idle } from "./lib/painted";
import { route } from "./lib/router.svelte";
import { settings } from "./lib/settings.svelte";
import { load } from "./lib/tiles.svelte";
import { startSync } from "./net/sync";
import { loadScreen } from "./screens.svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/felt.css";

// First, so that nothing is shown in another language, and no piece or screen is missing. If the screen
// can't be loaded, the page says so.
const needed = [loadLanguage(), load(settings.pieces), loadScreen(route().page)];
void Promise.allSettled(needed).then(() => {
  const target = document.getElementById("app") as HTMLElement;
  target.replaceChildren(); // the frame of index.html
  mount(App, { target });
});

// Later, so that nothing delays the first paint. Keeping the page loads and stores everything, and the
// user may be about to do something.
const KEEP_AFTER_MS = 2000;
window.addEventListener("load", () => {
  void idle().then(startSync);
  window.setTimeout(() => void idle().then(keepPage), KEEP_AFTER_MS);
});
