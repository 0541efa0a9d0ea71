import { asc } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { auditTable } from "#domain/audit/audit.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { storeDealershipRow } from "./dealership.fixture.ts";
import { findDealership, matchDealership } from "./dealership-queries.server.ts";
import { dealershipTable } from "./dealership.table.ts";
import { saveDealership, setDealershipActive } from "./save-dealership.server.ts";

useTestDatabase();
useTestVault();

beforeEach(async () => {
  await db().delete(leadTable);
  await db().delete(dealershipTable);
});

const ADMIN = { id: "ada", role: "admin" } as const;

const ANSWERS = {
  name: "Garage du Fleuve",
  licenceNumber: "DEMO-000",
  leadEmail: "leads@fleuve.example",
  phone: "+15145550171",
  streetAddress: "12, rue Exemple",
  city: "Montreal",
  province: "QC",
  postalCode: "H2X 1Y4",
  servedRadius: 150,
  servedProvinces: "ON,NB",
  takesLeadKinds: "pre_approval,call_back",
} as const;

async function save(changes: { leadEmail?: string } = {}, id: string | null = null) {
  const saved = await saveDealership(ADMIN, id, { ...ANSWERS, ...changes });
  if (!saved.ok) throw new Error(saved.code);
  return saved.id;
}

test("is stored where its town is, serves its own province too, and takes leads at once", async () => {
  const id = await save();
  expect(await findDealership(db(), id)).toMatchObject({
    licenceNumber: "DEMO-000",
    city: "Montreal",
    lat: expect.closeTo(45.5, 0),
    lon: expect.closeTo(-73.6, 0),
    servedProvinces: expect.arrayContaining(["QC", "ON", "NB"]),
    takesLeadKinds: ["pre_approval", "call_back"],
    active: true,
  });
  const lead = { kind: "pre_approval", provinceCode: "QC", lat: 45.5, lon: -73.6 } as const;
  const matched = () => db().transaction((transaction) => matchDealership(transaction, lead));
  expect((await matched())?.id).toBe(id);
  await setDealershipActive(ADMIN, id, false);
  expect(await matched()).toBeNull();
  await setDealershipActive(ADMIN, id, true);
  expect((await matched())?.id).toBe(id);
  const records = await db()
    .select({ action: auditTable.action, on: auditTable.thingId })
    .from(auditTable)
    .orderBy(asc(auditTable.position));
  expect(records).toEqual([
    { action: "dealership_changed", on: id },
    { action: "dealership_paused", on: id },
    { action: "dealership_resumed", on: id },
  ]);
});

test("keeps its id and its own name when it is changed, and takes no other's", async () => {
  const id = await save();
  await storeDealershipRow({ name: "Lakeshore Auto" });
  expect(await save({ leadEmail: "crm@fleuve.example" }, id)).toBe(id);
  expect((await findDealership(db(), id))?.leadEmail).toBe("crm@fleuve.example");
  expect(await saveDealership(ADMIN, id, { ...ANSWERS, name: "Lakeshore Auto" })).toEqual({
    ok: false,
    code: "name_taken",
  });
});

test("two of one name at the same instant: one is stored, the other is told", async () => {
  const saved = await Promise.all([
    saveDealership(ADMIN, null, ANSWERS),
    saveDealership(ADMIN, null, ANSWERS),
  ]);
  expect(saved.filter(({ ok }) => ok)).toHaveLength(1);
});

test("is refused where nobody knows its town, and where it is gone", async () => {
  expect(await saveDealership(ADMIN, null, { ...ANSWERS, city: "Nowhereville" })).toEqual({
    ok: false,
    code: "town_unknown",
  });
  expect(await saveDealership(ADMIN, crypto.randomUUID(), ANSWERS)).toEqual({
    ok: false,
    code: "no_such_dealership",
  });
});
