// Mouse, touch and pen on the board: click, drag a piece, pan, pinch, wheel, hover, long press.

import { panned, zoomed } from "./camera";
import { key, same } from "../hive/hexes";
import type { Point } from "./geometry";
import type { BoardState } from "./state.svelte";

const SLOP_PX = { mouse: 5, pen: 7, touch: 10 } as Record<string, number>;
const LONG_PRESS_MS = 450;
const HOVER_MS = 350;
/** A dragged piece floats this far above the finger, which would hide it. */
const FINGER_PX = 44;

type Press = {
  id: number;
  start: Point;
  last: Point;
  slop: number;
  doing: "waiting" | "panning" | "dragging" | "held";
};

export interface Gestures {
  /** Start dragging a piece from a hand with the pointer that was pressed there. */
  takeFromHand(piece: string, event: PointerEvent): void;
  destroy(): void;
}

export function gestures(element: HTMLElement, board: BoardState): Gestures {
  const pointers = new Map<number, Point>();
  let press: Press | null = null;
  let pinch: { distance: number; middle: Point } | null = null;
  let timer = 0;

  const local = (event: { clientX: number; clientY: number }): Point => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const grip = (event: PointerEvent): Point => {
    const point = local(event);
    return event.pointerType === "touch" ? { x: point.x, y: point.y - FINGER_PX } : point;
  };
  const isInside = ({ x, y }: Point) =>
    x >= 0 && y >= 0 && x <= board.size.width && y <= board.size.height;

  function later(milliseconds: number, what: () => void): void {
    clearTimeout(timer);
    timer = window.setTimeout(what, milliseconds);
  }

  function down(event: PointerEvent): void {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const point = local(event);
    pointers.set(event.pointerId, point);
    clearTimeout(timer);
    if (pointers.size === 2) {
      if (press?.doing === "dragging") board.dragged = null;
      press = null;
      pinch = measure();
      return;
    }
    if (pointers.size > 2) return;
    const slop = SLOP_PX[event.pointerType] ?? 8;
    press = { id: event.pointerId, start: point, last: point, slop, doing: "waiting" };
    if (event.pointerType !== "mouse") {
      later(LONG_PRESS_MS, () => {
        const hex = board.pick(point);
        if (press?.doing === "waiting" && board.height(hex) > 1) {
          press.doing = "held";
          board.fan(hex);
        }
      });
    }
  }

  function move(event: PointerEvent): void {
    const point = local(event);
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, point);
    if (pinch !== null && pointers.size >= 2) {
      const now = measure();
      const camera = zoomed(board.camera, board.size, now.middle, now.distance / pinch.distance);
      board.look(panned(camera, now.middle.x - pinch.middle.x, now.middle.y - pinch.middle.y));
      pinch = now;
    } else if (press?.id === event.pointerId) {
      pressed(press, event, point);
    } else if (event.pointerType === "mouse" && pointers.size === 0) {
      hover(event, point);
    }
  }

  function pressed(held: Press, event: PointerEvent, point: Point): void {
    if (held.doing === "waiting") {
      if (Math.hypot(point.x - held.start.x, point.y - held.start.y) < held.slop) return;
      clearTimeout(timer);
      const piece = board.stacks.get(key(board.pick(held.start)))?.pieces.at(-1);
      if (piece !== undefined && board.view.movable.has(piece)) {
        held.doing = "dragging";
        board.lift(piece, grip(event));
      } else {
        held.doing = "panning";
      }
    }
    if (held.doing === "dragging") drag(event);
    else if (held.doing === "panning") {
      board.look(panned(board.camera, point.x - held.last.x, point.y - held.last.y));
    }
    held.last = point;
  }

  function drag(event: PointerEvent): void {
    const point = grip(event);
    board.dragTo(point, isInside(point) ? board.pick(point) : null);
  }

  function hover(event: PointerEvent, point: Point): void {
    const outside = !element.contains(event.target as Node);
    const hex = outside ? null : board.pick(point);
    if (hex === null ? board.hovered === null : same(hex, board.hovered)) return;
    board.hovered = hex;
    if (board.fanned !== null && !same(hex, board.fanned)) board.fanned = null;
    clearTimeout(timer);
    if (hex !== null && board.height(hex) > 1) {
      later(HOVER_MS, () => {
        if (same(board.hovered, hex)) board.fan(hex);
      });
    }
  }

  function up(event: PointerEvent): void {
    pointers.delete(event.pointerId);
    clearTimeout(timer);
    if (pointers.size < 2) pinch = null;
    if (press?.id !== event.pointerId) return;
    const held = press;
    press = null;
    if (held.doing === "waiting") board.click(board.pick(held.start));
    else if (held.doing === "dragging") {
      const point = grip(event);
      board.drop(isInside(point) ? board.pick(point) : null);
    }
  }

  function cancel(event: PointerEvent): void {
    pointers.delete(event.pointerId);
    clearTimeout(timer);
    if (pointers.size < 2) pinch = null;
    if (press?.id !== event.pointerId) return;
    press = null;
    board.dragged = null;
  }

  function wheel(event: WheelEvent): void {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    const factor = Math.exp((-event.deltaY * lines * (event.ctrlKey ? 3 : 1)) / 500);
    board.look(zoomed(board.camera, board.size, local(event), factor));
  }

  function leave(): void {
    if (board.dragged === null) board.hovered = null;
  }

  function measure(): { distance: number; middle: Point } {
    const [a, b] = [...pointers.values()] as [Point, Point];
    return {
      distance: Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1),
      middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    };
  }

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointerleave", leave);
  element.addEventListener("wheel", wheel, { passive: false });
  // On the window, so that a drag continues outside the board.
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", up);
  window.addEventListener("pointercancel", cancel);

  return {
    takeFromHand(piece, event) {
      const point = local(event);
      pointers.clear();
      pointers.set(event.pointerId, point);
      press = { id: event.pointerId, start: point, last: point, slop: 0, doing: "dragging" };
      board.lift(piece, grip(event));
    },
    destroy() {
      clearTimeout(timer);
      element.removeEventListener("pointerdown", down);
      element.removeEventListener("pointerleave", leave);
      element.removeEventListener("wheel", wheel);
      window.removeEventListener("pointermove", move);
      window.removeEventListener("pointerup", up);
      window.removeEventListener("pointercancel", cancel);
    },
  };
}
