/** The insect that stands for each level of the engine, from the first to the last. */
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
