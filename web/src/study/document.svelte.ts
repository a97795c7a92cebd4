// The work on one analysis page: the study or game at its address, the draft in this browser, and
// where it is saved.

import type { GameSummary, ReadStudy, Study } from "../generated/messages";
import { tr } from "../lib/i18n/index.svelte";
import { currentQuery, go, rewrite } from "../lib/router.svelte";
import { Failure } from "../lib/failure";
import { api } from "../net/api";
import { NEW, draftOf, dropDraft, saveDraft, setAside } from "./drafts";
import { recordOf } from "./record";
import { ReviewWatch } from "./review.svelte";
import { failureWords } from "../net/failures";
import { StudySession, readingWords } from "./session.svelte";
import { StudyTree } from "./tree.svelte";

export type Kind = "draft" | "game" | "review" | "study";

export class StudyDocument {
  readonly session = new StudySession();
  game = $state.raw<GameSummary | null>(null);
  watch = $state.raw<ReviewWatch | null>(null);
  /** The id of the user's own study that this is saved as. */
  savedAs = $state<string | null>(null);
  /** Whether there are changes that the server doesn't have at this address. */
  isChanged = $state(false);
  problem = $state("");

  #isLoaded = $state(false);
  /** The name of the draft in this browser. A game and its review share one. */
  readonly #name: string;

  constructor(
    readonly kind: Kind,
    readonly id: string,
  ) {
    this.#name = kind === "draft" ? NEW : `${kind === "study" ? "study" : "game"} ${id}`;
  }

  close(): void {
    this.session.close();
    this.watch?.close();
  }

  async load(): Promise<void> {
    const { kind, id, session } = this;
    try {
      if (kind === "study") {
        const { study, is_yours } = await api.sharedStudy(id);
        if (is_yours) this.savedAs = id;
        await this.#resume(study);
      } else if (kind !== "draft") {
        this.game = await api.game(id);
        const study = await api.gameStudy(id);
        if (this.game.ending !== null) this.watch ??= new ReviewWatch(id, kind === "review");
        await this.#resume(study);
        // Open a game at its last position, and a review at the start.
        const last = session.game.at(-1);
        if (kind === "game" && last) await session.go((tree) => tree.go(last));
      } else {
        const text = currentQuery().get("open");
        rewrite("/analysis");
        if (!(await this.#resume(null))) await session.openNew("Base+MLP");
        if (text !== null) await this.take(text);
      }
    } catch (error) {
      this.problem = failureWords(error);
    }
    this.#isLoaded = true;
  }

  /** Store a draft, so that changes survive a reload. Runs whenever the tree changes. */
  saveDraft(): void {
    const { revision } = this.session.tree;
    const record = this.session.record();
    // Without changes, the server already has everything.
    if (!this.#isLoaded || (this.kind !== "draft" && revision === 0)) return;
    saveDraft(this.#name, { record, kept: this.savedAs, title: this.session.study.title });
    this.isChanged = this.kind !== "draft";
  }

  /** Discard the draft and load the server's version again. */
  discard(): void {
    dropDraft(this.#name);
    this.isChanged = this.#isLoaded = false;
    void this.load();
  }

  saved(made: string, title: string): void {
    const { session } = this;
    this.savedAs = made;
    session.study = { ...session.study, title };
    if (this.kind === "study" && made === this.id) {
      dropDraft(this.#name);
      session.tree.revision = 0;
      this.isChanged = false;
    } else if (this.kind === "draft" || this.isChanged) {
      saveDraft(this.#name, { record: session.record(), kept: made, title });
    }
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
      go("/analysis");
      return;
    }
    this.savedAs = null;
    await this.session.open(study);
    if (others > 0) this.session.notice = tr("open.others", { count: others + 1 });
  }

  /** Open the draft, or else the study. Returns false if there is neither. */
  async #resume(study: Study | null): Promise<boolean> {
    const { session } = this;
    const draft = draftOf(this.#name);
    if (draft !== null) {
      try {
        const found = (await api.readStudy(draft.record)).study;
        await session.open({ ...found, title: study?.title ?? draft.title ?? "" }, study ?? found);
        this.savedAs = draft.kept ?? this.savedAs;
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
