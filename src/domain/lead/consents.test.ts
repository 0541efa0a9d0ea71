import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type MessageState, messageTable } from "#domain/notification/message.table.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { notify, sendAgain } from "#domain/notification/notify.server.ts";
import { storeLead, storeStaff } from "./lead.fixture.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import type { ConsentPurpose } from "./consent.ts";
import {
  mayBeShared,
  recordAccountConsents,
  recordFurtherConsents,
  replaceAccountConsents,
  withdrawConsent,
  withdrawShare,
} from "./consents.server.ts";
import { consentTable } from "./consent.table.ts";
import { findLead } from "./lead-queries.server.ts";
import { releaseLead } from "./release-lead.server.ts";
import { withdrawLead } from "./withdraw-lead.server.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import { useSite } from "#server/site.fixture.ts";

let lead: Awaited<ReturnType<typeof storeLead>>;

useSite();
beforeEach(async () => {
  lead = await storeLead({ email: "noah@example.com" });
});

async function consent(
  purpose: ConsentPurpose,
  withdrawnAt: Date | null = null,
  { submissionId } = lead,
) {
  const [row] = await db()
    .insert(consentTable)
    .values({
      submissionId,
      purpose,
      text: "I agree.",
      textSha256: "",
      textVersion: 1,
      locale: "en",
      channel: "web",
      withdrawnAt,
    })
    .returning({ id: consentTable.id });
  return row?.id ?? "";
}

async function message(
  event: "lead_adf" | "lead_confirmation" | "offer_invited",
  state: MessageState = "waiting",
) {
  const id = randomUUID();
  await db()
    .insert(messageTable)
    .values({
      id,
      key: id,
      event,
      channel: event === "lead_adf" ? "adf_email" : "email",
      recipient: "leads@dealer.example",
      locale: "fr",
      leadId: lead.id,
      state,
    });
  return id;
}

const withdraw = (alsoEnd = async () => undefined as void) =>
  db().transaction((transaction) =>
    withdrawLead(transaction, lead.reference, { byUserId: null }, alsoEnd),
  );

const byNote = (a: { note: string | null }, b: { note: string | null }) =>
  String(a.note).localeCompare(String(b.note));

const findState = async (id: string) =>
  (await db().select().from(messageTable).where(eq(messageTable.id, id)))[0]?.state;

async function events() {
  const rows = await db()
    .select({ kind: leadEventTable.kind, note: leadEventTable.note })
    .from(leadEventTable)
    .where(eq(leadEventTable.leadId, lead.id))
    .orderBy(leadEventTable.id);
  return rows.filter(({ kind }) => kind !== "received");
}

test("without the consent to share, dealerships get nothing more; what they got stays", async () => {
  const share = await consent("share_with_dealership");
  await consent("contact_about_request");
  const states = await Promise.all([
    message("lead_adf"),
    message("offer_invited", "failed"),
    message("lead_adf", "dead"),
    message("lead_adf", "sent"),
    message("lead_confirmation"),
  ]);
  await withdrawConsent(share);
  await withdrawConsent(share);
  expect(await Promise.all(states.map(findState))).toEqual([
    "withdrawn",
    "withdrawn",
    "withdrawn",
    "sent",
    "waiting",
  ]);
  expect(await sendAgain(states[2] ?? "")).toEqual({ ok: false });
  expect((await events()).toSorted(byNote)).toEqual([
    { kind: "delivery_cancelled", note: "lead_adf" },
    { kind: "delivery_cancelled", note: "lead_adf" },
    { kind: "delivery_cancelled", note: "offer_invited" },
    { kind: "consent_withdrawn", note: "share_with_dealership" },
  ]);
});

test("where another purpose is withdrawn, dealerships still get it", async () => {
  await consent("share_with_dealership");
  const withdrawn = await consent("contact_about_request");
  const id = await message("lead_adf");
  await withdrawConsent(withdrawn);
  await withdrawConsent(withdrawn);
  expect(await findState(id)).toBe("waiting");
  expect(await events()).toEqual([{ kind: "consent_withdrawn", note: "contact_about_request" }]);
});

test.each<[string, take: (consents: Record<string, string>) => Promise<unknown>]>([
  ["a consent to sharing", ({ share = "" }) => withdrawConsent(share)],
  ["another consent", ({ contact = "" }) => withdrawConsent(contact)],
  [
    "all sharing",
    () =>
      db().transaction((transaction) =>
        withdrawShare(transaction, lead.submissionId, { byUserId: null }),
      ),
  ],
  ["the whole request", () => withdraw()],
])("who takes back %s of one request takes nothing back of another", async (_what, take) => {
  const other = await storeLead({ email: "other@example.com" });
  await consent("share_with_dealership", null, other);
  await consent("contact_about_request", null, other);
  const share = await consent("share_with_dealership");
  const contact = await consent("contact_about_request");
  await take({ share, contact });
  const active = await db()
    .select({ purpose: consentTable.purpose, withdrawnAt: consentTable.withdrawnAt })
    .from(consentTable)
    .where(eq(consentTable.submissionId, other.submissionId));
  expect(active.map(({ withdrawnAt }) => withdrawnAt)).toEqual([null, null]);
  const found = await findLead(other.reference);
  expect(found?.consents.map(({ submissionId }) => submissionId)).toEqual([
    other.submissionId,
    other.submissionId,
  ]);
});

test("who agrees again is on record once, and anew once it was taken back", async () => {
  const input = {
    purpose: "share_with_dealership",
    text: "I agree.",
    textVersion: 1,
    locale: "en",
    channel: "web",
    givenAt: new Date(),
  } as const;
  const agree = () =>
    db().transaction((transaction) =>
      recordFurtherConsents(transaction, lead.submissionId, [input]),
    );
  const ofLead = eq(consentTable.submissionId, lead.submissionId);
  await agree();
  await agree();
  expect(await db().$count(consentTable, ofLead)).toBe(1);
  const [first] = await db().select().from(consentTable).where(ofLead);
  await withdrawConsent(first?.id ?? "");
  await agree();
  expect(await db().$count(consentTable, ofLead)).toBe(2);
  expect(await mayBeShared(db(), lead.submissionId)).toBe(true);
});

test("whoever opens an account replaces what was agreed to with it, and nothing of anybody else", async () => {
  const [opened, other] = [await storeStaff("Amara Okafor"), await storeStaff("Noah Tremblay")];
  const accepted = (text: string) => [
    {
      purpose: "site_terms",
      text,
      textVersion: 1,
      locale: "en",
      channel: "web",
      givenAt: new Date(),
    } as const,
  ];
  await recordAccountConsents(db(), opened, accepted("Accepted by whoever tried before."));
  await recordAccountConsents(db(), other, accepted("Accepted by somebody else."));
  const requested = await consent("share_with_dealership");
  await db().transaction((transaction) =>
    replaceAccountConsents(transaction, opened, accepted("Accepted by its holder.")),
  );
  const readWords = async (userId: string) =>
    (
      await db()
        .select({ text: consentTable.text })
        .from(consentTable)
        .where(eq(consentTable.userId, userId))
        .orderBy(consentTable.givenAt)
    ).map(({ text }) => text);
  expect(await readWords(opened)).toEqual(["Accepted by its holder."]);
  expect(await readWords(other)).toEqual(["Accepted by somebody else."]);
  expect(await db().$count(consentTable, eq(consentTable.id, requested))).toBe(1);
});

test("who agreed twice takes it back once", async () => {
  await consent("share_with_dealership");
  await withdrawConsent(await consent("share_with_dealership"));
  expect(await mayBeShared(db(), lead.submissionId)).toBe(false);
  expect(await events()).toEqual([{ kind: "consent_withdrawn", note: "share_with_dealership" }]);
});

test.each([
  ["lead_adf", "late@dealer.example"],
  // This message tells the person where their answers went.
  ["lead_shared", "late-noah@example.com"],
] as const)("%s owed before is asked for its consent when it goes out", async (event, to) => {
  await consent("share_with_dealership", new Date());
  const dealership = await storeDealershipRow({
    name: `Late ${event}`,
    leadEmail: "late@dealer.example",
    takesLeadKinds: ["pre_approval"],
  });
  await db().transaction((transaction) =>
    notify(transaction, {
      event,
      key: `late ${event}`,
      to,
      locale: "fr",
      leadId: lead.id,
      dealershipId: dealership.id,
    }),
  );
  await sendDueMessages();
  const [row] = await db()
    .select()
    .from(messageTable)
    .where(eq(messageTable.key, `late ${event}`));
  expect(row?.state).toBe("withdrawn");
  expect((await listOutbox()).map((mail) => mail.to)).not.toContain(to);
  const cancelled = event === "lead_adf" ? [{ kind: "delivery_cancelled", note: event }] : [];
  expect(await events()).toEqual(cancelled);
});

test("who takes the consent back while a dealership is being chosen is heard: it gets nothing", async () => {
  await consent("share_with_dealership");
  const dealership = await storeDealershipRow({
    name: "Chosen Meanwhile",
    takesLeadKinds: ["pre_approval"],
  });
  const [, released] = await crossing(
    (transaction) => withdrawShare(transaction, lead.submissionId, { byUserId: null }),
    () =>
      db().transaction((transaction) =>
        releaseLead(transaction, lead.submissionId, { preferred: dealership.id }),
      ),
  );
  expect(released).toBeNull();
  const [stored] = await db().select().from(leadTable).where(eq(leadTable.id, lead.id));
  expect(stored?.dealershipId).toBeNull();
  expect(await db().$count(messageTable, eq(messageTable.leadId, lead.id))).toBe(0);
});

describe("a lead that is with a dealership already", () => {
  let holder: Awaited<ReturnType<typeof storeDealershipRow>>;
  let other: typeof holder;
  const release = () =>
    db().transaction((transaction) =>
      releaseLead(transaction, lead.submissionId, { preferred: other.id }),
    );
  beforeAll(async () => {
    holder = await storeDealershipRow({ name: "Holder", takesLeadKinds: ["pre_approval"] });
    other = await storeDealershipRow({ name: "Other", takesLeadKinds: ["pre_approval"] });
  });
  beforeEach(async () => {
    await db().update(leadTable).set({ dealershipId: holder.id }).where(eq(leadTable.id, lead.id));
  });

  test("is said to be there while its sender agrees, and goes to no other", async () => {
    await consent("share_with_dealership");
    expect(await release()).toMatchObject({ id: holder.id });
    expect(await db().$count(messageTable, eq(messageTable.leadId, lead.id))).toBe(0);
  });

  test.each([
    ["never agreed", async () => undefined],
    ["took that back", () => consent("share_with_dealership", new Date())],
    ["agreed to something else", () => consent("contact_about_request")],
  ])("is nobody's to be named where its sender %s", async (_what, agree) => {
    await agree();
    expect(await release()).toBeNull();
  });
});

test("what was taken back before the request was withdrawn keeps its time", async () => {
  const before = new Date("2026-01-05T12:00:00Z");
  const [early, late] = [
    await consent("contact_about_request", before),
    await consent("credit_check"),
  ];
  await withdraw();
  const times = await db()
    .select({ id: consentTable.id, withdrawnAt: consentTable.withdrawnAt })
    .from(consentTable)
    .where(eq(consentTable.submissionId, lead.submissionId));
  expect(times.find(({ id }) => id === early)?.withdrawnAt).toEqual(before);
  expect(times.find(({ id }) => id === late)?.withdrawnAt).not.toBeNull();
});

test("a request that is withdrawn in two windows at once is withdrawn once", async () => {
  await consent("contact_about_request");
  const [, alsoEnded] = await crossing(
    async (transaction) => {
      await transaction
        .update(leadTable)
        .set({ status: "closed" })
        .where(eq(leadTable.id, lead.id));
      await transaction
        .insert(leadEventTable)
        .values({ leadId: lead.id, kind: "application_withdrawn", at: new Date() });
    },
    async () => {
      let ended = 0;
      await withdraw(async () => void (ended += 1));
      return ended;
    },
  );
  expect(alsoEnded).toBe(0);
  expect((await events()).map(({ kind }) => kind)).toEqual(["application_withdrawn"]);
});
