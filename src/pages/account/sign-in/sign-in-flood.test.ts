import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { accountTable, userTable } from "#domain/identity/identity.table.ts";
import { findHash } from "#domain/identity/password.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { browser, useAccounts } from "../account.fixture.ts";
import * as signInPage from "./sign-in.page.tsx";

useAccounts();
// The clock alone: the database's connections wait with real timers.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterAll(() => void vi.useRealTimers());

const email = "owner@example.com";
const PASSWORD = "maple-canoe-thunder-9";
const NETWORKS = 40;
const TRIES_PER_SECOND = 7;
const TIMES = 50;
const PATIENCE_MS = 8_000;

const tryPassword = (password: string, from: ReturnType<typeof browser>) =>
  from.post(signInPage.action, { email, password });

/** Each guess comes from another address of its network: a /24, or a /48 of which it has every /64. */
function strangerAt(index: number) {
  const network = index % NETWORKS;
  return network % 2 === 0
    ? `10.60.${network}.${index % 250}`
    : `2001:db8:${network.toString(16)}:${index.toString(16)}::1`;
}

/** Simulated: the clock goes on by itself, and what a press would take longer is not in it. */
test("forty networks at seven tries a second keep nobody out: each of fifty times the owner is in within 8 s", async () => {
  await db().insert(userTable).values({ id: email, name: "Amara", email, emailVerified: true });
  await db()
    .insert(accountTable)
    .values({
      id: email,
      accountId: email,
      userId: email,
      providerId: "credential",
      password: await findHash(PASSWORD),
    });
  const known = browser({ ipAddress: "198.51.100.8" });
  expect((await tryPassword(PASSWORD, known)).status).toBe(303);
  const deviceCookie = /device=([^;]+)/.exec(known.cookieHeader())?.[1] ?? "";

  let guesses = 0;
  let judged = 0;
  const strangersTry = async (seconds: number) => {
    for (let count = 0; count < seconds * TRIES_PER_SECOND; count += 1) {
      const stranger = browser({ ipAddress: strangerAt(guesses) });
      const { status } = await tryPassword(`guess number ${guesses}`, stranger);
      if (status === 422) judged += 1;
      guesses += 1;
      vi.setSystemTime(Date.now() + 1_000 / TRIES_PER_SECOND);
    }
  };
  /** How long the right password takes at an address; the strangers go on meanwhile. */
  const enter = async (from: () => ReturnType<typeof browser>) => {
    const startedAt = Date.now();
    while ((await tryPassword(PASSWORD, from())).status !== 303) {
      await strangersTry(1);
      if (Date.now() - startedAt > PATIENCE_MS) return Number.POSITIVE_INFINITY;
    }
    return Date.now() - startedAt;
  };

  // Every network has had its turns before the owner comes for the first time.
  await strangersTry(30);
  const waits = { unknown: [] as number[], known: [] as number[] };
  for (let time = 0; time < TIMES; time += 1) {
    await strangersTry(2);
    waits.unknown.push(await enter(() => browser({ ipAddress: `10.61.${time}.7` })));
    // The known browser comes from where the strangers are.
    waits.known.push(await enter(() => browser({ ipAddress: strangerAt(guesses), deviceCookie })));
  }
  // Whoever comes as the next network is judged at once: nobody waits at all.
  const none = Array.from({ length: TIMES }, () => 0);
  expect(waits).toEqual({ unknown: none, known: none });
  // Each network's first, and ten more: of a hundred that may be.
  expect([guesses, judged]).toEqual([910, NETWORKS + 10]);
}, 120_000);
