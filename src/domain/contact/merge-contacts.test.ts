import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { mayBeContacted, recordConsents, withdrawConsent } from "#domain/lead/consents.server.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { eraseLead } from "#domain/lead/erase-lead.server.ts";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { contactLeadTable, contactTable } from "./contact.table.ts";
import { findContact, findContactOfLead, listContacts } from "./contacts.server.ts";
import {
  findSurvivor,
  listDuplicatePairs,
  listDuplicates,
  listMerges,
  PAIRS_PER_PAGE,
} from "./duplicates.server.ts";
import { keepContactsApart, mergeContacts, separateContacts } from "./merge-contacts.server.ts";

useTestDatabase();
useTestVault();

let by: { id: string; role: "staff" };

beforeEach(async () => {
  await db().delete(leadTable);
  by = { id: await storeStaff("Olive"), role: "staff" };
});

const ADA = { firstName: "Ada", lastName: "Roy", email: "ada@example.com", city: "Laval" };
const OTHER = { ...ADA, email: "ada@work.example" };

type Lead = Awaited<ReturnType<typeof storeLead>>;
const contactOf = async ({ id }: Lead) => (await findContactOfLead(id))?.id ?? "";
const merge = (survivorId: string, mergedId: string) => mergeContacts({ survivorId, mergedId, by });
const lastMerge = async (id: string) => (await listMerges(id))[0]?.id ?? "";
/** Whose each lead is, and by which words each person is found. */
const everything = async () => ({
  leads: await db()
    .select({ lead: contactLeadTable.leadId, contact: contactLeadTable.contactId })
    .from(contactLeadTable)
    .orderBy(contactLeadTable.leadId),
  contacts: await db()
    .select({
      id: contactTable.id,
      at: contactTable.activeAt,
      words: sql`${contactTable.words}::text`,
    })
    .from(contactTable)
    .orderBy(contactTable.id),
});

describe("who may be the same person", () => {
  test("all pairs are listed once, page by page", async () => {
    for (let number = 0; number < 8; number += 1)
      await storeLead({
        ...ADA,
        firstName: `N${number}`,
        email: `${number}@x.ca`,
        phone: "+14185550147",
      });
    const first = await listDuplicatePairs(null);
    const second = await listDuplicatePairs(first.pairs.at(-1) ?? null);
    expect(first).toMatchObject({ hasOlder: true });
    expect(first.pairs).toHaveLength(PAIRS_PER_PAGE);
    expect(second).toMatchObject({ hasOlder: false });
    const pairs = [...first.pairs, ...second.pairs].map(
      ({ newerId, olderId }) => newerId + olderId,
    );
    expect(new Set(pairs).size).toBe((8 * 7) / 2);
  });

  test.each([
    ["the same number", { firstName: "Bo", email: "bo@x.ca", phone: "+14185550147" }, ["phone"]],
    [
      "the same name and town",
      { firstName: "ROY", lastName: "Âda", email: "a@x.ca", city: "laval" },
      ["name"],
    ],
    ["number, name and town", { ...OTHER, firstName: "Adah", phone: "+14185550147" }, ["phone"]],
    ["the same name in another town", { ...OTHER, city: "Lévis" }, null],
    ["the same name without a town", { firstName: "Ada", lastName: "Roy", email: "a@x.ca" }, null],
    ["the same town alone", { ...OTHER, firstName: "Bo" }, null],
  ])("%s", async (_title, sender, reasons) => {
    const first = await contactOf(await storeLead({ ...ADA, phone: "+14185550147" }));
    const second = await contactOf(await storeLead(sender));
    expect(second).not.toBe(first);
    expect(await listDuplicates(first)).toEqual(reasons ? [{ id: second, reasons }] : []);
    expect(await listDuplicates(second)).toEqual(reasons ? [{ id: first, reasons }] : []);
    expect((await listDuplicatePairs(null)).pairs).toEqual(
      reasons ? [{ newerId: second, olderId: first, reasons }] : [],
    );
  });

  test("no longer those whom somebody told apart", async () => {
    const first = await contactOf(await storeLead(ADA));
    const second = await contactOf(await storeLead(OTHER));
    expect(await keepContactsApart(second, first, by)).toBe(true);
    expect(await listDuplicates(first)).toEqual([]);
    expect(await listDuplicates(second)).toEqual([]);
    expect((await listDuplicatePairs(null)).pairs).toEqual([]);
    expect(await keepContactsApart(second, "0f0e0d0c-1111-4222-8333-444455556666", by)).toBe(false);
  });
});

test("what is merged is one person, and separating them gives back exactly what was", async () => {
  const leads = [await storeLead(ADA), await storeLead(ADA), await storeLead(OTHER)];
  const [first, , second] = await Promise.all(leads.map(contactOf));
  if (!first || !second) throw new Error("Two contacts are needed.");
  const before = await everything();
  expect(await merge(first, second)).toEqual({ ok: true });
  expect((await findContact(first))?.leads).toHaveLength(3);
  expect(await findContact(second)).toBeNull();
  expect(await findSurvivor(second)).toBe(first);
  expect((await listContacts(null, null)).contacts.map(({ id }) => id)).toEqual([first]);
  expect(await listMerges(first)).toMatchObject([
    { byName: "Olive", references: [leads[2]?.reference] },
  ]);
  const separated = await separateContacts(await lastMerge(first), by);
  expect(separated).toEqual({ ok: true, mergedId: second });
  expect(await everything()).toEqual(before);
  expect(await listDuplicates(first)).toEqual([]);
});

test("a lead that comes after the merge is the survivor's, and stays", async () => {
  const first = await contactOf(await storeLead(ADA));
  const moved = await storeLead(OTHER);
  const second = await contactOf(moved);
  await merge(first, second);
  const later = await storeLead(OTHER);
  expect(await contactOf(later)).toBe(first);
  await separateContacts(await lastMerge(first), by);
  expect([await contactOf(moved), await contactOf(later)]).toEqual([second, first]);
});

test("of two merges at once one wins, whichever way round they go", async () => {
  const first = await contactOf(await storeLead(ADA));
  const second = await contactOf(await storeLead(OTHER));
  const results = await Promise.all([merge(first, second), merge(second, first)]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results).toContainEqual({ ok: false, code: "merged_already" });
});

test("a request that arrives during a merge ends with the survivor", async () => {
  const first = await contactOf(await storeLead(ADA));
  const second = await contactOf(await storeLead(OTHER));
  const [, ...leads] = await Promise.all([
    merge(first, second),
    ...Array.from({ length: 5 }, () => storeLead(OTHER)),
  ]);
  const contacts = await Promise.all(leads.map(contactOf));
  expect(new Set(contacts)).toEqual(new Set([first]));
});

test("merges are undone from the last one back", async () => {
  const [a, b, c] = await Promise.all(
    ["a", "b", "c"].map(async (name) =>
      contactOf(await storeLead({ ...ADA, email: `${name}@x.ca` })),
    ),
  );
  if (!a || !b || !c) throw new Error("Three contacts are needed.");
  const before = await everything();
  await merge(b, a);
  const inner = await lastMerge(b);
  await merge(c, b);
  expect(await findSurvivor(a)).toBe(c);
  expect(await separateContacts(inner, by)).toEqual({ ok: false, code: "merged_further" });
  expect(await separateContacts(await lastMerge(c), by)).toMatchObject({ ok: true });
  expect(await separateContacts(inner, by)).toMatchObject({ ok: true });
  expect(await everything()).toEqual(before);
  expect(await separateContacts(inner, by)).toEqual({ ok: false, code: "not_found" });
});

describe("a person who was erased", () => {
  const erase = (lead: Lead) =>
    db().transaction((transaction) => eraseLead(transaction, lead, { isSenderNotified: false }));

  test("cannot be merged", async () => {
    const first = await contactOf(await storeLead(ADA));
    const lead = await storeLead(OTHER);
    const second = await contactOf(lead);
    await erase(lead);
    expect(await merge(first, second)).toEqual({ ok: false, code: "not_found" });
  });

  test("leaves no trace of a merge", async () => {
    const [kept, lead] = [await storeLead(ADA), await storeLead(OTHER)];
    const [first, second] = [await contactOf(kept), await contactOf(lead)];
    await merge(first, second);
    await erase(lead);
    expect(await listMerges(first)).toEqual([]);
    expect((await everything()).contacts.map(({ id }) => id)).toEqual([first]);
    await erase(kept);
    expect((await everything()).contacts).toEqual([]);
  });

  test("is separated from a survivor who was erased", async () => {
    const [kept, lead] = [await storeLead(ADA), await storeLead(OTHER)];
    const [first, second] = [await contactOf(kept), await contactOf(lead)];
    await merge(first, second);
    await erase(kept);
    expect(await separateContacts(await lastMerge(first), by)).toEqual({
      ok: true,
      mergedId: second,
    });
    expect(await contactOf(lead)).toBe(second);
    expect((await everything()).contacts.map(({ id }) => id)).toEqual([second]);
  });
});

test("a withdrawn consent stays withdrawn, and no lead takes another's", async () => {
  const leads = [await storeLead(ADA), await storeLead(OTHER)] as const;
  const [agreed, other] = leads;
  await recordConsents(db(), agreed.submissionId, [
    {
      purpose: "contact_about_request",
      text: "Yes",
      textVersion: 1,
      locale: "en",
      channel: "web",
      givenAt: new Date(),
    },
  ]);
  const may = () => Promise.all(leads.map((lead) => mayBeContacted(db(), lead.submissionId)));
  const [first, second] = [await contactOf(agreed), await contactOf(other)];
  await merge(first, second);
  expect(await may()).toEqual([true, false]);
  const [consent] = await db()
    .select()
    .from(consentTable)
    .where(eq(consentTable.submissionId, agreed.submissionId));
  await withdrawConsent(consent?.id ?? "");
  expect(await may()).toEqual([false, false]);
  await separateContacts(await lastMerge(first), by);
  expect(await may()).toEqual([false, false]);
});
