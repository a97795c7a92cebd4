// Notifies players who aren't looking at the page.

import { settings } from "../lib/settings.svelte";

/** Why notifications can't be shown: the page isn't a secure context, the browser doesn't support
 *  them, or the user refused. */
type Hindrance = "unsafe" | "none" | "refused";

/** What prevents notifications, as far as we can tell without asking for permission. */
export function hindrance(): Hindrance | null {
  // Browsers only allow them over HTTPS and on localhost.
  if (!window.isSecureContext) return "unsafe";
  if (!("Notification" in window)) return "none";
  // Without permission this shows nothing, but throws where the browser can't create notifications.
  return Notification.permission === "granted" || make("", "") !== null ? null : "none";
}

/** Ask for permission and show a first notification. Call only when the user presses a button. */
export async function allowNotifications(first: string): Promise<Hindrance | null> {
  const found = hindrance();
  if (found !== null) return found;
  if ((await Notification.requestPermission()) !== "granted") return "refused";
  if (make("Beespace", first) === null) return "none";
  settings.notifies = true;
  return null;
}

/** Show a notification if the user wants and allows them and isn't looking at the page. */
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

/** Create a notification, or return null where only service workers can, such as on Android. */
function make(title: string, body: string, tag = "beespace"): Notification | null {
  try {
    return new Notification(title, { body, tag });
  } catch {
    return null;
  }
}
