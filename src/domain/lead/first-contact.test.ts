import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { actAt } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import { useTestDatabase } from "#platform/database/test-database.server.ts";
import { newReference } from "#values/reference.ts";
import { createLead } from "./create-lead.server.ts";
import { recordFirstContact } from "./first-contact.server.ts";
import { NAME_ONLY, storeLead } from "./lead.fixture.ts";
import { leadTable } from "./lead.table.ts";
import { submissionTable } from "./submission.table.ts";

useTestDatabase();

const MONDAY_MORNING = new Date("2026-11-23T15:00:00Z");

test("a new lead is due when its sender was promised to be contacted", async () => {
  const created = await db().transaction(async (transaction) => {
    const [submissionId, reference] = [randomUUID(), newReference()];
    const sent = { formName: "call-back", formVersion: 1, locale: "en", answers: {} } as const;
    await transaction.insert(submissionTable).values({ id: submissionId, reference, ...sent });
    return createLead(transaction, {
      reference,
      submissionId,
      locale: "en",
      facts: { ...NAME_ONLY, kind: "call_back", email: "noah@example.com" },
      mayShare: false,
      waitsForStaff: false,
      dealershipId: null,
      sellingDealershipId: null,
      mayContact: true,
      receivedAt: MONDAY_MORNING,
    });
  });
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.id, created.id));
  expect(lead?.dueAt).toEqual(new Date("2026-11-23T23:00:00Z"));
  expect(lead?.firstContactAt).toBeNull();
});

test("the first contact stays the first one", async () => {
  const { id } = await storeLead();
  const record = (at: Date, how: "call" | "sms") =>
    actAt(at, () => db().transaction((transaction) => recordFirstContact(transaction, id, how)));
  await record(MONDAY_MORNING, "call");
  await record(new Date("2026-11-24T15:00:00Z"), "sms");
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.id, id));
  expect(lead).toMatchObject({ firstContactAt: MONDAY_MORNING, firstContactBy: "call" });
});
