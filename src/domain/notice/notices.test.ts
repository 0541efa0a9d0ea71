import { asc, eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { userTable } from "#domain/identity/identity.table.ts";
import { recordFirstContact } from "#domain/lead/first-contact.server.ts";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { useMessagePeers } from "#domain/notification/message-peers.fixture.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { configureMessages } from "#domain/notification/message-owners.server.ts";
import {
  makeAllDue,
  noOwners,
  sendDueMessages,
  SITE_ORIGIN,
} from "#domain/notification/notification.fixture.ts";
import { actAt } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { noticeMessages } from "./notice-messages.server.ts";
import { DEFAULT_PREFERENCE, type NoticePreference } from "./notice.ts";
import { noticePreferenceTable, onCallWeekTable } from "./notice.table.ts";
import { runNotices } from "./notices.server.ts";
import { savePreference, setOnCall } from "./preferences.server.ts";

const peers = useMessagePeers();

/** Monday, 6 p.m. in Toronto: closing time. */
const DUE = new Date("2026-11-23T23:00:00Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const after = (ms: number, at = DUE) => new Date(at.getTime() + ms);
const NEXT_MORNING = new Date("2026-11-24T14:00:00Z");
const NOTHING = {
  new_lead: "none",
  answer: "none",
  delivery_failed: "none",
  overdue: "none",
} as const;

let camille: string;
let noah: string;
let admin: string;

beforeAll(async () => {
  camille = await storeStaff("Camille Roy");
  noah = await storeStaff("Noah Tremblay");
  admin = await storeStaff("Robin Gagnon");
  await db().update(userTable).set({ role: "admin" }).where(eq(userTable.id, admin));
  await db()
    .update(userTable)
    .set({ phone: "+14165550142", phoneVerifiedAt: DUE })
    .where(eq(userTable.id, noah));
});
beforeEach(() => {
  configureMessages(SITE_ORIGIN, { ...noOwners, ...noticeMessages });
});
afterEach(async () => {
  await db().delete(leadTable);
  await db().delete(noticePreferenceTable);
  await db().delete(onCallWeekTable);
});

const choose = (userId: string, chosen: Partial<NoticePreference>) =>
  savePreference(userId, { ...DEFAULT_PREFERENCE, hasDigest: false, ...chosen });

/** Only who is named hears of anything. */
async function silenceAllBut(...heard: string[]) {
  for (const id of [camille, noah, admin])
    if (!heard.includes(id)) await choose(id, { ways: NOTHING });
}

/** The job's run at a moment, and the worker's after it. */
const run = (at: Date) =>
  actAt(at, async () => {
    await runNotices(at);
    await sendDueMessages();
  });

/** Who was told what, by the names in front of the @. */
async function listTold() {
  const rows = await db().select().from(messageTable).orderBy(asc(messageTable.key));
  const names = new Map([
    [camille, "Camille"],
    [noah, "Noah"],
    [admin, "Robin"],
  ]);
  return rows
    .map(({ userId, channel, state }) => `${names.get(userId ?? "")} ${channel} ${state}`)
    .toSorted();
}

const storeOverdue = () => storeLead({ dueAt: DUE, status: "contacted" });

async function listSteps(leadId: string) {
  const events = await db()
    .select()
    .from(leadEventTable)
    .where(eq(leadEventTable.leadId, leadId))
    .orderBy(asc(leadEventTable.at), asc(leadEventTable.id));
  return events.filter(({ kind }) => kind === "escalated").map(({ note }) => note);
}

test("an overdue lead is escalated to the team, then to administrators, once each", async () => {
  for (const id of [camille, noah, admin]) await choose(id, {});
  const { id, reference } = await storeOverdue();
  await run(DUE);
  expect(await listSteps(id)).toEqual([]);
  await Promise.all([
    run(after(MINUTE_MS)),
    runNotices(after(MINUTE_MS)),
    runNotices(after(MINUTE_MS)),
  ]);
  await run(after(2 * MINUTE_MS));
  expect(await listSteps(id)).toEqual(["team"]);
  expect(await listTold()).toEqual(["Camille email sent", "Noah email sent", "Robin email sent"]);
  expect(peers.mails).toHaveLength(3);
  expect(peers.mails[0]?.email.subject).toContain(reference);
  // The evening passes: nobody is there to act.
  await run(after(3 * HOUR_MS));
  expect(await listSteps(id)).toEqual(["team"]);
  await run(NEXT_MORNING);
  await run(after(MINUTE_MS, NEXT_MORNING));
  expect(await listSteps(id)).toEqual(["team", "administrators"]);
  expect(peers.mails).toHaveLength(4);
});

test("a lead that was contacted in time is not escalated", async () => {
  const { id } = await storeOverdue();
  await actAt(after(-HOUR_MS), () =>
    db().transaction((transaction) => recordFirstContact(transaction, id, "call")),
  );
  await run(after(MINUTE_MS));
  expect(await listSteps(id)).toEqual([]);
  expect(peers.mails).toEqual([]);
});

test("mail that is down for an hour loses no notice and repeats none", async () => {
  await storeOverdue();
  peers.refuseMail(451);
  for (const minutes of [1, 2, 20, 40, 59]) {
    await makeAllDue();
    await run(after(minutes * MINUTE_MS));
  }
  expect(peers.mails).toEqual([]);
  expect(await listTold()).toEqual([
    "Camille email failed",
    "Noah email failed",
    "Robin email failed",
  ]);
  peers.refuseMail(null);
  await makeAllDue();
  await run(after(61 * MINUTE_MS));
  await makeAllDue();
  await run(after(62 * MINUTE_MS));
  expect(peers.mails).toHaveLength(3);
  expect(await listTold()).toEqual(["Camille email sent", "Noah email sent", "Robin email sent"]);
});

test("a notice that comes too late, after the call, is not sent", async () => {
  const { id } = await storeOverdue();
  await runNotices(after(MINUTE_MS));
  await actAt(after(5 * MINUTE_MS), () =>
    db().transaction((transaction) => recordFirstContact(transaction, id, "call")),
  );
  await actAt(after(6 * MINUTE_MS), sendDueMessages);
  expect(peers.mails).toEqual([]);
});

test("a site that was away for an hour tells of what it missed, once", async () => {
  await silenceAllBut(camille);
  const { id } = await storeOverdue();
  await run(after(HOUR_MS));
  await run(after(HOUR_MS + MINUTE_MS));
  expect(await listSteps(id)).toEqual(["team"]);
  expect(peers.mails).toHaveLength(1);
});

test("quiet hours hold a notice back until they end", async () => {
  await silenceAllBut(noah);
  await choose(noah, {
    ways: { ...NOTHING, overdue: "sms" },
    quiet: { from: "18:00", to: "08:00" },
  });
  await storeOverdue();
  await run(after(MINUTE_MS));
  expect(peers.texts).toHaveLength(0);
  await run(NEXT_MORNING);
  expect(await listTold()).toEqual(["Noah sms sent"]);
});

test("whoever is on call is told at once when the office is closed", async () => {
  await silenceAllBut(noah);
  await choose(noah, {
    ways: { ...NOTHING, overdue: "sms" },
    quiet: { from: "18:00", to: "08:00" },
  });
  await setOnCall(db(), new Map([["2026-11-23", noah]]));
  await storeOverdue();
  await run(after(MINUTE_MS));
  expect(await listTold()).toEqual(["Noah sms sent"]);
});

test("a new lead is told to the team, or to its owner alone", async () => {
  const at = new Date();
  await storeLead();
  await run(at);
  expect(await listTold()).toEqual(["Camille email sent", "Noah email sent", "Robin email sent"]);
  await db().delete(messageTable);
  await db().delete(leadTable);
  await storeLead({ assignedToUserId: camille });
  await run(at);
  expect(await listTold()).toEqual(["Camille email sent"]);
});

test("whoever never chose is told of their own leads and nobody’s, and of the rest by digest", async () => {
  await storeLead({ dueAt: DUE, status: "contacted", assignedToUserId: camille });
  await run(after(MINUTE_MS));
  expect(await listTold()).toEqual(["Camille email sent"]);
  await choose(noah, {});
  await run(after(2 * MINUTE_MS));
  expect(await listTold()).toEqual(["Camille email sent", "Noah email sent"]);
  await db().delete(noticePreferenceTable);
  // In the morning each gets the digest, and the administrator that nobody acted.
  await run(NEXT_MORNING);
  expect(await listTold()).toEqual([
    "Camille email sent",
    "Camille email sent",
    "Noah email sent",
    "Noah email sent",
    "Robin email sent",
    "Robin email sent",
  ]);
});

test("the morning digest comes once on an open day, to those who want it", async () => {
  await silenceAllBut();
  await choose(camille, { ways: NOTHING, hasDigest: true });
  await storeLead({ dueAt: DUE, assignedToUserId: camille });
  await run(after(-10 * MINUTE_MS, NEXT_MORNING));
  expect(peers.mails).toEqual([]);
  await run(NEXT_MORNING);
  await run(after(HOUR_MS, NEXT_MORNING));
  expect(await listTold()).toEqual(["Camille email sent"]);
  expect(peers.mails[0]?.email.text).toContain("Overdue: 1. Due today: 0.");
});
