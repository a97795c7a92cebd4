// The work on one analysis page: the study or game at its address, the draft in this browser, and
// where it is saved.

import { untrack } from "svelte";
import type { GameSummary, ReadStudy, ReviewedPly, SaySetUp, Study } from "../generated/messages";
import { tr } from "../lib/i18n/index.svelte";
import { ownSeat } from "../words/results";
import { become, currentQuery, go, rewrite } from "../lib/router.svelte";
import { Failure } from "../lib/failure";
import { api, type LocalStudy } from "../net/api";
import { watchRows } from "../net/changes";
import * as drafts from "./drafts";
import { NEW, draftOf, saveDraft, setAside, type Saved } from "./drafts";
import { recordOf } from "./record";
import { ReviewWatch } from "./review.svelte";
import { failureWords } from "../net/failures";
import { StudySession, readingWords } from "./session.svelte";
import { StudyTree } from "./tree.svelte";

export type Kind = "draft" | "game" | "review" | "study";

export class StudyDocument {
  readonly session = new StudySession();
  kind = $state<Kind>("draft");
  id: string;
  game = $state.raw<GameSummary | null>(null);
  watch = $state.raw<ReviewWatch | null>(null);
  /** The id of the user's own study that this is saved as. */
  savedAs = $state<string | null>(null);
  /** Whether there are changes that the server doesn't have at this address. */
  isChanged = $state(false);
  /** Whether the study was also changed elsewhere since it was opened here. */
  isOutdated = $state(false);
  /** The study that has what was saved here, if another device has changed this one, too. */
  separate = $state<string | null>(null);
  problem = $state("");

  #isLoaded = $state(false);
  #opensAtMistake = $state(false);
  #isSaving = false;
  /** The record of the draft that this has read or written. */
  #stored = "";
  /** The `updated` of the version that this continues. */
  #seen = "";
  #split: string | null = null;
  readonly #stop: () => void;

  constructor(kind: Kind, id: string) {
    this.kind = kind;
    this.id = id;
    this.#stop = watchRows("studies", () => void this.#follow());
  }

  /** The name of the draft in this browser. A game and its review share one. */
  get #name(): string {
    return this.kind === "draft" ? NEW : `${this.kind === "study" ? "study" : "game"} ${this.id}`;
  }

  /** The name of the page, for where the user is on it. */
  get #page(): string {
    return this.kind === "draft" ? NEW : `${this.kind} ${this.id}`;
  }

  close(): void {
    this.#stop();
    this.session.close();
    this.watch?.close();
  }

  async load(): Promise<void> {
    const { kind, id, session } = this;
    const text = kind === "draft" ? currentQuery().get("open") : null;
    try {
      if (kind === "study") {
        await this.#openShared(await api.sharedStudy(id));
      } else if (kind !== "draft") {
        this.game = await api.game(id);
        const study = await api.gameStudy(id);
        if (this.game.ending !== null) this.watch ??= new ReviewWatch(id, kind === "review");
        session.board.flipped = ownSeat(this.game) === "b";
        await this.#resume(study);
        // Open a game at its last position, and a review at the first moment worth looking at.
        const last = session.game.at(-1);
        if (kind === "game" && last) await session.go((tree) => tree.go(last));
      } else {
        rewrite("/analysis");
        if (!(await this.#resume(null))) await session.openNew("Base+MLP");
        if (text !== null) {
          await this.take(text);
          this.dropSetUp();
        }
      }
      const place = drafts.placeOf(this.#page) ?? draftOf(this.#name)?.place ?? [];
      if (text === null) await this.#goTo(place);
      this.#opensAtMistake = kind === "review" && place.length === 0;
    } catch (error) {
      this.problem = failureWords(error);
    }
    this.#isLoaded = true;
  }

  /** Show the first mistake of a review that has just arrived, the user's own if there is one, unless
   *  the user is already looking at something else. */
  showFirstMistake(): void {
    const { session, watch } = this;
    const moves = watch?.review?.moves;
    if (!this.#opensAtMistake || moves === undefined || session.node.depth > 0) return;
    this.#opensAtMistake = false;
    const own = this.game === null ? null : ownSeat(this.game);
    const isOwn = (move: ReviewedPly) => own === null || move.color === own;
    const isGrave = (move: ReviewedPly) => ["mistake", "blunder"].includes(move.judgement ?? "");
    const first =
      moves.find((move) => isOwn(move) && isGrave(move)) ??
      moves.find((move) => isOwn(move) && move.judgement !== null) ??
      moves.find(isGrave);
    const shown = first === undefined ? undefined : session.game[first.ply];
    if (shown !== undefined) void session.go((tree) => tree.go(shown));
  }

  /** Store where the user is, so that a reload leads there. Runs whenever that changes. */
  savePlace(): void {
    const { texts } = this.session.node;
    if (this.#isLoaded) drafts.savePlace(this.#page, texts);
  }

  /** Store a draft, so that changes survive a reload. Runs whenever the tree changes. */
  saveDraft(): void {
    const { revision } = this.session.tree;
    const record = this.session.record();
    // Without changes, the server already has everything.
    if (!this.#isLoaded || (this.kind !== "draft" && revision === 0)) return;
    this.#store(record);
    this.isChanged = this.kind !== "draft";
  }

  #store(record: string): void {
    const { title } = this.session.study;
    const place = untrack(() => this.session.node.texts);
    saveDraft(this.#name, { record, kept: this.savedAs, seen: this.#seen, title, place });
    this.#stored = record;
  }

  /** Discard the draft and load the server's version again. */
  discard(): void {
    drafts.dropDraft(this.#name);
    drafts.dropPlace(this.#page);
    this.isChanged = this.isOutdated = this.#isLoaded = false;
    void this.load();
  }

  /** Save the study. Its own page is then the one that is shown; the analysis of a game stays. */
  async save(title: string): Promise<Saved> {
    const { session } = this;
    const record = session.record();
    this.#isSaving = true;
    try {
      const saved = await drafts.saveStudy(this.savedAs, this.#seen, { title, record });
      this.savedAs = saved.id;
      this.#seen = saved.updated;
      session.study = { ...session.study, title };
      this.#settle(saved.id, record);
      return saved;
    } finally {
      this.#isSaving = false;
      void this.#follow();
    }
  }

  /** Take note that a record is saved as a study. */
  #settle(id: string, record: string): void {
    const { session } = this;
    // The user may have changed more meanwhile.
    const isSame = session.record() === record;
    this.isOutdated = false;
    if (this.kind === "draft" || this.kind === "study") {
      drafts.dropOwn(this.#name, this.#stored);
      if (this.kind === "draft" || id !== this.id) {
        this.kind = "study";
        this.id = id;
        become(`/analysis/study/${id}`);
        this.savePlace();
      }
      if (isSame) session.tree.revision = 0;
      this.isChanged = !isSame;
    }
    if (this.isChanged) this.#store(session.record());
  }

  /** Follow what another tab or device has saved, unless there are changes here. */
  async #follow(): Promise<void> {
    const id = this.savedAs;
    if (id === null || this.kind !== "study" || !this.#isLoaded || this.#isSaving) return;
    const shown = await api.sharedStudy(id).catch(() => null);
    if (shown === null || this.#isSaving || this.savedAs !== id) return;
    if (Date.parse(shown.updated) === Date.parse(this.#seen)) return;
    if (this.session.tree.revision > 0 || this.isChanged) {
      this.isOutdated = true;
      return;
    }
    const place = this.session.node.texts;
    const before = this.#split;
    this.#know(shown);
    if (this.#split !== before) this.separate = this.#split;
    // A draft is that of another tab, which may be saving it.
    await this.session.open(shown.study);
    await this.#goTo(place);
  }

  // The position editor

  /** The position that the user was setting up here, or null. */
  get setUp(): SaySetUp | null {
    return drafts.setUpOf(this.#name);
  }

  saveSetUp(setUp: SaySetUp): void {
    drafts.saveSetUp(this.#name, setUp);
  }

  dropSetUp(): void {
    drafts.dropSetUp(this.#name);
  }

  /** Open a text, if it is a game or a position. */
  async take(text: string): Promise<void> {
    try {
      await this.open(await api.readStudy(text));
    } catch (error) {
      this.session.notice = readingWords(error);
    }
  }

  /** Open a study on the page for new analyses. */
  async open({ study, others }: ReadStudy): Promise<void> {
    setAside();
    if (this.kind !== "draft") {
      const record = recordOf(StudyTree.of(study).root, study);
      saveDraft(NEW, { record, kept: null });
      drafts.dropPlace(NEW);
      go("/analysis");
      return;
    }
    this.savedAs = null;
    this.#seen = "";
    await this.session.open(study);
    if (others > 0) this.session.notice = tr("open.others", { count: others + 1 });
  }

  async #openShared(shown: LocalStudy): Promise<void> {
    this.#know(shown);
    await this.#resume(shown.study);
    this.isOutdated = this.isChanged && Date.parse(shown.updated) !== Date.parse(this.#seen);
  }

  #know({ id, is_yours, updated, split }: LocalStudy): void {
    if (is_yours) this.savedAs = id;
    this.#seen = updated;
    this.#split = split ?? null;
  }

  /** Go along moves, as far as they are in the tree. */
  async #goTo(moves: string[]): Promise<void> {
    if (moves.length > 0) await this.session.go((tree) => tree.go(tree.follow(moves).at(-1)!));
  }

  /** Open the draft, or else the study. Returns false if there is neither. */
  async #resume(study: Study | null): Promise<boolean> {
    const { session } = this;
    const draft = draftOf(this.#name);
    if (draft !== null) {
      try {
        const found = (await api.readStudy(draft.record)).study;
        this.#stored = draft.record;
        await session.open({ ...found, title: study?.title ?? draft.title ?? "" }, study ?? found);
        this.savedAs = draft.kept ?? this.savedAs;
        this.#seen = draft.seen ?? (this.kind === "study" ? "" : this.#seen);
        this.isChanged = this.kind !== "draft";
        return true;
      } catch (error) {
        // Ignore a draft that the server can't read any more.
        if (error instanceof Failure && error.code === "offline") throw error;
      }
    }
    if (study !== null) await session.open(study);
    return study !== null;
  }
}
