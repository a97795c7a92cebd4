// Keyboard shortcuts that work anywhere on a screen.

/** Actions by key. Letters match with or without Shift; combinations are written "Ctrl+z". */
export type KeyActions = Record<string, () => void>;

/** Run the action for a key, unless the user is typing in a field. */
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
