// Tells a person who is not looking that something waits for them.

import { settings } from "../lib/settings.svelte";

/** Whether this browser can show notifications here: only on https and on this very computer. */
export function canNotify(): boolean {
  return "Notification" in window && window.isSecureContext;
}

/** Ask the person's browser; only ever by a button. */
export async function allowNotifications(): Promise<boolean> {
  if (!canNotify()) return false;
  settings.notifies = (await Notification.requestPermission()) === "granted";
  return settings.notifies;
}

/** Show a notification if that is wanted, allowed, and nobody is looking. */
export function notify(game: string, title: string, body: string): void {
  if (!settings.notifies || !canNotify() || Notification.permission !== "granted") return;
  if (!document.hidden && document.hasFocus()) return;
  try {
    const shown = new Notification(title, { body, tag: `beespace-${game}` });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Some phones have only those of service workers.
  }
}
