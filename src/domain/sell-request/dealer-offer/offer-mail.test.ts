import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendOver } from "#domain/lead/delivery/delivery-channel.server.ts";
import { deliveryTable } from "#domain/lead/delivery/delivery.table.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission/submission.table.ts";
import { registerIntake } from "#domain/lead/submission/intake-registry.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { startMarket } from "#domain/listing/listing.fixture.ts";
import { sellCarIntake } from "#domain/sell-request/sell-car-intake.server.ts";
import { acceptOffer, declineOffer, type Seller, undoDecline } from "./answer-offer.server.ts";
import { withdrawOffer } from "./make-offer.server.ts";
import { type OfferMail, sendOfferMail } from "./offer-mail.server.ts";
import { storeDealership, storeOffer, storeSaleRequest } from "./purchase-offer.fixture.ts";
import { isSaleLinkKey } from "./sale-link.server.ts";
import { stopSharing } from "./share-request.server.ts";

const ORIGIN = "https://cars.example.ca";

let close: () => Promise<void>;
let lakeshore: Awaited<ReturnType<typeof storeDealership>>;
let queen: Awaited<ReturnType<typeof storeDealership>>;

beforeAll(async () => {
  close = await startMarket();
  registerIntake(sellCarIntake);
  lakeshore = await storeDealership("Lakeshore Lane");
  queen = await storeDealership("Queen Street");
});
afterAll(() => close());

/** Sends what the queue holds of one kind about a request; answers the mails as the outbox has them. */
async function sent(leadId: string, kind: OfferMail["kind"]) {
  const { rows } = await db().execute<{ data: OfferMail }>(
    sql`select data from pgboss.job
      where data ->> 'leadId' = ${leadId} and data ->> 'kind' = ${kind} order by created_on`,
  );
  const before = new Set((await listOutbox({ limit: 200 })).map(({ id }) => id));
  for (const { data } of rows) expect(await sendOfferMail(data, ORIGIN)).toBe("sent");
  return (await listOutbox({ limit: 200 })).filter(({ id }) => !before.has(id));
}

test("the seller reads of an offer in their language, with a link that is theirs", async () => {
  const request = await storeSaleRequest({ locale: "fr", email: "helene@example.com" });
  await storeOffer(lakeshore, request.reference, 15_250);
  const [mail, ...more] = await sent(request.leadId, "offer_made");
  expect(more).toEqual([]);
  expect(mail?.to).toBe("helene@example.com");
  expect(mail?.subject).toContain(
    "Lakeshore Lane offre 15\u00a0250\u00a0$ pour votre auto (2018 Honda Civic)",
  );
  const address = /https:\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  const link = new URL(address);
  expect(link.pathname).toBe(`/fr/sell-car/sent/${request.reference}`);
  const key = link.searchParams.get("key") ?? "";
  const { reference } = request;
  expect(isSaleLinkKey(key, { reference, email: "helene@example.com" })).toBe(true);
  expect(isSaleLinkKey(key, { reference, email: "other@example.com" })).toBe(false);
});

test("the dealership's people and its address for leads read of the answer; others that it is over", async () => {
  const request = await storeSaleRequest();
  const seller: Seller = { reference: request.reference, way: "browser", userId: null };
  const taken = await storeOffer(lakeshore, request.reference);
  await storeOffer(queen, request.reference);
  await acceptOffer(seller, taken);
  const accepted = await sent(request.leadId, "offer_accepted");
  expect(new Set(accepted.map(({ to }) => to))).toEqual(
    new Set([lakeshore.person.email, lakeshore.leadEmail]),
  );
  for (const { text } of accepted) {
    expect(text).toContain("416-555-0142, jordan.seller@example.com");
    expect(text).toContain(`${ORIGIN}/dealer/requests/${request.reference}`);
    // Only the seller's own mail carries the seller's key.
    expect(text).not.toContain("key=");
  }
  const over = await sent(request.leadId, "offer_passed_over");
  expect(new Set(over.map(({ to }) => to))).toEqual(new Set([queen.person.email, queen.leadEmail]));
  for (const { text } of over) expect(text).not.toContain("jordan.seller@example.com");
});

test("who left the dealership meanwhile reads nothing of it any more", async () => {
  const request = await storeSaleRequest();
  const seller: Seller = { reference: request.reference, way: "browser", userId: null };
  const left = await storeDealership("Harbour Row", { active: false });
  await acceptOffer(seller, await storeOffer(lakeshore, request.reference));
  const about = { leadId: request.leadId, offerId: null, kind: "invited" } as const;
  const to = (userId: string, dealershipId: string) =>
    sendOfferMail(
      { ...about, id: "mail", dealershipId, reader: { who: "member", userId } },
      ORIGIN,
    );
  expect(await to(left.userId, left.dealershipId)).toBe("sent");
  expect(await to(left.userId, lakeshore.dealershipId)).toBe("permanent");
  await db().update(userTable).set({ role: "buyer" }).where(eq(userTable.id, left.userId));
  expect(await to(left.userId, left.dealershipId)).toBe("permanent");
});

test("nobody is asked about a car that is no longer shared; answers to an offer still arrive", async () => {
  const request = await storeSaleRequest();
  const seller: Seller = { reference: request.reference, way: "browser", userId: null };
  const offer = await storeOffer(lakeshore, request.reference);
  await stopSharing(seller);
  const invitation: OfferMail = {
    id: "mail",
    kind: "invited",
    leadId: request.leadId,
    dealershipId: queen.dealershipId,
    offerId: null,
    reader: { who: "member", userId: queen.userId },
  };
  expect(await sendOfferMail(invitation, ORIGIN)).toBe("permanent");
  await acceptOffer(seller, offer);
  expect(await sent(request.leadId, "offer_accepted")).toHaveLength(2);
});

test("a refusal, its taking back and a withdrawal are told to the other side", async () => {
  const request = await storeSaleRequest();
  const seller: Seller = { reference: request.reference, way: "browser", userId: null };
  const offer = await storeOffer(lakeshore, request.reference);
  await declineOffer(seller, offer);
  await undoDecline(seller, offer);
  await withdrawOffer(lakeshore, request.reference, offer);
  expect(await sent(request.leadId, "offer_declined")).toHaveLength(2);
  expect(await sent(request.leadId, "offer_reopened")).toHaveLength(2);
  const [withdrawn] = await sent(request.leadId, "offer_withdrawn");
  expect(withdrawn?.to).toBe("jordan.seller@example.com");
});

test("who is asked reads of the request; the lead itself goes to each with its own name", async () => {
  const request = await storeSaleRequest();
  const invited = await sent(request.leadId, "invited");
  expect(new Set(invited.map(({ to }) => to))).toEqual(
    new Set([lakeshore.person.email, queen.person.email]),
  );
  const deliveries = await db()
    .select({
      delivery: deliveryTable,
      lead: leadTable,
      submission: submissionTable,
      dealership: dealershipTable,
    })
    .from(deliveryTable)
    .innerJoin(leadTable, sql`${leadTable.id} = ${deliveryTable.leadId}`)
    .innerJoin(submissionTable, sql`${submissionTable.id} = ${leadTable.submissionId}`)
    .leftJoin(dealershipTable, sql`${dealershipTable.id} = ${deliveryTable.dealershipId}`)
    .where(sql`${leadTable.id} = ${request.leadId}`);
  for (const each of deliveries) expect(await sendOver(each, ORIGIN)).toMatchObject({ ok: true });
  const outbox = await listOutbox({ limit: 200 });
  for (const { name, leadEmail } of [lakeshore, queen]) {
    const adf = outbox.find(
      ({ to, subject }) => to === leadEmail && subject?.includes(request.reference),
    );
    expect(adf?.text).toMatch(/interest="sell"/);
    expect(adf?.text).toContain(name);
  }
  const confirmation = outbox.find(
    ({ to, text }) =>
      to === "jordan.seller@example.com" &&
      text.includes(request.reference) &&
      text.includes("key="),
  );
  expect(confirmation?.text).toContain("Lakeshore Lane and Queen Street");
});
