import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import type { RateLimitResult } from "#platform/limit/rate-limit.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { newAddress } from "#platform/request/visitor.fixture.ts";
import { startVault } from "#platform/vault/vault.server.ts";
import type { BrowserRequest } from "./auth.server.ts";
import { askForEmailSignIn, redeemEmailSignIn } from "./email-sign-in.server.ts";
import { nameForBrowsers, recogniseBrowser, rememberBrowser } from "./known-browser.server.ts";
import {
  limitAddress,
  limitAsker,
  limitExport,
  limitMail,
  limitPassword,
  limitPhoto,
} from "./rate-limits.server.ts";
import { countStepTry } from "./second-step-tries.server.ts";
import type { User } from "./user.server.ts";

useTestDatabase();
beforeAll(async () => {
  await startVault({ DATA_DIR: await mkdtemp(join(tmpdir(), "limits-")), DEMO: true });
});

let address: string;
let account: string;
let times = 0;
beforeEach(() => {
  address = newAddress();
  account = `account-${(times += 1)}`;
});

/** A browser that signed in to these accounts, in this order. */
function browserThatKnows(...accounts: string[]): BrowserRequest {
  const request = { headers: new Headers(), origin: "http://site.test" };
  for (const each of accounts) {
    const cookie = rememberBrowser(request, nameForBrowsers({ id: each, browserRound: 0 }));
    request.headers.set("cookie", cookie.split(";")[0] ?? "");
  }
  return request;
}

test.each<[string, most: number, once: () => Promise<{ ok: boolean }>]>([
  ["an address's forms about accounts", 120, () => limitAddress(address)],
  [
    "an address's mails to accounts",
    120,
    () => limitAsker({ browserId: null, ipAddress: address }),
  ],
  ["guesses at a password in an open session", 8, () => limitPassword(newAddress(), account)],
  ["an account's photos", 20, () => limitPhoto(account)],
  ["an account's exports", 20, () => limitExport(account)],
])("%s are %d and no more", async (_what, most, once) => {
  const answers = await Promise.all(Array.from({ length: most + 5 }, once));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(most);
});

test("a second step is tried ten times by a known browser, and no more", async () => {
  const known = browserThatKnows(account);
  const user = { id: account, email: `${account}@example.com`, browserRound: 0 } as User;
  const tries = Array.from({ length: 12 }, () => countStepTry(known, user, newAddress()));
  expect((await Promise.all(tries)).filter(({ ok }) => ok)).toHaveLength(10);
});

test("a second step is tried ten times by a network that is not known, and no more", async () => {
  const user = { id: account, email: `${account}@example.com`, browserRound: 0 } as User;
  const tries = Array.from({ length: 12 }, () => countStepTry(browserThatKnows(), user, address));
  expect((await Promise.all(tries)).filter(({ ok }) => ok)).toHaveLength(10);
});

test("codes of one address are judged ten times for a network, whoever asked for them", async () => {
  const email = `${account}@example.com`;
  const requested = { email, locale: "en", newName: null, returnTo: "/" } as const;
  const outcomes: string[] = [];
  for (let times = 0; times < 3; times += 1) {
    const request = browserThatKnows();
    const waiting = await askForEmailSignIn(request, requested, newAddress());
    if (waiting.ok) request.headers.set("cookie", waiting.cookie.split(";")[0] ?? "");
    for (let tries = 0; tries < 5; tries += 1) {
      const redeemed = await redeemEmailSignIn(request, { code: "1234", ipAddress: address });
      outcomes.push(redeemed.ok ? "redeemed" : redeemed.code);
    }
  }
  expect(outcomes.slice(0, 10)).toEqual(Array(10).fill("wrong_code"));
  expect(outcomes.slice(10)).toEqual(Array(5).fill("too_many_tries"));
});

test.each<[string, once: () => Promise<RateLimitResult>]>([
  ["a form that sends a mail", () => limitMail(address, `${account}@example.com`)],
  ["a guess at a password", () => limitPassword(address, account)],
])("an address that sent too many forms is refused %s too", async (_what, once) => {
  await Promise.all(Array.from({ length: 120 }, () => limitAddress(address)));
  expect(await once()).toMatchObject({ ok: false });
});

test("a browser is known for the five accounts that it signed in to last", () => {
  const accounts = ["one", "two", "three", "four", "five", "six"];
  const request = browserThatKnows(...accounts);
  const known = accounts.filter((each) => recogniseBrowser(request, each) !== null);
  expect(known).toEqual(accounts.slice(1));
});
