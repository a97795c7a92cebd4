// One game on the screen: the connection, the record, the move that is looked at, and the board.

import { BoardState, type View } from "../board/state.svelte";
import { key, same } from "../board/geometry";
import type {
  ColorLetter,
  Game,
  Hex,
  ImmobilePiece,
  PlayedMove,
  ServerMessage,
  StackOfPieces,
  Turn,
  Way,
  WhyNot,
} from "../generated/messages";
import { tr } from "../lib/i18n/index.svelte";
import { lessonFor } from "../learn/reasons";
import { lookUp } from "../learn/returning.svelte";
import { pace } from "../lib/settings.svelte";
import { play } from "../lib/sound";
import { GameSocket } from "../net/socket";
import { stacksAfter } from "./replay";
import { endingWords, moveWords, problemWords, whyWords } from "./words";

/** Between two moves that arrive together, so that both are seen. */
const BETWEEN_MOVES_MS = 260;

export class GameSession {
  game = $state.raw<Game | null>(null);
  isConnected = $state(false);
  wasConnected = $state(false);
  isGone = $state(false);
  /** After how many moves the board is shown; null: as it is now. */
  viewed = $state<number | null>(null);
  /** What a screen reader says. */
  announcement = $state("");
  /** What the person should know, until the next move. */
  notice = $state("");
  isHinting = $state(false);

  readonly board = new BoardState({
    move: (piece, to, isDropped) => this.#move(piece, to, isDropped),
    refused: (piece, to) => this.#ask(piece, to),
    selected: () => (this.notice = ""),
  });

  moves = $derived(this.game?.moves ?? []);
  ply = $derived(this.viewed ?? this.moves.length);
  isReviewing = $derived(this.viewed !== null);
  turn = $derived<Turn | null>(this.game?.turn ?? null);
  isPersonsTurn = $derived(
    this.game !== null &&
      this.game.ending === null &&
      this.game.players[this.game.turn.color].kind === "human",
  );
  isThinking = $derived(this.game !== null && this.game.ending === null && !this.isPersonsTurn);
  /** The colour at the bottom of the screen when the board is not flipped. */
  bottom = $derived<ColorLetter>(
    this.game?.players.w.kind === "engine" && this.game.players.b.kind === "human" ? "b" : "w",
  );
  stacks = $derived<StackOfPieces[]>(
    this.viewed === null ? (this.turn?.stacks ?? []) : stacksAfter(this.moves, this.viewed),
  );

  readonly #socket: GameSocket;
  #queue: Promise<void> = Promise.resolve();
  /** What was typed last: a refusal of it does not name the piece. */
  #typed = "";
  #dropped: { piece: string; to: Hex } | null = null;

  constructor(id: string) {
    this.#socket = new GameSocket(id, {
      message: (message) => this.#hear(message),
      connected: (is) => {
        this.isConnected = is;
        if (is) this.wasConnected = true;
      },
      gone: () => (this.isGone = true),
    });
  }

  close(): void {
    this.#socket.close();
  }

  // What the person wants

  undo(): void {
    if (this.game?.can_undo) this.#say({ type: "undo", ply: this.moves.length });
  }

  resign(): void {
    this.#say({ type: "resign", ply: this.moves.length });
  }

  hint(): void {
    if (!this.isPersonsTurn || this.isReviewing || this.isHinting) return;
    this.isHinting = this.#say({ type: "hint", ply: this.moves.length });
  }

  /** Say why a piece cannot be moved or placed. */
  askWhy(piece: string): void {
    this.#ask(piece, null);
  }

  typeMove(text: string): void {
    this.#typed = text;
    this.#say({ type: "move_text", ply: this.moves.length, text });
  }

  /** Look at the game after that many moves. */
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

  /** A move of the record in words. */
  describe(move: PlayedMove, index: number): string {
    return moveWords(move, byHex(stacksAfter(this.moves, index)));
  }

  #move(piece: string, to: Hex, isDropped: boolean): void {
    if (!this.#say({ type: "move", ply: this.moves.length, piece, to })) return;
    this.notice = "";
    // A piece that was dropped is where it goes, and need not travel there again.
    this.#dropped = isDropped ? { piece, to } : null;
  }

  #ask(piece: string, to: Hex | null): void {
    if (this.game === null || this.isReviewing) return;
    if (!this.isPersonsTurn) {
      this.notice = this.game.ending === null ? tr("game.wait") : "";
      return;
    }
    const known = to === null ? (this.#immobile(piece) ?? this.#covered(piece)) : undefined;
    if (known) this.#explain(known.piece, known.why, false);
    else this.#say({ type: "why", ply: this.moves.length, piece, to });
  }

  #immobile(piece: string): ImmobilePiece | undefined {
    return this.turn?.immobile.find((one) => one.piece === piece);
  }

  /** The player's own piece under one of the opponent's: who touches the stack wonders about it. */
  #covered(piece: string): ImmobilePiece | undefined {
    const hex = this.board.locations.get(piece);
    const below = hex === undefined ? [] : (this.board.stacks.get(key(hex))?.pieces ?? []);
    const own = below.filter((one) => this.#immobile(one) !== undefined).at(-1);
    return own === undefined ? undefined : this.#immobile(own);
  }

  #explain(piece: string, why: WhyNot, isThere: boolean): void {
    const words = whyWords(piece, why, this.turn?.color ?? "w", isThere);
    this.board.explanation = { piece, why, words, more: lookUp(lessonFor(piece, why)) };
    this.announcement = words;
    play("refused");
  }

  #say(message: Parameters<GameSocket["say"]>[0]): boolean {
    const said = this.#socket.say(message);
    if (!said) this.notice = tr("game.offline");
    return said;
  }

  // What the server tells

  #hear(message: ServerMessage): void {
    switch (message.type) {
      case "game":
        this.#enqueue(() => this.#replace(message.game));
        break;
      case "moved":
        this.#enqueue(() => this.#append(message));
        break;
      case "hint":
        this.isHinting = false;
        if (message.ply === this.moves.length && !this.isReviewing) {
          this.board.cancel();
          this.board.hint = { piece: message.piece, way: message.way };
          this.announcement = tr("hint.say", {
            move: moveWords(asMove(message.piece, message.way, this.board), this.board.stacks),
          });
        }
        break;
      case "why":
        if (message.why !== null && message.ply === this.moves.length) {
          this.#explain(message.piece, message.why, message.to !== null);
        }
        break;
      case "problem":
        this.isHinting = false;
        this.notice = problemWords(message.problem, this.#typed, this.turn?.color ?? "w");
        this.announcement = this.notice;
        break;
    }
  }

  async #replace(game: Game): Promise<void> {
    const shorter = this.game !== null && game.moves.length < this.game.moves.length;
    const ended = this.game !== null && this.game.ending === null && game.ending !== null;
    this.game = game;
    // A reconnect keeps the place in review.
    if (this.viewed !== null && this.viewed >= game.moves.length) this.viewed = null;
    this.notice = shorter ? tr("game.undone") : "";
    if (shorter) this.announcement = tr("game.undone");
    await this.board.show(this.#view());
    if (ended) this.#announceEnd();
  }

  async #append(message: Extract<ServerMessage, { type: "moved" }>): Promise<void> {
    const game = this.game;
    // Told already, as part of the whole game.
    if (game === null || message.turn.ply !== game.moves.length + 1) return;
    const before = byHex(stacksAfter(game.moves, game.moves.length));
    const mover = game.turn.color;
    this.game = {
      ...game,
      moves: [...game.moves, message.move],
      plies: message.turn.ply,
      turn: message.turn,
      ending: message.ending,
      can_undo: message.can_undo,
    };
    const words = moveWords(message.move, before);
    this.notice = message.move.piece === null ? tr(`game.passed.${mover}`) : "";
    this.announcement = this.notice || words;
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

  #announceEnd(): void {
    const game = this.game;
    if (game?.ending == null) return;
    this.announcement = [this.announcement, endingWords(game)].filter(Boolean).join(". ");
    const winner = game.ending.winner;
    if (winner === null) play("draw");
    else play(game.players[winner].kind === "human" ? "won" : "lost");
  }

  #view(): View {
    const stacks = this.stacks;
    // Over a pass, the last move is still the one to see.
    const last = this.moves.slice(0, this.ply).findLast((move) => move.piece !== null) ?? null;
    const canMove = this.isPersonsTurn && !this.isReviewing;
    const movable = new Map<string, Way[]>(
      canMove ? (this.turn?.movable ?? []).map(({ piece, ways }) => [piece, ways]) : [],
    );
    // Whatever moved last may not be thrown; only what was thrown has to rest, and is marked.
    const stunned = last !== null && last.thrower !== null ? last.piece : null;
    return { stacks, movable, last, stunned };
  }

  #enqueue(what: () => Promise<void>): void {
    this.#queue = this.#queue.then(what, what);
  }
}

function byHex(stacks: StackOfPieces[]): Map<string, StackOfPieces> {
  return new Map(stacks.map((stack) => [key(stack.hex), stack]));
}

function asMove(piece: string, way: Way, board: BoardState): PlayedMove {
  const origin = board.locations.get(piece) ?? null;
  return {
    text: "",
    piece,
    origin,
    to: way.to,
    path: way.path,
    thrower: way.thrower,
    spent_ms: null,
    clock_ms: null,
  };
}

function soundOf(move: PlayedMove, before: Map<string, StackOfPieces>): Parameters<typeof play>[0] {
  if (move.piece === null || move.to === null) return "pass";
  if (move.thrower !== null) return "throw";
  if (move.origin === null) return "place";
  if (before.has(key(move.to))) return "climb";
  return move.piece[1] === "G" ? "jump" : "move";
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
