// A tree of moves: a node's first child is the main line, the others are variations. Playing moves
// never removes anything. Deliberate changes can be undone, and undoing a removal restores the
// branch without touching what was added since.

import type { PlayedMove, Study, StudyMove } from "../generated/messages";

export class Node {
  comment = $state("");
  glyph = $state("");
  children = $state.raw<Node[]>([]);
  /** The child visited last, where `forward` leads. */
  chosen: Node | null = null;

  constructor(
    readonly move: PlayedMove | null,
    readonly parent: Node | null,
  ) {}

  /** The number of moves that lead here. */
  get depth(): number {
    return this.parent === null ? 0 : this.parent.depth + 1;
  }

  /** The nodes from the first move to this one. */
  get path(): Node[] {
    return this.parent === null ? [] : [...this.parent.path, this];
  }

  get texts(): string[] {
    return this.path.map((node) => node.move?.text ?? "");
  }

  get isMain(): boolean {
    return this.parent === null || (this.parent.children[0] === this && this.parent.isMain);
  }
}

interface Edit {
  undo: () => void;
  redo: () => void;
  /** The node whose comment it edits, so that consecutive typing becomes one edit. */
  of?: Node;
}

export class StudyTree {
  readonly root = new Node(null, null);
  current = $state.raw<Node>(this.root);
  /** Counts changes, so that the tree can be saved when it changes. */
  revision = $state(0);
  #done = $state.raw<Edit[]>([]);
  #undone = $state.raw<Edit[]>([]);

  canUndo = $derived(this.#done.length > 0);
  canRedo = $derived(this.#undone.length > 0);

  static of(study: Study): StudyTree {
    const tree = new StudyTree();
    tree.root.comment = study.comment;
    grow(tree.root, study.line);
    return tree;
  }

  // Navigating

  go(node: Node): void {
    for (const step of node.path) if (step.parent !== null) step.parent.chosen = step;
    this.current = node;
  }

  back(): void {
    if (this.current.parent !== null) this.go(this.current.parent);
  }

  forward(): void {
    const { chosen, children } = this.current;
    const next = chosen !== null && children.includes(chosen) ? chosen : children[0];
    if (next !== undefined) this.go(next);
  }

  first(): void {
    this.go(this.root);
  }

  last(): void {
    let node = this.current;
    while (node.children[0] !== undefined) node = node.children[0];
    this.go(node);
  }

  /** Go to the next or previous alternative to this move. */
  beside(by: 1 | -1): void {
    const others = this.current.parent?.children ?? [];
    const to = others[others.indexOf(this.current) + by];
    if (to !== undefined) this.go(to);
  }

  /** The nodes along a line of moves, starting with the root, as far as the tree contains them. */
  follow(texts: string[]): Node[] {
    const found = [this.root];
    for (const text of texts) {
      const next = found.at(-1)?.children.find((child) => child.move?.text === text);
      if (next === undefined) break;
      found.push(next);
    }
    return found;
  }

  has(node: Node): boolean {
    return node.path.every((step) => step.parent?.children.includes(step));
  }

  // Adding moves

  /** Play a move, adding a branch unless it's already there. */
  play(move: PlayedMove): Node {
    const from = this.current;
    let node = from.children.find((child) => child.move?.text === move.text);
    if (node === undefined) {
      node = new Node(move, from);
      from.children = [...from.children, node];
      this.revision += 1;
    }
    this.go(node);
    return node;
  }

  /** Add a line of moves after a node without going there. Existing moves stay. */
  add(from: Node, moves: PlayedMove[]): void {
    const here = this.current;
    this.current = from;
    for (const move of moves) this.play(move);
    this.go(here);
  }

  // Edits, which can be undone

  remove(node: Node): void {
    const parent = node.parent;
    if (parent === null) return;
    const index = parent.children.indexOf(node);
    this.#do({
      redo: () => {
        parent.children = parent.children.filter((child) => child !== node);
        if (this.current.path.includes(node)) this.go(parent);
      },
      undo: () => {
        // If the same move has been played again since, merge the two branches.
        const twin = parent.children.find((child) => child.move?.text === node.move?.text);
        const others = parent.children.filter((child) => child !== twin);
        parent.children = [...others.slice(0, index), node, ...others.slice(index)];
        if (twin !== undefined) merge(twin, node);
        this.go(node);
      },
    });
  }

  /** Make a node's variation the main line where it branches off. */
  promote(node: Node): void {
    let branch: Node = node;
    while (branch.parent !== null && branch.parent.children[0] === branch) branch = branch.parent;
    const parent = branch.parent;
    if (parent === null) return;
    const index = parent.children.indexOf(branch);
    const move = (to: number) => {
      const others = parent.children.filter((child) => child !== branch);
      parent.children = [...others.slice(0, to), branch, ...others.slice(to)];
    };
    this.#do({ redo: () => move(0), undo: () => move(index) });
  }

  canPromote(node: Node): boolean {
    return !node.isMain;
  }

  write(node: Node, comment: string): void {
    const before = node.comment;
    if (before === comment) return;
    const last = this.#done.at(-1);
    if (last?.of === node && this.#undone.length === 0) {
      last.redo = () => (node.comment = comment);
      node.comment = comment;
      this.revision += 1;
      return;
    }
    this.#do({
      of: node,
      redo: () => (node.comment = comment),
      undo: () => (node.comment = before),
    });
  }

  mark(node: Node, glyph: string): void {
    const before = node.glyph;
    if (node.parent === null || before === glyph) return;
    this.#do({ redo: () => (node.glyph = glyph), undo: () => (node.glyph = before) });
  }

  undo(): void {
    const edit = this.#done.at(-1);
    if (edit === undefined) return;
    this.#done = this.#done.slice(0, -1);
    this.#undone = [...this.#undone, edit];
    edit.undo();
    this.revision += 1;
  }

  redo(): void {
    const edit = this.#undone.at(-1);
    if (edit === undefined) return;
    this.#undone = this.#undone.slice(0, -1);
    this.#done = [...this.#done, edit];
    edit.redo();
    this.revision += 1;
  }

  #do(edit: Edit): void {
    edit.redo();
    this.#done = [...this.#done, edit];
    this.#undone = [];
    this.revision += 1;
  }
}

function grow(parent: Node, line: StudyMove[]): void {
  for (const { played, comment, glyph, variations } of line) {
    const node = new Node(played, parent);
    node.comment = comment;
    node.glyph = glyph;
    parent.children = [...parent.children, node];
    for (const variation of variations) grow(parent, variation);
    parent = node;
  }
}

/** Copy what `into` lacks from the branch `from`. */
function merge(from: Node, into: Node): void {
  into.comment ||= from.comment;
  into.glyph ||= from.glyph;
  for (const child of from.children) {
    const twin = into.children.find((other) => other.move?.text === child.move?.text);
    if (twin !== undefined) merge(child, twin);
    else into.children = [...into.children, copy(child, into)];
  }
}

function copy(node: Node, parent: Node): Node {
  const made = new Node(node.move, parent);
  made.comment = node.comment;
  made.glyph = node.glyph;
  made.children = node.children.map((child) => copy(child, made));
  return made;
}
