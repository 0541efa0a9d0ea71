import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { mayBeShared, withdrawConsent } from "#domain/lead/consents.server.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { sendDueMessages } from "#domain/notification/notification.fixture.ts";
import { db } from "#platform/database/database.server.ts";
import { crossing } from "#platform/database/lock-wait.fixture.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { acceptOffer, type Seller, undoDecline } from "./answer-offer.server.ts";
import { listInvitedNames } from "./sell-request-lead.server.ts";
import { recordChoice, stopSharing } from "./seller-choice.server.ts";
import {
  inDays,
  readOfferStates,
  shareConsent,
  storeDealership,
  storeOffer,
  storeSellRequest,
} from "./dealer-offer.fixture.ts";
import { makeOffer } from "./make-offer.server.ts";
import { withdrawSellRequest } from "./withdraw-request.server.ts";
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
  // The consent is withdrawn on the other page, and given once more.
  const [input] = await db()
    .select({ id: consentTable.id })
    .from(consentTable)
    .where(eq(consentTable.submissionId, submissionId));
  await withdrawConsent(input!.id);
  expect(await shareAgain(seller)).toEqual({ ok: true });
  await sendDueMessages();
  const sentTo = async (leadEmail: string) =>
    (await listOutbox({ limit: 200 })).filter(
      ({ to, subject }) => to === leadEmail && subject?.includes(reference),
    );
  expect(await listStates(leadId)).toEqual(["sent", "sent"]);
  for (const { leadEmail } of dealerships) expect(await sentTo(leadEmail)).toHaveLength(1);

  // A dealership that has the request does not get it again.
  await stopSharing(seller);
  const before = await listStates(leadId);
  expect(await shareAgain(seller)).toEqual({ ok: true });
  expect(await listStates(leadId)).toEqual(before);
  await sendDueMessages();
  for (const { leadEmail } of dealerships) expect(await sentTo(leadEmail)).toHaveLength(1);
});

test("a request that its sender withdrew goes to nobody any more, whoever presses on a page of before", async () => {
  const [lakeshore, queen] = [dealerships[0]!, dealerships[1]!];
  const { reference, leadId, submissionId } = await storeSellRequest();
  const seller: Seller = { reference, way: "browser", userId: null };
  const offer = await storeOffer(lakeshore, reference);
  await db().transaction((transaction) =>
    withdrawSellRequest(transaction, seller, { byUserId: null }),
  );
  const terms = { amountCad: 15_000, validUntil: inDays(7), conditions: "" };
  for (const press of [
    () => shareAgain(seller),
    () => undoDecline(seller, offer),
    () => acceptOffer(seller, offer),
    () => makeOffer(queen, reference, { id: randomUUID(), seenOfferId: null, ...terms }),
  ])
    expect(await press()).toEqual({ ok: false, code: "not_found" });
  expect(await mayBeShared(db(), submissionId)).toBe(false);
  expect(await readOfferStates(leadId)).toEqual({ [offer]: "declined" });
  expect(await listStates(leadId)).toEqual(["withdrawn", "withdrawn"]);
});

test("who shares a request in one window while they withdraw it in another has withdrawn it", async () => {
  const { reference, submissionId } = await storeSellRequest({ isShared: false });
  const seller: Seller = { reference, way: "browser", userId: null };
  const [, shared] = await crossing(
    (transaction) => withdrawSellRequest(transaction, seller, { byUserId: null }),
    () => shareAgain(seller),
  );
  expect(shared).toEqual({ ok: false, code: "not_found" });
  expect(await mayBeShared(db(), submissionId)).toBe(false);
});

test("however many dealerships reach the place, a request goes to three", async () => {
  const further = [
    await storeDealership("Spadina Motors"),
    await storeDealership("Don Valley Cars"),
  ];
  const { leadId } = await storeSellRequest();
  expect(await listInvitedNames(leadId)).toHaveLength(3);
  expect(await listStates(leadId)).toHaveLength(3);
  for (const { dealershipId } of further)
    await db()
      .update(dealershipTable)
      .set({ active: false })
      .where(eq(dealershipTable.id, dealershipId));
});
