import { asc, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { storeLead, storeStaff } from "./lead.fixture.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";
import { type LeadUpdate, updateLead } from "./update-lead.server.ts";

useTestDatabase();
useTestVault();

let camille: string;

beforeAll(async () => {
  camille = await storeStaff("Camille Roy");
});
async function listHistory(leadId: string) {
  const events = await db()
    .select()
    .from(leadEventTable)
    .where(eq(leadEventTable.leadId, leadId))
    .orderBy(asc(leadEventTable.id));
  return events.slice(1).map(({ kind, fromStatus, toStatus, note, byUserId }) => ({
    kind,
    fromStatus,
    toStatus,
    note,
    byUserId,
  }));
}

async function findStatus(leadId: string) {
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.id, leadId));
  return lead?.status;
}

test("writes who moved the lead, from where to where, with the note; and moves it back", async () => {
  const lead = await storeLead();
  const by = { reference: lead.reference, by: { id: camille, role: "staff" } } as const;
  expect(
    await updateLead({
      ...by,
      seenStatus: "new",
      status: "contacted",
      note: "Left a message",
    }),
  ).toEqual({ ok: true });
  expect(await findStatus(lead.id)).toBe("contacted");
  expect(await updateLead({ ...by, seenStatus: "contacted", status: "new", note: "" })).toEqual({
    ok: true,
  });

  expect(await findStatus(lead.id)).toBe("new");
  expect(await listHistory(lead.id)).toEqual([
    {
      kind: "status_changed",
      fromStatus: "new",
      toStatus: "contacted",
      note: "Left a message",
      byUserId: camille,
    },
    {
      kind: "status_changed",
      fromStatus: "contacted",
      toStatus: "new",
      note: null,
      byUserId: camille,
    },
  ]);
});

test("keeps a note by itself without touching the stage", async () => {
  const lead = await storeLead({ status: "lender" });
  const by = { reference: lead.reference, by: { id: camille, role: "staff" } } as const;
  await updateLead({ ...by, seenStatus: "lender", status: "lender", note: "Waits for a pay stub" });
  expect(await findStatus(lead.id)).toBe("lender");
  expect(await listHistory(lead.id)).toMatchObject([
    { kind: "note", fromStatus: null, note: "Waits for a pay stub" },
  ]);
});

test.each<[string, Partial<LeadUpdate>]>([
  ["not_found", { reference: "NBDY2345", status: "contacted" }],
  ["nothing_to_save", {}],
])("refuses with %s and changes nothing", async (code, update) => {
  const lead = await storeLead();
  const requested: LeadUpdate = {
    reference: lead.reference,
    by: { id: camille, role: "staff" },
    seenStatus: "new",
    status: "new",
    note: "",
    ...update,
  };
  expect(await updateLead(requested)).toEqual({ ok: false, code });
  expect(await listHistory(lead.id)).toEqual([]);
});

test("of two people who move a lead at once, one is told that it changed meanwhile", async () => {
  const lead = await storeLead();
  const by = {
    reference: lead.reference,
    by: { id: camille, role: "staff" as const },
    seenStatus: "new" as const,
    note: "",
  };
  const results = await Promise.all([
    updateLead({ ...by, status: "contacted" }),
    updateLead({ ...by, status: "closed" }),
  ]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results).toContainEqual({ ok: false, code: "changed_meanwhile" });
  expect(await listHistory(lead.id)).toHaveLength(1);
});

test("a second click on the same stage is one move", async () => {
  const lead = await storeLead();
  const move = {
    reference: lead.reference,
    by: { id: camille, role: "staff" as const },
    seenStatus: "new" as const,
    status: "contacted" as const,
    note: "",
  };
  const results = await Promise.all([updateLead(move), updateLead(move), updateLead(move)]);
  expect(results).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  expect(await listHistory(lead.id)).toHaveLength(1);
});
