// The channel of a game: what a WebSocket to the server carries.

import type { PageMessage, ServerMessage } from "../../generated/messages";
import type { Channel, ChannelEvents } from "../../lib/backend";
import { Failure } from "../../lib/failure";
import type { Follower, LiveGame } from "./game";
import { follow, say } from "./service";

/** The code of a channel whose game doesn't exist. */
const NO_SUCH_GAME = 4404;

/** A channel to a game that doesn't exist: it closes at once. */
export function missingGame(events: ChannelEvents<unknown>): Channel<unknown> {
  const timer = setTimeout(() => events.closed(NO_SUCH_GAME));
  return { isOpen: false, say: () => false, close: () => clearTimeout(timer) };
}

export class GameChannel implements Channel<unknown>, Follower {
  isOpen = false;
  #isClosed = false;
  #isHinting = false;
  #leave = (): void => {};

  constructor(
    private readonly game: LiveGame,
    private readonly events: ChannelEvents<unknown>,
  ) {
    setTimeout(() => {
      if (this.#isClosed) return;
      this.isOpen = true;
      events.opened();
      this.#leave = follow(game, this);
    });
  }

  say(message: unknown): boolean {
    if (!this.isOpen) return false;
    void this.#answer(message as PageMessage);
    return true;
  }

  close(): void {
    this.#isClosed = true;
    this.isOpen = false;
    this.#leave();
  }

  tell(message: ServerMessage): void {
    if (this.isOpen) this.events.message(message);
  }

  lose(): void {
    if (this.#isClosed) return;
    this.close();
    this.events.closed(NO_SUCH_GAME);
  }

  async #answer(said: PageMessage): Promise<void> {
    try {
      const reply = said.type === "hint" ? await this.#hint(said) : await say(this.game, said);
      if (reply !== null) this.#reply(reply);
    } catch (error) {
      const { code, message, why } =
        error instanceof Failure ? error : new Failure("internal", String(error));
      this.#reply({ type: "problem", problem: { code, text: message, why } });
    }
  }

  async #hint(said: PageMessage): Promise<ServerMessage | null> {
    if (this.#isHinting) throw new Failure("busy", "still working on your last hint");
    this.#isHinting = true;
    try {
      return await say(this.game, said);
    } finally {
      this.#isHinting = false;
    }
  }

  /** Reply to the page. If it has replaced this channel meanwhile, the new one gets the reply. */
  #reply(message: ServerMessage): void {
    if (this.isOpen) this.tell(message);
    else this.game.tell(message);
  }
}
