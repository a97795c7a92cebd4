// A study on the screen: the tree, the board and the current position.

import { byHex, stacksAfter } from "../hive/replay";
import { endingSentence } from "../words/results";
import { moveWords } from "../words/moves";
import { readingProblem } from "../words/reading";
import type { Hex, SayPosition, StackOfPieces, Study, StudyTurn } from "../generated/messages";
import { EXPANSIONS } from "../generated/messages";
import { tr } from "../lib/i18n/index.svelte";
import { Failure } from "../lib/failure";
import { api } from "../net/api";
import { failureWords } from "../net/failures";
import { PlaySurface } from "../surface/surface.svelte";
import { Engine } from "./engine.svelte";
import { recordOf } from "./record";
import { Node, StudyTree } from "./tree.svelte";
import { pieceIn } from "../hive/box";

const NEW: Study = {
  title: "",
  white: "",
  black: "",
  ruleset: "Base+MLP",
  start: "",
  expansions: EXPANSIONS,
  comment: "",
  line: [],
};

/** A new study with an empty board. */
export function newStudy(ruleset: string): Study {
  const expansions = ruleset.split(",")[0]?.split("+")[1] ?? "";
  return { ...NEW, ruleset, expansions };
}

export class StudySession {
  study = $state.raw<Study>(NEW);
  tree = $state.raw(new StudyTree());
  /** The position on the board. */
  here = $state.raw<StudyTurn | null>(null);
  /** The node whose position the board shows. It follows the tree once the server has answered. */
  shown = $state.raw<Node | null>(null);
  notice = $state("");

  readonly engine = new Engine();
  readonly surface = PlaySurface.plain(
    {
      move: (piece, to, isDropped) => void this.#move({ piece, to }, isDropped),
      askWhy: (piece, to) => void this.#askWhy(piece, to),
      selected: () => (this.notice = ""),
    },
    { cursor: { namesStacks: true } },
  );
  readonly board = this.surface.board;

  node = $derived(this.tree.current);
  turn = $derived(this.here?.turn ?? null);
  mustPass = $derived(
    this.here !== null && this.here.ending === null && this.here.turn.movable.length === 0,
  );
  /** The nodes of the opened game from the start. They stay the same when the tree changes. */
  game = $state.raw<Node[]>([]);
  /** How many moves of that game lead to the position on the board. */
  gamePly = $derived(
    Math.max(
      this.game.findLastIndex((node) => node === this.node || isOn(node, this.node)),
      0,
    ),
  );
  isInGame = $derived(this.game[this.gamePly] === this.node);
  /** The stacks of the tree's starting position. */
  start = $state.raw<StackOfPieces[]>([]);
  /** The ply of the tree's starting position. */
  firstPly = $state(0);

  #turns = new WeakMap<Node, StudyTurn>();
  #arrivals = 0;

  close(): void {
    this.engine.close();
  }

  /** Open a study. `game` is the game it's about, if that isn't the study's main line. */
  async open(study: Study, game: Study = study): Promise<void> {
    const tree = StudyTree.of(study);
    const moves = game.line.map(({ played }) => played);
    // Add the moves played since the study was last saved.
    if (game !== study) tree.add(tree.root, moves);
    tree.revision = 0;
    this.study = study;
    this.tree = tree;
    this.game = tree.follow(moves.map((move) => move.text));
    this.#turns = new WeakMap();
    this.here = null;
    await this.#arrive(null);
    this.firstPly = this.turn?.ply ?? 0;
    this.start = this.turn?.stacks ?? [];
  }

  async openNew(ruleset: string): Promise<void> {
    await this.open(newStudy(ruleset));
  }

  /** The study as a Beespace JSON record. */
  record(): string {
    return recordOf(this.tree.root, this.study);
  }

  /** Move in the tree with `step`, and show the board there. */
  async go(step: (tree: StudyTree) => void): Promise<void> {
    const before = this.tree.current;
    step(this.tree);
    if (this.tree.current !== before) await this.#arrive(before);
  }

  typeMove(text: string): void {
    void this.#move({ text }, false);
  }

  /** Play moves of a line, one after another. */
  async playLine(texts: string[]): Promise<void> {
    for (const text of texts) {
      const before = this.tree.current;
      await this.#move({ text }, false);
      if (this.tree.current.parent !== before) return;
    }
  }

  pass(): void {
    void this.#move({ text: "pass" }, false);
  }

  async #askWhy(piece: string, to: Hex | null): Promise<void> {
    try {
      const { why } = await api.studyWhy({ ...this.#position(), piece, to });
      if (why !== null) this.surface.explain(piece, why, to);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** A node's move in words. */
  describe(node: Node): string {
    if (node.move === null) return tr("moves.start");
    return moveWords(node.move, this.before(node), this.board.flipped);
  }

  /** The stacks before a node's move. */
  before(node: Node): Map<string, StackOfPieces> {
    return byHex(this.stacksAt(node.parent ?? node));
  }

  /** The stacks after a node's move. */
  stacksAt(node: Node): StackOfPieces[] {
    const moves = node.path.flatMap((one) => one.move ?? []);
    return stacksAfter(moves, moves.length, this.start);
  }

  #position(node = this.tree.current): SayPosition {
    const { ruleset, start } = this.study;
    return { ruleset, start, moves: node.texts };
  }

  async #move(
    how: { piece: string; to: Hex } | { text: string },
    isDropped: boolean,
  ): Promise<void> {
    const from = this.tree.current;
    try {
      const found = await api.studyTurn({ ...this.#position(from), ...how });
      // The user may have gone to another position in the meantime.
      if (this.tree.current !== from || found.played === null) return;
      const node = this.tree.play(found.played);
      this.#turns.set(node, found);
      this.surface.sound(found.played);
      await this.#arrive(isDropped ? null : from);
    } catch (error) {
      const typed = "text" in how ? how.text : how.piece;
      if (error instanceof Failure && error.why !== null) {
        const piece = pieceIn(typed);
        if (piece !== undefined) this.surface.explain(piece, error.why, null, { isThere: true });
        else this.notice = error.message;
      } else this.#fail(error);
    }
  }

  /** Show the current position. Animates the move if `from` is the node before it. */
  async #arrive(from: Node | null): Promise<void> {
    const node = this.tree.current;
    const arrival = ++this.#arrivals;
    this.notice = "";
    try {
      const found = this.#turns.get(node) ?? (await api.studyTurn(this.#position(node)));
      this.#turns.set(node, found);
      if (arrival !== this.#arrivals) return;
      this.here = found;
      this.shown = node;
      this.engine.look(this.#position(node));
      const said = node.parent === null ? tr("moves.start") : this.describe(node);
      const over = found.ending === null ? "" : endingSentence(found.ending);
      this.surface.announce([said, over].filter(Boolean).join(". "));
      const last = node.move?.piece == null ? null : node.move;
      await this.surface.show({ turn: found.turn, last }, from === node.parent ? node.move : null);
    } catch (error) {
      if (arrival === this.#arrivals) this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.notice = failureWords(error);
    this.surface.announce(this.notice);
  }
}

/** Whether `node` is on the path to `to`. */
function isOn(node: Node, to: Node): boolean {
  for (let at: Node | null = to; at !== null; at = at.parent) if (at === node) return true;
  return false;
}

/** Why a text can't be opened. */
export function readingWords(error: unknown): string {
  const words = failureWords(error);
  const isPlaced = error instanceof Failure && error.code === "unreadable";
  return isPlaced ? `${words} ${readingProblem(error.message)}` : words;
}
