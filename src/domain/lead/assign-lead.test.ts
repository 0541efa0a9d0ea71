import { asc, eq } from "drizzle-orm";
import { afterEach, beforeAll, expect, test } from "vitest";
import { userTable } from "#domain/identity/identity.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { assignByRule } from "./assign-by-rule.server.ts";
import { assignLead, lockOpenLeadsOf, takeLeadsFrom } from "./assign-lead.server.ts";
import { saveAssignee, setAssignmentMethod } from "./assignment-settings.server.ts";
import { assigneeTable } from "./assignment.table.ts";
import { storeLead, storeStaff } from "./lead.fixture.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";

useTestDatabase();
useTestVault();

let camille: string;
let samuel: string;
beforeAll(async () => {
  camille = await storeStaff("Camille Roy");
  samuel = await storeStaff("Samuel Côté");
});

const by = (id: string) => ({ id, role: "staff" }) as const;

async function findOwner(id: string) {
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.id, id));
  return lead?.assignedToUserId;
}

async function listAssignments(leadId: string) {
  const events = await db()
    .select()
    .from(leadEventTable)
    .where(eq(leadEventTable.leadId, leadId))
    .orderBy(asc(leadEventTable.id));
  return events.slice(1).map(({ kind, byUserId, toUserId }) => [kind, byUserId, toUserId]);
}

test("of two who take a lead at once, one has it and the other learns who", async () => {
  const { reference, id } = await storeLead();
  const take = (userId: string) =>
    assignLead({ reference, by: by(userId), seenUserId: null, toUserId: userId });
  const results = await Promise.all([take(camille), take(samuel)]);
  const owner = await findOwner(id);
  const ownerName = owner === camille ? "Camille Roy" : "Samuel Côté";
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results).toContainEqual({ ok: false, code: "changed_meanwhile", ownerName });
  expect(await listAssignments(id)).toEqual([["assigned", owner, owner]]);
});

test("a lead is given on, let go, and each is in its history; a second press is nothing", async () => {
  const { reference, id } = await storeLead();
  const give = (seenUserId: string | null, toUserId: string | null) =>
    assignLead({ reference, by: by(camille), seenUserId, toUserId });
  expect(await give(null, samuel)).toEqual({ ok: true });
  expect(await give(null, samuel)).toEqual({ ok: true });
  expect(await give(samuel, camille)).toEqual({ ok: true });
  expect(await give(camille, null)).toEqual({ ok: true });
  expect(await give(camille, samuel)).toEqual({
    ok: false,
    code: "changed_meanwhile",
    ownerName: null,
  });
  expect(await listAssignments(id)).toEqual([
    ["assigned", camille, samuel],
    ["assigned", camille, camille],
    ["unassigned", camille, camille],
  ]);
});

test("a lead goes only to somebody who works leads, and an unknown one to nobody", async () => {
  const { reference } = await storeLead();
  const buyer = await storeStaff("Amara Okafor");
  await db().update(userTable).set({ role: "buyer" }).where(eq(userTable.id, buyer));
  const give = { by: by(camille), seenUserId: null, toUserId: buyer };
  expect(await assignLead({ ...give, reference })).toEqual({ ok: false, code: "not_staff" });
  expect(await assignLead({ ...give, reference: "NBDY2345" })).toEqual({
    ok: false,
    code: "not_found",
  });
});

test("whoever may no longer work leads loses the open ones and stays named at the others", async () => {
  const leaver = await storeStaff("Leaving Soon");
  const open = await storeLead();
  const closed = await storeLead({ status: "closed" });
  for (const { reference } of [open, closed])
    await assignLead({ reference, by: by(camille), seenUserId: null, toUserId: leaver });
  await db().transaction(async (transaction) => {
    await lockOpenLeadsOf(transaction, leaver);
    await takeLeadsFrom(transaction, { id: leaver, role: "admin" });
  });
  expect(await findOwner(open.id)).toBe(leaver);
  await db().transaction((transaction) =>
    takeLeadsFrom(transaction, { id: leaver, role: "buyer" }),
  );
  expect(await findOwner(open.id)).toBeNull();
  expect(await findOwner(closed.id)).toBe(leaver);
  expect((await listAssignments(open.id)).at(-1)).toEqual(["unassigned", null, leaver]);
});

afterEach(async () => {
  await setAssignmentMethod(by(camille), "by_hand");
  await db().delete(assigneeTable);
});

async function storeByRule() {
  const lead = await storeLead();
  await db().transaction((transaction) => assignByRule(transaction, lead));
  return findOwner(lead.id);
}

test.each(["round_robin", "least_open"] as const)(
  "two leads at once go to two people: %s",
  async (method) => {
    const team = [await storeStaff("First"), await storeStaff("Second")];
    for (const id of team) await saveAssignee(by(camille), id, { getsLeads: "yes" });
    await setAssignmentMethod(by(camille), method);
    const owners = await Promise.all([storeByRule(), storeByRule()]);
    expect(owners.toSorted()).toEqual(team.toSorted());
  },
);

test("without a rule nobody gets a lead, nor does somebody who is no longer staff", async () => {
  const [former] = [await storeStaff("Former")];
  await saveAssignee(by(camille), former, { getsLeads: "yes" });
  expect(await storeByRule()).toBeNull();
  await setAssignmentMethod(by(camille), "least_open");
  await db().update(userTable).set({ role: "buyer" }).where(eq(userTable.id, former));
  expect(await storeByRule()).toBeNull();
  expect(await saveAssignee(by(camille), former, { getsLeads: "yes" })).toBe(false);
});
