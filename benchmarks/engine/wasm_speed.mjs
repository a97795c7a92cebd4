// Measures the package in one place, Node.js or a page; benchmarks/engine/wasm.py runs it in both.

/** Returns leaves and nodes per second of an engine, in the tasks that wasm.py gives. */
export async function measure(url, { threads, counts, searches }) {
  const { Board, Engine } = await import(url);
  const start = performance.now();
  const engine = await Engine.create({ threads });
  const readyMs = performance.now() - start;
  const speed = async (tasks, work) => {
    let [done, ms] = [0, 0];
    for (const task of tasks) {
      const board = await Board.fromGameString(task.game);
      const begin = performance.now();
      done += await work(board, task);
      ms += performance.now() - begin;
    }
    return (done / ms) * 1000;
  };
  const leaves = await speed(counts, (board, { depth }) => engine.perft(board, depth));
  const nodes = await speed(
    searches,
    async (board, task) => (await engine.analyse(board, { nodes: task.nodes, fresh: true })).nodes,
  );
  engine.close();
  return { readyMs, leaves, nodes, threads: engine.threads, build: engine.build };
}
