import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { useMessages } from "#domain/notification/notification.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { startTwilioPeer } from "#platform/sms/twilio-peer.fixture.ts";
import { type CodeOwner, sendCode, verifiedAt, verifyCode } from "./phone-verification.server.ts";

let twilio: Awaited<ReturnType<typeof startTwilioPeer>>;
let owner: CodeOwner;
let line = 100;

const WHERE = { host: "cars.example.ca", locale: "en" } as const;

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
  expect(await sendCode(owner, WHERE)).toMatchObject({ ok: true });
  const sms = twilio.accepted.findLast(({ to }) => to === owner.phone);
  return /#(\d{6})$/.exec(sms?.body ?? "")?.[1] ?? "";
}

const wrong = (code: string) => (code === "999999" ? "999998" : "999999");

test("the right code verifies the number", async () => {
  const code = await sentCode();
  expect(await verifiedAt(owner)).toBeNull();
  expect(await verifyCode(owner, code)).toEqual({ ok: true });
  expect(await verifiedAt(owner)).toBeInstanceOf(Date);
});

test.each([
  ["another visitor", (mine: CodeOwner): CodeOwner => ({ ...mine, visitorHash: "somebody else" })],
  ["another number", (mine: CodeOwner): CodeOwner => ({ ...mine, phone: "+14165559999" })],
  ["another purpose", (mine: CodeOwner): CodeOwner => ({ ...mine, purpose: "sell_car" })],
])("a code is no good for %s", async (_who, other) => {
  const code = await sentCode();
  expect(await verifyCode(other(owner), code)).toEqual({ ok: false, code: "no_code" });
  expect(await verifiedAt(other(owner))).toBeNull();
});

test("of 200 guesses at once at most five are evaluated", async () => {
  const code = await sentCode();
  const guesses = Array.from({ length: 200 }, (_, index) => (index === 150 ? code : wrong(code)));
  const answers = await Promise.all(guesses.map((guess) => verifyCode(owner, guess)));
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
    expect(await verifyCode(owner, wrong(code))).toEqual({ ok: false, code: "wrong_code" });
  }
  expect(await verifyCode(owner, code)).toEqual({ ok: false, code: "too_many_guesses" });
});

test("an old code is no good", async () => {
  const code = await sentCode();
  await db().execute(
    sql`update phone_verification set expires_at = now() - interval '1 second' where phone = ${owner.phone}`,
  );
  expect(await verifyCode(owner, code)).toEqual({ ok: false, code: "no_code" });
});

test("a second code must wait, and then replaces the first", async () => {
  const first = await sentCode();
  expect(await sendCode(owner, WHERE)).toMatchObject({ ok: false, code: "too_soon" });
  await db().execute(
    sql`update phone_verification set sent_at = now() - interval '1 minute' where phone = ${owner.phone}`,
  );
  const second = await sentCode();
  if (first !== second)
    expect(await verifyCode(owner, first)).toEqual({ ok: false, code: "wrong_code" });
  expect(await verifyCode(owner, second)).toEqual({ ok: true });
});

test("twenty requests at once send one message", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      sendCode({ ...owner, visitorHash: `visitor ${index}` }, WHERE),
    ),
  );
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(twilio.accepted.filter(({ to }) => to === owner.phone)).toHaveLength(1);
});

test("a message that the provider refuses counts for nothing", async () => {
  owner = { ...owner, phone: "+15005550001" };
  expect(await sendCode(owner, WHERE)).toEqual({ ok: false, code: "send_failed" });
  expect(await sendCode(owner, WHERE)).toEqual({ ok: false, code: "send_failed" });
});

test("the code is nowhere in the table", async () => {
  const code = await sentCode();
  const { rows } = await db().execute(
    sql`select * from phone_verification where phone = ${owner.phone}`,
  );
  expect(JSON.stringify(rows)).not.toContain(code);
});
