// A puzzle on the screen: the moves found so far, the result of the last try, and the solution.

import { key } from "../hive/hexes";
import { BoardState, type View } from "../board/state.svelte";
import { stacksWith } from "../hive/passing";
import { moveWords, pieceName } from "../words/moves";
import { whyWords } from "../words/reasons";
import type {
  Hex,
  ImmobilePiece,
  PlayedMove,
  Puzzle,
  PuzzleAnswer,
  PuzzleScore,
  SayPuzzleMove,
  StackOfPieces,
  Turn,
  Way,
} from "../generated/messages";
import { isKey, tr } from "../lib/i18n/index.svelte";
import { pace } from "../lib/settings.svelte";
import { play } from "../lib/sound";
import { Failure, api } from "../net/api";
import { failureWords } from "../net/failures";
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
  turn = $state.raw<Turn | null>(null);
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

  readonly board = new BoardState({
    move: (piece, to) => void this.#try(piece, to),
    refused: (piece, to) => void this.#refused(piece, to),
    selected: () => undefined,
  });

  #moves: SayPuzzleMove[] = [];
  #last: PlayedMove | null = null;

  constructor(readonly id: string) {}

  async load(): Promise<void> {
    try {
      const puzzle = await api.puzzle(this.id);
      this.puzzle = puzzle;
      this.score = puzzle.score;
      this.begin();
      this.board.fit();
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
    this.turn = puzzle.turn;
    this.movesLeft = puzzle.moves;
    this.#last = puzzle.last;
    this.#settle("solving");
    this.message = "";
    this.reason = "";
    this.board.cancel();
    void this.board.show(this.#view());
  }

  /** Take back a wrong move. */
  again(): void {
    if (this.state !== "wrong") return;
    this.message = "";
    this.#settle("solving");
    void this.board.show(this.#view());
  }

  pass(): void {
    void this.#try(null, null);
  }

  get mustPass(): boolean {
    return this.state === "solving" && this.turn?.movable.length === 0;
  }

  async hint(): Promise<void> {
    if (this.state !== "solving") return;
    const given = await this.#ask(() => api.puzzleHint(this.id, { moves: this.#moves }));
    if (given === null) return;
    this.#counted(given.score);
    this.message =
      given.piece === null
        ? tr("lesson.shown.pass")
        : tr("puzzle.hint", { piece: pieceName(given.piece) });
    if (given.piece !== null && this.board.view.movable.has(given.piece)) {
      this.board.select(given.piece);
    }
  }

  async showSolution(): Promise<void> {
    if (this.puzzle === null || this.state === "solved" || this.state === "shown") return;
    const given = await this.#ask(() => api.puzzleSolution(this.id, { moves: this.#moves }));
    if (given === null || this.turn === null) return;
    this.#counted(given.score);
    const scenes: Scene[] = [{ stacks: this.turn.stacks, last: this.#last }];
    for (const move of given.line) {
      const { stacks } = scenes.at(-1) as Scene;
      scenes.push({ stacks: stacksWith(stacks, move), last: move.piece === null ? null : move });
    }
    const { kind, turn } = this.puzzle;
    this.line = given.line;
    this.scenes = scenes;
    this.#settle("shown");
    this.message = "";
    this.reason = reasonWords(kind, turn.color, given.first.length);
    await this.goTo(0);
    // Play the solution, unless the user starts stepping through it.
    while (this.scenes === scenes && this.scene < scenes.length - 1) {
      const at = this.scene;
      if (pace() > 0) await new Promise((resolve) => setTimeout(resolve, BETWEEN_MOVES_MS));
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
    const view = { stacks: scene.stacks, movable: new Map(), last: scene.last, stunned: null };
    if (isForward && scene.last !== null) play(scene.last.origin === null ? "place" : "move");
    await this.board.show(view, isForward ? scene.last : null, pace());
  }

  /** The solution's moves in words. */
  lineWords(): string[] {
    return this.line.map((move, index) => {
      const { stacks } = this.scenes[index] as Scene;
      return moveWords(move, new Map(stacks.map((stack) => [key(stack.hex), stack])));
    });
  }

  // Trying

  async #refused(piece: string, to: Hex | null): Promise<void> {
    if (this.state !== "solving") return;
    const known = to === null ? this.#immobile(piece) : undefined;
    if (known !== undefined) this.#explain(known.piece, known.why, null);
    else await this.#try(piece, to);
  }

  askWhy(piece: string): void {
    void this.#refused(piece, null);
  }

  #immobile(piece: string): ImmobilePiece | undefined {
    const hex = this.board.locations.get(piece);
    const stack = hex === undefined ? [piece] : (this.board.stacks.get(key(hex))?.pieces ?? []);
    const known = new Map(this.turn?.immobile.map((one) => [one.piece, one]));
    return stack.toReversed().flatMap((one) => known.get(one) ?? [])[0];
  }

  async #try(piece: string | null, to: Hex | null): Promise<void> {
    if (this.state !== "solving") return;
    const answer = await this.#ask(() => api.tryPuzzle(this.id, { moves: this.#moves, piece, to }));
    if (answer === null) return;
    if (answer.why !== null) {
      this.#explain(piece ?? "", answer.why, to);
    } else if (answer.played.length > 0) {
      await this.#watch(answer, { piece, to });
    }
  }

  async #watch(answer: PuzzleAnswer, move: SayPuzzleMove): Promise<void> {
    const { puzzle, turn } = this;
    if (puzzle === null || turn === null) return;
    this.isBusy = true;
    this.board.explanation = null;
    this.message = "";
    let stacks = turn.stacks;
    for (const [index, played] of answer.played.entries()) {
      if (index > 0 && pace() > 0) {
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_MOVES_MS));
      }
      play(played.piece === null ? "pass" : played.origin === null ? "place" : "move");
      stacks = stacksWith(stacks, played);
      const last = played.piece === null ? null : played;
      await this.board.show({ stacks, movable: new Map(), last, stunned: null }, last, pace());
    }
    this.isBusy = false;
    this.#counted(answer.score);
    const { kind } = puzzle;
    const color = puzzle.turn.color;
    if (answer.miss !== null) {
      this.message = missWords(
        answer,
        color,
        stacksWith(turn.stacks, answer.played[0] as PlayedMove),
      );
      this.#settle("wrong");
      this.open = answer.miss === "not-surrounded" ? answer.open : [];
      play("refused");
      return;
    }
    this.#moves.push(move);
    const reply = answer.played.at(-1) ?? null;
    this.#last = reply?.piece == null ? null : reply;
    this.turn = answer.turn;
    this.movesLeft = answer.moves_left;
    if (answer.is_solved) {
      this.#settle("solved");
      this.message = tr(kind === "only-defence" ? "puzzle.solved.defence" : "puzzle.solved");
      this.reason = reasonWords(kind, color, 1);
      play("won");
    } else {
      this.message = tr("puzzle.go.on", { count: answer.moves_left });
    }
    await this.board.show(this.#view());
  }

  #explain(piece: string, why: ImmobilePiece["why"], to: Hex | null): void {
    const name = `why.${why.code}`;
    const said =
      piece !== ""
        ? whyWords(piece, why, this.turn, to !== null)
        : isKey(name)
          ? tr(name)
          : why.text;
    this.message = said;
    if (piece !== "") this.board.explanation = { piece, why, words: said };
    play("refused");
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

  #view(): View {
    const turn = this.turn;
    if (turn === null) return { stacks: [], movable: new Map(), last: null, stunned: null };
    const movable = new Map<string, Way[]>(
      this.state === "solving" ? turn.movable.map(({ piece, ways }) => [piece, ways]) : [],
    );
    const stunned = turn.stunned?.[0] === turn.color ? turn.stunned : null;
    return { stacks: turn.stacks, movable, last: this.#last, stunned };
  }
}
