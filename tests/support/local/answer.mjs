// Answers questions as the page does without a server: the same code, in Node.js.
//
//   node answer.mjs WEB <QUESTIONS
//
// WEB is the folder of the page. Questions and answers are lists in JSON. A question is one of
//
//   {path, method, body}                 a request; the answer has `answer` or `failure`
//   {open: path, say: message}           a channel; the answer has its `messages` until the end
//   {think: position, lines, nodes}      a search on one thread; the answer is a `thought`
//   {review: game, nodes}                the review of a finished game; the answer has its `states`
import { text } from "node:stream/consumers";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const web = process.argv[2];
const questions = JSON.parse(await text(process.stdin));
const { createServer } = await import(
  pathToFileURL(createRequire(`${web}/`).resolve("vite")).href
);
process.chdir(web);
const vite = await createServer({
  root: web,
  configFile: `${web}/vite.config.ts`,
  appType: "custom",
  logLevel: "error",
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, watch: null, hmr: false, ws: false },
});
const load = (path) => vite.ssrLoadModule(path);
const { localBackend } = await load("/src/local/index.ts");
const local = localBackend(null);

async function request({ path, method, body }) {
  try {
    return { answer: (await local.ask(path, method, body)) ?? null };
  } catch (error) {
    if (error.code === undefined) throw error;
    return { failure: { code: error.code, text: error.message, why: error.why } };
  }
}

function converse({ open, say }) {
  const messages = [];
  return new Promise((resolve, reject) => {
    const channel = local.open(open, {
      opened: () => channel.say(say),
      message: (message) => {
        messages.push(message);
        if (message.type !== "ended" && message.type !== "problem") return;
        channel.close();
        resolve({ messages });
      },
      closed: (code) => reject(new Error(`the channel closed with ${code}`)),
    });
  });
}

async function think({ think: position, lines, nodes }) {
  const { Engine, boardOf } = await load("/src/local/core/index.ts");
  const { thoughtOf } = await load("/src/local/analysis/thought.ts");
  const engine = await Engine.create({ build: "simd" });
  const board = await boardOf(position);
  const found = await engine.analyse(board, { lines, nodes, fresh: true });
  engine.close();
  return { thought: thoughtOf(board, found, { id: 0, is_threat: false, time_ms: 0 }) };
}

/** Reviews a game twice: from the beginning, and from what was kept. */
async function review({ review: game, nodes }) {
  const { Reviews } = await load("/src/local/reviews/index.ts");
  const kept = new Map();
  const store = { read: async (id) => kept.get(id), write: async (id, one) => kept.set(id, one) };
  const reviews = new Reviews(store, nodes);
  const states = [await reviews.state("x", game), await reviews.begin("x", game, true)];
  await new Promise((resolve) =>
    reviews.follow("x", game, {
      opened: () => {},
      closed: () => {},
      message: (state) => {
        states.push(state);
        if (state.state === "done" || state.state === "failed") resolve();
      },
    }),
  );
  return { states, again: await new Reviews(store, nodes).begin("x", game, true) };
}

const answers = [];
for (const question of questions) {
  if (question.open) answers.push(await converse(question));
  else if (question.think) answers.push(await think(question));
  else if (question.review) answers.push(await review(question));
  else answers.push(await request(question));
}
process.stdout.write(JSON.stringify(answers), () => process.exit());
