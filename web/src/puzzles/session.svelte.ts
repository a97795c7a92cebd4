// A puzzle on the screen: the moves found so far, the result of the last try, and the solution.

import type {
  Hex,
  PlayedMove,
  Puzzle,
  PuzzleAnswer,
  PuzzleScore,
  SayPuzzleMove,
  StackOfPieces,
  Turn,
} from "../generated/messages";
import { afterMove, shownMoves } from "../hive/replay";
import { tr } from "../lib/i18n/index.svelte";
import { play } from "../lib/sound";
import { Failure } from "../lib/failure";
import { api } from "../net/api";
import { failureWords } from "../net/failures";
import { PlaySurface, waysOf } from "../surface/surface.svelte";
import { shownName, shownWords } from "../words/moves";
import { remarkWords } from "../words/remarks";
import { foundMoves, keepMoves } from "./found";
import { missWords, reasonWords } from "./words";

/** The pause between two moves, so that the user sees both. */
const BETWEEN_MOVES_MS = 450;

export type State = "solving" | "wrong" | "solved" | "shown";

interface Scene {
  stacks: StackOfPieces[];
  last: PlayedMove | null;
}

export class PuzzleSession {
  puzzle = $state.raw<Puzzle | null>(null);
  state = $state<State>("solving");
  movesLeft = $state(0);
  message = $state("");
  /** Why the solution works, once the puzzle is over. */
  reason = $state("");
  score = $state.raw<PuzzleScore | null>(null);
  /** The hexes still open around the queen. */
  open = $state.raw<Hex[]>([]);
  isMissing = $state(false);
  problem = $state("");
  isBusy = $state(false);
  /** The positions of the solution; `scene` is the index of the one shown. */
  scenes = $state.raw<Scene[]>([]);
  scene = $state(0);
  line = $state.raw<PlayedMove[]>([]);

  readonly surface = PlaySurface.plain(
    {
      move: (piece, to) => void this.#try(piece, to),
      askWhy: (piece, to) => void this.#try(piece, to),
      mayAsk: () => this.state === "solving",
      explained: (words) => (this.message = words),
    },
    { pauseMs: BETWEEN_MOVES_MS },
  );
  readonly board = this.surface.board;

  #moves: SayPuzzleMove[] = [];
  /** The move before the position that the user plays from. */
  #last: PlayedMove | null = null;

  constructor(readonly id: string) {
    // A piece that can't be seen may be the one to move, or the one to surround.
    this.board.fitsWhole = true;
  }

  async load(): Promise<void> {
    try {
      const puzzle = await api.puzzle(this.id);
      this.puzzle = puzzle;
      this.score = puzzle.score;
      this.begin();
      this.board.fit();
      await this.#resume();
    } catch (error) {
      if (error instanceof Failure && error.code === "no-such-puzzle") this.isMissing = true;
      else this.problem = failureWords(error);
    }
  }

  /** Start the puzzle from the first move. */
  begin(): void {
    const puzzle = this.puzzle;
    if (puzzle === null) return;
    this.#moves = [];
    this.movesLeft = puzzle.moves;
    this.#last = puzzle.last;
    this.#settle("solving");
    this.message = "";
    this.reason = "";
    this.board.cancel();
    void this.#show(puzzle.turn);
  }

  /** Take back a wrong move. */
  again(): void {
    if (this.state !== "wrong") return;
    this.message = "";
    this.#settle("solving");
    void this.#show();
  }

  pass(): void {
    void this.#try(null, null);
  }

  get mustPass(): boolean {
    return this.state === "solving" && this.surface.turn?.movable.length === 0;
  }

  async hint(): Promise<void> {
    if (this.state !== "solving") return;
    const given = await this.#ask(() => api.puzzleHint(this.id, { moves: this.#moves }));
    if (given === null) return;
    this.#counted(given.score);
    this.message =
      given.piece === null
        ? tr("lesson.shown.pass")
        : tr("puzzle.hint", { piece: shownName(given.piece) });
    if (given.piece !== null && this.board.view.movable.has(given.piece)) {
      this.board.select(given.piece);
    }
  }

  async showSolution(): Promise<void> {
    if (this.puzzle === null || this.state === "solved" || this.state === "shown") return;
    const given = await this.#ask(() => api.puzzleSolution(this.id, { moves: this.#moves }));
    const start = this.surface.turn?.stacks;
    if (given === null || start === undefined) return;
    this.#counted(given.score);
    keepMoves(this.id, []);
    const scenes: Scene[] = [{ stacks: start, last: this.#last }];
    for (const move of given.line) {
      const { stacks } = scenes.at(-1) as Scene;
      scenes.push({ stacks: afterMove(stacks, move), last: move.piece === null ? null : move });
    }
    const { kind, turn } = this.puzzle;
    this.line = given.line;
    this.scenes = scenes;
    this.#settle("shown");
    this.message = "";
    const reason = reasonWords(kind, turn.color, given.first.length);
    this.reason = given.remark === null ? reason : `${remarkWords(given.remark)} ${reason}`;
    await this.goTo(0);
    // Play the solution, unless the user starts stepping through it.
    while (this.scenes === scenes && this.scene < scenes.length - 1) {
      const at = this.scene;
      await this.surface.pause();
      if (this.scenes !== scenes || this.scene !== at) return;
      await this.goTo(at + 1);
    }
  }

  /** Show a position of the solution. */
  async goTo(index: number): Promise<void> {
    const scene = this.scenes[index];
    if (this.state !== "shown" || scene === undefined) return;
    const isForward = index === this.scene + 1;
    this.scene = index;
    if (isForward && scene.last !== null) this.surface.sound(scene.last);
    await this.surface.show(scene, isForward ? scene.last : null);
  }

  /** The solution's moves, in words or in notation. */
  lineWords(): string[] {
    const shown = shownMoves(this.line, this.scenes[0]?.stacks);
    return shown.map(({ move, before }) => shownWords(move, before));
  }

  /** Continue after the moves that were found before the page was reloaded. */
  async #resume(): Promise<void> {
    const moves = foundMoves(this.id);
    const last = moves.at(-1);
    if (last === undefined) return;
    const answer = await this.#ask(() =>
      api.tryPuzzle(this.id, { moves: moves.slice(0, -1), ...last }),
    );
    this.problem = ""; // if the moves don't fit any more, the puzzle just starts anew
    if (answer === null || !answer.is_right || answer.is_solved) return;
    const reply = answer.played.at(-1);
    await this.#goOn(answer, moves, reply?.piece == null ? null : reply);
  }

  // Trying

  async #try(piece: string | null, to: Hex | null): Promise<void> {
    if (this.state !== "solving") return;
    const answer = await this.#ask(() => api.tryPuzzle(this.id, { moves: this.#moves, piece, to }));
    if (answer === null) return;
    if (answer.why !== null) {
      this.surface.explain(piece ?? "", answer.why, to);
    } else if (answer.played.length > 0) {
      await this.#watch(answer, { piece, to });
    }
  }

  async #watch(answer: PuzzleAnswer, move: SayPuzzleMove): Promise<void> {
    const before = this.surface.turn?.stacks;
    if (this.puzzle === null || before === undefined) return;
    this.isBusy = true;
    this.board.explanation = null;
    this.message = "";
    await this.surface.watch(answer.played);
    this.isBusy = false;
    this.#counted(answer.score);
    if (answer.miss !== null) this.#miss(answer, before);
    else await this.#goOn(answer, [...this.#moves, move], this.surface.last);
  }

  #miss(answer: PuzzleAnswer, before: StackOfPieces[]): void {
    const color = this.puzzle?.turn.color ?? "w";
    const { remark } = answer;
    const words = missWords(answer, color, afterMove(before, answer.played[0] as PlayedMove));
    this.message = remark === null ? words : `${words} ${remarkWords(remark)}`;
    this.surface.remark = remark;
    this.#settle("wrong");
    this.open = answer.miss === "not-surrounded" ? answer.open : [];
    play("refused");
  }

  async #goOn(
    answer: PuzzleAnswer,
    moves: SayPuzzleMove[],
    last: PlayedMove | null,
  ): Promise<void> {
    if (this.puzzle === null) return;
    const { kind, turn } = this.puzzle;
    this.#moves = moves;
    this.#last = last;
    this.movesLeft = answer.moves_left;
    keepMoves(this.id, answer.is_solved ? [] : moves);
    if (answer.is_solved) {
      this.#settle("solved");
      this.message = tr(kind === "only-defence" ? "puzzle.solved.defence" : "puzzle.solved");
      this.reason = reasonWords(kind, turn.color, 1);
      play("won");
    } else {
      this.message = tr("puzzle.go.on", { count: answer.moves_left });
    }
    await this.#show(answer.turn);
  }

  #counted(score: PuzzleScore | null): void {
    if (score !== null) this.score = score;
  }

  #settle(state: State): void {
    this.state = state;
    this.open = [];
    if (state === "solving" || state === "wrong") this.scenes = [];
  }

  async #ask<T>(question: () => Promise<T>): Promise<T | null> {
    if (this.isBusy) return null;
    this.isBusy = true;
    this.problem = "";
    try {
      return await question();
    } catch (error) {
      this.problem = failureWords(error);
      return null;
    } finally {
      this.isBusy = false;
    }
  }

  /** Show the position that the user plays from. */
  async #show(turn: Turn | null = this.surface.turn): Promise<void> {
    const movable = waysOf(this.state === "solving" ? turn : null);
    await this.surface.show({ turn, last: this.#last, movable });
  }
}
