// Measures the package in one place, Node.js or a page; benchmarks/engine/browser/wasm.py runs it in both.

// The processor time of this program; pages can't know theirs.
const cpuMs = () => {
  const { user, system } = globalThis.process?.cpuUsage() ?? { user: NaN, system: NaN };
  return (user + system) / 1000;
};

/** Returns leaves and nodes per second of an engine, in the tasks that wasm.py gives. */
export async function measure(url, { threads, counts, searches }) {
  const { Board, Engine } = await import(url);
  const start = performance.now();
  const engine = await Engine.create({ threads });
  const readyMs = performance.now() - start;
  const speed = async (tasks, work) => {
    let [done, ms, cpu] = [0, 0, 0];
    for (const task of tasks) {
      const board = await Board.fromGameString(task.game);
      const [begin, cpuBegin] = [performance.now(), cpuMs()];
      done += await work(board, task);
      ms += performance.now() - begin;
      cpu += cpuMs() - cpuBegin;
    }
    return [(done / ms) * 1000, (done / cpu) * 1000];
  };
  const count = (board, { depth }) => engine.perft(board, depth);
  const search = async (board, { nodes }) =>
    (await engine.analyse(board, { nodes, fresh: true })).nodes;
  // Once without measuring, because browsers compile what is used often a second time.
  await speed(counts, count);
  await speed(searches, search);
  const [leaves, cpuLeaves] = await speed(counts, count);
  const [nodes, cpuNodes] = await speed(searches, search);
  engine.close();
  return { readyMs, leaves, nodes, cpuLeaves, cpuNodes };
}
