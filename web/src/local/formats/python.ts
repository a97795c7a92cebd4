// How Python treats texts, so that errors have the same words and the same places.

// What Python's `\s` and `str.strip` match, inside of a character class.
export const SPACES = String.raw`\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000`;
/** A character of a word, with the flag `u`. */
export const WORD = String.raw`[\p{L}\p{N}_]`;

const LEADING = new RegExp(`^[${SPACES}]+`);
const SPACE = new RegExp(`^[${SPACES}]$`);
const RUN = new RegExp(`[${SPACES}]+`);

export function stripStart(text: string): string {
  return text.replace(LEADING, "");
}

export function stripEnd(text: string): string {
  // An expression would look at every space of the text.
  let end = text.length;
  while (end > 0 && SPACE.test(text[end - 1]!)) end -= 1;
  return text.slice(0, end);
}

export function strip(text: string): string {
  return stripEnd(stripStart(text));
}

export function isSpace(character: string): boolean {
  return SPACE.test(character);
}

/** The words of a text. */
export function words(text: string): string[] {
  return text.split(RUN).filter(Boolean);
}

/** How many characters a text has, as Python counts them. */
export function length(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/** The first characters of a text. */
export function firstOf(text: string, count: number): string {
  return [...text.slice(0, 2 * count)].slice(0, count).join("");
}

const NAMED: Record<string, string> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\\": "\\\\" };
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

/** A text as Python's `repr` writes it. */
export function repr(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let written = "";
  for (const one of text) {
    if (NAMED[one] !== undefined) written += NAMED[one];
    else if (one === quote) written += `\\${one}`;
    else written += UNPRINTABLE.test(one) ? escaped(one.codePointAt(0)!) : one;
  }
  return quote + written + quote;
}

function escaped(code: number): string {
  const hex = (digits: number) => code.toString(16).padStart(digits, "0");
  if (code < 0x100) return `\\x${hex(2)}`;
  return code < 0x10000 ? `\\u${hex(4)}` : `\\U${hex(8)}`;
}

/** The match of an expression with the flag `y` at a place of a text. */
export function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at;
  return expression.exec(text);
}
