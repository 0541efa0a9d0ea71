import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { recordAct } from "#domain/audit/record-audit.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { readSearch } from "#domain/inbox/inbox-filter.ts";
import { recordConsents } from "#domain/lead/consents.server.ts";
import { storeLead, storeStaff } from "#domain/lead/lead.fixture.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { useTestVault } from "#platform/vault/test-vault.server.ts";
import { contactTable } from "./contact.table.ts";
import {
  CONTACTS_PER_PAGE,
  findContact,
  findContactOfLead,
  listContactViews,
  listContacts,
} from "./contacts.server.ts";

useTestDatabase();
useTestVault();

beforeEach(async () => {
  await db().delete(leadTable);
});

type Sender = Parameters<typeof storeLead>[0];
const ADA = { firstName: "Ada", lastName: "Côté", email: "ada@example.com", phone: "+14185550147" };

const contactOf = async (sender: Sender) => {
  const { id } = await storeLead(sender);
  return (await findContactOfLead(id))?.id ?? null;
};

describe("whose lead it is", () => {
  test.each<[string, Sender, boolean]>([
    ["the same address in capitals", { email: "ADA@Example.com", firstName: "A." }, true],
    [
      "the same number and name without accents",
      { ...ADA, email: "a@x.ca", lastName: "cote" },
      true,
    ],
    [
      "the same number, names the other way round",
      { phone: ADA.phone, firstName: "Côté", lastName: "Ada" },
      true,
    ],
    [
      "the same number and another name",
      { phone: ADA.phone, firstName: "Bo", lastName: "Côté" },
      false,
    ],
    ["the same number without a name", { phone: ADA.phone, firstName: "", lastName: "" }, false],
    ["the same name alone", { firstName: "Ada", lastName: "Côté", email: "other@x.ca" }, false],
  ])("%s", async (_title, sender, isSame) => {
    const first = await contactOf(ADA);
    expect((await contactOf(sender)) === first).toBe(isSame);
  });

  test("a sender without an address and a number is nobody's", async () => {
    expect(await contactOf({ firstName: "Ada", lastName: "Côté" })).toBeNull();
    expect(await db().$count(contactTable)).toBe(0);
  });

  test("one whose address comes later is known from then on", async () => {
    const first = await contactOf(ADA);
    const lead = await storeLead({ firstName: "", lastName: "" });
    await db().update(leadTable).set({ email: ADA.email }).where(eq(leadTable.id, lead.id));
    expect(await findContactOfLead(lead.id)).toEqual({ id: first, leads: 2 });
  });

  test("a corrected address stays with the person, and finds them", async () => {
    const lead = await storeLead(ADA);
    const before = await findContactOfLead(lead.id);
    await db().update(leadTable).set({ email: "new@example.org" }).where(eq(leadTable.id, lead.id));
    expect(await findContactOfLead(lead.id)).toEqual(before);
    const find = async (typed: string) =>
      (await listContacts(readSearch(typed), null)).contacts.length;
    expect([await find("new@example.org"), await find("ada@example.com")]).toEqual([1, 0]);
  });

  test("two first requests of one address at once are one person's", async () => {
    const stored = await Promise.all(Array.from({ length: 4 }, () => contactOf(ADA)));
    expect(new Set(stored).size).toBe(1);
    expect(await db().$count(contactTable)).toBe(1);
  });

  test("a person goes with their last request", async () => {
    const [first, second] = [await storeLead(ADA), await storeLead(ADA)];
    await db().delete(leadTable).where(eq(leadTable.id, first.id));
    expect(await findContactOfLead(second.id)).toMatchObject({ leads: 1 });
    await db().delete(leadTable).where(eq(leadTable.id, second.id));
    expect(await db().$count(contactTable)).toBe(0);
  });
});

test("people are found by name, address and number, the last active first", async () => {
  await storeLead({ ...ADA, receivedAt: new Date("2026-11-01T12:00:00Z") });
  await storeLead({
    email: "bo@example.com",
    firstName: "Bo",
    receivedAt: new Date("2026-11-02T12:00:00Z"),
  });
  await storeLead({ ...ADA, firstName: "Adèle", receivedAt: new Date("2026-11-03T12:00:00Z") });
  const names = async (typed: string) =>
    (await listContacts(readSearch(typed), null)).contacts.map(({ firstName, leads }) => [
      firstName,
      leads,
    ]);
  expect(await names("")).toEqual([
    ["Adèle", 2],
    ["Bo", 1],
  ]);
  for (const typed of ["ada", "adele cote", "ADA@example.com", "418-555-0147", "0147"])
    expect(await names(typed), typed).toEqual([["Adèle", 2]]);
  expect(await names("carla")).toEqual([]);
});

test("a page continues after the last contact of the page before", async () => {
  for (let at = 0; at <= CONTACTS_PER_PAGE; at += 1)
    await storeLead({
      email: `p${at}@example.com`,
      receivedAt: new Date(Date.UTC(2026, 10, 1, 0, at)),
    });
  const first = await listContacts(null, null);
  expect([first.contacts.length, first.hasOlder]).toEqual([CONTACTS_PER_PAGE, true]);
  const second = await listContacts(null, first.contacts.at(-1)?.id ?? null);
  expect(second.contacts.map(({ email }) => email)).toEqual(["p0@example.com"]);
  expect(second.hasOlder).toBe(false);
});

test("a person has their requests, accounts, consents and the views of them", async () => {
  const lead = await storeLead(ADA);
  await db()
    .insert(userTable)
    .values([
      { id: "hers", name: "Ada", email: ADA.email, emailVerified: true },
      { id: "unproved", name: "Mallory", email: "mallory@example.com" },
    ]);
  await recordConsents(db(), lead.submissionId, [
    {
      purpose: "contact_about_request",
      text: "Yes",
      textVersion: 1,
      locale: "en",
      channel: "staff:phone",
      givenAt: new Date(),
    },
  ]);
  const staff = await storeStaff("Olive");
  const id = (await findContactOfLead(lead.id))?.id ?? "";
  const by = { kind: "staff", accountId: staff } as const;
  await recordAct({ by, action: "lead_viewed", on: { kind: "lead", id: lead.reference } });
  await recordAct({ by, action: "contact_viewed", on: { kind: "contact", id } });
  const found = await findContact(id);
  expect(found?.leads.map(({ reference }) => reference)).toEqual([lead.reference]);
  expect(found?.accounts.map((account) => account.id)).toEqual(["hers"]);
  expect(found?.consents).toMatchObject([{ channel: "staff:phone", reference: lead.reference }]);
  expect(found && (await listContactViews(found))).toMatchObject([
    { byName: "Olive", reference: null },
    { byName: "Olive", reference: lead.reference },
  ]);
  expect(await findContact("no-id")).toBeNull();
});
