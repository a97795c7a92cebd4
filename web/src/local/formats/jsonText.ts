// Reads JSON with the place of every value, and with the errors of Python's `json`.

import { repr } from "./python";

/** A value and its offset. Numbers keep their text, because 1 and 1.0 differ in Python. */
export type JsonNode = { at: number } & (
  | { kind: "object"; fields: Map<string, JsonNode> }
  | { kind: "list"; items: JsonNode[] }
  | { kind: "string"; value: string }
  | { kind: "number"; text: string }
  | { kind: "word"; value: true | false | null }
);

export class JsonError extends Error {
  constructor(
    message: string,
    /** Where the text stops being JSON; null if it is JSON that isn't allowed here. */
    readonly at: number | null,
  ) {
    super(message);
  }
}

// Python's own limit is not much higher.
const MOST_DEPTH = 900;
const SPACE = /[ \t\n\r]*/y;
const NUMBER = /(?:-?(?:0|[1-9][0-9]*))(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y;
const WORDS: [string, true | false | null][] = [
  ["null", null],
  ["true", true],
  ["false", false],
];
const ESCAPES: Record<string, string> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

export function readJson(text: string): JsonNode {
  return new Reader(text).document();
}

class Reader {
  #at = 0;
  #depth = 0;

  constructor(private readonly text: string) {}

  document(): JsonNode {
    this.#skip();
    const node = this.#value();
    this.#skip();
    if (this.#at < this.text.length) throw new JsonError("Extra data", this.#at);
    return node;
  }

  #skip(): void {
    SPACE.lastIndex = this.#at;
    this.#at += SPACE.exec(this.text)![0].length;
  }

  #value(): JsonNode {
    const at = this.#at;
    const first = this.text[at];
    if (first === '"') return { at, kind: "string", value: this.#string() };
    if (first === "{" || first === "[") {
      this.#depth += 1;
      if (this.#depth > MOST_DEPTH) throw new JsonError("not a game record: too deep", null);
      const node = first === "{" ? this.#object(at) : this.#list(at);
      this.#depth -= 1;
      return node;
    }
    for (const [word, value] of WORDS) {
      if (!this.text.startsWith(word, at)) continue;
      this.#at += word.length;
      return { at, kind: "word", value };
    }
    NUMBER.lastIndex = at;
    const number = NUMBER.exec(this.text);
    if (number !== null) {
      this.#at += number[0].length;
      return { at, kind: "number", text: number[0] };
    }
    for (const word of ["NaN", "Infinity", "-Infinity"]) {
      if (this.text.startsWith(word, at)) {
        throw new JsonError(`${word} is not allowed in a record`, null);
      }
    }
    throw new JsonError("Expecting value", at);
  }

  #object(at: number): JsonNode {
    const fields = new Map<string, JsonNode>();
    const repeated = new Set<string>();
    this.#at += 1;
    this.#skip();
    const ending = () => {
      const first = [...fields.keys()].find((name) => repeated.has(name));
      if (first !== undefined) throw new JsonError(`duplicate key ${repr(first)}`, null);
      this.#at += 1;
      return { at, kind: "object" as const, fields };
    };
    if (this.text[this.#at] === "}") return ending();
    for (;;) {
      if (this.text[this.#at] !== '"') {
        throw new JsonError("Expecting property name enclosed in double quotes", this.#at);
      }
      const name = this.#string();
      this.#skip();
      if (this.text[this.#at] !== ":") throw new JsonError("Expecting ':' delimiter", this.#at);
      this.#at += 1;
      this.#skip();
      if (fields.has(name)) repeated.add(name);
      fields.set(name, this.#value());
      if (this.#isLast("}", "object")) return ending();
    }
  }

  #list(at: number): JsonNode {
    const items: JsonNode[] = [];
    this.#at += 1;
    this.#skip();
    if (this.text[this.#at] === "]") {
      this.#at += 1;
      return { at, kind: "list", items };
    }
    for (;;) {
      items.push(this.#value());
      if (this.#isLast("]", "array")) {
        this.#at += 1;
        return { at, kind: "list", items };
      }
    }
  }

  /** Read what follows a member, and return whether that is the end. */
  #isLast(closing: string, kind: string): boolean {
    this.#skip();
    if (this.text[this.#at] === closing) return true;
    if (this.text[this.#at] !== ",") throw new JsonError("Expecting ',' delimiter", this.#at);
    const comma = this.#at;
    this.#at += 1;
    this.#skip();
    if (this.text[this.#at] !== closing) return false;
    throw new JsonError(`Illegal trailing comma before end of ${kind}`, comma);
  }

  #string(): string {
    const begin = this.#at;
    let value = "";
    for (let at = begin + 1; at < this.text.length; at += 1) {
      const one = this.text[at]!;
      if (one === '"') {
        this.#at = at + 1;
        return value;
      }
      if (one === "\\") {
        const [read, end] = this.#escape(at, begin);
        value += read;
        at = end;
      } else if (one < " ") throw new JsonError("Invalid control character at", at);
      else value += one;
    }
    throw new JsonError("Unterminated string starting at", begin);
  }

  /** Read an escape, and return it with the place of its last character. */
  #escape(at: number, begin: number): [string, number] {
    const next = this.text[at + 1];
    if (next === undefined) throw new JsonError("Unterminated string starting at", begin);
    if (next !== "u") {
      if (ESCAPES[next] === undefined) throw new JsonError("Invalid \\escape", at);
      return [ESCAPES[next], at + 1];
    }
    const digits = this.text.slice(at + 2, at + 6);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) {
      throw new JsonError("Invalid \\uXXXX escape", at + 1);
    }
    return [String.fromCharCode(parseInt(digits, 16)), at + 5];
  }
}

/** A value as Python's `repr` writes it. */
export function shown(node: JsonNode): string {
  switch (node.kind) {
    case "object":
      return `{${[...node.fields].map(([name, one]) => `${repr(name)}: ${shown(one)}`).join(", ")}}`;
    case "list":
      return `[${node.items.map(shown).join(", ")}]`;
    case "string":
      return repr(node.value);
    case "number":
      return node.text;
    case "word":
      return node.value === null ? "None" : node.value ? "True" : "False";
  }
}
