/** The dialogs of a game; empty if none is open. */
export type DialogName = "" | "save" | "type" | "keys" | "resign" | "abort" | "carry" | "more";
