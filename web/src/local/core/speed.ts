// How fast the engine is on this device.

import { Board, Engine } from ".";

// A position in which most pieces can move, as in the middle of a game.
const POSITION = String.raw`Base+MLP;InProgress;White[7];wS1;bP \wS1;wL wS1\;bA1 -bP;wQ wL\;bL \bP;wA1 /wL;bQ \bL;wM wL-;bG1 \bQ;wG1 /wA1;bS1 bG1/`;
// Browsers first run code that they compiled in a hurry, and compile what is used often once more.
const WARM_UP_MS = 400;
const MEASURED_MS = 700;
const MEMORY_MB = 32;

/** Return how many positions per second one thread looks at. */
export async function speedHere(): Promise<number> {
  const board = await Board.fromGameString(POSITION);
  const engine = await Engine.create({ memoryMb: MEMORY_MB, threads: 1 });
  try {
    await engine.analyse(board, { timeMs: WARM_UP_MS });
    const { nodes, timeMs } = await engine.analyse(board, { timeMs: MEASURED_MS, fresh: true });
    return Math.round((nodes / timeMs) * 1000);
  } finally {
    engine.close();
  }
}
