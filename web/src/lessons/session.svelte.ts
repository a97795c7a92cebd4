// A lesson on the screen: the current step, what the learner has done, and the result.

import { key, same } from "../hive/hexes";
import type { View } from "../board/state.svelte";
import type {
  Hex,
  ImmobilePiece,
  Lesson,
  LessonAnswer,
  LessonStep,
  PlayedMove,
  SayLessonMove,
  Turn,
  Way,
  WhyNot,
} from "../generated/messages";
import { moveWords, pieceName, placeName } from "../words/moves";
import { whyWords } from "../words/reasons";
import { isKey, tr, type Key } from "../lib/i18n/index.svelte";
import { pace } from "../lib/settings.svelte";
import { play } from "../lib/sound";
import { Failure, api } from "../net/api";
import { LessonBoard } from "./lessonBoard.svelte";
import { isStepDone, markDone } from "./progress.svelte";
import { said } from "./texts";

/** The pause between the learner's move and the reply, so that the learner sees both. */
const BETWEEN_MOVES_MS = 350;

export class LessonSession {
  lesson = $state.raw<Lesson | null>(null);
  index = $state(0);
  turn = $state.raw<Turn | null>(null);
  found = $state.raw<Hex[]>([]);
  left = $state(0);
  isDone = $state(false);
  /** 0: no hint yet, 1: the hint in words. */
  hints = $state(0);
  /** The hex shown at the learner's request. */
  shown = $state.raw<Hex | null>(null);
  /** The result of the last try, for the panel and for screen readers. */
  message = $state("");
  /** The reason code of a wrong try. */
  code = $state("");
  isMissing = $state(false);
  problem = $state("");

  readonly board = new LessonBoard({
    move: (piece, to) => void this.#try(piece, to),
    refused: (piece, to) => this.#refused(piece, to),
    selected: () => undefined,
  });

  step = $derived<LessonStep | null>(this.lesson?.steps[this.index] ?? null);
  isTapping = $derived(
    this.step !== null && this.step.kind !== "play" && this.step.kind !== "look",
  );

  /** Whether the last step is done. */
  isFinished = $derived(this.isDone && this.index + 1 === this.lesson?.steps.length);

  #moves: SayLessonMove[] = [];
  #last: PlayedMove | null = null;
  #isBusy = false;
  #taps: Promise<void> = Promise.resolve();

  constructor(readonly id: string) {
    this.board.idle = () => {
      if (this.isDone || this.#isBusy || this.step === null) return;
      this.code = "";
      this.message = tr("lesson.pick.first");
    };
  }

  async load(): Promise<void> {
    try {
      const lesson = await api.lesson(this.id);
      this.lesson = lesson;
      const first = lesson.steps.findIndex((_, index) => !isStepDone(this.id, index));
      this.begin(Math.max(first, 0));
    } catch (error) {
      if (error instanceof Failure && error.code === "no-such-lesson") this.isMissing = true;
      else this.problem = tr("app.offline");
    }
  }

  /** Start a step from its beginning. */
  begin(index: number): void {
    const step = this.lesson?.steps[index];
    if (step === undefined) return;
    this.index = index;
    this.turn = step.turn;
    this.found = [];
    this.left = step.left;
    this.isDone = step.kind === "look";
    this.hints = 0;
    this.shown = null;
    this.message = "";
    this.code = "";
    this.#moves = [];
    this.#last = step.last;
    const board = this.board;
    // Release the piece that was held for tapping first.
    board.tapped = null;
    board.cancel();
    board.tapped = this.isTapping ? (hex) => void this.#tap(hex) : null;
    board.held = step.kind === "reach" ? step.piece : null;
    board.flipped = false;
    void board.show(this.#view()).then(() => board.fit());
    if (board.held !== null) board.select(board.held);
  }

  pass(): void {
    void this.#try(null, null);
  }

  /** Explain why a piece in the hand can't be placed. */
  askWhy(piece: string): void {
    this.#refused(piece, null);
  }

  /** Give the hint in words, and the second time show the solution. */
  async hint(): Promise<void> {
    if (this.step === null || this.isDone) return;
    if (this.hints === 0) {
      this.hints = 1;
      this.message = "";
      return;
    }
    try {
      const { hex, piece, way } = await api.showStep(this.id, this.index + 1, this.#doing());
      this.board.explanation = null;
      if (hex !== null) {
        this.shown = hex;
        this.message = tr("lesson.shown", { place: this.#placeWords(hex) });
      } else if (piece !== null && way !== null) {
        this.board.cancel();
        this.board.hint = { piece, way };
        this.message = tr("hint.say", { move: this.#words(piece, way) });
      } else {
        this.message = tr("lesson.shown.pass");
      }
    } catch {
      this.problem = tr("app.offline");
    }
  }

  /** "the black spider" where the learner taps pieces, otherwise where the held piece can go. */
  #placeWords(hex: Hex): string {
    const { stacks, held } = this.board;
    const top = stacks.get(key(hex))?.pieces.at(-1);
    if (held !== null || top === undefined) return placeName(hex, stacks, held);
    return tr(`piece.the.${top.slice(0, 2)}` as Key);
  }

  isFound(hex: Hex): boolean {
    return this.found.some((one) => same(one, hex));
  }

  // The learner's actions

  /** Queue taps, which can come faster than the server answers. */
  #tap(hex: Hex): Promise<void> {
    const step = this.step;
    this.#taps = this.#taps.then(() => (step === this.step ? this.#tapNow(hex) : undefined));
    return this.#taps;
  }

  async #tapNow(hex: Hex): Promise<void> {
    if (this.isFound(hex)) {
      this.board.explanation = null;
      return;
    }
    const top = this.board.stacks.get(key(hex))?.pieces.at(-1) ?? null;
    const answer = await this.#ask(null, hex);
    if (answer === null) return;
    if (!answer.is_right) {
      const piece = this.step?.kind === "reach" ? this.step.piece : top;
      this.#explain(piece ?? "", answer.why, hex);
      return;
    }
    this.board.explanation = null;
    this.shown = null;
    this.found = answer.found;
    this.left = answer.left;
    play("place");
    if (answer.is_done) this.#finishStep();
    else this.message = tr("lesson.found");
  }

  #refused(piece: string, to: Hex | null): void {
    if (this.isDone) return;
    // A piece dropped on a hex counts as a tap on that hex.
    if (this.isTapping) {
      if (to !== null) void this.#tap(to);
      return;
    }
    const known = to === null ? this.#immobile(piece) : undefined;
    if (known !== undefined) this.#explain(known.piece, known.why, null);
    else void this.#try(piece, to);
  }

  /** The topmost piece of the stack that can't move and has a reason: this piece, or the learner's
   *  own below it. */
  #immobile(piece: string): ImmobilePiece | undefined {
    const hex = this.board.locations.get(piece);
    const stack = hex === undefined ? [piece] : (this.board.stacks.get(key(hex))?.pieces ?? []);
    const known = new Map(this.turn?.immobile.map((one) => [one.piece, one]));
    return stack.toReversed().flatMap((one) => known.get(one) ?? [])[0];
  }

  /** Play a move, ask why a piece cannot move, or pass. */
  async #try(piece: string | null, to: Hex | null): Promise<void> {
    if (this.isTapping) {
      if (to !== null) await this.#tap(to);
      return;
    }
    const answer = await this.#ask(piece, to);
    if (answer === null) return;
    if (!answer.is_right) {
      this.#explain(piece ?? "", answer.why, to);
      return;
    }
    this.#moves.push({ piece, to });
    this.board.explanation = null;
    this.message = "";
    for (const [index, move] of answer.played.entries()) {
      await this.#watch(move, index === answer.played.length - 1 ? answer.turn : null);
    }
    this.left = answer.left;
    if (answer.is_done) this.#finishStep();
    else this.message = tr("lesson.go.on");
  }

  async #ask(piece: string | null, to: Hex | null): Promise<LessonAnswer | null> {
    const step = this.step;
    if (this.#isBusy || this.isDone || step === null) return null;
    this.#isBusy = true;
    this.problem = "";
    this.code = "";
    try {
      const answer = await api.tryStep(this.id, this.index + 1, { ...this.#doing(), piece, to });
      // Ignore the answer if the learner has moved to another step.
      return step === this.step ? answer : null;
    } catch {
      this.problem = tr("app.offline");
      return null;
    } finally {
      this.#isBusy = false;
    }
  }

  #doing(): { moves: SayLessonMove[]; found: Hex[] } {
    return { moves: [...this.#moves], found: [...this.found] };
  }

  // Results

  /** Show a move. `turn` is the position after the last one, and null for those before it. */
  async #watch(move: PlayedMove, turn: Turn | null): Promise<void> {
    play(move.piece === null ? "pass" : move.origin === null ? "place" : "move");
    this.#last = move.piece === null ? null : move;
    if (turn === null) {
      // The position between two moves is only shown briefly.
      await this.board.show(
        { ...this.#view(), stacks: this.#after(move), movable: new Map() },
        move,
        pace(),
      );
      if (pace() > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MOVES_MS));
    } else {
      this.turn = turn;
      await this.board.show(this.#view(), move, pace());
    }
  }

  #after({ piece, to }: PlayedMove): Turn["stacks"] {
    const stacks = (this.turn?.stacks ?? [])
      .map(({ hex, pieces }) => ({ hex, pieces: pieces.filter((one) => one !== piece) }))
      .filter(({ pieces }) => pieces.length > 0);
    if (piece === null || to === null) return stacks;
    const below = stacks.find(({ hex }) => same(hex, to));
    const rest = stacks.filter((stack) => stack !== below);
    return [...rest, { hex: to, pieces: [...(below?.pieces ?? []), piece] }];
  }

  #finishStep(): void {
    if (this.step === null) return;
    this.isDone = true;
    this.shown = null;
    this.hints = 0;
    markDone(this.id, this.index);
    this.message = said(this.step.done) || tr("lesson.right");
    void this.board.show(this.#view());
    play("won");
  }

  #explain(piece: string, why: WhyNot | null, to: Hex | null): void {
    if (why === null || this.step === null) return;
    const isThere = to !== null && this.step.kind !== "pick";
    const words = this.#reason(piece, why, said(this.step.miss), isThere);
    this.message = words;
    this.code = why.code;
    // If the reason names no hexes, mark the one that was tapped.
    const hexes = why.hexes.length === 0 && to !== null && piece === "" ? [to] : why.hexes;
    if (piece !== "" || to !== null) {
      this.board.explanation = { piece, why: { ...why, hexes }, words };
    }
    play("refused");
  }

  #reason(piece: string, why: WhyNot, miss: string, isThere: boolean): string {
    if (why.code === "not-asked" && miss !== "") return miss;
    if (piece !== "") return whyWords(piece, why, this.turn, isThere);
    const name = `why.${why.code}`;
    return isKey(name) ? tr(name) : why.text;
  }

  #words(piece: string, way: Way): string {
    const { to, thrower } = way;
    return moveWords({ text: "", piece, to, thrower }, this.board.stacks, this.board.flipped);
  }

  #view(): View {
    const { step, turn } = this;
    if (step === null || turn === null)
      return { stacks: [], movable: new Map(), last: null, stunned: null };
    const movable = new Map<string, Way[]>();
    if (step.kind === "reach" && step.piece !== null && !this.isDone) movable.set(step.piece, []);
    if (step.kind === "play" && !this.isDone) {
      const placed = new Set(turn.stacks.flatMap(({ pieces }) => pieces));
      for (const { piece, ways } of turn.movable) {
        if (step.has_hand || placed.has(piece)) movable.set(piece, ways);
      }
    }
    // Only mark a thrown piece, which belongs to the player to move.
    const stunned = turn.stunned?.[0] === turn.color ? turn.stunned : null;
    return { stacks: turn.stacks, movable, last: this.#last, stunned };
  }

  /** A description of the hex under the keyboard cursor, for screen readers. */
  describe(): string {
    const board = this.board;
    const hex = board.cursor;
    if (hex === null) return "";
    const place = placeName(hex, board.stacks, board.selected);
    if (board.targets.has(key(hex))) return tr("board.target", { place });
    const mark = this.isFound(hex) ? `, ${tr("lesson.found.here")}` : "";
    const stack = board.stacks.get(key(hex));
    if (stack === undefined) return `${tr("board.empty")}, ${place}${mark}`;
    const top = stack.pieces.at(-1) as string;
    const name =
      this.isTapping || !board.view.movable.has(top)
        ? pieceName(top)
        : tr("board.canmove", { piece: pieceName(top) });
    const count = stack.pieces.length;
    return (count > 1 ? `${name}, ${tr("board.stack", { count })}` : name) + mark;
  }
}
