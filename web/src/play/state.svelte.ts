// What is known about a game on the screen: the game itself, the position being viewed, and what
// follows from them.

import type { ColorLetter, Game, PlayedMove, StackOfPieces, Turn } from "../generated/messages";
import { shownMoves, stacksAfter } from "../hive/replay";
import { moveWords } from "../words/moves";
import { otherColor } from "../hive/colors";

/** How long to show a message that says nothing to act on. */
const MENTION_MS = 4000;

export class GameState {
  game = $state.raw<Game | null>(null);
  /** How many moves have been played in the viewed position, or null for the current one. */
  viewed = $state<number | null>(null);
  /** A message to show until the next move. */
  notice = $state("");

  moves = $derived(this.game?.moves ?? []);
  ply = $derived(this.viewed ?? this.moves.length);
  isLookingBack = $derived(this.viewed !== null);
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
    this.game !== null &&
      [this.game.players.w, this.game.players.b].some(({ kind }) => kind === "engine"),
  );
  isWatching = $derived(this.game !== null && this.game.yours.length === 0);
  /** The user's colour, or null if they play both or neither. */
  seat = $derived<ColorLetter | null>(
    this.game?.yours.length === 1 ? (this.game.yours[0] as ColorLetter) : null,
  );
  /** The colour of the user's opponent, if the user plays one colour. */
  opponent = $derived<ColorLetter | null>(this.seat === null ? null : otherColor(this.seat));
  /** Whether the user can make a premove: it's the friend's turn. */
  canPremove = $derived(
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

  /** Show a message that the user may well miss, and remove it after a few seconds. */
  mention(words: string): void {
    this.notice = words;
    window.setTimeout(() => {
      if (this.notice === words) this.notice = "";
    }, MENTION_MS);
  }

  /** Whether the user can move this colour's pieces now. */
  mayTouch(color: ColorLetter): boolean {
    if (this.isLookingBack) return false;
    return this.isPersonsTurn ? this.turn?.color === color : this.canPremove && this.seat === color;
  }

  /** A move of the game in words. */
  describe(move: PlayedMove, index: number, flipped: boolean): string {
    return moveWords(move, this.shown[index]?.before ?? new Map(), flipped);
  }
}
