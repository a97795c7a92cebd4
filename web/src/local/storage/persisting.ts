// Asks the browser not to delete what is stored when it needs room. Some browsers then ask the
// user, so this happens only once, and only when there is something to keep.

import { readStored, store } from "../../lib/storage";

const NAME = "beespace.asked-to-persist";

let isAsked = false;

export function askToPersist(): void {
  if (isAsked || readStored(NAME) === true) return;
  isAsked = true;
  store(NAME, true);
  void globalThis.navigator?.storage?.persist?.().catch(() => {});
}
