// Keys that do something on a whole screen.

/** What keys do. Letters are the same with and without Shift; shortcuts are called "Ctrl+z". */
export type KeyActions = Record<string, () => void>;

/** Do what a key is for, unless it is part of a text that is being written. */
export function act(event: KeyboardEvent, actions: KeyActions): void {
  if (event.altKey || (event.target as HTMLElement).matches("input, textarea, select")) return;
  const action = actions[nameOf(event)];
  if (action === undefined) return;
  event.preventDefault();
  action();
}

function nameOf(event: KeyboardEvent): string {
  const name = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (!event.ctrlKey && !event.metaKey) return name;
  return `Ctrl+${event.shiftKey ? "Shift+" : ""}${name}`;
}
