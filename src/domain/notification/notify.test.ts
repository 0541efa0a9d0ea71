import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { db } from "#platform/database/database.server.ts";
import {
  listenTo,
  lookForDatabase,
  startDatabaseWatch,
} from "#platform/database/database-watch.server.ts";
import { type Arrival, startSmtpPeer } from "#platform/email/smtp-peer.fixture.ts";
import { startTwilioPeer } from "#platform/sms/twilio-peer.fixture.ts";
import { messageAttemptTable, messageTable } from "./message.table.ts";
import { makeAllDue, noOwners, sendDueMessages, useMessages } from "./notification.fixture.ts";
import {
  deleteMessages,
  forgetOldMessages,
  MESSAGE_OWED,
  type NewMessage,
  notify,
  oweAgain,
  sendAgain,
  withdrawMessages,
} from "./notify.server.ts";
import { MOST_ATTEMPTS } from "./retry-rule.ts";
import { configureMessages } from "./message-owners.server.ts";
import { notifyNow, sendNextMessage } from "./send.server.ts";
import { takeUpInterrupted } from "./message-lease.server.ts";

let smtp: Awaited<ReturnType<typeof startSmtpPeer>>;
let twilio: Awaited<ReturnType<typeof startTwilioPeer>>;
/** What the mail server answers to a recipient; it takes the mail where nothing is said. */
let refusal: { responseCode: number } | null = null;
const ORIGIN = "https://cars.example.ca";

beforeAll(async () => {
  smtp = await startSmtpPeer({
    onRcptTo: (_address, _session, callback) =>
      refusal ? callback(Object.assign(new Error("Refused"), refusal)) : callback(),
  });
  twilio = await startTwilioPeer();
});
const messages = useMessages({
  variables: () => ({
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    SMS_URL: twilio.smsUrl,
  }),
});
afterAll(async () => {
  await Promise.all([smtp.close(), twilio.close()]);
});
afterEach(async () => {
  refusal = null;
  smtp.arrivals.length = 0;
  configureMessages(ORIGIN, noOwners);
  await db().delete(messageTable);
});

const notice = (given: Partial<NewMessage> = {}): NewMessage =>
  ({
    event: "account_password_changed",
    to: "camille@example.com",
    locale: "fr",
    params: { name: "Camille Lavoie-Tremblay" },
    ...given,
  }) as NewMessage;

const tell = (...messages: NewMessage[]) =>
  db().transaction((transaction) => notify(transaction, ...messages));

const rows = () => db().select().from(messageTable).orderBy(messageTable.createdAt);
async function onlyRow() {
  const [row, ...more] = await rows();
  expect(more).toEqual([]);
  if (!row) throw new Error("There is no message.");
  return row;
}
const outcomes = async () =>
  (await db().select().from(messageAttemptTable).orderBy(messageAttemptTable.id)).map(
    ({ outcome }) => outcome,
  );
const listMessageIds = (arrivals: readonly Arrival[]) =>
  arrivals.map(({ email }) => email.messageId);

test("what is told in a transaction is sent once it committed, in the reader's language", async () => {
  await tell(notice());
  expect(await onlyRow()).toMatchObject({ state: "waiting", attempts: 0 });
  await sendDueMessages();
  const [mail, ...more] = smtp.arrivals;
  expect(more).toEqual([]);
  expect(mail?.to).toEqual(["camille@example.com"]);
  expect(mail?.email.subject).toContain("votre mot de passe a été changé");
  const row = await onlyRow();
  expect(row).toMatchObject({ state: "sent", lease: null, handedOverAt: null, sealedParams: null });
  expect(mail?.email.messageId).toBe(`<${row.id}@example.com>`);
  expect(await outcomes()).toEqual(["sent"]);
});

test("what is told in a transaction that fails is told to nobody", async () => {
  const failing = db().transaction(async (transaction) => {
    await notify(transaction, notice());
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  expect(await rows()).toEqual([]);
});

test("workers hear at once what is owed, and what is owed again", async () => {
  let rings = 0;
  const stopWatch = startDatabaseWatch(() => messages.url);
  const stopListening = listenTo(MESSAGE_OWED, () => (rings += 1));
  // The second look begins after the first, which may have been under way before the listening.
  await lookForDatabase();
  await lookForDatabase();
  const beHeardAfter = async (before: number) => {
    await expect.poll(() => rings, { timeout: 10_000 }).toBeGreaterThan(before);
  };
  const beforeTelling = rings;
  await tell(notice());
  await beHeardAfter(beforeTelling);
  await db().update(messageTable).set({ state: "dead" });
  const beforeSending = rings;
  expect(await sendAgain((await onlyRow()).id)).toEqual({ ok: true });
  await beHeardAfter(beforeSending);
  stopListening();
  await stopWatch();
});

test("told twice under one key, it is one message", async () => {
  await tell(notice({ key: "once" }), notice({ key: "once" }));
  await tell(notice({ key: "once" }));
  await sendDueMessages();
  expect(smtp.arrivals).toHaveLength(1);
});

test("what it says lies sealed in the database", async () => {
  await tell(notice());
  const { rows: dump } = await db().execute(sql`select message::text as line from message`);
  expect(JSON.stringify(dump)).not.toContain("Lavoie");
  expect((await onlyRow()).sealedParams?.toString("latin1")).not.toContain("Lavoie");
});

test("fifty workers at once send each message once", async () => {
  await tell(...Array.from({ length: 60 }, (_, at) => notice({ to: `reader-${at}@example.com` })));
  const workers = Array.from({ length: 50 }, () => sendDueMessages());
  await Promise.all(workers);
  const readers = smtp.arrivals.flatMap(({ to }) => to);
  expect(readers).toHaveLength(60);
  expect(new Set(readers).size).toBe(60);
  expect(new Set((await rows()).map(({ state }) => state))).toEqual(new Set(["sent"]));
});

test("a refusal for now is tried again later, with the same Message-ID", async () => {
  refusal = { responseCode: 451 };
  await tell(notice());
  await sendDueMessages();
  const failed = await onlyRow();
  expect(failed).toMatchObject({ state: "failed", attempts: 1, lease: null });
  expect(failed.lastError).toContain("451");
  expect(failed.lastError).not.toContain("camille@");
  expect(failed.nextAttemptAt.getTime() - Date.now()).toBeGreaterThan(5_000);
  expect(await sendNextMessage(["email"])).toBe(false);
  refusal = null;
  await makeAllDue();
  await sendDueMessages();
  expect(listMessageIds(smtp.arrivals)).toEqual([`<${failed.id}@example.com>`]);
  expect(await onlyRow()).toMatchObject({ state: "sent", lastError: null });
  expect(await outcomes()).toEqual(["temporary", "sent"]);
});

test("a message is given up when its tries are used up, and sent again at staff's word", async () => {
  refusal = { responseCode: 451 };
  await tell(notice());
  await db()
    .update(messageTable)
    .set({ attempts: MOST_ATTEMPTS - 1, state: "failed" });
  await sendDueMessages();
  const dead = await onlyRow();
  expect(dead).toMatchObject({ state: "dead", attempts: MOST_ATTEMPTS });
  refusal = null;
  expect(await sendAgain(randomUUID())).toEqual({ ok: false });
  const both = await Promise.all([sendAgain(dead.id), sendAgain(dead.id)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  await sendDueMessages();
  expect(await onlyRow()).toMatchObject({ state: "sent" });
  expect(smtp.arrivals).toHaveLength(1);
});

test("an address that does not exist is given up at once", async () => {
  refusal = { responseCode: 550 };
  await tell(notice());
  await sendDueMessages();
  expect(await onlyRow()).toMatchObject({ state: "dead", attempts: 1 });
  expect((await onlyRow()).settledAt).not.toBeNull();
});

test("what a killed process held is taken up when its lease is over", async () => {
  await tell(notice());
  // The process was killed between claiming the message and handing it over.
  await db()
    .update(messageTable)
    .set({
      lease: randomUUID(),
      attempts: 1,
      nextAttemptAt: sql`clock_timestamp() + interval '50 seconds'`,
    });
  await sendDueMessages();
  expect(smtp.arrivals).toEqual([]);
  await makeAllDue();
  await sendDueMessages();
  expect(smtp.arrivals).toHaveLength(1);
  expect(await onlyRow()).toMatchObject({ state: "sent", attempts: 2 });
});

test("where nobody else can be at work, it is taken up at once", async () => {
  await tell(notice());
  await db()
    .update(messageTable)
    .set({
      lease: randomUUID(),
      nextAttemptAt: sql`clock_timestamp() + interval '50 seconds'`,
    });
  expect(await sendNextMessage(["email"])).toBe(false);
  await takeUpInterrupted();
  expect(await sendNextMessage(["email"])).toBe(true);
  expect(smtp.arrivals).toHaveLength(1);
});

test("what the provider took is written down as soon as it can be, and not sent a second time", async () => {
  await messages.asOwner(async (owner) => {
    await owner.execute(sql`create function no_room() returns trigger language plpgsql as
      $$ begin raise exception 'no room' using errcode = '53100'; end $$`);
    await owner.execute(
      sql`create trigger no_room before insert on message_attempt execute function no_room()`,
    );
  });
  await tell(notice());
  const sending = sendNextMessage(["email"]);
  await expect.poll(() => smtp.arrivals.length).toBe(1);
  // Its lease is over, but this very process still has it in hand.
  await makeAllDue();
  expect(await sendNextMessage(["email"])).toBe(false);
  await messages.asOwner((owner) => owner.execute(sql`drop function no_room cascade`));
  await sending;
  expect(await onlyRow()).toMatchObject({ state: "sent", lease: null });
  expect(await sendNextMessage(["email"])).toBe(false);
  expect(smtp.arrivals).toHaveLength(1);
});

test("killed while the provider had it: an e-mail goes again under its Message-ID", async () => {
  await tell(notice());
  await db().update(messageTable).set({ lease: randomUUID(), handedOverAt: new Date() });
  await sendDueMessages();
  expect(listMessageIds(smtp.arrivals)).toEqual([`<${(await onlyRow()).id}@example.com>`]);
  expect(await outcomes()).toEqual(["interrupted", "sent"]);
});

test("killed while the provider had it: an SMS waits for a person to decide", async () => {
  await tell(
    notice({
      event: "phone_code",
      to: "+14165550142",
      params: { code: "123456", host: "x.example" },
    }),
  );
  await db().update(messageTable).set({ lease: randomUUID(), handedOverAt: new Date() });
  await sendDueMessages();
  expect(twilio.accepted).toEqual([]);
  expect(await onlyRow()).toMatchObject({ state: "dead", lease: null });
  expect(await outcomes()).toEqual(["interrupted"]);
});

test("a process that was held up until its lease ran out sends nothing", async () => {
  await tell({ event: "account_sign_up", to: "camille@example.com", locale: "en" });
  configureMessages(ORIGIN, {
    ...noOwners,
    account_sign_up: {
      async prepare() {
        await makeAllDue();
        return { kind: "confirm_email", name: "Camille", path: "/register/confirm/x" };
      },
    },
  });
  await sendNextMessage(["email"]);
  expect(smtp.arrivals).toEqual([]);
  expect(await onlyRow()).toMatchObject({ state: "waiting", attempts: 1 });
});

test("withdrawn before it went, it does not go; owed again, it does", async () => {
  const leadId = randomUUID();
  const asked = { event: "account_sign_up", to: "camille@example.com", locale: "en" } as const;
  await tell({ ...asked, leadId }, notice());
  configureMessages(ORIGIN, {
    ...noOwners,
    account_sign_up: {
      prepare: async () => ({
        kind: "confirm_email",
        name: "Camille",
        path: "/register/confirm/x",
      }),
    },
  });
  const withdrawn = await db().transaction((transaction) =>
    withdrawMessages(transaction, { leadId, events: ["account_sign_up"] }),
  );
  expect(withdrawn.map(({ event }) => event)).toEqual(["account_sign_up"]);
  await sendDueMessages();
  expect(smtp.arrivals.map(({ email }) => email.subject)).toEqual([
    expect.stringContaining("mot de passe"),
  ]);
  await db().transaction((transaction) => oweAgain(transaction, { leadId }));
  await sendDueMessages();
  expect(smtp.arrivals).toHaveLength(2);
});

test("withdrawn while it was being written, it does not go", async () => {
  await tell({ event: "account_sign_up", to: "camille@example.com", locale: "en", userId: "u" });
  configureMessages(ORIGIN, {
    ...noOwners,
    account_sign_up: {
      async prepare() {
        await db().transaction((transaction) => withdrawMessages(transaction, { userId: "u" }));
        return { kind: "confirm_email", name: "Camille", path: "/register/confirm/x" };
      },
    },
  });
  await sendDueMessages();
  expect(smtp.arrivals).toEqual([]);
  expect(await onlyRow()).toMatchObject({ state: "withdrawn" });
});

test("a late message is withdrawn where its owner has nothing to say any more, and the owner hears of it", async () => {
  const heard: string[] = [];
  configureMessages(ORIGIN, {
    ...noOwners,
    account_sign_up: {
      prepare: async () => null,
      settled: async (_transaction, _message, state) => void heard.push(state),
    },
  });
  await tell({ event: "account_sign_up", to: "camille@example.com", locale: "en" });
  await sendDueMessages();
  expect(await onlyRow()).toMatchObject({ state: "withdrawn" });
  expect(heard).toEqual(["withdrawn"]);
});

test("a template that fails is a failure like any other, and never the content's words", async () => {
  configureMessages(ORIGIN, {
    ...noOwners,
    account_sign_up: {
      prepare: async () => {
        throw new Error("camille@example.com is odd");
      },
    },
  });
  await tell({ event: "account_sign_up", to: "camille@example.com", locale: "en" });
  await sendDueMessages();
  const row = await onlyRow();
  expect(row.state).toBe("failed");
  expect(row.lastError).not.toContain("camille");
});

test("a link that would come too late is not sent, and cannot be sent again", async () => {
  await tell({ event: "account_reset_password", to: "camille@example.com", locale: "en" });
  await db()
    .update(messageTable)
    .set({ createdAt: sql`now() - interval '61 minutes'` });
  await sendDueMessages();
  const row = await onlyRow();
  expect(row.state).toBe("dead");
  expect(await sendAgain(row.id)).toEqual({ ok: false });
});

test("a message that this version does not know is given up", async () => {
  await tell(notice());
  await db().update(messageTable).set({ event: "pigeon_post" });
  await sendDueMessages();
  expect(await onlyRow()).toMatchObject({ state: "dead" });
});

const code = {
  event: "phone_code",
  locale: "en",
  params: { code: "482913", host: "cars.example.ca" },
} as const;

test("a code goes at once, and lies nowhere", async () => {
  const result = await notifyNow({ ...code, to: "+14165550142" });
  expect(result.ok).toBe(true);
  expect(twilio.accepted.at(-1)?.body).toContain("482913");
  const row = await onlyRow();
  expect(row).toMatchObject({ state: "sent", event: "phone_code", sealedParams: null });
  const { rows: dump } = await db().execute(sql`select message::text as line from message`);
  expect(JSON.stringify(dump)).not.toContain("482913");
});

test("a code that did not go is said at once, and never sent again", async () => {
  const result = await notifyNow({ ...code, to: "+15005550001" });
  expect(result).toMatchObject({ ok: false, code: "permanent" });
  const row = await onlyRow();
  expect(row).toMatchObject({ state: "dead", lastError: "Twilio: HTTP 400, error 21211" });
  expect(await sendAgain(row.id)).toEqual({ ok: false });
});

test("words go after seven days, the record after thirty; a code's after one; a lead's stays", async () => {
  refusal = { responseCode: 550 };
  const leadId = randomUUID();
  const ages = { fresh: 6, wordless: 8, gone: 31, lead: 31 };
  await tell(
    ...Object.keys(ages).map((key) => notice({ key, ...(key === "lead" ? { leadId } : {}) })),
  );
  await notifyNow({ ...code, to: "+14165550142" });
  await sendDueMessages();
  for (const [key, days] of Object.entries(ages)) {
    await db()
      .update(messageTable)
      .set({ createdAt: sql`now() - make_interval(days => ${days})` })
      .where(eq(messageTable.key, key));
  }
  await db()
    .update(messageTable)
    .set({ createdAt: sql`now() - interval '25 hours'` })
    .where(eq(messageTable.event, "phone_code"));
  await forgetOldMessages(db());
  const left = new Map((await rows()).map((row) => [row.key, row]));
  expect([...left.keys()].toSorted()).toEqual(["fresh", "lead", "wordless"]);
  expect(left.get("fresh")?.sealedParams).not.toBeNull();
  expect(left.get("wordless")?.sealedParams).toBeNull();
  expect(await sendAgain(left.get("fresh")?.id ?? "")).toEqual({ ok: true });
  expect(await sendAgain(left.get("wordless")?.id ?? "")).toEqual({ ok: false });
  await deleteMessages(db(), { leadIds: [leadId] });
  expect((await rows()).map(({ key }) => key)).not.toContain("lead");
});
