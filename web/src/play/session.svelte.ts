// A game on the screen: the connection, the moves, the position being viewed, and the board.

import { BoardState, type View } from "../board/state.svelte";
import { key, same } from "../hive/hexes";
import type {
  ColorLetter,
  Game,
  Hex,
  ImmobilePiece,
  Offer,
  PageMessage,
  PlayedMove,
  PlayerInfo,
  Presence,
  ServerMessage,
  StackOfPieces,
  Turn,
  Way,
  WhyNot,
} from "../generated/messages";
import { waysAhead } from "./premoveWays";
import { notify } from "../friends/notifications";
import { Chat } from "../friends/chat.svelte";
import { Clocks } from "../friends/clocks.svelte";
import { percent, tr } from "../lib/i18n/index.svelte";
import { lessonFor } from "../surface/lessonFor";
import { lookUp } from "../surface/lessonLink.svelte";
import { pace } from "../lib/settings.svelte";
import { play } from "../lib/sound";
import { GameSocket } from "../net/socket";
import { asMove, soundOf } from "../surface/sounds";
import { byHex, shownMoves, stacksAfter } from "../hive/replay";
import { endingWords, playerName } from "../words/results";
import { moveWords } from "../words/moves";
import { problemWords, whyWords } from "../words/reasons";

type DrawAnswer = Extract<ServerMessage, { type: "draw_answer" }>;

/** The pause between two moves that arrive together, so that the player sees both. */
const BETWEEN_MOVES_MS = 260;
/** How long a connection has to be down before the page says so. */
const LOST_AFTER_MS = 700;
/** Silence tolerated before the connection is checked; less while a clock is running. */
const PATIENCE_MS = 25_000;
const CLOCK_PATIENCE_MS = 6000;

export class GameSession {
  game = $state.raw<Game | null>(null);
  /** Whether the connection has been down for longer than `LOST_AFTER_MS`. */
  isLost = $state(false);
  isGone = $state(false);
  /** How many moves have been played in the viewed position, or null for the current one. */
  viewed = $state<number | null>(null);
  /** The text for screen readers. */
  announcement = $state("");
  /** A message to show until the next move. */
  notice = $state("");
  isHinting = $state(false);
  /** The number of moves played when the last draw offer was declined. */
  drawDeclinedAt = $state(-1);

  readonly board = new BoardState({
    move: (piece, to, isDropped) => this.#move(piece, to, isDropped),
    refused: (piece, to) => this.#ask(piece, to),
    selected: () => (this.notice = ""),
  });

  moves = $derived(this.game?.moves ?? []);
  ply = $derived(this.viewed ?? this.moves.length);
  isReviewing = $derived(this.viewed !== null);
  turn = $derived<Turn | null>(this.game?.turn ?? null);
  isGoingOn = $derived(this.game !== null && this.game.ending === null && !this.game.is_waiting);
  isPersonsTurn = $derived(
    this.isGoingOn && this.game !== null && this.game.yours.includes(this.game.turn.color),
  );
  isThinking = $derived(
    this.game !== null &&
      this.game.ending === null &&
      this.game.players[this.game.turn.color].kind === "engine",
  );
  isWithFriend = $derived(this.game?.mode === "friend");
  hasEngine = $derived(
    this.game !== null && [this.game.players.w, this.game.players.b].some(isEngine),
  );
  isWatching = $derived(this.game !== null && this.game.yours.length === 0);
  /** The user's colour, or null if they play both or neither. */
  seat = $derived<ColorLetter | null>(
    this.game?.yours.length === 1 ? (this.game.yours[0] as ColorLetter) : null,
  );
  /** Whether the user can make a premove: it's the friend's turn. */
  canPlan = $derived(
    this.isGoingOn && this.isWithFriend && this.seat !== null && !this.isPersonsTurn,
  );
  /** The colour at the bottom of the screen when the board is not flipped. */
  bottom = $derived<ColorLetter>(
    this.seat ??
      (this.game?.players.w.kind === "engine" && this.game.players.b.kind === "human" ? "b" : "w"),
  );
  /** The moves, each with the stacks before it. */
  shown = $derived(shownMoves(this.moves));
  stacks = $derived<StackOfPieces[]>(
    this.viewed === null ? (this.turn?.stacks ?? []) : stacksAfter(this.moves, this.viewed),
  );

  /** Whether the user can offer a draw. To the engine, only on their own turn and once per turn. */
  canOfferDraw = $derived(
    this.isGoingOn &&
      !this.isWatching &&
      !this.isReviewing &&
      this.moves.length >= 2 &&
      !(this.game?.offers ?? []).some(
        ({ kind, by }) => kind === "draw" && (this.seat === null || by === this.seat),
      ) &&
      (!this.hasEngine || (this.isPersonsTurn && this.drawDeclinedAt !== this.moves.length)),
  );

  /** Who is connected, in a game with a friend. */
  presence = $state.raw<Presence | null>(null);
  readonly clocks = new Clocks(() => this.#socket.say({ type: "clock" }));
  readonly chat: Chat;

  readonly #socket: GameSocket;
  #revision: number | null = null;
  #lostTimer = 0;
  #queue: Promise<void> = Promise.resolve();
  /** The last move the user typed. The server's error doesn't name its piece. */
  #typed = "";
  #dropped: { piece: string; to: Hex } | null = null;
  /** Whether the premove turned out to be illegal. */
  #unplayed = false;

  /** `follow` is called with the id of the next game when both players want a rematch. */
  constructor(
    private readonly id: string,
    private readonly follow: (game: string) => void,
  ) {
    this.chat = new Chat(id);
    this.#socket = new GameSocket(id, {
      message: (message) => this.#hear(message),
      connected: (is) => {
        clearTimeout(this.#lostTimer);
        if (is) this.isLost = false;
        else this.#lostTimer = window.setTimeout(() => (this.isLost = true), LOST_AFTER_MS);
      },
      gone: () => (this.isGone = true),
      // Request the whole game again, now as a spectator.
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

  undo(): void {
    if (this.game?.can_undo) this.#say({ type: "undo", ply: this.moves.length });
  }

  resign(): void {
    this.#say({ type: "resign", ply: this.moves.length });
  }

  abort(): void {
    this.#say({ type: "abort", ply: this.moves.length });
  }

  offer(kind: Offer["kind"]): void {
    this.#say({ type: "offer", kind, ply: this.moves.length });
  }

  /** Accept or decline the opponent's offer, or withdraw the player's own. */
  answer(kind: Offer["kind"], accept: boolean): void {
    this.#say({ type: "answer", kind, accept, ply: this.moves.length });
  }

  sayInChat(text: string): boolean {
    return this.#say({ type: "chat", text });
  }

  hint(): void {
    if (!this.isPersonsTurn || this.isWithFriend || this.isReviewing || this.isHinting) return;
    this.isHinting = this.#say({ type: "hint", ply: this.moves.length });
  }

  /** Explain why a piece can't be moved or placed. */
  askWhy(piece: string): void {
    this.#ask(piece, null);
  }

  typeMove(text: string): void {
    this.#typed = text;
    this.#say({ type: "move_text", ply: this.moves.length, text });
  }

  /** View the position after `ply` moves. */
  review(ply: number): void {
    const game = this.game;
    if (game === null) return;
    const before = this.ply;
    const wanted = Math.max(0, Math.min(ply, game.moves.length));
    this.viewed = wanted === game.moves.length ? null : wanted;
    const move = wanted === before + 1 ? (game.moves[wanted - 1] ?? null) : null;
    this.#enqueue(async () => {
      await this.board.show(this.#view(), move, pace());
    });
    const last = wanted > 0 ? game.moves[wanted - 1] : undefined;
    this.announcement = last ? this.describe(last, wanted - 1) : tr("review.start");
  }

  /** Whether the user can move this colour's pieces now. */
  mayTouch(color: ColorLetter): boolean {
    if (this.isReviewing) return false;
    return this.isPersonsTurn ? this.turn?.color === color : this.canPlan && this.seat === color;
  }

  /** A move of the game in words. */
  describe(move: PlayedMove, index: number): string {
    return moveWords(move, this.shown[index]?.before ?? new Map(), this.board.flipped);
  }

  #move(piece: string, to: Hex, isDropped: boolean): void {
    if (this.canPlan) {
      this.board.planned = { piece, to };
      this.notice = "";
      this.announcement = tr("premove.set", {
        move: moveWords(asMove(piece, to, this.board), this.board.stacks, this.board.flipped),
      });
      return;
    }
    // Show the move as planned until the server confirms it, so that it can be sent again.
    this.board.planned = { piece, to };
    // A dropped piece is already at its destination and needs no animation.
    this.#dropped = isDropped ? { piece, to } : null;
    this.notice = this.#sendPlanned() ? "" : tr("game.later");
  }

  /** Send the planned move if it's the user's turn. Returns false if there is no connection. */
  #sendPlanned(): boolean {
    const planned = this.board.planned;
    if (planned === null || !this.isPersonsTurn) return true;
    return this.#socket.say({ type: "move", ply: this.moves.length, ...planned });
  }

  #ask(piece: string, to: Hex | null): void {
    if (this.game === null || this.isReviewing) return;
    if (!this.isPersonsTurn) {
      const words = this.isWatching ? tr("game.watching") : tr("game.wait");
      this.notice = this.game.ending === null ? words : "";
      return;
    }
    const known = to === null ? (this.#immobile(piece) ?? this.#covered(piece)) : undefined;
    if (known) this.#explain(known.piece, known.why, false);
    else this.#say({ type: "why", ply: this.moves.length, piece, to });
  }

  #immobile(piece: string): ImmobilePiece | undefined {
    return this.turn?.immobile.find((one) => one.piece === piece);
  }

  /** The player's own piece under the opponent's. Tapping the stack asks about that one. */
  #covered(piece: string): ImmobilePiece | undefined {
    const hex = this.board.locations.get(piece);
    const below = hex === undefined ? [] : (this.board.stacks.get(key(hex))?.pieces ?? []);
    const own = below.filter((one) => this.#immobile(one) !== undefined).at(-1);
    return own === undefined ? undefined : this.#immobile(own);
  }

  #explain(piece: string, why: WhyNot, isThere: boolean): void {
    const words = whyWords(piece, why, this.turn, isThere);
    this.board.explanation = { piece, why, words, more: lookUp(lessonFor(piece, why, this.turn)) };
    this.announcement = words;
    play("refused");
  }

  #say(message: PageMessage): boolean {
    const said = this.#socket.say(message);
    if (!said) this.notice = tr("game.offline");
    return said;
  }

  // Messages from the server

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case "game":
        this.#revision = message.game.revision;
        this.clocks.set(message.game.clock);
        this.presence = message.presence;
        this.chat.lines = message.chat;
        this.#enqueue(() => this.#replace(message.game));
        break;
      case "moved":
        if (this.#isOld(message.revision)) break;
        this.clocks.set(message.clock);
        this.#enqueue(() => this.#append(message));
        break;
      case "offers":
        if (this.#isOld(message.revision)) break;
        this.#enqueue(async () => this.#setOffers(message));
        break;
      case "chat":
        if (!this.#isOld(message.revision)) this.chat.hear(message.line);
        break;
      case "rematch":
        if (this.#isOld(message.revision)) break;
        this.#enqueue(async () => this.#goOn(message.game));
        break;
      case "presence":
        this.presence = message.presence;
        break;
      case "clock":
        this.clocks.set(message.clock);
        break;
      case "ping":
        this.#socket.say({ type: "pong", id: message.id });
        break;
      case "resumed":
        this.#revision = message.revision;
        this.clocks.set(message.clock);
        this.presence = message.presence;
        // The missed messages came first, so a move that is still planned never reached the server.
        this.#enqueue(async () => void this.#sendPlanned());
        break;
      case "hint":
        this.isHinting = false;
        if (message.ply === this.moves.length && !this.isReviewing) {
          this.board.cancel();
          this.board.hint = { piece: message.piece, way: message.way };
          this.announcement = tr("hint.say", {
            move: moveWords(
              asMove(message.piece, message.way.to, this.board, message.way.thrower),
              this.board.stacks,
              this.board.flipped,
            ),
          });
        }
        break;
      case "draw_answer":
        this.#enqueue(async () => this.#hearDrawAnswer(message));
        break;
      case "why":
        if (message.why !== null && message.ply === this.moves.length) {
          this.#explain(message.piece, message.why, message.to !== null);
        }
        break;
      case "problem":
        this.isHinting = false;
        if (this.isPersonsTurn) this.board.planned = null;
        this.notice = problemWords(message.problem, this.#typed, this.turn);
        this.announcement = this.notice;
        break;
    }
  }

  /** Whether this revision arrived before the connection broke. If not, record it. */
  #isOld(revision: number): boolean {
    if (this.#revision !== null && revision <= this.#revision) return true;
    this.#revision = revision;
    return false;
  }

  #setOffers(message: Extract<ServerMessage, { type: "offers" }>): void {
    if (this.game === null) return;
    const before = this.game.offers;
    this.game = { ...this.game, offers: message.offers };
    const asked = message.offers.find(
      ({ kind, by }) =>
        by !== this.seat && !before.some((old) => old.kind === kind && old.by === by),
    );
    if (message.declined?.kind === "draw") this.drawDeclinedAt = this.moves.length;
    if (this.seat === null) {
      if (!this.isWatching) this.#sayOffer(asked, message.declined);
      return;
    }
    // The engine's answer comes in a message of its own, with more detail.
    if (this.hasEngine) return;
    if (asked !== undefined) {
      const words = tr(`offer.${asked.kind}.theirs`, { name: playerName(this.game, asked.by) });
      this.announcement = words;
      play("asked");
      notify(this.id, "Beespace", words);
    } else if (message.declined !== null && message.declined.by === this.seat) {
      this.notice = tr(`offer.${message.declined.kind}.declined`);
      this.announcement = this.notice;
    }
  }

  /** Announce an offer or its refusal to two players at one device. */
  #sayOffer(asked: Offer | undefined, declined: Offer | null): void {
    if (this.game === null) return;
    if (asked !== undefined) {
      this.announcement = tr("offer.draw.theirs", { name: playerName(this.game, asked.by) });
    } else if (declined !== null) {
      this.notice = tr("draw.declined.here");
      this.announcement = this.notice;
    }
  }

  #hearDrawAnswer({ accepted, by, reason, chance }: DrawAnswer): void {
    if (this.game === null) return;
    this.notice = tr(`draw.${reason}`, {
      name: playerName(this.game, by),
      chance: chance === null ? "" : percent(chance),
    });
    this.announcement = accepted ? `${endingWords(this.game)} ${this.notice}` : this.notice;
  }

  #goOn(next: string): void {
    if (this.game === null) return;
    this.game = { ...this.game, rematch: next, offers: [] };
    if (this.seat === null) return;
    this.chat.carryTo(next);
    this.follow(next);
  }

  async #replace(game: Game): Promise<void> {
    const before = this.game?.moves.length ?? 0;
    const shorter = game.moves.length < before;
    const ended = this.game !== null && this.game.ending === null && game.ending !== null;
    const joined = this.game !== null && this.game.is_waiting && !game.is_waiting;
    this.game = game;
    this.chat.seat = this.seat;
    if (shorter || (!this.canPlan && game.moves.length > before)) this.board.planned = null;
    else this.#sendPlanned();
    if (joined && game.ending === null && this.seat !== null) {
      const friend = this.seat === "w" ? "b" : "w";
      this.announcement = tr("friend.joined", { name: playerName(game, friend) });
      play("joined");
      notify(this.id, "Beespace", this.announcement);
    }
    // Keep the viewed position after a reconnect.
    if (this.viewed !== null && this.viewed >= game.moves.length) this.viewed = null;
    this.notice = shorter ? tr("game.undone") : "";
    if (shorter) this.announcement = tr("game.undone");
    await this.board.show(this.#view());
    if (ended) this.#announceEnd();
  }

  async #append(message: Extract<ServerMessage, { type: "moved" }>): Promise<void> {
    const game = this.game;
    // Already received as part of the whole game.
    if (game === null || message.turn.ply !== game.moves.length + 1) return;
    const before = byHex(stacksAfter(game.moves, game.moves.length));
    const mover = game.turn.color;
    if (game.yours.includes(mover)) this.board.planned = null;
    this.game = {
      ...game,
      moves: [...game.moves, message.move],
      plies: message.turn.ply,
      turn: message.turn,
      ending: message.ending,
      can_undo: message.can_undo,
      can_abort: message.can_abort,
      offers: message.offers,
    };
    this.#playPlanned();
    const words = moveWords(message.move, before, this.board.flipped);
    this.notice = message.move.piece === null ? tr(`game.passed.${mover}`) : "";
    this.announcement = this.notice || words;
    if (this.#unplayed) {
      this.#unplayed = false;
      this.notice = tr("premove.gone");
      this.announcement = `${words}. ${this.notice}`;
    }
    this.#signalTurn(words);
    if (this.isReviewing) return;
    const { piece, to } = message.move;
    const dropped =
      this.#dropped !== null && this.#dropped.piece === piece && same(this.#dropped.to, to);
    this.#dropped = null;
    play(soundOf(message.move, before));
    await this.board.show(this.#view(), message.move, dropped ? 0 : pace());
    if (message.ending !== null) this.#announceEnd();
    else if (pace() > 0) await sleep(BETWEEN_MOVES_MS);
  }

  /** Play the premove if it is legal, otherwise remember that it wasn't. */
  #playPlanned(): void {
    const planned = this.board.planned;
    if (planned === null || this.canPlan) return;
    this.board.planned = null;
    if (!this.isPersonsTurn) return;
    const { piece, to } = planned;
    const ways = this.turn?.movable.find((one) => one.piece === piece)?.ways ?? [];
    if (ways.some((way) => same(way.to, to))) this.#move(piece, to, false);
    else this.#unplayed = true;
  }

  /** Notify a player who may be looking elsewhere that the friend has moved. */
  #signalTurn(words: string): void {
    if (!this.isWithFriend || !this.isPersonsTurn || this.game === null || this.seat === null)
      return;
    if (document.hidden || this.game.time_control?.kind === "days") play("turn");
    const friend = playerName(this.game, this.seat === "w" ? "b" : "w");
    notify(this.id, tr("game.yours"), `${friend}: ${words}`);
  }

  #announceEnd(): void {
    const game = this.game;
    if (game?.ending == null) return;
    const before = this.announcement.replace(/\.$/, "");
    this.announcement = [before, endingWords(game)].filter(Boolean).join(". ");
    const winner = game.ending.winner;
    if (winner === null) play("draw");
    else play(this.seat === null || winner === this.seat ? "won" : "lost");
    if (this.isWithFriend && this.seat !== null) notify(this.id, "Beespace", endingWords(game));
  }

  #view(): View {
    const stacks = this.stacks;
    // After a pass, keep showing the move before it.
    const last = this.moves.slice(0, this.ply).findLast((move) => move.piece !== null) ?? null;
    let movable = new Map<string, Way[]>();
    const isAhead = this.canPlan && !this.isReviewing;
    if (this.isPersonsTurn && !this.isReviewing) {
      movable = new Map(this.turn?.movable.map(({ piece, ways }) => [piece, ways]));
    } else if (isAhead && this.turn !== null && this.seat !== null) {
      movable = waysAhead(this.turn, this.seat);
    }
    // Only mark a thrown piece. A piece that moved can't be thrown next, but doesn't have to rest.
    const stunned = last !== null && last.thrower !== null ? last.piece : null;
    return { stacks, movable, last, stunned, isAhead };
  }

  #enqueue(what: () => Promise<void>): void {
    this.#queue = this.#queue.then(what, what);
  }
}

function isEngine(player: PlayerInfo): boolean {
  return player.kind === "engine";
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
