import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Game, Offer } from "../../src/generated/messages";
import { Offers } from "../../src/play/offers.svelte";
import { GameState } from "../../src/play/state.svelte";
import { PlaySurface } from "../../src/surface/surface.svelte";
import { played, turnWith } from "../moves";

const say = vi.fn<(message: object) => boolean>(() => true);
let state: GameState;
let surface: PlaySurface;
let offers: Offers;

/** A game after two moves, with White to move. */
function game(more: object = {}): Game {
  return {
    id: "g",
    mode: "friend",
    yours: ["w"],
    ending: null,
    is_waiting: false,
    moves: [played("wS1", [0, 0]), played("bS1", [1, 0])],
    offers: [],
    players: { w: { kind: "human", name: "Ada" }, b: { kind: "human", name: "Bo" } },
    turn: turnWith([]),
    ...more,
  } as unknown as Game;
}
const draw = (by: "w" | "b"): Offer => ({ kind: "draw", by }) as Offer;
const engine = {
  mode: "engine",
  players: { w: { kind: "human" }, b: { kind: "engine", level: 1 } },
};

beforeEach(() => {
  say.mockReset().mockReturnValue(true);
  state = new GameState();
  surface = PlaySurface.plain({ move: () => undefined, askWhy: () => undefined });
  offers = new Offers(state, surface, say);
});

describe("offering a draw", () => {
  test("is possible after two moves, while the game continues and nobody has offered", () => {
    state.game = game();
    expect(offers.canOfferDraw).toBe(true);
    state.game = game({ moves: [played("wS1", [0, 0])] });
    expect(offers.canOfferDraw).toBe(false);
    state.game = game({ offers: [draw("w")] });
    expect(offers.canOfferDraw).toBe(false);
    state.game = game({ offers: [draw("b")] });
    expect(offers.canOfferDraw).toBe(true);
    state.game = game({ ending: { winner: "w", reason: "resign" } });
    expect(offers.canOfferDraw).toBe(false);
    state.game = game({ yours: [] });
    expect(offers.canOfferDraw).toBe(false);
  });

  test("to the engine only on the user's own turn, and once per turn", () => {
    state.game = game({ ...engine, turn: turnWith([], {}, { color: "b" }) });
    expect(offers.canOfferDraw).toBe(false);
    state.game = game(engine);
    expect(offers.canOfferDraw).toBe(true);
    offers.hear({ type: "offers", revision: 1, offers: [], declined: draw("w") });
    expect(offers.canOfferDraw).toBe(false);
    state.game = game({ ...engine, moves: [...state.moves, ...state.moves] });
    expect(offers.canOfferDraw).toBe(true);
  });

  test("is said with the number of moves it is about", () => {
    state.game = game();
    offers.make("draw");
    offers.answer("takeback", false);
    expect(say.mock.calls.map(([message]) => message)).toEqual([
      { type: "offer", kind: "draw", ply: 2 },
      { type: "answer", kind: "takeback", accept: false, ply: 2 },
    ]);
  });
});

describe("hearing of offers", () => {
  test("a friend's offer is announced, and the user's own isn't", () => {
    state.game = game();
    offers.hear({ type: "offers", revision: 1, offers: [draw("w")], declined: null });
    expect(surface.announcement).toBe("");
    offers.hear({ type: "offers", revision: 2, offers: [draw("w"), draw("b")], declined: null });
    expect(surface.announcement).toContain("Bo");
    expect(state.game?.offers).toHaveLength(2);
  });

  test("a declined offer is shown to the player who made it", () => {
    state.game = game();
    offers.hear({ type: "offers", revision: 1, offers: [], declined: draw("b") });
    expect(state.notice).toBe("");
    offers.hear({ type: "offers", revision: 2, offers: [], declined: draw("w") });
    expect(state.notice).not.toBe("");
    expect(surface.announcement).toBe(state.notice);
  });
});
