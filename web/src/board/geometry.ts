// Where hexes are on the board: pointy-top, in the units of the tile artwork. No pieces, no rules.

import type { Hex } from "../generated/messages";

export interface Point {
  x: number;
  y: number;
}

export const TILE_RADIUS = 57;
export const LEVEL_STEP = 12;

const SPACING = 59.4;
const COLUMN = Math.sqrt(3) * SPACING;
const ROW = 1.5 * SPACING;

/** The centre of a hex. A flipped board is rotated by 180°. */
export function centre([q, r]: Hex, flipped = false): Point {
  const sign = flipped ? -1 : 1;
  return { x: sign * COLUMN * (q + r / 2), y: sign * ROW * r };
}

/** The hex that contains a point. */
export function hexAt({ x, y }: Point, flipped = false): Hex {
  const sign = flipped ? -1 : 1;
  const r = (sign * y) / ROW;
  const q = (sign * x) / COLUMN - r / 2;
  const s = -q - r;
  let [roundQ, roundR] = [Math.round(q), Math.round(r)];
  const roundS = Math.round(s);
  const [offQ, offR, offS] = [Math.abs(roundQ - q), Math.abs(roundR - r), Math.abs(roundS - s)];
  if (offQ > offR && offQ > offS) roundQ = -roundR - roundS;
  else if (offR > offS) roundR = -roundQ - roundS;
  return [roundQ + 0, roundR + 0]; // turns -0 into 0, because hexes become map keys
}

/** A hexagon with rounded corners around the origin, as SVG path data. */
export function hexagon(radius: number, corner: number): string {
  const points = [...Array(6).keys()].map((i) => {
    const angle = (Math.PI / 180) * (60 * i - 90);
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
  const part = corner / radius;
  const between = (a: Point, b: Point) =>
    `${(a.x + (b.x - a.x) * part).toFixed(1)} ${(a.y + (b.y - a.y) * part).toFixed(1)}`;
  return (
    points
      .map((point, i) => {
        const before = points[(i + 5) % 6] as Point;
        const after = points[(i + 1) % 6] as Point;
        const corner = `${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
        return `${i ? "L" : "M"}${between(point, before)}Q${corner} ${between(point, after)}`;
      })
      .join("") + "Z"
  );
}
