import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { useMessages } from "#domain/notification/notification.fixture.ts";
import { env, setEnv } from "#platform/env/env.server.ts";
import { site } from "#site/site.ts";
import { db } from "#platform/database/database.server.ts";
import { startTwilioPeer } from "#platform/sms/twilio-peer.fixture.ts";
import { type CodeOwner, sendCode, verifiedAt, verifyCode } from "./phone-verification.server.ts";

let twilio: Awaited<ReturnType<typeof startTwilioPeer>>;
let owner: CodeOwner;
let line = 100;

/** An address of its own for each test. */
const asker = () => ({ ipAddress: `192.0.2.${line - 100}`, userId: null });
const where = () => ({ host: "cars.example.ca", locale: "en", asker: asker() }) as const;

beforeAll(async () => {
  twilio = await startTwilioPeer();
});
useMessages({
  variables: () => ({
    SMS_URL: twilio.smsUrl,
  }),
});

afterAll(async () => {
  await twilio.close();
});

/** A person of their own for each test. */
beforeEach(() => {
  line += 1;
  owner = {
    visitorHash: randomUUID(),
    phone: `+1416555${String(line).padStart(4, "0")}`,
    purpose: "pre_approval",
  };
});

async function sentCode(): Promise<string> {
  expect(await sendCode(owner, where())).toMatchObject({ ok: true });
  const sms = twilio.accepted.findLast(({ to }) => to === owner.phone);
  return /#(\d{6})$/.exec(sms?.body ?? "")?.[1] ?? "";
}

const wrong = (code: string) => (code === "999999" ? "999998" : "999999");

test("the right code verifies the number", async () => {
  const code = await sentCode();
  expect(await verifiedAt(owner)).toBeNull();
  expect(await verifyCode(owner, code, asker())).toEqual({ ok: true });
  expect(await verifiedAt(owner)).toBeInstanceOf(Date);
});

test.each([
  ["another visitor", (mine: CodeOwner): CodeOwner => ({ ...mine, visitorHash: "somebody else" })],
  ["another number", (mine: CodeOwner): CodeOwner => ({ ...mine, phone: "+14165559999" })],
  ["another purpose", (mine: CodeOwner): CodeOwner => ({ ...mine, purpose: "sell_car" })],
])("a code is no good for %s", async (_who, other) => {
  const code = await sentCode();
  expect(await verifyCode(other(owner), code, asker())).toEqual({ ok: false, code: "no_code" });
  expect(await verifiedAt(other(owner))).toBeNull();
});

test("of 200 guesses at once at most five are evaluated", async () => {
  const code = await sentCode();
  const guesses = Array.from({ length: 200 }, (_, index) => (index === 150 ? code : wrong(code)));
  const answers = await Promise.all(guesses.map((guess) => verifyCode(owner, guess, asker())));
  const refusedUnseen = answers.filter(
    (answer) => !answer.ok && answer.code === "too_many_guesses",
  );
  expect(refusedUnseen.length).toBeGreaterThanOrEqual(195);
  const [row] = (
    await db().execute(sql`select guesses from phone_verification where phone = ${owner.phone}`)
  ).rows;
  expect(row).toEqual({ guesses: 5 });
});

test("after five wrong guesses the right one is no good either", async () => {
  const code = await sentCode();
  for (let guess = 0; guess < 5; guess += 1) {
    expect(await verifyCode(owner, wrong(code), asker())).toEqual({
      ok: false,
      code: "wrong_code",
    });
  }
  expect(await verifyCode(owner, code, asker())).toEqual({ ok: false, code: "too_many_guesses" });
});

test("an old code is no good", async () => {
  const code = await sentCode();
  await db().execute(
    sql`update phone_verification set expires_at = now() - interval '1 second' where phone = ${owner.phone}`,
  );
  expect(await verifyCode(owner, code, asker())).toEqual({ ok: false, code: "no_code" });
});

test("a second code must wait, and then replaces the first", async () => {
  const first = await sentCode();
  expect(await sendCode(owner, where())).toMatchObject({ ok: false, code: "too_soon" });
  await db().execute(
    sql`update phone_verification set sent_at = now() - interval '1 minute' where phone = ${owner.phone}`,
  );
  const second = await sentCode();
  if (first !== second)
    expect(await verifyCode(owner, first, asker())).toEqual({ ok: false, code: "wrong_code" });
  expect(await verifyCode(owner, second, asker())).toEqual({ ok: true });
});

test("twenty requests at once send one message", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      sendCode({ ...owner, visitorHash: `visitor ${index}` }, where()),
    ),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(twilio.accepted.filter(({ to }) => to === owner.phone)).toHaveLength(1);
});

test("a message that the provider refuses counts for nothing", async () => {
  owner = { ...owner, phone: "+15005550001" };
  expect(await sendCode(owner, where())).toEqual({ ok: false, code: "send_failed" });
  expect(await sendCode(owner, where())).toEqual({ ok: false, code: "send_failed" });
});

test("the code is nowhere in the table", async () => {
  const code = await sentCode();
  const { rows } = await db().execute(
    sql`select * from phone_verification where phone = ${owner.phone}`,
  );
  expect(JSON.stringify(rows)).not.toContain(code);
});

const send = (
  phone: string,
  from: { visitorHash?: string; ipAddress?: string; userId?: string } = {},
) =>
  sendCode(
    { ...owner, phone: phone as CodeOwner["phone"], visitorHash: from.visitorHash ?? randomUUID() },
    {
      ...where(),
      asker: {
        ipAddress: from.ipAddress ?? `2001:db8:${randomUUID().slice(0, 4)}::1`,
        userId: from.userId ?? null,
      },
    },
  );
const numbers = (count: number, area: string) =>
  Array.from({ length: count }, (_, index) => `+1${area}555${String(1000 + index)}`);

test.each<[string, string, { visitorHash?: string; ipAddress?: string; userId?: string }]>([
  ["visitor", "514", { visitorHash: "one visitor" }],
  ["account", "613", { userId: "one account" }],
  ["address", "604", { ipAddress: "198.51.100.7" }],
  ["block of IPv6", "902", { ipAddress: "2001:db8:aaaa:bbbb::1" }],
])("150 numbers of one %s in a row: ten get a code", async (_who, area, from) => {
  const answers = [];
  for (const [index, phone] of numbers(150, area).entries()) {
    const ipAddress = from.ipAddress?.replace(/::1$/, `::${index + 1}`);
    answers.push(await send(phone, { ...from, ...(ipAddress ? { ipAddress } : {}) }));
  }
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10);
  expect(twilio.accepted.filter(({ to }) => to.startsWith(`+1${area}`))).toHaveLength(10);
  expect(answers.at(-1)).toMatchObject({ code: "too_many" });
});

test("a number whose code was entered gives its place back", async () => {
  const visitorHash = "household";
  const ipAddress = "198.51.100.9";
  for (const phone of numbers(25, "506")) {
    expect(await send(phone, { visitorHash, ipAddress })).toMatchObject({ ok: true });
    const sms = twilio.accepted.findLast(({ to }) => to === phone);
    const code = /#(\d{6})$/.exec(sms?.body ?? "")?.[1] ?? "";
    const mine = { ...owner, visitorHash, phone: phone as CodeOwner["phone"] };
    expect(await verifyCode(mine, code, { ipAddress, userId: null })).toEqual({ ok: true });
  }
});

test("ten codes a day go to one number, whoever asks", async () => {
  const phone = "+14165558888";
  for (let sent = 0; sent < 10; sent += 1) {
    expect(await send(phone)).toMatchObject({ ok: true });
    await db().execute(
      sql`update phone_verification set sent_at = sent_at - interval '1 hour' where phone = ${phone}`,
    );
  }
  expect(await send(phone)).toMatchObject({ ok: false, code: "too_many" });
  await db().execute(
    sql`update phone_verification set sent_at = sent_at - interval '14 hours' where phone = ${phone}`,
  );
  expect(await send(phone)).toMatchObject({ ok: true });
});

test("the site's day has a budget, and staff hear once that it is spent", async () => {
  const before = env();
  setEnv({ ...before, SMS_DAILY_BUDGET: 3 });
  await db().execute(sql`delete from rate_limit`);
  const answers = [];
  for (const phone of numbers(6, "867")) answers.push(await send(phone));
  setEnv(before);
  expect(answers.map(({ ok }) => ok)).toEqual([true, true, true, false, false, false]);
  const { rows } = await db().execute(
    sql`select recipient from message where event = 'sms_budget_spent'`,
  );
  expect(rows).toEqual([{ recipient: site.email }]);
});
