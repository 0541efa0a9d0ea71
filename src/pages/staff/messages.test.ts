import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { storeLead } from "#domain/lead/lead.fixture.ts";
import { type MessageState, messageTable } from "#domain/notification/message.table.ts";
import { sendDueMessages, useMessages } from "#domain/notification/notification.fixture.ts";
import { MESSAGES_PER_PAGE } from "#domain/notification/messages.server.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { db } from "#platform/database/database.server.ts";
import { startSmtpPeer } from "#platform/email/smtp-peer.fixture.ts";
import { makeContext } from "#platform/request/visitor.fixture.ts";
import type { Role } from "#values/role.ts";
import { action, loader } from "./messages.page.tsx";

let smtp: Awaited<ReturnType<typeof startSmtpPeer>>;
let isRefusing = true;
const PATTERN = "/fr?/staff/messages";

beforeAll(async () => {
  smtp = await startSmtpPeer({
    onRcptTo: (_address, _session, callback) =>
      isRefusing
        ? callback(Object.assign(new Error("No such mailbox"), { responseCode: 550 }))
        : callback(),
  });
});
useMessages({ variables: () => ({ SMTP_URL: `smtp://127.0.0.1:${smtp.port}` }) });
afterAll(async () => {
  await smtp.close();
});
beforeEach(async () => {
  isRefusing = true;
  await db().delete(messageTable);
});

/** The arguments of the page's loader or action, for a user of the given role. */
function args(query = "", fields?: Record<string, string>, role: Role | null = "staff") {
  const request = new Request(
    `http://site.test/staff/messages${query}`,
    fields && { method: "POST", body: new URLSearchParams(fields) },
  );
  const user = role && { id: "sam", name: "Sam", email: "sam@example.com", role };
  const context = makeContext({ user: user && { ...user, phone: null, locale: "en" } });
  return { request, context, params: {}, url: new URL(request.url), pattern: PATTERN };
}

const thrownBy = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (thrown: unknown) => thrown,
  );

async function store(state: MessageState, leadId: string | null = null, at = new Date()) {
  const id = randomUUID();
  await db().insert(messageTable).values({
    id,
    key: id,
    event: "lead_adf",
    channel: "adf_email",
    recipient: "leads@dealer.example",
    locale: "en",
    leadId,
    state,
    createdAt: at,
  });
  return id;
}

test("what could not be delivered is seen by staff, sent again at their word, and arrives", async () => {
  await db().transaction((transaction) =>
    notify(transaction, {
      event: "account_password_changed",
      to: "camille@example.com",
      locale: "fr",
      params: { name: "Camille" },
    }),
  );
  await sendDueMessages();
  const seen = await loader(args());
  expect(seen.counts).toEqual({ dead: "1", waiting: "0" });
  const [dead] = seen.messages;
  expect(dead).toMatchObject({
    what: "Notice: password changed",
    recipient: "camille@example.com",
    state: "dead",
    canSendAgain: true,
    attempts: [{ number: 1, succeeded: false, outcome: "refused" }],
  });
  expect(dead?.attempts[0]?.detail).toContain("550");

  isRefusing = false;
  const response = await thrownBy(
    action(args("?show=dead", { intent: "send-again", retry: dead?.id ?? "" })),
  );
  expect(response).toMatchObject({ status: 303 });
  expect((response as Response).headers.get("location")).toBe("/staff/messages");
  expect((await loader(args("?show=waiting"))).messages).toMatchObject([{ state: "waiting" }]);
  await sendDueMessages();
  expect(smtp.arrivals.map(({ to }) => to)).toEqual([["camille@example.com"]]);
  expect((await loader(args())).messages).toEqual([]);
  const [sent] = (await loader(args("?show=sent"))).messages;
  expect(sent?.attempts.map(({ number, succeeded }) => [number, succeeded])).toEqual([
    [1, false],
    [2, true],
  ]);
});

test("each tab shows its states, and a lead's message leads to its lead", async () => {
  const lead = await storeLead();
  await store("dead", lead.id);
  await store("waiting");
  await store("failed");
  await store("withdrawn");
  const statesOn = async (query: string) =>
    (await loader(args(query))).messages.map(({ state }) => state).toSorted();
  expect(await statesOn("")).toEqual(["dead"]);
  expect(await statesOn("?show=toString")).toEqual(["dead"]);
  expect(await statesOn("?show=waiting")).toEqual(["failed", "waiting"]);
  expect(await statesOn("?show=withdrawn")).toEqual(["withdrawn"]);
  expect((await loader(args())).messages).toMatchObject([{ reference: lead.reference }]);
});

test("a long list goes on with older messages", async () => {
  const start = Date.now();
  for (let at = 0; at < MESSAGES_PER_PAGE + 2; at += 1)
    await store("dead", null, new Date(start - at * 1_000));
  const first = await loader(args());
  expect(first.messages).toHaveLength(MESSAGES_PER_PAGE);
  expect(first.newestHref).toBeNull();
  const query = new URL(first.olderHref ?? "", "http://site.test").search;
  const second = await loader(args(query));
  expect(second.messages).toHaveLength(2);
  expect(second.olderHref).toBeNull();
  expect(second.newestHref).toBe("/staff/messages");
  expect(new Set([...first.messages, ...second.messages].map(({ id }) => id)).size).toBe(
    MESSAGES_PER_PAGE + 2,
  );
  expect((await loader(args("?older_than=%00"))).messages).toHaveLength(MESSAGES_PER_PAGE);
});

test.each(["", "nonsense", randomUUID()])("nothing is sent again for %j", async (retry) => {
  expect(await action(args("", { intent: "send-again", retry }))).toMatchObject({
    init: { status: 409 },
  });
});

test("only staff see messages", async () => {
  expect(await thrownBy(loader(args("", undefined, "buyer")))).toMatchObject({
    init: { status: 403 },
  });
  expect(
    await thrownBy(action(args("", { intent: "send-again", retry: "" }, "dealer"))),
  ).toMatchObject({
    init: { status: 403 },
  });
  expect(await thrownBy(loader(args("", undefined, null)))).toMatchObject({ status: 302 });
});
