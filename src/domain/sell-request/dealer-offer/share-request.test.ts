import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { withdrawConsent } from "#domain/lead/consents.server.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import type { Seller } from "./answer-offer.server.ts";
import { recordChoice, stopSharing } from "./seller-choice.server.ts";
import { shareConsent, storeDealership, storeSellRequest } from "./dealer-offer.fixture.ts";
import { useSite } from "#server/site.fixture.ts";

let dealerships: Awaited<ReturnType<typeof storeDealership>>[];

useSite();
beforeAll(async () => {
  dealerships = [await storeDealership("Lakeshore Lane"), await storeDealership("Queen Street")];
});

const listStates = async (leadId: string) => {
  const rows = await db()
    .select({ state: messageTable.state })
    .from(messageTable)
    .where(and(eq(messageTable.leadId, leadId), eq(messageTable.event, "lead_adf")));
  return rows.map(({ state }) => state).toSorted();
};

const shareAgain = (seller: Seller) => recordChoice(seller, "dealership_offers", shareConsent());

test("who stops before anything went out and shares again reaches every dealership, once", async () => {
  const { reference, leadId, submissionId } = await storeSellRequest();
  const seller: Seller = { reference, way: "browser", userId: null };
  await stopSharing(seller);
  expect(await listStates(leadId)).toEqual(["withdrawn", "withdrawn"]);
  expect(await shareAgain(seller)).toEqual({ ok: true });
  // The same by the other door, and once more.
  const [given] = await db()
    .select({ id: consentTable.id })
    .from(consentTable)
    .where(eq(consentTable.submissionId, submissionId));
  await withdrawConsent(given!.id);
  expect(await shareAgain(seller)).toEqual({ ok: true });
  await sendDueMessages();
  const sentTo = async (leadEmail: string) =>
    (await listOutbox({ limit: 200 })).filter(
      ({ to, subject }) => to === leadEmail && subject?.includes(reference),
    );
  expect(await listStates(leadId)).toEqual(["sent", "sent"]);
  for (const { leadEmail } of dealerships) expect(await sentTo(leadEmail)).toHaveLength(1);

  // What a dealership has it does not get again.
  await stopSharing(seller);
  const before = await listStates(leadId);
  expect(await shareAgain(seller)).toEqual({ ok: true });
  expect(await listStates(leadId)).toEqual(before);
  await sendDueMessages();
  for (const { leadEmail } of dealerships) expect(await sentTo(leadEmail)).toHaveLength(1);
});
