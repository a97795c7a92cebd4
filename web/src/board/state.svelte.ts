// What the board shows and what the user is doing on it. It doesn't know the rules: its owner says
// which pieces can go where, and receives an event for each attempt.

import { tick } from "svelte";
import type { Hex, PlayedMove, StackOfPieces, Way, WhyNot } from "../generated/messages";
import { fitted, shows, toBoard, type Camera, type Insets, type Size } from "./camera";
import { LEVEL_STEP, TILE_RADIUS, centre, hexAt, type Point } from "./geometry";
import { DIRECTIONS, key, same, step } from "../hive/hexes";
import { Glide } from "./glide";
import { Motion, courseOf } from "./motion";
import { byHex } from "../hive/replay";

/** Why a piece can't make a move, in words and with marks on the board. */
export interface Explanation {
  piece: string;
  why: WhyNot;
  words: string;
  /** A link to read more. */
  more?: { path: string; words: string; open: (event: MouseEvent) => void };
}

export interface Tile {
  piece: string;
  hex: Hex;
  level: number;
  isTop: boolean;
}

export interface BoardEvents {
  /** The user moved a piece to one of its targets. */
  move(piece: string, to: Hex, isDropped: boolean): void;
  /** The user tried to move a piece that has no targets, or to a hex that isn't one of them. */
  refused(piece: string, to: Hex | null): void;
  selected(piece: string | null): void;
}

/** What the board shows. */
export interface View {
  stacks: StackOfPieces[];
  movable: Map<string, Way[]>;
  last: PlayedMove | null;
  stunned: string | null;
  /** Whether targets are for a premove: places where a piece might be able to go next turn. */
  isPremove?: boolean;
}

const NOTHING: View = { stacks: [], movable: new Map(), last: null, stunned: null };

export class BoardState {
  view = $state.raw<View>(NOTHING);
  selected = $state<string | null>(null);
  hovered = $state.raw<Hex | null>(null);
  cursor = $state.raw<Hex | null>(null);
  fanned = $state.raw<Hex | null>(null);
  explanation = $state.raw<Explanation | null>(null);
  hint = $state.raw<{ piece: string; way: Way } | null>(null);
  /** A premove, or a move that the server hasn't confirmed yet. */
  planned = $state.raw<{ piece: string; to: Hex } | null>(null);
  flipped = $state(false);
  /** The piece being dragged, and where it is on the screen. */
  dragged = $state.raw<{ piece: string; at: Point } | null>(null);
  /** The piece being animated, and where it is on the board. */
  moving = $state.raw<{ piece: string; at: Point } | null>(null);
  camera = $state.raw<Camera>({ x: 0, y: 0, scale: 0.9 });
  size = $state.raw<Size>({ width: 0, height: 0 });
  insets = $state.raw<Insets>({ top: 8, right: 8, bottom: 8, left: 8 });

  stacks = $derived(byHex(this.view.stacks));
  locations = $derived(
    new Map(this.view.stacks.flatMap((stack) => stack.pieces.map((piece) => [piece, stack.hex]))),
  );
  tiles = $derived(this.#tiles());
  /** The destinations of the selected piece, by the key of their hex. */
  targets = $derived(
    new Map(
      (this.selected === null ? [] : (this.view.movable.get(this.selected) ?? [])).map((way) => [
        key(way.to),
        way,
      ]),
    ),
  );

  /** Whether the hive is always fitted as a whole, even if tiles get too small to tap easily. */
  fitsWhole = false;
  /** False once the user has moved the camera. It then stays put until they ask to fit the hive. */
  #followsHive = true;
  /** True until something happens on the board. Until then the camera may jump. */
  #isFresh = true;
  #motion = new Motion((moving) => (this.moving = moving));
  #glide = new Glide(
    () => this.camera,
    (camera) => (this.camera = camera),
  );

  /** Moves the keyboard focus to the board. A no-op until the board is mounted. */
  focus: () => void = () => undefined;

  constructor(private readonly events: BoardEvents) {}

  // Showing

  /** Show a position. `animated` is the move that led to it, if it should be animated, and `pace`
   *  scales the duration; 0 skips the animation. */
  async show(view: View, animated: PlayedMove | null = null, pace = 0): Promise<void> {
    this.#motion.end();
    const before = this.stacks;
    const isFirst = this.view === NOTHING;
    this.view = view;
    this.explanation = null;
    this.hint = null;
    this.fanned = null;
    if (this.selected !== null && !view.movable.has(this.selected)) this.select(null);
    if (isFirst) this.#fitAtOnce();
    else {
      this.#isFresh = false;
      this.follow();
    }
    if (animated?.piece && animated.to && pace > 0) {
      await this.#motion.run(animated.piece, courseOf(animated, before, this.flipped), pace);
    } else {
      await tick();
    }
  }

  /** Fit the hive again if it no longer fits the view, unless the user controls the camera. */
  follow(): void {
    if (!this.#followsHive || this.dragged !== null || this.size.width === 0) return;
    if (!shows(this.camera, this.#points(), this.size, this.insets)) this.fit();
  }

  /** Set the space that other elements take up at the board's edges, and whether the whole hive should
   *  fit into the rest. */
  leaveRoom(insets: Insets, fitsWhole = this.fitsWhole): void {
    const changes = fitsWhole !== this.fitsWhole;
    this.insets = insets;
    this.fitsWhole = fitsWhole;
    if (this.#isFresh) this.#fitAtOnce();
    else if (changes && this.#followsHive) this.fit();
    else this.follow();
  }

  #fitAtOnce(): void {
    this.fit();
    this.#glide.finish();
  }

  /** Bring the hive into view. With `isAsked` all of it, however small that makes the tiles. */
  fit(isAsked = false): void {
    if (this.size.width === 0) return;
    this.#followsHive = true;
    if (isAsked) this.fanned = null;
    const isTouched = !isAsked && !this.fitsWhole && this.view.movable.size > 0;
    const last = this.view.last?.to;
    const look = last == null ? null : this.place(last, 0);
    this.#glide.to(fitted(this.#points(), this.size, this.insets, isTouched, look));
  }

  /** Set the camera when the user pans or zooms. */
  look(camera: Camera): void {
    this.#followsHive = false;
    this.#isFresh = false;
    this.#glide.stop();
    this.camera = camera;
  }

  resize(size: Size): void {
    const first = this.size.width === 0;
    this.size = size;
    if (!first && !this.#followsHive) return;
    this.#fitAtOnce();
  }

  flip(): void {
    this.flipped = !this.flipped;
    this.#followsHive = true;
    this.fit();
  }

  // Selecting

  select(piece: string | null): void {
    this.#isFresh = false;
    if (this.selected !== piece) {
      this.selected = piece;
      this.events.selected(piece);
    }
    if (piece !== null) this.explanation = null;
    this.hovered = null;
  }

  /** Handle a click or Enter on a hex. A target takes precedence over the piece on it. */
  click(hex: Hex): void {
    this.fanned = null;
    if (this.planned !== null && this.selected === null) {
      this.planned = null;
      return;
    }
    if (this.selected !== null && this.targets.has(key(hex))) {
      this.play(hex);
      return;
    }
    const stack = this.stacks.get(key(hex));
    const top = stack?.pieces.at(-1) ?? null;
    if (top !== null && this.view.movable.has(top)) {
      this.select(this.selected === top ? null : top);
    } else if (top !== null) {
      this.select(null);
      this.events.refused(top, null);
    } else if (this.selected !== null && this.#touchesHive(hex)) {
      this.events.refused(this.selected, hex);
    } else {
      this.select(null);
      this.explanation = null;
    }
  }

  /** Show every piece of a stack; null closes it. */
  fan(hex: Hex | null): void {
    this.fanned = hex;
    if (hex !== null) this.explanation = null;
  }

  play(to: Hex, isDropped = false): void {
    const piece = this.selected;
    if (piece === null) return;
    this.select(null);
    this.events.move(piece, to, isDropped);
  }

  cancel(): void {
    this.fanned = null;
    this.explanation = null;
    this.dragged = null;
    this.planned = null;
    this.select(null);
  }

  // Dragging

  lift(piece: string, at: Point): void {
    this.select(piece);
    this.fanned = null;
    this.dragged = { piece, at };
  }

  dragTo(at: Point, hex: Hex | null): void {
    if (this.dragged === null) return;
    this.dragged = { piece: this.dragged.piece, at };
    const over = hex !== null && this.targets.has(key(hex)) ? hex : null;
    if (!same(over, this.hovered) && over !== this.hovered) this.hovered = over;
  }

  drop(hex: Hex | null): void {
    const piece = this.dragged?.piece;
    this.dragged = null;
    if (piece === undefined || hex === null) return;
    if (this.targets.has(key(hex))) this.play(hex, true);
    else if (!same(hex, this.locations.get(piece) ?? null)) this.events.refused(piece, hex);
  }

  // Geometry

  /** The hex under a point on the screen, taking the height of stacks into account. */
  pick(screen: Point): Hex {
    const point = toBoard(this.camera, this.size, screen);
    for (const stack of this.view.stacks) {
      if (stack.pieces.length < 2) continue;
      const top = this.place(stack.hex, stack.pieces.length - 1);
      if (Math.hypot(point.x - top.x, point.y - top.y) < TILE_RADIUS * 0.87) return stack.hex;
    }
    return hexAt(point, this.flipped);
  }

  /** The centre of a tile on the board. */
  place(hex: Hex, level: number): Point {
    const { x, y } = centre(hex, this.flipped);
    return { x, y: y - level * LEVEL_STEP };
  }

  height(hex: Hex): number {
    return this.stacks.get(key(hex))?.pieces.length ?? 0;
  }

  #touchesHive(hex: Hex): boolean {
    return DIRECTIONS.some((_, direction) => this.stacks.has(key(step(hex, direction))));
  }

  /** All tiles in drawing order: by rows from the top, then left to right, then bottom to top. */
  #tiles(): Tile[] {
    const sign = this.flipped ? -1 : 1;
    return [...this.view.stacks]
      .sort((a, b) => sign * (a.hex[1] - b.hex[1] || a.hex[0] - b.hex[0]))
      .flatMap(({ hex, pieces }) =>
        pieces.map((piece, level) => ({ piece, hex, level, isTop: level === pieces.length - 1 })),
      );
  }

  /** What should be in view: all tiles and the hexes around them, where pieces may go. */
  #points(): Point[] {
    if (this.view.stacks.length === 0) return [{ x: 0, y: 0 }];
    const step = TILE_RADIUS * 1.75;
    return this.view.stacks.flatMap(({ hex, pieces }) => {
      const { x, y } = this.place(hex, pieces.length - 1);
      return [
        { x: x - step, y: y - step },
        { x: x + step, y: y + step },
      ];
    });
  }
}
