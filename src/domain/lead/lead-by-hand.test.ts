import { asc, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { messageTable } from "#domain/notification/message.table.ts";
import { findLead } from "#domain/lead/lead-queries.server.ts";
import { db } from "#platform/database/database.server.ts";
import { useSite } from "#server/site.fixture.ts";
import { addLeadByHand } from "./lead-by-hand.server.ts";
import { storeStaff } from "./lead.fixture.ts";

useSite();

let by: { id: string; role: "staff" };
beforeAll(async () => {
  by = { id: await storeStaff("Camille Roy"), role: "staff" };
});

const CALLER = {
  name: "Zoé Prise",
  phone: "+15145550142",
  email: "zoe.prise@example.org",
  leadKind: "pre_approval",
  source: "phone",
  language: "fr",
  town: { text: "Laval, QC", province: "QC", city: "Laval", lat: 45.6, lon: -73.7 },
  message: "Cherche un VUS",
} as const;

const listMails = (leadId: string) =>
  db()
    .select({ event: messageTable.event })
    .from(messageTable)
    .where(eq(messageTable.leadId, leadId))
    .orderBy(asc(messageTable.id));

test("is a lead like any other, with who wrote it down and how its consents were given", async () => {
  const reference = await addLeadByHand(by, {
    ...CALLER,
    agreedTo: "contact_about_request",
    agreedBy: "phone",
  });
  const found = await findLead(reference);
  expect(found?.lead).toMatchObject({
    kind: "pre_approval",
    status: "new",
    firstName: "Zoé",
    lastName: "Prise",
    phone: "+15145550142",
    phoneVerifiedAt: null,
    city: "Laval",
    provinceCode: "QC",
    locale: "fr",
    source: "phone",
    dueAt: expect.any(Date),
  });
  expect(found?.events.map(({ kind, byName }) => [kind, byName])).toContainEqual([
    "entered",
    "Camille Roy",
  ]);
  expect(found?.consents).toMatchObject([
    { purpose: "contact_about_request", channel: "staff:phone", locale: "fr" },
  ]);
  expect(await listMails(found?.lead.id ?? "")).toEqual([]);
});

test("confirms only if that was asked for, by the page that any request has", async () => {
  const reference = await addLeadByHand(by, { ...CALLER, confirm: "mail" });
  const found = await findLead(reference);
  expect(await listMails(found?.lead.id ?? "")).toEqual([{ event: "lead_confirmation" }]);
  expect(found?.consents).toEqual([]);
});
