// Offers in a game: draws, takebacks and rematches. Announces those of others and their answers.

import { notify } from "../friends/notifications";
import type { Offer, PageMessage, ServerMessage } from "../generated/messages";
import { percent, tr } from "../lib/i18n/index.svelte";
import { play } from "../lib/sound";
import type { PlaySurface } from "../surface/surface.svelte";
import { endingWords, playerName } from "../words/results";
import type { GameState } from "./state.svelte";

type OffersMessage = Extract<ServerMessage, { type: "offers" }>;
type DrawAnswer = Extract<ServerMessage, { type: "draw_answer" }>;

export class Offers {
  /** The number of moves played when the last draw offer was declined. */
  #drawDeclinedAt = $state(-1);

  constructor(
    private readonly state: GameState,
    private readonly surface: PlaySurface,
    private readonly say: (message: PageMessage) => boolean,
  ) {}

  /** Whether the user can offer a draw. To the engine, only on their own turn and once per turn. */
  get canOfferDraw(): boolean {
    const { state } = this;
    if (!state.isGoingOn || state.isWatching || state.isLookingBack || state.moves.length < 2)
      return false;
    const isOffered = (state.game?.offers ?? []).some(
      ({ kind, by }) => kind === "draw" && (state.seat === null || by === state.seat),
    );
    const isDeclined = this.#drawDeclinedAt === state.moves.length;
    return !isOffered && (!state.hasEngine || (state.isPersonsTurn && !isDeclined));
  }

  make(kind: Offer["kind"]): void {
    this.say({ type: "offer", kind, ply: this.state.moves.length });
  }

  /** Accept or decline the opponent's offer, or withdraw the player's own. */
  answer(kind: Offer["kind"], accept: boolean): void {
    this.say({ type: "answer", kind, accept, ply: this.state.moves.length });
  }

  /** Take the open offers that the server sent. */
  hear({ offers, declined }: OffersMessage): void {
    const { state } = this;
    if (state.game === null) return;
    const before = state.game.offers;
    state.game = { ...state.game, offers };
    const asked = offers.find(
      ({ kind, by }) =>
        by !== state.seat && !before.some((old) => old.kind === kind && old.by === by),
    );
    if (declined?.kind === "draw") this.#drawDeclinedAt = state.moves.length;
    if (state.seat === null) {
      if (!state.isWatching) this.#tellBoth(asked, declined);
      return;
    }
    // The engine's answer comes in a message of its own, with more detail.
    if (state.hasEngine) return;
    if (asked !== undefined) {
      const words = tr(`offer.${asked.kind}.theirs`, { name: playerName(state.game, asked.by) });
      this.surface.announce(words);
      play("asked");
      notify(state.game.id, "Beespace", words);
    } else if (declined !== null && declined.by === state.seat) {
      this.#tell(tr(`offer.${declined.kind}.declined`));
    }
  }

  /** Take the engine's answer to a draw offer. */
  hearAnswer({ accepted, by, reason, chance }: DrawAnswer): void {
    const { state } = this;
    if (state.game === null) return;
    this.#tell(
      tr(`draw.${reason}`, {
        name: playerName(state.game, by),
        chance: chance === null ? "" : percent(chance),
      }),
    );
    if (accepted) this.surface.announce(`${endingWords(state.game)} ${state.notice}`);
  }

  /** Announce an offer, or that it was declined, to two players at one device. */
  #tellBoth(asked: Offer | undefined, declined: Offer | null): void {
    const { game } = this.state;
    if (game === null) return;
    if (asked !== undefined) {
      this.surface.announce(tr("offer.draw.theirs", { name: playerName(game, asked.by) }));
    } else if (declined !== null) {
      this.#tell(tr("draw.declined.here"));
    }
  }

  #tell(words: string): void {
    this.state.notice = words;
    this.surface.announce(words);
  }
}
