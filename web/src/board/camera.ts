// What part of the board is seen: a scale and the point in the middle. Pure functions.

import { LEVEL_STEP, TILE_RADIUS, type Point } from "./geometry";

export interface Camera {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

/** Room that the view has to leave for what lies over the board's edges. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

// A tile is 99 units wide: at least 44 pixels while there is something to touch, and by hand or
// for looking down to about 20.
const SMALLEST_TO_TOUCH = 0.45;
const LARGEST_FIT = 0.95;
export const SMALLEST = 0.2;
export const LARGEST = 2.5;

export function toScreen(camera: Camera, size: Size, point: Point): Point {
  return {
    x: (point.x - camera.x) * camera.scale + size.width / 2,
    y: (point.y - camera.y) * camera.scale + size.height / 2,
  };
}

export function toBoard(camera: Camera, size: Size, point: Point): Point {
  return {
    x: (point.x - size.width / 2) / camera.scale + camera.x,
    y: (point.y - size.height / 2) / camera.scale + camera.y,
  };
}

/** Zoomed by a factor, with the board under `point` (on the screen) staying where it is. */
export function zoomed(camera: Camera, size: Size, point: Point, factor: number): Camera {
  const scale = Math.min(LARGEST, Math.max(SMALLEST, camera.scale * factor));
  const held = toBoard(camera, size, point);
  return {
    scale,
    x: held.x - (point.x - size.width / 2) / scale,
    y: held.y - (point.y - size.height / 2) / scale,
  };
}

export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.scale, y: camera.y - dy / camera.scale };
}

/** The camera that shows all of these points with tiles around them, as large as is sensible. Where
 *  they do not all fit because tiles must stay large enough to touch, `first` is among those seen. */
export function fitted(
  points: Point[],
  size: Size,
  insets: Insets,
  isTouched: boolean,
  first: Point | null,
): Camera {
  const xs = points.length ? points.map((p) => p.x) : [0];
  const ys = points.length ? points.map((p) => p.y) : [0];
  const margin = TILE_RADIUS + 8;
  const [left, right] = [Math.min(...xs) - margin, Math.max(...xs) + margin];
  const [top, bottom] = [Math.min(...ys) - margin - LEVEL_STEP, Math.max(...ys) + margin];
  const width = Math.max(size.width - insets.left - insets.right, 60);
  const height = Math.max(size.height - insets.top - insets.bottom, 60);
  const scale = Math.min(
    LARGEST_FIT,
    Math.max(
      isTouched ? SMALLEST_TO_TOUCH : SMALLEST,
      Math.min(width / (right - left), height / (bottom - top)),
    ),
  );
  // Half of what is seen beyond the tile that has to be.
  const [spareX, spareY] = [width / 2 / scale - margin, height / 2 / scale - margin];
  const within = (middle: number, at: number | undefined, spare: number) =>
    at === undefined ? middle : Math.max(at - spare, Math.min(middle, at + spare));
  return {
    scale,
    x: within((left + right) / 2, first?.x, spareX) - (insets.left - insets.right) / 2 / scale,
    y: within((top + bottom) / 2, first?.y, spareY) - (insets.top - insets.bottom) / 2 / scale,
  };
}

/** Whether all points, with half a tile around them, are inside the part that is free. */
export function shows(camera: Camera, points: Point[], size: Size, insets: Insets): boolean {
  const margin = TILE_RADIUS * 0.6 * camera.scale;
  return points.every((point) => {
    const { x, y } = toScreen(camera, size, point);
    return (
      x >= insets.left + margin &&
      x <= size.width - insets.right - margin &&
      y >= insets.top + margin &&
      y <= size.height - insets.bottom - margin
    );
  });
}
