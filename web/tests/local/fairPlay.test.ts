// How often the server is asked about fair play. The clock here is simulated.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FairPlay } from "../../src/generated/messages";
import type { Backend } from "../../src/lib/backend";
import type { isOwnGame as IsOwnGame } from "../../src/local/analysis/fairPlay";

const POSITION = { ruleset: "Base", moves: [] };
const FREE: FairPlay = { has_games: false, is_own_game: false };
const PLAYING: FairPlay = { has_games: true, is_own_game: true };

let isOwnGame: typeof IsOwnGame;
let answers: ((answer: FairPlay) => void)[];

const server: Backend = {
  file: () => Promise.reject(new Error("not asked for")),
  ask: <T>() => new Promise<T>((resolve) => answers.push(resolve as (answer: FairPlay) => void)),
  open: () => {
    throw new Error("no channel is needed");
  },
};

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules(); // it remembers the last answer
  answers = [];
  ({ isOwnGame } = await import("../../src/local/analysis/fairPlay"));
});
afterEach(() => vi.useRealTimers());

async function answered(answer: FairPlay): Promise<boolean> {
  const found = isOwnGame(server, POSITION);
  answers.pop()?.(answer);
  return found;
}

describe("fair play", () => {
  it("is asked about once a minute while there are no games", async () => {
    expect(await answered(FREE)).toBe(false);
    expect(await isOwnGame(server, POSITION)).toBe(false);
    vi.advanceTimersByTime(59_000);
    expect(await isOwnGame(server, POSITION)).toBe(false);
    expect(answers).toHaveLength(0);
    vi.advanceTimersByTime(2000);
    void isOwnGame(server, POSITION);
    expect(answers).toHaveLength(1);
  });

  it("is asked about once by two boards", async () => {
    const both = [isOwnGame(server, POSITION), isOwnGame(server, POSITION)];
    expect(answers).toHaveLength(1);
    answers[0]?.(FREE);
    expect(await Promise.all(both)).toEqual([false, false]);
    expect(answers).toHaveLength(1);
  });

  it("is a question about each position while there are games", async () => {
    const both = [isOwnGame(server, POSITION), isOwnGame(server, POSITION)];
    answers[0]?.(PLAYING);
    expect(await both[0]).toBe(true);
    await vi.waitFor(() => expect(answers).toHaveLength(2), { timeout: 50_000 });
    answers[1]?.({ has_games: true, is_own_game: false });
    expect(await both[1]).toBe(false);
    expect(await answered(PLAYING)).toBe(true);
  });

  it("needs no server that doesn't answer", async () => {
    const both = [isOwnGame(server, POSITION), isOwnGame(server, POSITION)];
    await vi.advanceTimersByTimeAsync(3000);
    expect(await Promise.all(both)).toEqual([false, false]);
    // It is asked again for the next position.
    expect(await answered(PLAYING)).toBe(true);
  });
});
