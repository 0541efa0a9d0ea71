import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useMessages } from "#domain/notification/notification.fixture.ts";
import { env, setEnv } from "#platform/env/env.server.ts";
import { withinRequest } from "#platform/request/request-scope.server.ts";
import { site } from "#site/site.ts";
import { db } from "#platform/database/database.server.ts";
import { startTwilioPeer } from "#platform/sms/twilio-peer.fixture.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import {
  canGetCode,
  type CodeOwner,
  findProofs,
  mailCode,
  sendCode,
  verifiedAt,
  verifyCode,
} from "./phone-verification.server.ts";

let twilio: Awaited<ReturnType<typeof startTwilioPeer>>;
let owner: CodeOwner;
let line = 100;

/** A new IP address for each test. */
const asker = () => ({ ipAddress: `10.${line - 100}.0.1`, userId: null });
const where = () => ({ host: "cars.example.ca", locale: "en", asker: asker() }) as const;

beforeAll(async () => {
  twilio = await startTwilioPeer();
});
useMessages({
  variables: () => ({
    SMS_URL: twilio.smsUrl,
    // High enough that only the limit under test refuses anything.
    SMS_DAILY_BUDGET: "100000",
  }),
});

afterAll(async () => {
  await twilio.close();
});

/** A new person for each test. */
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
  expect(await verifyCode(owner, code, asker())).toEqual({ ok: true, sentBy: "sms" });
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
    (result) => !result.ok && result.code === "too_many_guesses",
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
  // An input that is not a code gets the same refusal: only a new code helps.
  for (const typed of [code, "12345"])
    expect(await verifyCode(owner, typed, asker())).toEqual({
      ok: false,
      code: "too_many_guesses",
    });
});

test.each(["", "12345", "my code"])("%j is no code, and costs no guess", async (typed) => {
  const code = await sentCode();
  for (let press = 0; press < 6; press += 1) {
    expect(await verifyCode(owner, typed, asker())).toEqual({ ok: false, code: "wrong_code" });
  }
  expect(await verifyCode(owner, code, asker())).toMatchObject({ ok: true });
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
  expect(await verifyCode(owner, second, asker())).toEqual({ ok: true, sentBy: "sms" });
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
        ipAddress: from.ipAddress ?? `2001:${randomUUID().slice(0, 4)}:1:1::1`,
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

test.each<[who: string, hours: number[], from: (index: number) => Parameters<typeof send>[1]]>([
  ["visitor", [10, 10, 0], () => ({ visitorHash: "a visitor all day" })],
  ["account", [10, 10, 0], () => ({ userId: "an account all day" })],
  ["address", [10, 10, 10, 10, 0], () => ({ ipAddress: "203.0.113.9" })],
  ["/56", [20, 20, 20, 0], (index) => ({ ipAddress: `2001:db8:d:${index % 6}::1` })],
  ["/48", [30, 30, 30, 10, 0], (index) => ({ ipAddress: `2001:db8:e:${index % 6}00::1` })],
])("what one %s asks for from hour to hour of a day is %j codes", async (who, hours, from) => {
  const sent = [];
  for (const [hour, most] of hours.entries()) {
    let codes = 0;
    const area = `3${["visitor", "account", "address", "/56", "/48"].indexOf(who)}${hour}`;
    for (const [index, phone] of numbers(Math.max(most, 10) + 1, area).entries())
      codes += Number((await send(phone, from(index))).ok);
    sent.push(codes);
    await db().execute(sql`update rate_limit set ends_at = now() - interval '1 second'
      where ends_at < now() + interval '1 hour'`);
  }
  expect(sent).toEqual(hours);
});

test("a number whose code was entered gives its place back", async () => {
  const visitorHash = "household";
  const ipAddress = "198.51.100.9";
  for (const phone of numbers(25, "506")) {
    expect(await send(phone, { visitorHash, ipAddress })).toMatchObject({ ok: true });
    const sms = twilio.accepted.findLast(({ to }) => to === phone);
    const code = /#(\d{6})$/.exec(sms?.body ?? "")?.[1] ?? "";
    const mine = { ...owner, visitorHash, phone: phone as CodeOwner["phone"] };
    expect(await verifyCode(mine, code, { ipAddress, userId: null })).toEqual({
      ok: true,
      sentBy: "sms",
    });
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

/** Runs `work` with this many messages a day, none of them spent. */
async function withBudget(most: number, work: () => Promise<void>): Promise<void> {
  const before = env();
  setEnv({ ...before, SMS_DAILY_BUDGET: most });
  await db().execute(sql`delete from rate_limit`);
  try {
    await work();
  } finally {
    setEnv(before);
    await db().execute(sql`delete from rate_limit`);
  }
}

/** An address of another provider for each index: the second group of IPv6 is in the /32. */
const provider = (index: number) => `2001:${(index + 1).toString(16)}:1:1::1`;

async function fillDraft(visitorHash: string, { saves = 4, secondsAgo = 61 } = {}) {
  await db().execute(sql`insert into draft
    (id, visitor_hash, form_name, form_version, sealed_content, saves, started_at, expires_at)
    values (${randomUUID()}, ${visitorHash}, 'pre-approval', 1, '', ${saves},
      ${new Date(Date.now() - secondsAgo * 1000)}, now() + interval '1 day')`);
}

const countSent = (answers: readonly { ok: boolean }[]) => answers.filter(({ ok }) => ok).length;

describe("what the site spends", () => {
  const sendFrom = async (area: string, makeAddress: (index: number) => string) => {
    const answers = [];
    for (const [index, phone] of numbers(60, area).entries()) {
      answers.push(await send(phone, { ipAddress: makeAddress(index) }));
    }
    return countSent(answers);
  };
  const hex = (index: number) => index.toString(16);

  test.each<[string, number, string, (index: number) => string, number]>([
    ["fifty /64s of a /56", 100_000, "519", (index) => `2001:db8:7:${hex(index % 50)}::1`, 20],
    ["the /56s of a /48", 100_000, "226", (index) => `2001:db8:8:${hex(index)}00::1`, 30],
    ["a /24", 100_000, "548", (index) => `198.51.100.${index}`, 20],
    ["the /48s of a /32 in a minute", 500, "249", (index) => `2001:db8:${hex(index)}::1`, 4],
    ["a /16 in a minute", 500, "742", (index) => `198.51.${index}.1`, 4],
  ])("%s have a share of their own, of %i a day", (_who, most, area, makeAddress, expected) =>
    withBudget(most, async () => {
      expect(await sendFrom(area, makeAddress)).toBe(expected);
    }),
  );

  test("strangers spend no more than their part a minute, and none of the reserve", () =>
    withBudget(30, async () => {
      const strangers = [];
      for (const [index, phone] of numbers(40, "709").entries()) {
        strangers.push(await send(phone, { ipAddress: provider(index) }));
      }
      expect(countSent(strangers)).toBe(1);
      expect(strangers.at(-1)).toMatchObject({ code: "too_many", isOwnDoing: false });
      const visitorHash = randomUUID();
      await fillDraft(visitorHash);
      const from = { visitorHash, ipAddress: provider(50) };
      expect(await send("+17095559001", from)).toMatchObject({ ok: true });
      expect(await send("+17095559002", { userId: "member", ipAddress: provider(51) })).toEqual(
        expect.objectContaining({ code: "too_many" }),
      );
    }));

  /** Visitors of one carrier who filled in the form, each from another /24 of its /16. */
  async function askAtCarrier(count: number, area: string, enters: boolean) {
    const answers = [];
    for (const [index, phone] of numbers(count, area).entries()) {
      const visitorHash = randomUUID();
      const ipAddress = `100.64.${index}.1`;
      await fillDraft(visitorHash);
      const result = await send(phone, { visitorHash, ipAddress });
      answers.push(result);
      if (!result.ok || !enters) continue;
      const sms = twilio.accepted.findLast(({ to }) => to === phone);
      const code = /#(\d{6})$/.exec(sms?.body ?? "")?.[1] ?? "";
      const mine = { ...owner, visitorHash, phone: phone as CodeOwner["phone"] };
      await verifyCode(mine, code, { ipAddress, userId: null });
    }
    return countSent(answers);
  }

  test("nine customers of one carrier get their codes within a minute", () =>
    withBudget(500, async () => {
      expect(await askAtCarrier(12, "431", true)).toBe(9);
    }));

  test("codes that are entered use up no carrier's day", () =>
    withBudget(500, async () => {
      const askInMinutes = async (area: string, enters: boolean) => {
        let sent = 0;
        for (let minute = 0; minute < 8; minute += 1) {
          await db().execute(sql`update rate_limit set ends_at = now() - interval '1 second'
            where ends_at < now() + interval '1 minute'`);
          sent += await askAtCarrier(5, `${area}${minute}`, enters);
        }
        return sent;
      };
      expect(await askInMinutes("58", true)).toBe(40);
      await db().execute(sql`delete from rate_limit`);
      // The limit of an hour, both parts together.
      expect(await askInMinutes("67", false)).toBe(32);
    }));

  test.each([
    ["filled in over a minute", { saves: 4, secondsAgo: 61 }, true],
    ["filled in at once", { saves: 20, secondsAgo: 10 }, false],
    ["hardly begun", { saves: 3, secondsAgo: 600 }, false],
  ])("a draft %s opens the reserve: %j %s", (_what, draft, opens) =>
    withBudget(30, async () => {
      for (const [index, phone] of numbers(5, "782").entries()) {
        await send(phone, { ipAddress: provider(index) });
      }
      const visitorHash = randomUUID();
      await fillDraft(visitorHash, draft);
      const phone = `+1782555${2000 + line}`;
      expect((await send(phone, { visitorHash, ipAddress: provider(60) })).ok).toBe(opens);
    }),
  );

  test("a form is taken without a code from the moment that none can be had", () =>
    withBudget(4, async () => {
      const asking = { ipAddress: provider(1), userId: null };
      expect(await canGetCode(owner, asking)).toBe(true);
      expect(await send("+14165557001", { ipAddress: provider(2) })).toMatchObject({ ok: true });
      expect(await canGetCode(owner, asking)).toBe(false);
    }));

  test("ten numbers of one visitor are their own doing", () =>
    withBudget(100_000, async () => {
      const { visitorHash } = owner;
      for (const phone of numbers(10, "367")) await send(phone, { visitorHash });
      expect(await send(owner.phone, { visitorHash })).toMatchObject({ isOwnDoing: true });
      expect(await canGetCode(owner, { ipAddress: provider(3), userId: null })).toBe(true);
    }));

  test("administrators hear once a day that the hour's part is spent", () =>
    withBudget(5, async () => {
      for (const [index, phone] of numbers(6, "867").entries()) {
        await send(phone, { ipAddress: provider(index) });
      }
      const { rows } = await db().execute(
        sql`select recipient from message where event = 'sms_budget_spent'`,
      );
      expect(rows).toEqual([{ recipient: site.email }]);
    }));

  test("a provider that is down leaves the budget as it was, and lets the form be taken", () =>
    withBudget(500, async () => {
      owner = { ...owner, phone: "+15005550004" };
      expect(await sendCode(owner, where())).toEqual({ ok: false, code: "send_failed" });
      expect(await canGetCode(owner, asker())).toBe(false);
      const { rows } = await db().execute(
        sql`select count(*)::int as used from rate_limit where count > 0`,
      );
      // What is left are the asker's counts: visitor, address and block, for an hour and a day
      // each.
      expect(rows).toEqual([{ used: 6 }]);
    }));

  test("a refused code leaves the one before it good", async () => {
    const code = await sentCode();
    await withBudget(0, async () => {
      await db().execute(
        sql`update phone_verification set sent_at = now() - interval '1 minute' where phone = ${owner.phone}`,
      );
      expect(await sendCode(owner, where())).toMatchObject({ code: "too_many" });
      expect(await verifyCode(owner, code, asker())).toEqual({ ok: true, sentBy: "sms" });
    });
  });
});

describe("a code by e-mail", () => {
  const mail = (email: string, ipAddress = provider(9)) =>
    withinRequest({ user: null, ipAddress, visitorHash: owner.visitorHash }, () =>
      mailCode(owner, { email, locale: "en", ipAddress }),
    );

  async function mailedCode(email: string): Promise<string> {
    expect(await mail(email)).toEqual({ ok: true });
    const letter = (await listOutbox()).find(({ to }) => to === email);
    return /\b\d{6}\b/.exec(letter?.text ?? "")?.[0] ?? "";
  }

  test("proves the address, and leaves the number as it was", async () => {
    const code = await mailedCode("camille@example.com");
    expect(await verifyCode(owner, wrong(code), asker())).toMatchObject({ code: "wrong_code" });
    expect(await verifyCode(owner, code, asker())).toEqual({ ok: true, sentBy: "email" });
    expect(await verifiedAt(owner)).toBeNull();
    expect(await findProofs(owner, "Camille@Example.com")).toEqual({
      phoneVerifiedAt: null,
      emailConfirmedAt: expect.any(Date),
    });
    expect(await findProofs(owner, "noah@example.com")).toMatchObject({ emailConfirmedAt: null });
  });

  test("one mailbox gets five an hour from one network, and its holder gets theirs from another", async () => {
    const sent = [];
    for (let i = 0; i < 7; i += 1) sent.push(await mail("noah@example.com"));
    expect(countSent(sent)).toBe(5);
    expect(await mail("noah@example.com", provider(10))).toEqual({ ok: true });
  });

  test("one visitor has ten an hour mailed, as of every mail that is asked for", async () => {
    const sent = [];
    for (let i = 0; i < 12; i += 1) sent.push(await mail(`person-${i}@example.com`));
    expect(countSent(sent)).toBe(10);
  });

  test("one that may not go leaves the one before it good", async () => {
    for (let i = 0; i < 9; i += 1) await mail(`zoe-${i}@example.com`);
    const code = await mailedCode("zoe@example.com");
    expect(await mail("zoe@example.com")).toEqual({ ok: false });
    expect(await verifyCode(owner, code, asker())).toEqual({ ok: true, sentBy: "email" });
  });
});
