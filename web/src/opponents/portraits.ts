// The opponents' portraits, drawn on hexes. The names of the files begin with the level.

export interface Portrait {
  /** The content of an <svg> element, in a view box of 100 by 112. */
  drawing: string;
  /** The colour behind the face. */
  background: string;
}

const FILES = import.meta.glob<string>("./portraits/*.svg", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** The outline of the hex that every portrait is drawn on. */
export const HEX =
  "M43 5Q50 1 57 5L90.6 24.4Q97.6 28.5 97.6 36.6V75.4Q97.6 83.5 90.6 87.6L57 107" +
  "Q50 111 43 107L9.4 87.6Q2.4 83.5 2.4 75.4V36.6Q2.4 28.5 9.4 24.4Z";

/** The portraits, weakest opponent first. */
export const PORTRAITS: Portrait[] = Object.keys(FILES)
  .sort()
  .map((name) => portraitOf(FILES[name]!));

function portraitOf(file: string): Portrait {
  return {
    drawing: file.replace(/^<svg[^>]*>|<\/svg>\s*$/g, ""),
    background: /fill="(#\w+)"/.exec(file)?.[1] ?? "none",
  };
}
