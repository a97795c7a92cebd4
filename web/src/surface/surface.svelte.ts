// The play surface: a board that shows positions and explains itself. Games, lessons, puzzles, the
// analysis board and the openings all use it; they only say what a move means and what comes next.

import { BoardState, type BoardEvents } from "../board/state.svelte";
import type {
  Hex,
  ImmobilePiece,
  PlayedMove,
  Remark,
  StackOfPieces,
  Turn,
  Way,
  WhyNot,
} from "../generated/messages";
import { key } from "../hive/hexes";
import { afterMove } from "../hive/replay";
import { tr } from "../lib/i18n/index.svelte";
import { pace } from "../lib/settings.svelte";
import { play } from "../lib/sound";
import { moveWords, shownAdvice } from "../words/moves";
import { plainReason, whyWords } from "../words/reasons";
import { remarkWords } from "../words/remarks";
import { describeCursor, type CursorStyle } from "./cursor";
import { lessonFor } from "./lessonFor";
import { lookUp } from "./lessonLink.svelte";
import { restingPiece, soundOf } from "./moves";

/** What the surface doesn't know, and asks the session that uses it. */
interface SurfaceOwner {
  /** The user moved a piece to one of its destinations. */
  move(piece: string, to: Hex, isDropped: boolean): void;
  /** The user asks why a piece can't move, or can't go there, and the turn doesn't say. */
  askWhy(piece: string, to: Hex | null): void;
  /** Whether to answer such questions now. The session may do something else instead. */
  mayAsk?(piece: string, to: Hex | null): boolean;
  /** A reason was shown. */
  explained?(words: string, why: WhyNot): void;
  selected?(): void;
}

interface SurfaceOptions {
  /** The pause between two moves, so that the user sees both. */
  pauseMs?: number;
  /** Whether reasons link to the lesson that explains them. */
  linksToLessons?: boolean;
  cursor?: CursorStyle;
}

/** A position to show. */
export interface Scene {
  /** The turn, if the position is one that the user plays from. */
  turn?: Turn | null;
  /** The stacks, if they aren't those of the turn. */
  stacks?: StackOfPieces[];
  /** Where pieces can go, if not everywhere the turn says. */
  movable?: Map<string, Way[]>;
  last?: PlayedMove | null;
  /** Whether destinations are for a premove. */
  isPremove?: boolean;
}

/** Where the pieces can go in a turn. */
export function waysOf(turn: Turn | null): Map<string, Way[]> {
  return new Map(turn?.movable.map(({ piece, ways }) => [piece, ways]));
}

export class PlaySurface<Board extends BoardState = BoardState> {
  readonly board: Board;
  /** The text for screen readers. */
  announcement = $state("");
  /** The turn that the user plays from. Reasons refer to it. */
  turn = $state.raw<Turn | null>(null);
  /** The move that led to the position on the board. */
  last: PlayedMove | null = null;
  /** What to point out on the board. */
  remark = $state.raw<Remark | null>(null);

  constructor(
    private readonly owner: SurfaceOwner,
    make: (events: BoardEvents) => Board,
    private readonly options: SurfaceOptions = {},
  ) {
    this.board = make({
      move: (piece, to, isDropped) => owner.move(piece, to, isDropped),
      refused: (piece, to) => this.ask(piece, to),
      selected: () => owner.selected?.(),
    });
  }

  /** A surface with an ordinary board. */
  static plain(owner: SurfaceOwner, options: SurfaceOptions = {}): PlaySurface {
    return new PlaySurface(owner, (events) => new BoardState(events), options);
  }

  // Showing

  /** Show a position. `animated` is the move that led to it, if it should glide. */
  async show(scene: Scene, animated: PlayedMove | null = null, isDropped = false): Promise<void> {
    const { turn = null, last = null } = scene;
    this.last = last;
    this.remark = null;
    if (turn !== null) this.turn = turn;
    const view = {
      stacks: scene.stacks ?? turn?.stacks ?? [],
      movable: scene.movable ?? waysOf(turn),
      last,
      stunned: restingPiece(turn, last),
      isPremove: scene.isPremove ?? false,
    };
    // A dropped piece is already at its destination.
    await this.board.show(view, animated, isDropped ? 0 : pace());
  }

  /** Show moves one after another. Nothing can be moved until the next turn is shown. */
  async watch(moves: PlayedMove[]): Promise<void> {
    for (const [index, move] of moves.entries()) {
      if (index > 0) await this.pause();
      this.sound(move);
      const last = move.piece === null ? null : move;
      await this.show({ stacks: afterMove(this.board.view.stacks, move), last }, last);
    }
  }

  /** Wait so that the user sees one move before the next. */
  async pause(): Promise<void> {
    const { pauseMs = 0 } = this.options;
    if (pace() > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }

  /** Play the sound of a move that is about to be shown. */
  sound(move: PlayedMove, before = this.board.stacks): void {
    play(soundOf(move, before));
  }

  // Words

  announce(words: string): void {
    this.announcement = words;
  }

  /** The hex under the keyboard cursor; `mark` is something more to say about it. */
  cursorWords(style: CursorStyle = {}): string {
    return describeCursor(this.board, { ...this.options.cursor, ...style });
  }

  /** A move from the position on the board. */
  moveWords(piece: string, to: Hex): string {
    const { stacks, flipped } = this.board;
    return moveWords({ text: "", piece, to, thrower: null }, stacks, flipped);
  }

  /** Mark a good move on the board and return it in words. */
  advise(piece: string, way: Way, remark: Remark | null = null): string {
    this.board.cancel();
    this.board.hint = { piece, way };
    this.remark = remark;
    return this.hintWords();
  }

  /** The hint on the board in words, or nothing. */
  hintWords(): string {
    const { hint, stacks, flipped } = this.board;
    if (hint === null) return "";
    const { to, thrower } = hint.way;
    const move = { piece: hint.piece, to, thrower };
    const advice = tr("hint.say", { move: shownAdvice(move, stacks, flipped) });
    return this.remark === null ? advice : `${advice}. ${remarkWords(this.remark)}`;
  }

  // Reasons

  /** Explain why a piece can't move, or can't go to a hex. */
  ask(piece: string, to: Hex | null = null): void {
    if (this.owner.mayAsk?.(piece, to) === false) return;
    const known = to === null ? this.#knownReason(piece) : undefined;
    if (known === undefined) this.owner.askWhy(piece, to);
    else this.explain(known.piece, known.why, null);
  }

  /** Show a reason. `said` replaces the usual words. */
  explain(
    piece: string,
    why: WhyNot,
    to: Hex | null,
    { isThere = to !== null, said }: { isThere?: boolean; said?: string | undefined } = {},
  ): void {
    const { turn } = this;
    const usual = () => (piece === "" ? plainReason(why) : whyWords(piece, why, turn, isThere));
    const words = said ?? usual();
    if (piece !== "" || to !== null) {
      // If the reason names no piece and no hexes, mark the hex that was tapped.
      const hexes = piece === "" && to !== null && why.hexes.length === 0 ? [to] : why.hexes;
      const more = this.options.linksToLessons ? lookUp(lessonFor(piece, why, turn)) : undefined;
      this.board.explanation = { piece, why: { ...why, hexes }, words, more };
    }
    this.announce(words);
    play("refused");
    this.owner.explained?.(words, why);
  }

  /** The reason for this piece or, in a stack, for the topmost piece below it that has one: tapping
   *  an opponent's piece asks about the player's own under it. */
  #knownReason(piece: string): ImmobilePiece | undefined {
    const hex = this.board.locations.get(piece);
    const stack = hex === undefined ? [piece] : (this.board.stacks.get(key(hex))?.pieces ?? []);
    const known = new Map(this.turn?.immobile.map((one) => [one.piece, one]));
    return stack.toReversed().flatMap((one) => known.get(one) ?? [])[0];
  }
}
