// Answers questions with one build of the core in Node.js, for the tests and the benchmark.
//
//   node ask.mjs PACKAGE BUILD < QUESTIONS
//
// Reads a JSON list of {rules, moves, perft} or {rules, moves, nodes}, and writes a list of answers.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, build] = process.argv.slice(2);
const { compile, Core, newMemory } = await import(pathToFileURL(`${folder}/core.js`));

const TABLE_MB = 32;
const core = new Core((await compile(build)).module, newMemory(build, 64));
const { call } = core;
call._initialize();
const searcher = call.searcher_new(TABLE_MB);

function newBoard({ rules, moves = [] }) {
  core.give(rules);
  const board = call.board_new();
  for (const move of moves) {
    core.give(move);
    if (call.board_play(board) < 0) throw new Error(`can't play ${move}`);
  }
  return board;
}

function answer(question) {
  const board = newBoard(question);
  const start = performance.now();
  let found;
  if (question.perft) {
    found = { leaves: call.board_perft(board, question.perft, 1) };
  } else {
    call.searcher_clear(searcher);
    const { nodes, lines = 1 } = question;
    found = JSON.parse(core.answer(call.search(searcher, board, 0, nodes, 0, lines, 1, 0, 0)));
  }
  const ms = performance.now() - start;
  call.board_free(board);
  return { ...found, ms };
}

const questions = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(questions.map(answer)));
