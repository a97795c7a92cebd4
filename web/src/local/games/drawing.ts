// Pictures of a game's board, drawn with the page's own tiles.

import type { StackOfPieces } from "../../generated/messages";
import { stacksAfter } from "../../hive/replay";
import { Failure } from "../../lib/failure";
import { setOf } from "../../lib/tiles.svelte";
import type { LiveGame } from "./game";
import { nameOf } from "./records";

/** Colours of the two themes, as in styles/tokens.css. */
const THEMES = {
  light: { felt: "#dfe9df", "--tile-line-w": "#6e5526", "--tile-line-b": "#111111" },
  dark: { felt: "#17211c", "--tile-line-w": "#7a6234", "--tile-line-b": "#98a39d" },
};
// As on the board: see board/geometry.ts.
const SPACING = 59.4;
const LEVEL_STEP = 12;
const MARGIN = 90;
// Pixels per unit: tiles are about 60 pixels wide, and pictures are sharp on fine screens.
const SVG_SCALE = 0.6;
const PNG_SCALE = 2;

interface Placed {
  piece: string;
  x: number;
  y: number;
}

/** A picture of the board after some moves, as a file to download. */
export async function drawingOf(game: LiveGame, query: URLSearchParams): Promise<File> {
  const ply = Number(query.get("ply") ?? game.ply);
  if (ply > game.ply) throw new Failure("no-such-ply", `the game has ${game.ply} moves`);
  const theme = query.get("theme") === "dark" ? "dark" : "light";
  const pieces = query.get("pieces") ?? "stencil";
  const svg = draw(stacksAfter(game.moves, ply), await setOf(pieces), pieces, THEMES[theme]);
  const isPng = query.get("format") === "png";
  const content = isPng ? await painted(svg) : svg;
  const name = `${nameOf(game.row)}-${ply}.${isPng ? "png" : "svg"}`;
  return new File([content], name, { type: isPng ? "image/png" : "image/svg+xml" });
}

/** Where the tiles are, from the back to the front. */
function placed(stacks: StackOfPieces[]): Placed[] {
  return [...stacks]
    .sort((a, b) => a.hex[1] - b.hex[1])
    .flatMap(({ hex: [q, r], pieces }) =>
      pieces.map((piece, level) => ({
        piece,
        x: Math.sqrt(3) * SPACING * (q + r / 2),
        y: 1.5 * SPACING * r - level * LEVEL_STEP,
      })),
    );
}

function draw(
  stacks: StackOfPieces[],
  definitions: string,
  set: string,
  { felt, ...lines }: (typeof THEMES)["light"],
): string {
  const tiles = placed(stacks);
  const [xs, ys] = [tiles.map(({ x }) => x), tiles.map(({ y }) => y)];
  const [left, top] = [Math.min(0, ...xs) - MARGIN, Math.min(0, ...ys) - MARGIN];
  const width = Math.max(0, ...xs) + MARGIN - left;
  const height = Math.max(0, ...ys) + MARGIN - top;
  const round = (number: number) => Number(number.toFixed(2));
  const box = [left, top, width, height].map(round);
  const uses = tiles.map(
    ({ piece, x, y }) =>
      `<use href="#bs-${set}-page-${piece.slice(0, 2)}" x="${round(x)}" y="${round(y)}"/>`,
  );
  const colors = Object.entries(lines);
  // Other programs don't know CSS variables.
  const defined = colors.reduce(
    (text, [name, color]) => text.replaceAll(`var(${name})`, color),
    definitions,
  );
  const [w, h] = [round(width * SVG_SCALE), round(height * SVG_SCALE)];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="${box.join(" ")}">` +
    `<rect x="${box[0]}" y="${box[1]}" width="100%" height="100%" fill="${felt}"/>` +
    `${defined}${uses.join("")}</svg>\n`
  );
}

/** Paint a drawing as a PNG. */
async function painted(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * PNG_SCALE;
  canvas.height = image.height * PNG_SCALE;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) =>
      blob ? resolve(blob) : reject(new Failure("cannot-draw", "this board can't be drawn"));
    canvas.toBlob(done, "image/png");
  });
}
