import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules();
});

/** The module as a freshly loaded page has it. */
const load = () => import("../../src/friends/remembered");

test("a value is remembered for its game until it is removed", async () => {
  const { invitations } = await load();
  invitations.set("g1", "secret");
  expect(invitations.get("g1")).toBe("secret");
  expect(invitations.get("g2")).toBe(undefined);
  vi.resetModules();
  const again = (await load()).invitations;
  expect(again.get("g1")).toBe("secret");
  again.set("g1", undefined);
  expect(again.get("g1")).toBe(undefined);
});

test("values stored by earlier versions are read, and invalid ones ignored", async () => {
  localStorage.setItem("beespace.muted", '[["g1",true],"nonsense",[3,true]]');
  localStorage.setItem("beespace.invitations", "{broken");
  const { invitations, muted } = await load();
  expect(muted.get("g1")).toBe(true);
  expect(invitations.get("g1")).toBe(undefined);
  muted.set("g2", true);
  expect(JSON.parse(localStorage.getItem("beespace.muted") ?? "")).toEqual([
    ["g1", true],
    ["g2", true],
  ]);
});

test("only the hundred newest games are remembered", async () => {
  const { muted } = await load();
  for (let number = 0; number < 105; number++) muted.set(`g${number}`, true);
  expect(muted.get("g4")).toBe(undefined);
  expect(muted.get("g5")).toBe(true);
});
