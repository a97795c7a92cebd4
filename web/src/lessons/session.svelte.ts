// A lesson on the screen: the current step, what the learner has done, and the result.

import type {
  Hex,
  Lesson,
  LessonAnswer,
  LessonStep,
  SayLessonMove,
  Way,
  WhyNot,
} from "../generated/messages";
import { kindOf } from "../hive/box";
import { key, same } from "../hive/hexes";
import { tr } from "../lib/i18n/index.svelte";
import { play } from "../lib/sound";
import { Failure } from "../lib/failure";
import { api } from "../net/api";
import { failureWords } from "../net/failures";
import { PlaySurface, waysOf, type Scene } from "../surface/surface.svelte";
import type { CursorStyle } from "../surface/cursor";
import { placeName } from "../words/moves";
import { LessonBoard } from "./lessonBoard.svelte";
import { isStepDone, markDone } from "./progress.svelte";
import { said } from "./texts";
import { foundBefore, keepFound } from "./unfinished";

/** The pause between the learner's move and the reply. */
const BETWEEN_MOVES_MS = 350;

export class LessonSession {
  lesson = $state.raw<Lesson | null>(null);
  index = $state(0);
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

  readonly surface = new PlaySurface<LessonBoard>(
    {
      move: (piece, to) => void this.#try(piece, to),
      askWhy: (piece, to) => void this.#try(piece, to),
      mayAsk: (_, to) => this.#mayAsk(to),
      explained: (words, why) => {
        this.message = words;
        this.code = why.code;
      },
    },
    (events) => new LessonBoard(events),
    { pauseMs: BETWEEN_MOVES_MS },
  );
  readonly board = this.surface.board;

  step = $derived<LessonStep | null>(this.lesson?.steps[this.index] ?? null);
  isTapping = $derived(
    this.step !== null && this.step.kind !== "play" && this.step.kind !== "look",
  );

  /** Whether the last step is done. */
  isFinished = $derived(this.isDone && this.index + 1 === this.lesson?.steps.length);

  #moves: SayLessonMove[] = [];
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
      const found = foundBefore(this.id, first);
      this.begin(Math.max(first, 0));
      this.#resume(found);
    } catch (error) {
      if (error instanceof Failure && error.code === "no-such-lesson") this.isMissing = true;
      else this.problem = failureWords(error);
    }
  }

  /** Start a step from its beginning. */
  begin(index: number): void {
    const step = this.lesson?.steps[index];
    if (step === undefined) return;
    this.index = index;
    this.found = [];
    this.left = step.left;
    this.isDone = step.kind === "look";
    this.hints = 0;
    this.shown = null;
    this.message = "";
    this.code = "";
    this.#moves = [];
    keepFound(this.id, index, []);
    const board = this.board;
    // Release the piece that was held for tapping first.
    board.tapped = null;
    board.cancel();
    board.tapped = this.isTapping ? (hex) => void this.#tap(hex) : null;
    board.held = step.kind === "reach" ? step.piece : null;
    board.flipped = false;
    void this.#show(step.turn, step.last).then(() => board.fit());
    if (board.held !== null) board.select(board.held);
  }

  /** Continue a step in which the learner had found some hexes, unless the lesson has changed. */
  #resume(found: Hex[]): void {
    if (!this.isTapping || found.length === 0 || found.length >= this.left) return;
    this.found = found;
    this.left -= found.length;
    keepFound(this.id, this.index, found);
  }

  pass(): void {
    void this.#try(null, null);
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
        this.message = this.surface.advise(piece, way);
      } else {
        this.message = tr("lesson.shown.pass");
      }
    } catch (error) {
      this.problem = failureWords(error);
    }
  }

  /** "the black spider" where the learner taps pieces, otherwise where the held piece can go. */
  #placeWords(hex: Hex): string {
    const { stacks, held } = this.board;
    const top = stacks.get(key(hex))?.pieces.at(-1);
    if (held !== null || top === undefined) return placeName(hex, stacks, held);
    return tr(`piece.the.${kindOf(top)}`);
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
    keepFound(this.id, this.index, answer.found);
    play("place");
    if (answer.is_done) this.#finishStep();
    else this.message = tr("lesson.found");
  }

  #mayAsk(to: Hex | null): boolean {
    // A piece dropped on a hex counts as a tap on that hex.
    if (this.isTapping && !this.isDone && to !== null) void this.#tap(to);
    return !this.isDone && !this.isTapping;
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
    const step = this.step;
    this.#moves.push({ piece, to });
    this.board.explanation = null;
    this.message = "";
    await this.surface.watch(answer.played);
    if (step !== this.step) return;
    await this.#show(answer.turn);
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
    } catch (error) {
      this.problem = failureWords(error);
      return null;
    } finally {
      this.#isBusy = false;
    }
  }

  #doing(): { moves: SayLessonMove[]; found: Hex[] } {
    return { moves: [...this.#moves], found: [...this.found] };
  }

  // Results

  #finishStep(): void {
    if (this.step === null) return;
    this.isDone = true;
    this.shown = null;
    this.hints = 0;
    markDone(this.id, this.index);
    this.message = said(this.step.done) || tr("lesson.right");
    void this.#show();
    play("won");
  }

  #explain(piece: string, why: WhyNot | null, to: Hex | null): void {
    const step = this.step;
    if (why === null || step === null) return;
    // Steps can say in their own words what isn't asked for.
    const miss = why.code === "not-asked" ? said(step.miss) : "";
    this.surface.explain(piece, why, to, {
      isThere: to !== null && step.kind !== "pick",
      said: miss === "" ? undefined : miss,
    });
  }

  /** Show the position, with the pieces that the step lets the learner move. */
  #show(turn = this.surface.turn, last = this.surface.last): Promise<void> {
    const step = this.step;
    if (step === null || turn === null) return Promise.resolve();
    const scene: Scene = { turn, last, movable: new Map<string, Way[]>() };
    if (this.isDone) return this.surface.show(scene);
    if (step.kind === "reach" && step.piece !== null) scene.movable?.set(step.piece, []);
    if (step.kind === "play") {
      const placed = new Set(turn.stacks.flatMap(({ pieces }) => pieces));
      const ways = [...waysOf(turn)].filter(([piece]) => step.has_hand || placed.has(piece));
      scene.movable = new Map(ways);
    }
    return this.surface.show(scene);
  }

  /** What to say about the hex under the keyboard cursor. */
  get cursor(): CursorStyle {
    const hex = this.board.cursor;
    const mark = hex !== null && this.isFound(hex) ? tr("lesson.found.here") : "";
    return { isFixed: this.isTapping, mark };
  }
}
