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

export class Gestures {
  #pointers = new Map<number, Point>();
  #press: Press | null = null;
  #pinch: { distance: number; middle: Point } | null = null;
  #timer = 0;

  constructor(
    private readonly element: HTMLElement,
    private readonly board: BoardState,
  ) {
    element.addEventListener("pointerdown", this.#down);
    element.addEventListener("pointerleave", this.#leave);
    element.addEventListener("wheel", this.#wheel, { passive: false });
    // On the window, so that a drag continues outside the board.
    window.addEventListener("pointermove", this.#move);
    window.addEventListener("pointerup", this.#up);
    window.addEventListener("pointercancel", this.#cancel);
  }

  destroy(): void {
    clearTimeout(this.#timer);
    this.element.removeEventListener("pointerdown", this.#down);
    this.element.removeEventListener("pointerleave", this.#leave);
    this.element.removeEventListener("wheel", this.#wheel);
    window.removeEventListener("pointermove", this.#move);
    window.removeEventListener("pointerup", this.#up);
    window.removeEventListener("pointercancel", this.#cancel);
  }

  /** Start dragging a piece from a hand with the pointer that was pressed there. */
  takeFromHand(piece: string, event: PointerEvent): void {
    const point = this.#local(event);
    this.#pointers.clear();
    this.#pointers.set(event.pointerId, point);
    this.#press = { id: event.pointerId, start: point, last: point, slop: 0, doing: "dragging" };
    this.board.lift(piece, this.#grip(event));
  }

  #down = (event: PointerEvent): void => {
    const board = this.board;
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const point = this.#local(event);
    this.#pointers.set(event.pointerId, point);
    clearTimeout(this.#timer);
    if (this.#pointers.size === 2) {
      if (this.#press?.doing === "dragging") board.dragged = null;
      this.#press = null;
      this.#pinch = this.#measure();
      return;
    }
    if (this.#pointers.size > 2) return;
    const slop = SLOP_PX[event.pointerType] ?? 8;
    this.#press = { id: event.pointerId, start: point, last: point, slop, doing: "waiting" };
    if (event.pointerType !== "mouse") {
      this.#later(LONG_PRESS_MS, () => {
        const hex = board.pick(point);
        if (this.#press?.doing === "waiting" && board.height(hex) > 1) {
          this.#press.doing = "held";
          board.fan(hex);
        }
      });
    }
  };

  #move = (event: PointerEvent): void => {
    const board = this.board;
    const point = this.#local(event);
    if (this.#pointers.has(event.pointerId)) this.#pointers.set(event.pointerId, point);
    if (this.#pinch !== null && this.#pointers.size >= 2) {
      const [before, now] = [this.#pinch, this.#measure()];
      const camera = zoomed(board.camera, board.size, now.middle, now.distance / before.distance);
      board.look(panned(camera, now.middle.x - before.middle.x, now.middle.y - before.middle.y));
      this.#pinch = now;
    } else if (this.#press?.id === event.pointerId) {
      this.#pressed(this.#press, event, point);
    } else if (event.pointerType === "mouse" && this.#pointers.size === 0) {
      this.#hover(event, point);
    }
  };

  #pressed(held: Press, event: PointerEvent, point: Point): void {
    const board = this.board;
    if (held.doing === "waiting") {
      if (Math.hypot(point.x - held.start.x, point.y - held.start.y) < held.slop) return;
      clearTimeout(this.#timer);
      const piece = board.stacks.get(key(board.pick(held.start)))?.pieces.at(-1);
      if (piece !== undefined && board.view.movable.has(piece)) {
        held.doing = "dragging";
        board.lift(piece, this.#grip(event));
      } else {
        held.doing = "panning";
      }
    }
    if (held.doing === "dragging") this.#drag(event);
    else if (held.doing === "panning") {
      board.look(panned(board.camera, point.x - held.last.x, point.y - held.last.y));
    }
    held.last = point;
  }

  #drag(event: PointerEvent): void {
    const point = this.#grip(event);
    this.board.dragTo(point, this.#isInside(point) ? this.board.pick(point) : null);
  }

  #hover(event: PointerEvent, point: Point): void {
    const board = this.board;
    const outside = !this.element.contains(event.target as Node);
    const hex = outside ? null : board.pick(point);
    if (hex === null ? board.hovered === null : same(hex, board.hovered)) return;
    board.hovered = hex;
    if (board.fanned !== null && !same(hex, board.fanned)) board.fanned = null;
    clearTimeout(this.#timer);
    if (hex !== null && board.height(hex) > 1) {
      this.#later(HOVER_MS, () => {
        if (same(board.hovered, hex)) board.fan(hex);
      });
    }
  }

  #up = (event: PointerEvent): void => {
    const held = this.#release(event);
    if (held?.doing === "waiting") this.board.click(this.board.pick(held.start));
    else if (held?.doing === "dragging") {
      const point = this.#grip(event);
      this.board.drop(this.#isInside(point) ? this.board.pick(point) : null);
    }
  };

  #cancel = (event: PointerEvent): void => {
    if (this.#release(event) !== null) this.board.dragged = null;
  };

  /** Forget a pointer that was lifted. Returns what it was doing, if it was the one pressed. */
  #release(event: PointerEvent): Press | null {
    this.#pointers.delete(event.pointerId);
    clearTimeout(this.#timer);
    if (this.#pointers.size < 2) this.#pinch = null;
    if (this.#press?.id !== event.pointerId) return null;
    const held = this.#press;
    this.#press = null;
    return held;
  }

  #wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { board } = this;
    const lines = event.deltaMode === 1 ? 16 : 1;
    const factor = Math.exp((-event.deltaY * lines * (event.ctrlKey ? 3 : 1)) / 500);
    board.look(zoomed(board.camera, board.size, this.#local(event), factor));
  };

  #leave = (): void => {
    if (this.board.dragged === null) this.board.hovered = null;
  };

  #later(milliseconds: number, what: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(what, milliseconds);
  }

  /** Where an event happened, from the board's top left corner. */
  #local(event: { clientX: number; clientY: number }): Point {
    const box = this.element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  /** Where a dragged piece is: above a finger, but under a mouse pointer. */
  #grip(event: PointerEvent): Point {
    const point = this.#local(event);
    return event.pointerType === "touch" ? { x: point.x, y: point.y - FINGER_PX } : point;
  }

  #isInside({ x, y }: Point): boolean {
    return x >= 0 && y >= 0 && x <= this.board.size.width && y <= this.board.size.height;
  }

  /** The distance between two fingers, and the point between them. */
  #measure(): { distance: number; middle: Point } {
    const [a, b] = [...this.#pointers.values()] as [Point, Point];
    return {
      distance: Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1),
      middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 },
    };
  }
}
