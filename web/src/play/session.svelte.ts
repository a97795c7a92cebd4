// A game on the screen: the connection, the user's actions, and what the server says.

import { Chat } from "../friends/chat.svelte";
import { Clocks } from "../friends/clocks.svelte";
import { notify } from "../friends/notifications";
import type { Game, PageMessage, Presence, ServerMessage } from "../generated/messages";
import { tr } from "../lib/i18n/index.svelte";
import { play } from "../lib/sound";
import { GameSocket } from "../net/socket";
import { PlaySurface, waysOf, type Scene } from "../surface/surface.svelte";
import { moveWords } from "../words/moves";
import { problemWords } from "../words/reasons";
import { endingWords, playerName } from "../words/results";
import type { SplitProblem } from "../local/games/problems";
import { Offers } from "./offers.svelte";
import { Premove, premoveWays } from "./premove";
import { GameState } from "./state.svelte";

type Message<Type extends ServerMessage["type"]> = Extract<ServerMessage, { type: Type }>;

/** The pause between two moves that arrive together, so that the player sees both. */
const BETWEEN_MOVES_MS = 260;
/** How long a connection has to be down before the page says so. */
const LOST_AFTER_MS = 700;
/** Silence tolerated before the connection is checked; less while a clock is running. */
const PATIENCE_MS = 25_000;
const CLOCK_PATIENCE_MS = 6000;

export class GameSession extends GameState {
  /** Whether the connection has been down for longer than `LOST_AFTER_MS`. */
  isLost = $state(false);
  /** Whether the server can't save anything. The clocks are stopped. */
  isPaused = $state(false);
  isMissing = $state(false);
  isHinting = $state(false);
  /** The game that has this device's moves, if the notice says that there is one. */
  separate = $state<string | null>(null);
  /** Who is connected, in a game with a friend. */
  presence = $state.raw<Presence | null>(null);

  readonly surface = PlaySurface.plain(
    {
      move: (piece, to, isDropped) => this.premove.plan(piece, to, isDropped),
      askWhy: (piece, to) => this.#say({ type: "why", ply: this.moves.length, piece, to }),
      mayAsk: () => this.#mayAsk(),
      selected: () => (this.notice = ""),
    },
    { pauseMs: BETWEEN_MOVES_MS, linksToLessons: true },
  );
  readonly board = this.surface.board;
  readonly clocks = new Clocks(() => this.#socket.say({ type: "clock" }));
  readonly chat: Chat;
  readonly offers = new Offers(this, this.surface, (message) => this.#say(message));
  readonly premove = new Premove(this, this.surface, (move) =>
    this.#socket.say({ type: "move", ply: this.moves.length, ...move }),
  );

  readonly #socket: GameSocket;
  #revision: number | null = null;
  #lostTimer = 0;
  #queue: Promise<void> = Promise.resolve();
  /** The last move the user typed. The server's error doesn't name its piece. */
  #typed = "";

  /** `follow` is called with the id of the next game when both players want a rematch. */
  constructor(
    private readonly id: string,
    private readonly follow: (game: string) => void,
  ) {
    super();
    this.chat = new Chat(id);
    this.#socket = new GameSocket(id, {
      message: (message) => this.#hear(message),
      connected: (is) => {
        clearTimeout(this.#lostTimer);
        if (is) this.isLost = false;
        else this.#lostTimer = window.setTimeout(() => (this.isLost = true), LOST_AFTER_MS);
      },
      missing: () => (this.isMissing = true),
      // Request the whole game again, now as a watcher.
      seatLost: () => (this.#revision = null),
      revision: () => this.#revision,
      patienceMs: () =>
        this.isGoingOn && this.game?.time_control?.kind === "live"
          ? CLOCK_PATIENCE_MS
          : PATIENCE_MS,
    });
  }

  close(): void {
    clearTimeout(this.#lostTimer);
    this.#socket.close();
    this.clocks.close();
  }

  // The user's actions

  /** Connect now instead of after a while. */
  tryAgain(): void {
    this.#socket.hurry();
  }

  undo(): void {
    if (this.game?.can_undo) this.#say({ type: "undo", ply: this.moves.length });
  }

  resign(): void {
    this.#say({ type: "resign", ply: this.moves.length });
  }

  abort(): void {
    this.#say({ type: "abort", ply: this.moves.length });
  }

  sayInChat(text: string): boolean {
    if (this.isPaused) {
      this.chat.failure = tr("chat.paused");
      return false;
    }
    return this.#say({ type: "chat", text });
  }

  hint(): void {
    if (!this.isPersonsTurn || this.isWithFriend || this.isLookingBack || this.isHinting) return;
    this.isHinting = this.#say({ type: "hint", ply: this.moves.length });
  }

  typeMove(text: string): void {
    this.#typed = text;
    this.#say({ type: "move_text", ply: this.moves.length, text });
  }

  /** View the position after `ply` moves. */
  view(ply: number): void {
    const game = this.game;
    if (game === null) return;
    const before = this.ply;
    const wanted = Math.max(0, Math.min(ply, game.moves.length));
    this.viewed = wanted === game.moves.length ? null : wanted;
    const last = game.moves[wanted - 1];
    const move = wanted === before + 1 ? (last ?? null) : null;
    this.#enqueue(() => this.surface.show(this.#scene(), move));
    this.surface.announce(
      last ? this.describe(last, wanted - 1, this.board.flipped) : tr("moves.start"),
    );
  }

  /** Whether to explain why a piece can't move. Out of turn, say whose turn it is instead. */
  #mayAsk(): boolean {
    if (this.game === null || this.isLookingBack) return false;
    if (this.isPersonsTurn) return true;
    const words = this.isWatching ? tr("game.watching") : tr("game.wait");
    this.mention(this.game.ending === null ? words : "");
    return false;
  }

  #say(message: PageMessage): boolean {
    if (this.notice === tr("problem.stale")) this.notice = "";
    const said = this.#socket.say(message);
    if (!said) this.notice = tr("game.offline");
    return said;
  }

  // Messages from the server

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case "game":
        return this.#hearGame(message);
      case "resumed":
        return this.#resume(message);
      case "presence":
        this.presence = message.presence;
        return;
      case "clock":
        return this.clocks.set(message.clock);
      case "paused":
        return this.#pause(message);
      case "ping":
        this.#socket.say({ type: "pong", id: message.id });
        return;
      case "hint":
        return this.#hearHint(message);
      case "draw_answer":
        return this.#enqueue(async () => this.offers.hearAnswer(message));
      case "why":
        if (message.why !== null && message.ply === this.moves.length)
          this.surface.explain(message.piece, message.why, message.to);
        return;
      case "problem":
        return this.#hearProblem(message);
      case "moved":
      case "offers":
      case "chat":
      case "rematch":
        if (!this.#isOld(message.revision)) this.#hearNews(message);
    }
  }

  #hearNews(message: Message<"moved" | "offers" | "chat" | "rematch">): void {
    switch (message.type) {
      case "moved":
        this.clocks.set(message.clock);
        return this.#enqueue(() => this.#append(message));
      case "offers":
        return this.#enqueue(async () => this.offers.hear(message));
      case "chat":
        return this.chat.hear(message.line);
      case "rematch":
        return this.#enqueue(async () => this.#goOn(message.game));
    }
  }

  /** Whether this revision arrived before the connection broke. If not, record it. */
  #isOld(revision: number): boolean {
    if (this.#revision !== null && revision <= this.#revision) return true;
    this.#revision = revision;
    return false;
  }

  #hearGame({ game, chat, presence }: Message<"game">): void {
    this.#revision = game.revision;
    this.#endOutage();
    this.clocks.set(game.clock);
    this.presence = presence;
    this.chat.replace(chat);
    this.#enqueue(() => this.#replace(game));
  }

  #resume({ revision, clock, presence }: Message<"resumed">): void {
    this.#revision = revision;
    this.#endOutage();
    this.chat.settle();
    this.clocks.set(clock);
    this.presence = presence;
    // The missed messages came first, so a move that is still planned never reached the server.
    this.#enqueue(async () => void this.premove.sendAgain());
  }

  #hearHint({ ply, piece, way, remark }: Message<"hint">): void {
    this.isHinting = false;
    if (ply !== this.moves.length || this.isLookingBack) return;
    this.surface.announce(this.surface.advise(piece, way, remark));
  }

  /** Stop the clocks, or let them run again and send the move that couldn't be saved. */
  #pause({ is_paused, clock }: Pick<Message<"paused">, "is_paused" | "clock">): void {
    if (is_paused) {
      this.isPaused = true;
      return this.clocks.stop();
    }
    this.#endOutage();
    this.clocks.set(clock);
    this.#enqueue(async () => void this.premove.sendAgain());
  }

  #endOutage(): void {
    this.isPaused = false;
    this.chat.failure = "";
    if (this.notice === tr("problem.database-away")) this.notice = "";
  }

  #hearProblem({ problem }: Message<"problem">): void {
    this.isHinting = false;
    const isAway = problem.code === "database-away";
    const isOfChat = this.chat.isSending;
    if (isOfChat) this.chat.fail(isAway ? tr("chat.paused") : problemWords(problem, "", null));
    if (isAway && this.board.planned !== null) {
      // The page already says so, and the planned move is sent again.
      return this.#pause({ is_paused: true, clock: null });
    }
    if (isOfChat) return;
    if (this.isPersonsTurn) this.premove.forget();
    const tell = () => {
      this.separate = (problem as Partial<SplitProblem>).separate ?? null;
      this.notice = problemWords(problem, this.#typed, this.turn);
      this.surface.announce(this.notice);
    };
    // What the game has moved on to is still in the queue, and would replace the notice.
    if (["stale", "split"].includes(problem.code)) this.#enqueue(async () => tell());
    else tell();
  }

  /** Set or clear the notice with a change of the game. If it says that the user came too late, it
   *  stays until they do something else. */
  #note(words: string): void {
    if (words !== "" || this.notice !== tr("problem.stale")) this.notice = words;
  }

  #goOn(next: string): void {
    if (this.game === null) return;
    this.game = { ...this.game, rematch: next, offers: [] };
    if (this.seat === null) return;
    this.chat.carryTo(next);
    this.follow(next);
  }

  /** Show a game that the server sent as a whole. */
  async #replace(game: Game): Promise<void> {
    const before = this.game?.moves.length ?? 0;
    const shorter = game.moves.length < before;
    const ended = this.game !== null && this.game.ending === null && game.ending !== null;
    const joined = this.game !== null && this.game.is_waiting && !game.is_waiting;
    this.game = game;
    this.chat.seat = this.seat;
    if (shorter || (!this.canPremove && game.moves.length > before)) this.premove.forget();
    else this.premove.sendAgain();
    if (joined && game.ending === null && this.opponent !== null) {
      const words = tr("friend.joined", { name: playerName(game, this.opponent) });
      this.surface.announce(words);
      play("joined");
      notify(this.id, "Beespace", words);
    }
    // Keep the viewed position after a reconnect.
    if (this.viewed !== null && this.viewed >= game.moves.length) this.viewed = null;
    if (shorter) this.mention(tr("game.undone"));
    else this.#note("");
    if (shorter) this.surface.announce(this.notice);
    await this.surface.show(this.#scene());
    if (ended) this.#announceEnd();
  }

  /** Show one more move. */
  async #append(message: Message<"moved">): Promise<void> {
    const { move, turn, ending, can_undo, can_abort, offers } = message;
    const game = this.game;
    // Already received as part of the whole game.
    if (game === null || turn.ply !== game.moves.length + 1) return;
    const mover = game.turn.color;
    if (game.yours.includes(mover)) this.premove.forget();
    const moves = [...game.moves, move];
    this.game = { ...game, moves, plies: turn.ply, turn, ending, can_undo, can_abort, offers };
    const before = this.shown.at(-1)?.before ?? new Map();
    const isPlayed = this.premove.play();
    const words = moveWords(move, before, this.board.flipped);
    const passed = move.piece === null ? tr(`game.passed.${mover}`) : "";
    this.#note(passed);
    this.surface.announce(passed || words);
    if (!isPlayed) {
      this.notice = tr("premove.gone");
      this.surface.announce(`${words}. ${this.notice}`);
    }
    this.#signalTurn(words);
    if (this.isLookingBack) return;
    this.surface.sound(move, before);
    await this.surface.show(this.#scene(), move, this.premove.wasDropped(move));
    if (ending !== null) this.#announceEnd();
    else await this.surface.pause();
  }

  /** Notify a player who may be looking elsewhere that the friend has moved. */
  #signalTurn(words: string): void {
    if (!this.isWithFriend || !this.isPersonsTurn || this.game === null || this.opponent === null)
      return;
    if (document.hidden || this.game.time_control?.kind === "days") play("turn");
    notify(this.id, tr("game.yours"), `${playerName(this.game, this.opponent)}: ${words}`);
  }

  #announceEnd(): void {
    const game = this.game;
    if (game?.ending == null) return;
    const before = this.surface.announcement.replace(/\.$/, "");
    this.surface.announce([before, endingWords(game)].filter(Boolean).join(". "));
    const winner = game.ending.winner;
    if (winner === null) play("draw");
    else play(this.seat === null || winner === this.seat ? "won" : "lost");
    if (this.isWithFriend && this.seat !== null) notify(this.id, "Beespace", endingWords(game));
  }

  /** The viewed position, with the pieces that the user can move. */
  #scene(): Scene {
    const { turn, seat, stacks } = this;
    // After a pass, keep showing the move before it.
    const last = this.moves.slice(0, this.ply).findLast((move) => move.piece !== null) ?? null;
    if (this.isLookingBack || turn === null) return { stacks, last };
    if (this.isPersonsTurn) return { turn, last };
    const isPremove = this.canPremove && seat !== null;
    return { turn, last, isPremove, movable: isPremove ? premoveWays(turn, seat) : waysOf(null) };
  }

  #enqueue(what: () => Promise<void>): void {
    this.#queue = this.#queue.then(what, what);
  }
}
