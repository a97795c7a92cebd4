// Measures an opponent in one place, Node.js or a page; benchmarks/engine/browser/opponents.py runs it in both.

/** Returns how long it takes to choose a move in each position, in milliseconds, and the memory. */
export async function measure(url, { level, timeMs, games }) {
  const { Board, Engine } = await import(url);
  const before = globalThis.process?.memoryUsage().rss ?? NaN;
  const engine = await Engine.create({ threads: 1 });
  const boards = await Promise.all(games.map((game) => Board.fromGameString(game)));
  const choose = (board) =>
    timeMs === null
      ? engine.choose(board, { level, seed: 1 })
      : engine.analyse(board, { timeMs });
  await choose(boards[0]); // loads the weights, and lets browsers compile what is used often
  const times = [];
  for (const board of boards) {
    const start = performance.now();
    await choose(board);
    times.push(performance.now() - start);
  }
  const after = globalThis.process?.memoryUsage().rss ?? NaN;
  engine.close();
  return { times, memoryMb: (after - before) / 2 ** 20 };
}
