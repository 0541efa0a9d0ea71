import type { LeadKind } from "#values/lead-kind.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { listActiveDealerships, matchDealership } from "./dealership-queries.server.ts";
import type { Location } from "./dealership.ts";
import { storeDealershipRow } from "./dealership.fixture.ts";
import { dealershipTable } from "./dealership.table.ts";

useTestDatabase();

beforeEach(async () => {
  await db().delete(leadTable);
  await db().delete(dealershipTable);
});

const TORONTO = { provinceCode: "ON", lat: 43.7, lon: -79.42 } as const;
const LEAD = { kind: "pre_approval", ...TORONTO } as const;

async function open(name: string, changes: Partial<typeof dealershipTable.$inferInsert> = {}) {
  const stored = { name, ...TORONTO, takesLeadKinds: ["pre_approval" as const], ...changes };
  return (await storeDealershipRow(stored)).id;
}

async function giveLead(dealershipId: string, reference: string, receivedAt = new Date()) {
  const [submission] = await db()
    .insert(submissionTable)
    .values({
      id: crypto.randomUUID(),
      reference,
      formName: "call-back",
      formVersion: 1,
      locale: "en",
      answers: {},
      submittedAt: receivedAt,
    })
    .returning({ id: submissionTable.id });
  await db().insert(leadTable).values({
    reference,
    submissionId: submission!.id,
    kind: "pre_approval",
    firstName: "A",
    lastName: "B",
    locale: "en",
    dealershipId,
    receivedAt,
  });
}

const matchedName = async (
  lead: Location & { kind: LeadKind; sellingDealershipId?: string } = LEAD,
) => (await db().transaction((transaction) => matchDealership(transaction, lead)))?.name ?? null;

describe("matchDealership", () => {
  it.each<[string, Partial<typeof dealershipTable.$inferInsert>]>([
    ["is closed", { active: false }],
    ["does not take the kind", { takesLeadKinds: ["call_back"] }],
    ["does not serve the province", { servedProvinces: ["QC"] }],
  ])("passes over one that %s", async (_, changes) => {
    await open("Only One", changes);
    expect(await matchedName()).toBeNull();
  });

  it("goes to the one with fewer leads of the last 30 days, in turn", async () => {
    const first = await open("A Autos");
    const second = await open("B Autos");
    const longAgo = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
    await giveLead(second, "OLD-1", longAgo);
    await giveLead(second, "OLD-2", longAgo);
    await giveLead(first, "NEW-1");
    expect(await matchedName()).toBe("B Autos");
    await giveLead(second, "NEW-2");
    expect(await matchedName()).toBe("A Autos");
  });

  it.each<[string, Partial<typeof dealershipTable.$inferInsert>, string]>([
    ["however far it is and however many it has", {}, "Seller"],
    ["unless it is closed", { active: false }, "Near"],
    ["unless it takes no such leads", { takesLeadKinds: ["call_back"] }, "Near"],
    ["unless it serves another province only", { servedProvinces: ["QC"] }, "Near"],
  ])("goes to the one whose car it is about, %s", async (_, changes, expected) => {
    await open("Near");
    const sellingDealershipId = await open("Seller", { lat: 48.38, lon: -89.25, ...changes });
    await giveLead(sellingDealershipId, crypto.randomUUID());
    expect(await matchedName({ ...LEAD, sellingDealershipId })).toBe(expected);
  });

  it("matches by province alone where the place was typed by hand", async () => {
    await open("Far Autos", { lat: 48.38, lon: -89.25 });
    expect(await matchedName({ ...LEAD, lat: null, lon: null })).toBe("Far Autos");
  });
});

it("lists open dealerships by province", async () => {
  await open("B Autos");
  await open("A Autos", { provinceCode: "AB", city: "Calgary" });
  await open("Closed", { active: false });
  expect((await listActiveDealerships()).map(({ name }) => name)).toEqual(["A Autos", "B Autos"]);
});
