// Sets the theme before the first paint, so that a dark page doesn't flash white. Then App.svelte
// takes over. The settings are those of lib/settings.svelte.ts.
{
  let theme = "auto";
  try {
    theme = JSON.parse(window.localStorage.getItem("beespace.settings") ?? "{}").theme;
  } catch {
    // The browser refuses to read anything, or something else is stored there.
  }
  if (theme !== "light" && theme !== "dark")
    theme = window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  document.documentElement.dataset.theme = theme;
}
