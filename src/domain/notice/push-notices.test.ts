import { asc, eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { endSessions } from "#domain/identity/session.server.ts";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { useMessagePeers } from "#domain/notification/message-peers.fixture.ts";
import { configureMessages } from "#domain/notification/message-owners.server.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import {
  makeAllDue,
  noOwners,
  sendDueMessages,
  SITE_ORIGIN,
} from "#domain/notification/notification.fixture.ts";
import { pushBrowserTable } from "#domain/notification/push-browser.table.ts";
import { addPushBrowser, readPushKey } from "#domain/notification/add-push-browser.server.ts";
import { forgetPushBrowsers, listPushBrowsers } from "#domain/notification/push-browsers.server.ts";
import { db } from "#platform/database/database.server.ts";
import { noticeMessages } from "./notice-messages.server.ts";
import { DEFAULT_PREFERENCE } from "./notice.ts";
import { noticePreferenceTable } from "./notice.table.ts";
import { runNotices } from "./notices.server.ts";
import { savePreference } from "./preferences.server.ts";

const peers = useMessagePeers();

let camille: string;
let reference: string;

beforeAll(async () => {
  camille = await storeStaff("Camille Roy");
});
beforeEach(async () => {
  configureMessages(SITE_ORIGIN, { ...noOwners, ...noticeMessages });
  const ways = { ...DEFAULT_PREFERENCE.ways, new_lead: "push" } as const;
  await savePreference(camille, { ...DEFAULT_PREFERENCE, ways, hasDigest: false });
  ({ reference } = await storeLead({ assignedToUserId: camille, email: "noah@example.org" }));
});
afterEach(async () => {
  await db().delete(leadTable);
  await db().delete(noticePreferenceTable);
  await db().delete(pushBrowserTable);
});

async function turnOn(name: string, userId = camille, browserHash = name) {
  const subscription = peers.push.subscribe(name, readPushKey());
  await addPushBrowser({ userId, browserHash, userAgent: name, ...subscription });
}

async function run() {
  await makeAllDue();
  await runNotices();
  await sendDueMessages();
}

const listMessages = async () =>
  (await db().select().from(messageTable).orderBy(asc(messageTable.createdAt))).map(
    ({ channel, state }) => `${channel} ${state}`,
  );
const listNames = async (userId = camille) =>
  (await listPushBrowsers(userId)).map(({ userAgent }) => userAgent);

test("a notice appears once in each browser, with the kind and the reference alone", async () => {
  await turnOn("phone");
  await turnOn("desk");
  await run();
  await run();
  expect(peers.push.arrivals.map(({ browser }) => browser).toSorted()).toEqual(["desk", "phone"]);
  const { payload, topic } = peers.push.arrivals[0] ?? {};
  expect(payload).toEqual({
    title: expect.stringMatching(`^New lead ${reference} – `),
    url: `${SITE_ORIGIN}/staff/leads/${reference}`,
    tag: expect.any(String),
    lang: "en",
  });
  expect(JSON.stringify(payload).replaceAll("-", "")).toContain(`"tag":"${topic}"`);
  expect(JSON.stringify(payload)).not.toMatch(/noah|tremblay/i);
  expect(peers.mails).toEqual([]);
});

test("a service that is down for a while loses nothing and repeats nothing", async () => {
  await turnOn("phone");
  peers.push.answerWith(503);
  await run();
  await run();
  expect(await listMessages()).toEqual(["push failed"]);
  peers.push.answerWith(null);
  await run();
  await run();
  expect(peers.push.arrivals).toHaveLength(1);
  expect(await listMessages()).toEqual(["push sent"]);
});

test("a browser that is gone is forgotten, and the others are told", async () => {
  await turnOn("phone");
  await turnOn("desk");
  peers.push.unsubscribe("phone");
  await run();
  expect(await listNames()).toEqual(["desk"]);
  expect(await listMessages()).toEqual(["push sent"]);
});

test("if no browser takes it, an e-mail is sent, once", async () => {
  await turnOn("phone");
  peers.push.unsubscribe("phone");
  await run();
  expect(await listNames()).toEqual([]);
  await run();
  await run();
  expect(await listMessages()).toEqual(["push dead", "email sent"]);
  expect(peers.mails[0]?.email.subject).toContain(reference);
});

test("without a browser the choice means an e-mail", async () => {
  await run();
  expect(await listMessages()).toEqual(["email sent"]);
});

test("a browser takes the messages of one account", async () => {
  const noah = await storeStaff("Noah Tremblay");
  await turnOn("phone");
  await turnOn("again", noah, "phone");
  expect([await listNames(), await listNames(noah)]).toEqual([[], ["again"]]);
});

test("the eleventh browser takes the place of the first", async () => {
  const names = Array.from({ length: 11 }, (_, index) => `browser ${index}`);
  for (const name of names) await turnOn(name);
  expect(await listNames()).toEqual(names.slice(1));
});

test("signing out ends it: of one browser, or everywhere", async () => {
  await turnOn("phone");
  await turnOn("desk");
  await turnOn("home");
  await forgetPushBrowsers(db(), { browserHash: "desk" });
  expect(await listNames()).toEqual(["phone", "home"]);
  await endSessions(db(), camille);
  expect(await listNames()).toEqual([]);
});

test("a lead that is gone meanwhile is no news", async () => {
  await turnOn("phone");
  await runNotices();
  await db().delete(leadTable).where(eq(leadTable.reference, reference));
  await sendDueMessages();
  expect(peers.push.arrivals).toEqual([]);
});
