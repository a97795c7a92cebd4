import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Game, StackOfPieces, Turn } from "../../src/generated/messages";
import { key } from "../../src/hive/hexes";
import { Premove, premoveWays } from "../../src/play/premove";
import { GameState } from "../../src/play/state.svelte";
import { PlaySurface } from "../../src/surface/surface.svelte";
import { turnWith } from "../moves";

const stack = (q: number, r: number, ...pieces: string[]): StackOfPieces => ({
  hex: [q, r],
  pieces,
});

/** Where a piece might go, as sorted keys. */
const targets = (turn: Turn, piece: string) =>
  (premoveWays(turn, "w").get(piece) ?? []).map(({ to }) => key(to)).sort();

describe("where pieces might go next turn", () => {
  test("the first piece goes to the middle", () => {
    const turn = turnWith([], { w: ["wA1", "wA2", "wQ"] });
    expect(targets(turn, "wA1")).toEqual(["0,0"]);
    expect(premoveWays(turn, "w").has("wA2")).toBe(false);
  });

  test("every free hex beside the hive is offered, and no occupied one", () => {
    const turn = turnWith([stack(0, 0, "wQ"), stack(1, 0, "bQ")], { w: ["wA1"] });
    expect(targets(turn, "wA1")).toHaveLength(8);
    expect(targets(turn, "wA1")).not.toContain("1,0");
    expect(targets(turn, "wQ")).toEqual(targets(turn, "wA1"));
  });

  test("only climbers may go onto other pieces, and only the top of a stack moves", () => {
    const turn = turnWith([stack(0, 0, "wA1", "wB1"), stack(1, 0, "bQ")]);
    expect(targets(turn, "wB1")).toContain("1,0");
    expect(targets(turn, "wB1")).not.toContain("0,0");
    expect(premoveWays(turn, "w").has("wA1")).toBe(false);
  });

  test("the opponent's pieces only move if a pillbug might throw them", () => {
    const beside = [stack(1, 0, "bA1"), stack(-1, 0, "bS1", "bB1")];
    const plain = turnWith([stack(0, 0, "wA1"), ...beside]);
    expect(premoveWays(plain, "w").has("bA1")).toBe(false);
    const thrown = turnWith([stack(0, 0, "wP"), ...beside]);
    const ways = premoveWays(thrown, "w").get("bA1") ?? [];
    expect(ways.every(({ thrower }) => thrower === "wP")).toBe(true);
    expect(ways).toHaveLength(4);
    expect(premoveWays(thrown, "w").has("bB1")).toBe(false);
  });

  test("a mosquito throws only beside a pillbug, and a covered pillbug not at all", () => {
    const mosquito = [stack(0, 0, "wM"), stack(1, 0, "bA1")];
    expect(premoveWays(turnWith(mosquito), "w").has("bA1")).toBe(false);
    const copied = turnWith([...mosquito, stack(0, 1, "bP")]);
    expect(premoveWays(copied, "w").has("bA1")).toBe(true);
    const covered = turnWith([stack(0, 0, "wP", "wB1"), stack(1, 0, "bA1")]);
    expect(premoveWays(covered, "w").has("bA1")).toBe(false);
  });
});

const send = vi.fn<(move: object) => boolean>(() => true);
let state: GameState;
let surface: PlaySurface;
let premove: Premove;

/** A game with a friend, in which the user plays White. */
const gameAt = (color: "w" | "b", movable: Turn["movable"] = []) =>
  ({
    id: "g",
    mode: "friend",
    yours: ["w"],
    ending: null,
    is_waiting: false,
    moves: [],
    offers: [],
    players: { w: { kind: "human" }, b: { kind: "human" } },
    turn: turnWith([stack(0, 0, "wQ")], {}, { color, movable }),
  }) as unknown as Game;
const way = {
  to: [1, 0] as [number, number],
  path: [],
  thrower: null,
  ends_by_repetition: false,
};

beforeEach(() => {
  send.mockReset().mockReturnValue(true);
  state = new GameState();
  surface = PlaySurface.plain({ move: () => undefined, askWhy: () => undefined });
  premove = new Premove(state, surface, send);
});

describe("the planned move", () => {
  test("waits during the opponent's turn and is sent when it's the user's", () => {
    state.game = gameAt("b");
    premove.plan("wQ", [1, 0], false);
    expect(surface.board.planned).toEqual({ piece: "wQ", to: [1, 0] });
    expect(surface.announcement).not.toBe("");
    expect(send).not.toHaveBeenCalled();
    state.game = gameAt("w", [{ piece: "wQ", ways: [way] }]);
    expect(premove.play()).toBe(true);
    expect(send).toHaveBeenCalledWith({ piece: "wQ", to: [1, 0] });
  });

  test("is dropped if it has become illegal", () => {
    state.game = gameAt("b");
    premove.plan("wQ", [1, 0], false);
    state.game = gameAt("w");
    expect(premove.play()).toBe(false);
    expect(surface.board.planned).toBe(null);
    expect(send).not.toHaveBeenCalled();
  });

  test("on the user's turn it is sent at once, and again after a lost connection", () => {
    send.mockReturnValue(false);
    state.game = gameAt("w", [{ piece: "wQ", ways: [way] }]);
    premove.plan("wQ", [1, 0], true);
    expect(send).toHaveBeenCalledTimes(1);
    expect(state.notice).not.toBe("");
    send.mockReturnValue(true);
    expect(premove.sendAgain()).toBe(true);
    expect(send).toHaveBeenCalledTimes(2);
    premove.forget();
    premove.sendAgain();
    expect(send).toHaveBeenCalledTimes(2);
  });

  test("a dropped piece needn't glide, but only once", () => {
    state.game = gameAt("w");
    premove.plan("wQ", [1, 0], true);
    expect(premove.wasDropped({ piece: "wQ", to: [1, 0] })).toBe(true);
    expect(premove.wasDropped({ piece: "wQ", to: [1, 0] })).toBe(false);
    premove.plan("wQ", [1, 0], true);
    expect(premove.wasDropped({ piece: "wQ", to: [0, 1] })).toBe(false);
  });
});
