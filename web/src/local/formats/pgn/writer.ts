// Writes PGN as src/beespace/formats/pgn/writer.py does: one move per line, and notes in comments.

import { parseRules, writeRules } from "../../../hive/rulesets";
import { SPACES } from "../python";
import { isDecided, type GameRecord, type RecordedMove } from "../record";

// Braces, brackets that look like a command or a tag, control characters and unusual line breaks.
const UNSAFE = new RegExp(
  String.raw`[{}]|\[(?=%(?:clk|emt|gly|var|[0-9A-Fa-f]{1,6}\]))|(?<=\n)[^\S\n]*\[` +
    // eslint-disable-next-line no-control-regex
    /|[\x00-\x09\x0b-\x1f\x7f\x85\u2028\u2029]/.source,
  "g",
);
const EDGES = new RegExp(`^[${SPACES}]+|[${SPACES}]+$`, "g");

export function write(record: GameRecord): string {
  const lines = tagsOf(record).map(([name, value]) => {
    const escaped = value.replaceAll("\\", "\\\\").replaceAll('"', '\\"');
    return `[${name} "${escaped}"]`;
  });
  lines.push("");
  if (record.comment) lines.push(`{${escaped(record.comment)}}`);
  record.line.forEach((one, index) => {
    lines.push(`${index + 1}. ${one.move}`);
    const notes = [...marksOf(one), escaped(one.comment), ...one.variations.map(variationText)];
    const comment = notes.filter(Boolean).join(" ");
    if (comment) lines.push(`{${comment}}`);
  });
  if (isDecided(record.result)) lines.push("", record.result);
  return lines.join("\n");
}

function tagsOf(record: GameRecord): [string, string][] {
  const { ruleset, start, time, reason } = record;
  const tags: [string, string][] = [
    ["GameType", ruleset.split(",")[0]!],
    ["Date", record.date],
    ["Event", record.event],
    ["Site", record.site],
    ["Round", record.round],
    ["White", record.white],
    ["Black", record.black],
    ["Result", record.result],
  ];
  if (time) tags.push(["Time", time]);
  if (start) tags.push(["Start", start]);
  if (start || ruleset !== inferredRules(record)) tags.push(["Ruleset", ruleset]);
  if (reason !== null) tags.push(["Termination", reason]);
  return [...tags, ...record.tags];
}

/** The rules that a reader infers if a file gives only the game type. */
function inferredRules({ ruleset, line }: GameRecord): string {
  const { expansions } = parseRules(ruleset);
  const queenFirst = line.slice(0, 2).some(({ move }) => /^[wb]Q/.test(move));
  return writeRules({ expansions, queenFirst, stackGates: true, threefold: false });
}

function marksOf({ glyph, clock_ms, spent_ms }: RecordedMove): string[] {
  return [
    ...(glyph ? [`[%gly ${glyph}]`] : []),
    ...(clock_ms !== null ? [`[%clk ${timeOf(clock_ms)}]`] : []),
    ...(spent_ms !== null ? [`[%emt ${timeOf(spent_ms)}]`] : []),
  ];
}

function variationText(line: RecordedMove[]): string {
  const texts = line.map((one) => {
    const text = escaped(one.comment).replaceAll('"', "[%22]");
    const quoted = text ? [`"${text}"`] : [];
    return [one.move, ...marksOf(one), ...quoted, ...one.variations.map(variationText)].join(" ");
  });
  return `[%var ${texts.join("; ")}]`;
}

function escaped(text: string): string {
  return text.replace(UNSAFE, coded).replace(EDGES, coded);
}

function coded(characters: string): string {
  return [...characters]
    .map((one) => `[%${one.codePointAt(0)!.toString(16).toUpperCase()}]`)
    .join("");
}

/** A time in hours, minutes and seconds. */
function timeOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const two = (number: number) => String(number).padStart(2, "0");
  const text = `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  const fraction = ms % 1000;
  return fraction === 0 ? text : `${text}.${String(fraction).padStart(3, "0").replace(/0+$/, "")}`;
}
