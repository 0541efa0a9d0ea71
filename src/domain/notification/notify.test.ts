import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { db } from "#platform/database/database.server.ts";
import {
  listenTo,
  checkDatabase,
  startDatabaseWatch,
} from "#platform/database/database-watch.server.ts";
import { messageTable } from "./message.table.ts";
import { configureMessages } from "./message-owners.server.ts";
import {
  listOutcomes,
  listRows,
  notice,
  readOnlyRow,
  notifyAll,
  useMessagePeers,
} from "./message-peers.fixture.ts";
import { noOwners, sendDueMessages, SITE_ORIGIN } from "./notification.fixture.ts";
import {
  deleteMessages,
  oldMessages,
  oldMessageTexts,
  MESSAGE_OWED,
  notify,
  oweAgain,
  sendAgain,
  withdrawMessages,
} from "./notify.server.ts";
import { notifyNow } from "./send.server.ts";

const peers = useMessagePeers();

test("what is told in a transaction is sent once it committed, in the reader's language", async () => {
  await notifyAll(notice());
  expect(await readOnlyRow()).toMatchObject({ state: "waiting", attempts: 0 });
  await sendDueMessages();
  const [mail, ...more] = peers.mails;
  expect(more).toEqual([]);
  expect(mail?.to).toEqual(["camille@example.com"]);
  expect(mail?.email.subject).toContain("votre mot de passe a été changé");
  const row = await readOnlyRow();
  expect(row).toMatchObject({ state: "sent", lease: null, handedOverAt: null, sealedParams: null });
  expect(mail?.email.messageId).toBe(`<${row.id}@mail.rouvia.example>`);
  expect(await listOutcomes()).toEqual(["sent"]);
});

test("what is told in a transaction that fails is told to nobody", async () => {
  const failing = db().transaction(async (transaction) => {
    await notify(transaction, notice());
    throw new Error("rolled back");
  });
  await expect(failing).rejects.toThrow("rolled back");
  expect(await listRows()).toEqual([]);
});

test("workers hear at once what is owed, and what is owed again", async () => {
  let rings = 0;
  const stopWatch = startDatabaseWatch({ address: () => peers.database.url });
  const stopListening = listenTo(MESSAGE_OWED, () => (rings += 1));
  // The second check begins after the first, which may have begun before the listener was added.
  await checkDatabase();
  await checkDatabase();
  const beHeardAfter = async (before: number) => {
    await expect.poll(() => rings, { timeout: 10_000 }).toBeGreaterThan(before);
  };
  const beforeNotice = rings;
  await notifyAll(notice());
  await beHeardAfter(beforeNotice);
  await db().update(messageTable).set({ state: "dead" });
  const beforeSending = rings;
  expect(await sendAgain((await readOnlyRow()).id)).toEqual({ ok: true });
  await beHeardAfter(beforeSending);
  stopListening();
  await stopWatch();
});

test("told twice under one key, it is one message", async () => {
  await notifyAll(notice({ key: "once" }), notice({ key: "once" }));
  await notifyAll(notice({ key: "once" }));
  await sendDueMessages();
  expect(peers.mails).toHaveLength(1);
});

test("what it says lies sealed in the database", async () => {
  await notifyAll(notice());
  const { rows: dump } = await db().execute(sql`select message::text as line from message`);
  expect(JSON.stringify(dump)).not.toContain("Lavoie");
  expect((await readOnlyRow()).sealedParams?.toString("latin1")).not.toContain("Lavoie");
});

test("withdrawn before it went, it does not go; owed again, it does", async () => {
  const leadId = randomUUID();
  const requested = { event: "account_sign_up", to: "camille@example.com", locale: "en" } as const;
  await notifyAll({ ...requested, leadId }, notice());
  configureMessages(SITE_ORIGIN, {
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
  expect(peers.mails.map(({ email }) => email.subject)).toEqual([
    expect.stringContaining("mot de passe"),
  ]);
  await db().transaction((transaction) => oweAgain(transaction, { leadId }));
  await sendDueMessages();
  expect(peers.mails).toHaveLength(2);
});

test("withdrawn while it was being written, it does not go", async () => {
  await notifyAll({
    event: "account_sign_up",
    to: "camille@example.com",
    locale: "en",
    userId: "u",
  });
  configureMessages(SITE_ORIGIN, {
    ...noOwners,
    account_sign_up: {
      async prepare() {
        await db().transaction((transaction) => withdrawMessages(transaction, { userId: "u" }));
        return { kind: "confirm_email", name: "Camille", path: "/register/confirm/x" };
      },
    },
  });
  await sendDueMessages();
  expect(peers.mails).toEqual([]);
  expect(await readOnlyRow()).toMatchObject({ state: "withdrawn" });
});

test("a late message is withdrawn where its owner has nothing to say any more, and the owner hears of it", async () => {
  const heard: string[] = [];
  configureMessages(SITE_ORIGIN, {
    ...noOwners,
    account_sign_up: {
      prepare: async () => null,
      settled: async (_transaction, _message, state) => void heard.push(state),
    },
  });
  await notifyAll({ event: "account_sign_up", to: "camille@example.com", locale: "en" });
  await sendDueMessages();
  expect(await readOnlyRow()).toMatchObject({ state: "withdrawn" });
  expect(heard).toEqual(["withdrawn"]);
});

const code = {
  event: "phone_code",
  locale: "en",
  params: { code: "482913", host: "cars.example.ca" },
} as const;

test("a code goes at once, and lies nowhere", async () => {
  const result = await notifyNow({ ...code, to: "+14165550142" });
  expect(result.ok).toBe(true);
  expect(peers.texts.at(-1)?.body).toContain("482913");
  const row = await readOnlyRow();
  expect(row).toMatchObject({ state: "sent", event: "phone_code", sealedParams: null });
  const { rows: dump } = await db().execute(sql`select message::text as line from message`);
  expect(JSON.stringify(dump)).not.toContain("482913");
});

test("a code that did not go is said at once, and never sent again", async () => {
  const result = await notifyNow({ ...code, to: "+15005550001" });
  expect(result).toMatchObject({ ok: false, code: "permanent" });
  const row = await readOnlyRow();
  expect(row).toMatchObject({ state: "dead", lastError: "Twilio: HTTP 400, error 21211" });
  expect(await sendAgain(row.id)).toEqual({ ok: false });
});

test("words go after seven days, the record after thirty; a code's after one; a lead's stays", async () => {
  peers.refuseMail(550);
  const leadId = randomUUID();
  const ages = { fresh: 6, wordless: 8, gone: 31, lead: 31 };
  await notifyAll(
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
  for (const expired of [oldMessages, oldMessageTexts]) await expired.end(new Date());
  const left = new Map((await listRows()).map((row) => [row.key, row]));
  expect([...left.keys()].toSorted()).toEqual(["fresh", "lead", "wordless"]);
  expect(left.get("fresh")?.sealedParams).not.toBeNull();
  expect(left.get("wordless")?.sealedParams).toBeNull();
  expect(await sendAgain(left.get("fresh")?.id ?? "")).toEqual({ ok: true });
  expect(await sendAgain(left.get("wordless")?.id ?? "")).toEqual({ ok: false });
  await deleteMessages(db(), { leadIds: [leadId] });
  expect((await listRows()).map(({ key }) => key)).not.toContain("lead");
});
