// Reads a game in PGN: its main line with comments and times. The server also reads variations and
// collections.

/** A game as PGN describes it. */
export interface PgnGame {
  tags: Map<string, string>;
  /** What stands before the first move. */
  comment: string;
  moves: PgnMove[];
}

export interface PgnMove {
  move: string;
  glyph: string;
  comment: string;
  spent_ms?: number;
}

const TAG = /^\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]\s*$/gm;
const TOKEN = /\{([^}]*)\}|\$(\d+)|([()])|\d+\.+|[^\s{}()$]+/g;
const GLYPHS = ["", "!", "?", "!!", "??", "!?", "?!"];
const RESULT = /^(WhiteWins|BlackWins|Draw|InProgress|NotStarted|Unknown|1-0|0-1|1\/2-1\/2|\*)$/;
const TIME = /\[%emt (\d+):(\d+):(\d+(?:\.\d+)?)\]/;
const MARK = /\[%gly ([!?]{1,2})\]/;
const CLOCK = /\[%clk [\d:.]+\]/;

/** Read a text in PGN. */
export function readPgn(text: string): PgnGame {
  const tags = new Map<string, string>();
  const body = text.replace(TAG, (_, name: string, value: string) => {
    if (tags.has(name)) throw new Error("there is more than one game");
    tags.set(name, value.replace(/\\(.)/g, "$1"));
    return "";
  });
  const game: PgnGame = { tags, comment: "", moves: [] };
  for (const [token, comment, glyph, bracket] of body.matchAll(TOKEN)) {
    const last = game.moves.at(-1);
    if (bracket !== undefined) throw new Error("variations can't be read here");
    if (comment !== undefined) addComment(game, last, comment);
    else if (glyph !== undefined && last) last.glyph = GLYPHS[Number(glyph)] ?? "";
    else if (/^\d+\.+$/.test(token)) game.moves.push({ move: "", glyph: "", comment: "" });
    else if (RESULT.test(token)) break;
    else if (last === undefined) throw new Error(`expected a move's number instead of ${token}`);
    else last.move = `${last.move} ${token}`.trim();
  }
  return game;
}

function addComment(game: PgnGame, last: PgnMove | undefined, comment: string): void {
  const time = TIME.exec(comment);
  if (time && last) {
    const [hours, minutes, seconds] = time.slice(1).map(Number);
    last.spent_ms = Math.round(((hours! * 60 + minutes!) * 60 + seconds!) * 1000);
  }
  const mark = MARK.exec(comment)?.[1];
  if (mark && last) last.glyph = mark;
  const to = last ?? game;
  const noted = [TIME, MARK, CLOCK].reduce((words, one) => words.replace(one, ""), comment);
  const words = noted.replace(/\s+/g, " ").trim();
  if (words) to.comment = [to.comment, words].filter(Boolean).join(" ");
}
