// A thread of the engine: the one that searches, or one that helps it.
import { Core, newMemory } from "./core.js";
import {
  STACK_BYTES,
  type Choose,
  type Count,
  type FromWorker,
  type Game,
  type Prove,
  type Search,
  type Start,
  type ToWorker,
} from "./messages.js";
import { listen } from "./platform.js";

let core: Core;
// Made by the first search, because its table is large.
let searcher = 0;
let tableSize = 0;
// Made by the first choice, which brings the weights.
let policy = 0;

const post: (message: FromWorker) => void = listen((message) => {
  try {
    receive(message as ToWorker);
  } catch (error) {
    post({ type: "failed", message: String(error) });
  }
});

function receive(message: ToWorker): void {
  if (message.type === "search") post({ type: "result", json: search(message) });
  else if (message.type === "choose") post({ type: "result", json: choose(message) });
  else if (message.type === "count") post({ type: "result", json: count(message) });
  else if (message.type === "prove") post({ type: "result", json: prove(message) });
  else if (message.helper) help(message);
  else post({ type: "ready", ...start(message) });
}

function start({ build, module, memoryMb, tableMb, helpers = 0, ...given }: Start) {
  const memory = given.memory ?? newMemory(build, memoryMb);
  core = new Core(module, memory, (json) => post({ type: "report", json }));
  core.call._initialize();
  tableSize = tableMb!;
  const stacks = Array.from({ length: helpers }, () => core.call.new_stack(STACK_BYTES));
  return { stopAddress: core.call.stop_address(), stacks };
}

function help({ module, memory, helper }: Start): void {
  const { call } = new Core(module, memory!);
  call.__stack_pointer.value = helper!.stack + STACK_BYTES;
  post({ type: "ready", stopAddress: 0, stacks: [] });
  call.help(helper!.number); // never returns
}

function search(wanted: Search): string {
  const { call } = core;
  const board = newBoard(wanted);
  searcher ||= call.searcher_new(tableSize);
  if (wanted.clear) call.searcher_clear(searcher);
  const { seconds, nodes, depth, lines, threads, plain } = wanted;
  const size = call.search(
    ...[searcher, board, seconds, nodes, depth, lines, threads, Number(plain)],
  );
  call.board_free(board);
  return core.answer(size);
}

function choose({ weights, character, seed, seconds, ...game }: Choose): string {
  const { call } = core;
  if (weights) {
    core.giveBytes(weights);
    policy = call.policy_new();
  }
  const board = newBoard(game);
  core.give(character);
  const size = call.choose(policy, board, seed, seconds);
  call.board_free(board);
  return core.answer(size);
}

function count(wanted: Count): string {
  const board = newBoard(wanted);
  const leaves = core.call.board_perft(board, wanted.depth, wanted.threads);
  core.call.board_free(board);
  return String(leaves);
}

function prove(wanted: Prove): string {
  const { call } = core;
  const { what, within, nodes, enough } = wanted;
  const board = newBoard(wanted);
  const size =
    what === "win"
      ? call.shortest_win(board, within, nodes)
      : call.defences(board, within, nodes, enough);
  call.board_free(board);
  return core.answer(size);
}

function newBoard({ rules, position, moves }: Game): number {
  core.give(position ?? rules);
  const board = position ? core.call.board_from_position() : core.call.board_new();
  for (const move of moves) {
    core.give(move);
    if (core.call.board_play(board) < 0) throw new Error(`The engine can't play ${move}`);
  }
  return board;
}
