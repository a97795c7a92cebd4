// The visible part of the board: a scale and the point in the middle. Pure functions.

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

/** Space to keep free for the elements that overlap the board's edges. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

// A tile is 99 units wide. It stays at least 44 pixels wide while there are pieces to tap, and can
// shrink to about 20 when the user zooms out or only looks at the board.
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

/** The camera zoomed by a factor. What is under `point` (on the screen) stays there. */
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

/** The camera that shows all of these points, with a tile around each, as large as is sensible. If
 *  they don't all fit because tiles must stay large enough to tap, `first` stays visible. */
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
  // How far the middle of the view can be from `first` with its whole tile still visible.
  const [spareX, spareY] = [width / 2 / scale - margin, height / 2 / scale - margin];
  const within = (middle: number, at: number | undefined, spare: number) =>
    at === undefined ? middle : Math.max(at - spare, Math.min(middle, at + spare));
  return {
    scale,
    x: within((left + right) / 2, first?.x, spareX) - (insets.left - insets.right) / 2 / scale,
    y: within((top + bottom) / 2, first?.y, spareY) - (insets.top - insets.bottom) / 2 / scale,
  };
}

/** Whether all points, with about half a tile around each, are within the free area. */
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
