// Tells a person who is not looking that something waits for them.

import { settings } from "../lib/settings.svelte";

/** Why none can be shown: the page is not safe, the browser has none, or the person refused. */
export type Hindrance = "unsafe" | "none" | "refused";

/** What stands in the way of notifications, as far as it is known without asking the person. */
export function hindrance(): Hindrance | null {
  // Browsers have them only on https and on this very computer.
  if (!window.isSecureContext) return "unsafe";
  if (!("Notification" in window)) return "none";
  // Without permission nothing is seen of one, and browsers that cannot make one say so.
  return Notification.permission === "granted" || make("", "") !== null ? null : "none";
}

/** Ask the person's browser and show a first one; only ever by a button. */
export async function allowNotifications(first: string): Promise<Hindrance | null> {
  const found = hindrance();
  if (found !== null) return found;
  if ((await Notification.requestPermission()) !== "granted") return "refused";
  if (make("Beespace", first) === null) return "none";
  settings.notifies = true;
  return null;
}

/** Show a notification if that is wanted, allowed, and nobody is looking. */
export function notify(game: string, title: string, body: string): void {
  if (!settings.notifies || !("Notification" in window)) return;
  if (Notification.permission !== "granted") return;
  if (!document.hidden && document.hasFocus()) return;
  const shown = make(title, body, `beespace-${game}`);
  if (shown === null) {
    settings.notifies = false;
    return;
  }
  shown.onclick = () => {
    window.focus();
    shown.close();
  };
}

/** A notification; null where only service workers can make one, as on phones with Android. */
function make(title: string, body: string, tag = "beespace"): Notification | null {
  try {
    return new Notification(title, { body, tag });
  } catch {
    return null;
  }
}
