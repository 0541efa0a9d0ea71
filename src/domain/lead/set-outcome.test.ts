import { asc, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { userTable } from "#domain/identity/identity.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { moveLeads } from "./move-leads.server.ts";
import { storeLead, storeStaff } from "./lead.fixture.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import {
  listOfferedReasons,
  listOutcomeReasons,
  offerOutcomeReason,
  saveOutcomeReason,
} from "./outcome-reasons.server.ts";
import type { NewOutcome } from "./outcome.ts";
import { listOutcomes, setOutcome } from "./set-outcome.server.ts";
import type { LeadStatus } from "./lead.ts";
import { updateLead } from "./update-lead.server.ts";

useTestDatabase();
useTestVault();

let by: { id: string; role: "staff" };
let reasonId: string;
beforeAll(async () => {
  by = { id: await storeStaff("Camille Roy"), role: "staff" };
  reasonId = (await listOutcomeReasons())[0]?.id ?? "";
});

const WON: NewOutcome = {
  result: "won",
  soldValueCad: 18_500,
  lender: "Desjardins",
  endedOn: "2026-11-20",
};
const lost = (): NewOutcome => ({ result: "lost", reasonId, endedOn: "2026-11-20" });

async function findStatus(id: string) {
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.id, id));
  return lead?.status;
}

async function listKinds(leadId: string) {
  const events = await db()
    .select({ kind: leadEventTable.kind })
    .from(leadEventTable)
    .where(eq(leadEventTable.leadId, leadId))
    .orderBy(asc(leadEventTable.id));
  return events.slice(1).map(({ kind }) => kind);
}

test.each<[LeadStatus, "won" | "lost", LeadStatus]>([
  ["lender", "won", "delivered"],
  ["delivered", "won", "delivered"],
  ["closed", "won", "closed"],
  ["new", "lost", "closed"],
  ["delivered", "lost", "closed"],
])("at %s, %s leaves the lead at %s", async (status, result, expected) => {
  const { id, reference } = await storeLead({ status });
  const outcome = result === "won" ? WON : lost();
  expect(await setOutcome({ reference, by, outcome, note: "Well" })).toBe(true);
  expect(await findStatus(id)).toBe(expected);
  expect(await listKinds(id)).toEqual(status === expected ? [result] : [result, "status_changed"]);
});

test("keeps value, lender, day and who recorded it, or the reason in both languages", async () => {
  const { id, reference } = await storeLead();
  await setOutcome({ reference, by, outcome: WON, note: "" });
  await setOutcome({ reference, by, outcome: lost(), note: "" });
  expect(await listOutcomes(id)).toMatchObject([
    {
      result: "lost",
      reasonEn: "Could not be reached",
      reasonFr: "Impossible à joindre",
      reopenedAt: null,
    },
    {
      result: "won",
      soldValueCad: 18_500,
      lender: "Desjardins",
      endedOn: "2026-11-20",
      byName: "Camille Roy",
      reopenedAt: expect.any(Date),
    },
  ]);
});

test("a lead that is worked again has no outcome, keeps its history, and leaves a former colleague", async () => {
  const former = await storeStaff("Former");
  const { id, reference } = await storeLead();
  await setOutcome({ reference, by, outcome: WON, note: "" });
  await db().update(leadTable).set({ assignedToUserId: former }).where(eq(leadTable.id, id));
  await db().update(userTable).set({ role: "buyer" }).where(eq(userTable.id, former));
  const move = (seenStatus: LeadStatus, status: LeadStatus) =>
    updateLead({ reference, by, seenStatus, status, note: "" });
  await move("delivered", "closed");
  expect(await listOutcomes(id)).toMatchObject([{ reopenedAt: null }]);
  await move("closed", "lender");
  expect(await listOutcomes(id)).toMatchObject([{ result: "won", reopenedAt: expect.any(Date) }]);
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.id, id));
  expect(lead?.assignedToUserId).toBeNull();
});

test("a lead that is reopened by what happens to its car has no outcome either", async () => {
  const { id, reference, submissionId } = await storeLead();
  await setOutcome({ reference, by, outcome: lost(), note: "" });
  await db().transaction((transaction) =>
    moveLeads(transaction, [submissionId], {
      kind: "offer_accepted",
      note: "",
      to: "approved",
      byUserId: null,
    }),
  );
  expect(await listOutcomes(id)).toMatchObject([{ reopenedAt: expect.any(Date) }]);
});

test("two outcomes at once leave one that counts; an unknown lead has none", async () => {
  const { id, reference } = await storeLead();
  await Promise.all(
    [WON, lost()].map((outcome) => setOutcome({ reference, by, outcome, note: "" })),
  );
  const outcomes = await listOutcomes(id);
  expect(outcomes.filter(({ reopenedAt }) => reopenedAt === null)).toHaveLength(1);
  expect(outcomes).toHaveLength(2);
  expect(await setOutcome({ reference: "NBDY2345", by, outcome: WON, note: "" })).toBe(false);
});

test("the list of reasons is added to, renamed and shortened; a name stands in it once", async () => {
  const names = { nameEn: "Moved away", nameFr: "A déménagé" };
  expect(await saveOutcomeReason(by, null, names)).toEqual({ ok: true });
  expect(await saveOutcomeReason(by, null, names)).toEqual({ ok: false, code: "taken_en" });
  expect(await saveOutcomeReason(by, null, { ...names, nameEn: "Left" })).toEqual({
    ok: false,
    code: "taken_fr",
  });
  const id = (await listOutcomeReasons()).at(-1)?.id ?? "";
  expect(await saveOutcomeReason(by, id, { ...names, nameEn: "Left the area" })).toEqual({
    ok: true,
  });
  expect(await listOfferedReasons("en")).toContainEqual({ id, name: "Left the area" });
  expect(await listOfferedReasons("fr")).toContainEqual({ id, name: "A déménagé" });
  await offerOutcomeReason(by, id, false);
  expect((await listOfferedReasons("fr")).some((reason) => reason.id === id)).toBe(false);
  await offerOutcomeReason(by, id, true);
  expect((await listOfferedReasons("fr")).some((reason) => reason.id === id)).toBe(true);
  expect(await saveOutcomeReason(by, "1", names)).toEqual({ ok: false, code: "not_found" });
});
