// Answers requests with the page's local backend in Node.js.
//
//   node answer_lines.mjs WEB [SERVER] < QUESTIONS
//
// Each line is a request {method, path, body}, or a change of what answers depend on: {chance} starts
// a sequence of random numbers, and {now} sets the time. {open} opens a channel instead of the last
// one, {heard} asks for so many messages from it, and {file} for a file. {sync} synchronizes with a
// server, {rows} asks for what is stored, {store, value} stores a value, and {cookie} sets the cookie. With {beside}, a request is
// answered as on a page that has a server. Each request is answered with one line: {answer} or {failure}.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [web, address] = process.argv.slice(2);
const vite = createRequire(`${web}/package.json`).resolve("vite");
const { createServer } = await import(pathToFileURL(vite));

const server = await createServer({
  root: web,
  configFile: `${web}/vite.config.ts`,
  logLevel: "error",
  server: { middlewareMode: true, watch: null, hmr: false, ws: false },
  optimizeDeps: { noDiscovery: true },
});

// What browsers have and Node.js doesn't.
const stored = new Map();
Object.defineProperty(globalThis, "localStorage", {
  value: {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, value) => void stored.set(name, value),
    removeItem: (name) => void stored.delete(name),
  },
});

/** Start a sequence of random numbers that Python can repeat, for the page but not for Vite. */
const { random } = Math;
function startChance(seed) {
  let state = seed;
  Math.random = () => {
    if (!new Error().stack.includes("/src/local/")) return random();
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

const { localBackend } = await server.ssrLoadModule("/src/local/index.ts");
const { exchange } = await server.ssrLoadModule("/src/local/sync/exchange.ts");
const { rowsOf } = await server.ssrLoadModule("/src/local/storage/index.ts");
const alone = localBackend(null);

/** A real server, with the cookie that it sets. */
let cookie = "";
const remote = {
  async ask(path, method, body) {
    const answer = await fetch(address + path, {
      method,
      headers: { "Content-Type": "application/json", ...(cookie && { cookie }) },
      body: method === "GET" ? undefined : JSON.stringify(body),
    });
    cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? cookie;
    if (!answer.ok) throw new Error(await answer.text());
    return answer.status === 204 ? undefined : answer.json();
  },
};
const besideServer = localBackend(remote);

let messages = [];
let hear = () => {};
let channel;
function open(path) {
  channel?.close();
  messages = [];
  const heard = messages;
  channel = alone.open(path, {
    opened: () => {},
    message: (message) => {
      heard.push(message);
      hear();
    },
    closed: (code) => heard.push({ closed: code }),
  });
}

/** The next messages of the channel, once there are so many. */
async function heard(count) {
  while (messages.length < count) await new Promise((resolve) => (hear = resolve));
  return messages.splice(0);
}

function answer({ method, path, body, heard: count, file, sync, rows, remotely, beside }) {
  if (sync) return exchange(remote);
  if (rows !== undefined) return rowsOf(rows).all();
  if (remotely) return remote.ask(path, method, body);
  if (count !== undefined) return heard(count);
  if (file !== undefined) return alone.file(file).then((found) => found.text());
  return (beside ? besideServer : alone).ask(path, method, body);
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const { chance, now } = asked;
  if (asked.open !== undefined) open(asked.open);
  else if (chance !== undefined) startChance(chance);
  else if (now !== undefined) Date.now = () => now;
  else if (asked.cookie !== undefined) cookie = asked.cookie;
  else if (asked.store !== undefined) stored.set(asked.store, JSON.stringify(asked.value));
  else {
    const said = await answer(asked).then(
      (answer) => ({ answer }),
      ({ code, message, stack }) => ({ failure: code ? { code, text: message } : { stack } }),
    );
    process.stdout.write(`${JSON.stringify(said)}\n`);
  }
}
process.exit(); // without waiting for the server and the engine
