/** The bug that represents each level of the engine, weakest first. */
export const LEVEL_BUGS = [
  "P",
  "G",
  "S",
  "A",
  "B",
  "L",
  "G",
  "S",
  "B",
  "A",
  "G",
  "S",
  "L",
  "M",
  "Q",
] as const;
