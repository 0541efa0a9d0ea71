import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { userTable } from "#domain/identity/identity.table.ts";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { configureMessages } from "#domain/notification/message-owners.server.ts";
import { useMessagePeers } from "#domain/notification/message-peers.fixture.ts";
import { type Message, messageTable } from "#domain/notification/message.table.ts";
import {
  makeAllDue,
  noOwners,
  sendDueMessages,
  SITE_ORIGIN,
} from "#domain/notification/notification.fixture.ts";
import { notify } from "#domain/notification/notify.server.ts";
import { actAt } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { noticeMessages } from "./notice-messages.server.ts";
import { DEFAULT_PREFERENCE } from "./notice.ts";
import { noticePreferenceTable } from "./notice.table.ts";
import { runNotices } from "./notices.server.ts";
import { savePreference } from "./preferences.server.ts";

const peers = useMessagePeers();

/** Monday, noon in Toronto. */
const NOON = new Date("2026-11-23T17:00:00Z");
const at = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);
let camille: string;
let lead: typeof leadTable.$inferSelect;

beforeAll(async () => {
  camille = await storeStaff("Camille Roy");
  await db().update(userTable).set({ phone: "+14165550142", phoneVerifiedAt: NOON });
});
beforeEach(async () => {
  configureMessages(SITE_ORIGIN, { ...noOwners, ...noticeMessages });
  lead = await storeLead({ status: "contacted", assignedToUserId: camille, receivedAt: NOON });
  await db()
    .update(leadEventTable)
    .set({ at: new Date("2026-11-20T17:00:00Z") });
});
afterEach(async () => {
  await db().delete(leadTable);
  await db().delete(noticePreferenceTable);
});

const choose = (answer: "sms" | "mail") =>
  savePreference(camille, {
    ...DEFAULT_PREFERENCE,
    ways: { ...DEFAULT_PREFERENCE.ways, answer },
    hasDigest: false,
  });

/** The job and the worker, as they run a minute after the other. */
const run = (minutes: number) =>
  actAt(at(minutes), async () => {
    await makeAllDue();
    await runNotices(at(minutes));
    await sendDueMessages();
  });

/** What staff write to the sender, and an answer of which they are told. */
async function cause(message: "lead_sms" | "lead_letter") {
  await db().transaction((transaction) =>
    notify(
      transaction,
      message === "lead_sms"
        ? {
            event: message,
            to: "+14165550199",
            locale: "en",
            leadId: lead.id,
            params: { text: "Hi" },
          }
        : {
            event: message,
            to: "noah@example.org",
            locale: "en",
            leadId: lead.id,
            params: { subject: "Your request", text: "When?", path: null },
          },
    ),
  );
  await db()
    .insert(leadEventTable)
    .values({ leadId: lead.id, kind: "mail_received", at: at(1) });
}

async function listStates(): Promise<Message["state"][]> {
  const rows = await db().select().from(messageTable).orderBy(messageTable.id);
  return rows.map(({ state }) => state);
}

test("SMS that are down for an hour lose nothing and repeat nothing", async () => {
  await choose("sms");
  await cause("lead_sms");
  peers.breakSms(true);
  for (const minutes of [2, 3, 20, 40, 59]) await run(minutes);
  expect(peers.texts).toEqual([]);
  expect(await listStates()).toEqual(["failed", "failed"]);
  peers.breakSms(false);
  for (const minutes of [61, 62, 63]) await run(minutes);
  expect(peers.texts.map(({ to }) => to).toSorted()).toEqual(["+14165550142", "+14165550199"]);
  expect(await listStates()).toEqual(["sent", "sent"]);
});

test("mail that is down for an hour loses no letter and no notice, and repeats none", async () => {
  await choose("mail");
  await cause("lead_letter");
  peers.refuseMail(451);
  for (const minutes of [2, 3, 20, 40, 59]) await run(minutes);
  expect(peers.mails).toEqual([]);
  expect(await listStates()).toEqual(["failed", "failed"]);
  peers.refuseMail(null);
  for (const minutes of [61, 62, 63]) await run(minutes);
  expect(peers.mails).toHaveLength(2);
  expect(await listStates()).toEqual(["sent", "sent"]);
});
