// How a piece travels: along the hexes on its path, over the pieces it climbs, or in an arc.

import type { Hex, PlayedMove, StackOfPieces } from "../generated/messages";
import { LEVEL_STEP, centre, type Point } from "./geometry";
import { bugOf } from "../hive/box";
import { key } from "../hive/hexes";

/** The points along the way, and the height of the arc over the whole course. */
interface Course {
  points: Point[];
  arc: number;
  milliseconds: number;
}

const ARC = 46;
const PLACE_MS = 200;
const SLIDE_MS = 280;
const CELL_MS = 45;
const JUMP_MS = 440;

/** The course of a move, given the stacks before it. */
export function courseOf(
  move: PlayedMove,
  before: Map<string, StackOfPieces>,
  flipped: boolean,
): Course {
  const path = move.path.length > 0 ? move.path : move.to ? [move.to] : [];
  const height = (hex: Hex) => {
    const pieces = before.get(key(hex))?.pieces ?? [];
    return pieces.filter((piece) => piece !== move.piece).length;
  };
  const points = path.map((hex) => {
    const { x, y } = centre(hex, flipped);
    return { x, y: y - LEVEL_STEP * height(hex) };
  });
  if (points.length === 1) {
    // A new piece drops in from slightly above.
    const [end] = points as [Point];
    return { points: [{ x: end.x, y: end.y - 34 }, end], arc: 0, milliseconds: PLACE_MS };
  }
  const bug = bugOf(move.piece ?? "");
  // A mosquito may jump, too; a bug that walks over others doesn't.
  const jumps = bug !== undefined && (bug.jumps || !bug.goesOver) && isJump(path, height);
  if (jumps || move.thrower !== null) return { points, arc: ARC, milliseconds: JUMP_MS };
  return { points, arc: 0, milliseconds: SLIDE_MS + CELL_MS * (points.length - 2) };
}

/** Whether a path is a straight line over pieces. */
function isJump(path: Hex[], height: (hex: Hex) => number): boolean {
  if (path.length < 3 || path.slice(1, -1).some((hex) => height(hex) === 0)) return false;
  const [a, b] = path as [Hex, Hex];
  const [dq, dr] = [b[0] - a[0], b[1] - a[1]];
  return path.every((hex, i) => hex[0] === a[0] + i * dq && hex[1] === a[1] + i * dr);
}

/** The position on a course at a time from 0 to 1. */
export function at({ points, arc }: Course, time: number): Point {
  const eased = time < 0.5 ? 2 * time * time : 1 - (2 - 2 * time) ** 2 / 2;
  const scaled = eased * (points.length - 1);
  const index = Math.min(Math.floor(scaled), points.length - 2);
  const [from, to] = [points[index] as Point, points[index + 1] as Point];
  const part = scaled - index;
  return {
    x: from.x + (to.x - from.x) * part,
    y: from.y + (to.y - from.y) * part - arc * Math.sin(Math.PI * eased),
  };
}

/** Animates one piece at a time. Starting another motion, or `end`, finishes the current one. */
export class Motion {
  #frame = 0;
  #finish: (() => void) | null = null;

  constructor(private readonly show: (moving: { piece: string; at: Point } | null) => void) {}

  run(piece: string, course: Course, pace: number): Promise<void> {
    this.end();
    const total = course.milliseconds * pace;
    return new Promise((resolve) => {
      this.#finish = resolve;
      const start = performance.now();
      const frame = (now: number) => {
        const time = Math.min((now - start) / total, 1);
        if (time >= 1) {
          this.end();
          return;
        }
        this.show({ piece, at: at(course, Math.max(time, 0)) });
        this.#frame = requestAnimationFrame(frame);
      };
      this.show({ piece, at: at(course, 0) });
      this.#frame = requestAnimationFrame(frame);
    });
  }

  end(): void {
    cancelAnimationFrame(this.#frame);
    this.show(null);
    this.#finish?.();
    this.#finish = null;
  }
}
