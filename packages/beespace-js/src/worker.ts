// A thread of the engine: the one that searches, or one that helps it.
import { Core, newMemory } from "./core.js";
import {
  STACK_BYTES,
  type Count,
  type FromWorker,
  type Search,
  type Start,
  type ToWorker,
  type Work,
} from "./messages.js";
import { listen } from "./platform.js";

let core: Core;
let searcher = 0;

const post: (message: FromWorker) => void = listen((message) => {
  try {
    receive(message as ToWorker);
  } catch (error) {
    post({ type: "failed", message: String(error) });
  }
});

function receive(message: ToWorker): void {
  if (message.type === "search") post({ type: "result", json: search(message) });
  else if (message.type === "count") post({ type: "result", json: count(message) });
  else if (message.helper) help(message);
  else post({ type: "ready", ...start(message) });
}

function start({ build, module, memoryMb, tableMb, helpers = 0, ...given }: Start) {
  const memory = given.memory ?? newMemory(build, memoryMb);
  core = new Core(module, memory, (json) => post({ type: "report", json }));
  core.call._initialize();
  searcher = core.call.searcher_new(tableMb!);
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
  if (wanted.clear) call.searcher_clear(searcher);
  const { seconds, nodes, depth, lines, threads, noise, seed } = wanted;
  const size = call.search(
    ...[searcher, board, seconds, nodes, depth, lines, threads, noise, seed],
  );
  call.board_free(board);
  return core.answer(size);
}

function count(wanted: Count): string {
  const board = newBoard(wanted);
  const leaves = core.call.board_perft(board, wanted.depth, wanted.threads);
  core.call.board_free(board);
  return String(leaves);
}

function newBoard({ rules, position, moves }: Work): number {
  core.give(position ?? rules);
  const board = position ? core.call.board_from_position() : core.call.board_new();
  for (const move of moves) {
    core.give(move);
    if (core.call.board_play(board) < 0) throw new Error(`The engine can't play ${move}`);
  }
  return board;
}
