// The syntax of SGF: games in parentheses, nodes after semicolons, properties in brackets; as in
// src/beespace/formats/sgf/nodes.py.

import { firstOf, matchAt, repr, SPACES, strip } from "../python";
import { ChunkBuilder, type Chunk, type Lines, type RecordError } from "../source";

const S = `[${SPACES}]*`;
const GAME_START = new RegExp(String.raw`^${S}\(${S}(;|$)`);
const BEGINNING = new RegExp(String.raw`^${S}\(${S};`);
const SPACE = new RegExp(S, "y");
const PROPERTY = new RegExp(String.raw`${S}([A-Za-z][A-Za-z0-9]*)${S}(?=\[)`, "y");
// What can follow the end of a value: nothing more on the line, or another property or node.
const AFTER_VALUE = /[ \t]*(?:$|[;)]|[A-Z]{1,2}[0-9]?\[)/my;

/** One value of a property, and its place. */
export interface Property {
  name: string;
  value: string;
  offset: number;
}

export function looksLikeIt(text: string): boolean {
  return GAME_START.test(text);
}

/** The games of a text. Each ends with its closing parenthesis, or where another one begins. */
export function* split({ lines, file }: Lines): Generator<Chunk | RecordError> {
  const game = new ChunkBuilder(file);
  let inValue = false;
  for (const { number, text } of lines) {
    if (!game.isEmpty && GAME_START.test(text)) {
      yield game.take();
      inValue = false;
    }
    for (let start = 0; ;) {
      const [end, isOpen] = gameEnd(text, start, inValue);
      inValue = isOpen;
      const part = text.slice(start, end ?? undefined);
      // Spaces keep the columns right if a line has several games.
      if (!game.isEmpty || strip(part)) game.add({ number, text: " ".repeat(start) + part });
      if (end === null) break;
      if (!game.isEmpty) yield game.take();
      start = end;
    }
  }
  if (!game.isEmpty) yield game.take(true);
}

/** Where a game ends on a line, and whether the line ends inside of brackets. */
function gameEnd(text: string, begin: number, isInside: boolean): [number | null, boolean] {
  let [at, inValue] = [begin, isInside];
  while (at < text.length) {
    if (inValue) {
      const found = valueEnd(text, at);
      if (found === null) return [null, true];
      at = found + 1;
      inValue = false;
      continue;
    }
    while (at < text.length && text[at] !== "[" && text[at] !== ")") at += 1;
    if (at >= text.length) return [null, false];
    at += 1;
    if (text[at - 1] === ")") return [at, false];
    inValue = true;
  }
  return [null, inValue];
}

/** The place of the bracket that closes a value. */
function valueEnd(text: string, begin: number): number | null {
  for (let at = begin; at < text.length; at += 1) {
    if (text[at] === "]") return at;
    if (text[at] !== "\\") continue;
    // A backslash before a closing bracket is literal if the node ends there.
    const closes = text[at + 1] === "]" && matchAt(AFTER_VALUE, text, at + 2) !== null;
    if (!closes) at += 1;
  }
  return null;
}

/** The properties of a game, node by node. */
export function readProperties(chunk: Chunk): Property[] {
  const { text } = chunk;
  const start = BEGINNING.exec(text);
  if (start === null) throw chunk.error("expected '(;' at the start of a game");
  const found: Property[] = [];
  let at = start[0].length;
  for (;;) {
    at += matchAt(SPACE, text, at)![0].length;
    const character = text[at];
    if (character === ";") at += 1;
    else if (character === ")") return found;
    else if (character === "(") {
      throw chunk.error("SGF games with variations are not supported", at);
    } else if (character === undefined) {
      throw chunk.error("the game is cut short: expected ')' at its end", text.length);
    } else at = readProperty(chunk, at, found);
  }
}

function readProperty(chunk: Chunk, begin: number, found: Property[]): number {
  const { text } = chunk;
  const match = matchAt(PROPERTY, text, begin);
  if (match === null) {
    const shown = repr(firstOf(text.slice(begin).split("\n")[0]!, 20));
    throw chunk.error(`expected a property such as GM[27], not ${shown}`, begin);
  }
  let at = begin + match[0].length;
  while (text[at] === "[") {
    const end = valueEnd(text, at + 1);
    if (end === null) throw chunk.error("a bracket is not closed", at);
    const value = text.slice(at + 1, end).replace(/\\([\\\]:])/g, "$1");
    found.push({ name: match[1]!, value, offset: at + 1 });
    at = end + 1;
  }
  return at;
}
