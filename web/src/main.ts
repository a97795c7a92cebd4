import { mount } from "svelte";
import App from "./App.svelte";
import { keepPage } from "./lib/offline.svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/felt.css";

mount(App, { target: document.getElementById("app") as HTMLElement });

// Later, so that nothing delays the first paint.
window.addEventListener("load", () => void keepPage());
