import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { messageTable } from "#domain/notification/message.table.ts";
import type { EventName } from "#domain/notification/events/events.ts";
import { sendDueMessages, SITE_ORIGIN } from "#domain/notification/notification.fixture.ts";
import { listDealReferences } from "#domain/deal/deal-queries.server.ts";
import { dealershipMemberTable } from "#domain/dealership/dealership.table.ts";
import { consentTable } from "#domain/lead/consent.table.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { db } from "#platform/database/database.server.ts";
import { listOutbox } from "#platform/outbox/outbox.server.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { acceptOffer, declineOffer, type Seller, undoDecline } from "./answer-offer.server.ts";
import { answerCounter, counterOffer } from "./counter-offer.server.ts";
import { withdrawOffer } from "./make-offer.server.ts";
import { storeDealership, storeOffer, storeSellRequest } from "./dealer-offer.fixture.ts";
import { isLeadLinkKey } from "#domain/lead/lead-link.server.ts";
import { stopSharing } from "./seller-choice.server.ts";
import { useSite } from "#server/site.fixture.ts";

let lakeshore: Awaited<ReturnType<typeof storeDealership>>;
let queen: Awaited<ReturnType<typeof storeDealership>>;

useSite();
beforeAll(async () => {
  lakeshore = await storeDealership("Lakeshore Lane");
  queen = await storeDealership("Queen Street");
});

/** Sends the messages that are owed; returns those of one event about a request from the outbox. */
async function sent(leadId: string, event: EventName) {
  await sendDueMessages();
  const messages = await listMessages(leadId, event);
  expect(new Set(messages.map(({ state }) => state))).toEqual(new Set(["sent"]));
  const ids = new Set(messages.map(({ providerId }) => providerId));
  return (await listOutbox({ limit: 200 })).filter(({ id }) => ids.has(id));
}

async function listMessages(leadId: string, event: EventName) {
  return db()
    .select()
    .from(messageTable)
    .where(and(eq(messageTable.leadId, leadId), eq(messageTable.event, event)))
    .orderBy(messageTable.recipient);
}

async function nameSender(leadId: string, firstName: string): Promise<void> {
  await db().update(leadTable).set({ firstName }).where(eq(leadTable.id, leadId));
}

test("the seller reads of an offer in their language, with a link that is theirs", async () => {
  await storePerson("Helene", { locale: "fr" });
  const request = await storeSellRequest({ locale: "fr", email: "helene@example.com" });
  await nameSender(request.leadId, "Hélène");
  await storeOffer(lakeshore, request.reference, 15_250);
  const [mail, ...more] = await sent(request.leadId, "offer_made");
  expect(more).toEqual([]);
  expect(mail?.to).toBe("helene@example.com");
  expect(mail?.subject).toContain(
    "Lakeshore Lane offre 15\u00a0250\u00a0$ pour votre auto (Honda Civic 2018)",
  );
  expect(mail?.text).toContain("Bonjour Hélène,");
  const address = /https:\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  const link = new URL(address);
  expect(link.pathname).toBe(`/fr/sell-car/sent/${request.reference}`);
  const key = link.searchParams.get("key") ?? "";
  const { reference } = request;
  expect(isLeadLinkKey(key, { reference, email: "helene@example.com" })).toBe(true);
  expect(isLeadLinkKey(key, { reference, email: "other@example.com" })).toBe(false);
});

test("to an address that nobody confirmed goes nothing that anybody typed", async () => {
  const request = await storeSellRequest({ email: "unconfirmed@example.com" });
  await nameSender(request.leadId, "Mallory");
  await storeOffer(lakeshore, request.reference, 15_250);
  const [mail] = await sent(request.leadId, "offer_made");
  expect(mail?.subject).toContain(`for your car (request ${request.reference})`);
  expect(mail?.text).not.toMatch(/Civic|Mallory/u);
});

test("the dealership's people and its address for leads read of the answer; others that it is over", async () => {
  const request = await storeSellRequest();
  const seller: Seller = { reference: request.reference, way: "browser", userId: null };
  const taken = await storeOffer(lakeshore, request.reference);
  await storeOffer(queen, request.reference);
  await acceptOffer(seller, taken);
  const accepted = await sent(request.leadId, "offer_accepted");
  expect(new Set(accepted.map(({ to }) => to))).toEqual(
    new Set([lakeshore.person.email, lakeshore.leadEmail]),
  );
  const deals = await listDealReferences([taken]);
  for (const { text } of accepted) {
    expect(text).toContain("416-555-0142, jordan.seller@example.com");
    expect(text).toContain(`${SITE_ORIGIN}/deals/${deals.get(taken)}`);
    // Only the seller's own e-mail has the seller's key.
    expect(text).not.toContain("key=");
  }
  const over = await sent(request.leadId, "offer_passed_over");
  expect(new Set(over.map(({ to }) => to))).toEqual(new Set([queen.person.email, queen.leadEmail]));
  for (const { text } of over) expect(text).not.toContain("jordan.seller@example.com");
});

test("of a price in return the dealership reads, and the seller of its answer", async () => {
  const request = await storeSellRequest({ email: "olga@example.com" });
  const { reference, leadId } = request;
  const seller: Seller = { reference, way: "mail_link", userId: null };
  const first = await storeOffer(lakeshore, reference, 15_000);
  const second = await storeOffer(queen, reference, 15_100);
  await counterOffer(seller, first, "16000");
  await counterOffer(seller, second, "16100");
  const requested = await sent(leadId, "offer_countered");
  const readers = [lakeshore, queen].flatMap(({ person, leadEmail }) => [person.email, leadEmail]);
  expect(new Set(requested.map(({ to }) => to))).toEqual(new Set(readers));
  for (const { to, text } of requested) {
    const isFirst = to === lakeshore.person.email || to === lakeshore.leadEmail;
    expect(text).toContain(isFirst ? "$16,000" : "$16,100");
    expect(text).not.toContain(isFirst ? "$16,100" : "$16,000");
    expect(text).not.toMatch(/key=|olga/);
  }
  await answerCounter(queen, reference, second, "declined");
  const [no] = await sent(leadId, "offer_counter_declined");
  expect(no).toMatchObject({ to: "olga@example.com" });
  expect(no?.text).toMatch(/declined your counter-offer of \$16,100.*\$15,100/);
  await answerCounter(lakeshore, reference, first, "accepted");
  const [yes] = await sent(leadId, "offer_counter_accepted");
  expect(yes?.subject).toContain("Lakeshore Lane accepted your counter-offer of $16,000");
  const deal = `${SITE_ORIGIN}/deals/${(await listDealReferences([first])).get(first)}`;
  expect(yes?.text).toContain(`${deal}?key=`);
  // The dealership whose offer was accepted gets an e-mail with how to reach the seller.
  const agreed = await sent(leadId, "offer_accepted");
  expect(agreed).toHaveLength(2);
  for (const { text } of agreed) {
    expect(text).toMatch(/counter-offer: \$16,000[^]*olga@example/);
    expect(text).toContain(deal);
  }
});

test("who left the dealership meanwhile reads nothing of it any more", async () => {
  const request = await storeSellRequest();
  const seller: Seller = { reference: request.reference, way: "browser", userId: null };
  const stays = await storePerson("Stays Dealer", { role: "dealer" });
  const moves = await storePerson("Moves Dealer", { role: "dealer" });
  const retires = await storePerson("Retires Dealer", { role: "dealer" });
  const { dealershipId } = lakeshore;
  for (const { id: userId } of [stays, moves, retires])
    await db().insert(dealershipMemberTable).values({ userId, dealershipId });
  await acceptOffer(seller, await storeOffer(lakeshore, request.reference));
  await db()
    .update(dealershipMemberTable)
    .set({ dealershipId: queen.dealershipId })
    .where(eq(dealershipMemberTable.userId, moves.id));
  await db().update(userTable).set({ role: "buyer" }).where(eq(userTable.id, retires.id));
  await sendDueMessages();
  const states = (await listMessages(request.leadId, "offer_accepted")).map(
    ({ recipient, state }) => [recipient, state],
  );
  expect(Object.fromEntries(states)).toEqual({
    [stays.email]: "sent",
    [lakeshore.person.email]: "sent",
    [lakeshore.leadEmail]: "sent",
    [moves.email]: "withdrawn",
    [retires.email]: "withdrawn",
  });
  for (const { id } of [stays, moves, retires])
    await db().delete(dealershipMemberTable).where(eq(dealershipMemberTable.userId, id));
});

test("nobody is asked about a car that is no longer shared; answers to an offer still arrive", async () => {
  const request = await storeSellRequest();
  const seller: Seller = { reference: request.reference, way: "browser", userId: null };
  const offer = await storeOffer(lakeshore, request.reference);
  await stopSharing(seller);
  await acceptOffer(seller, offer);
  await sendDueMessages();
  const invitations = await listMessages(request.leadId, "offer_invited");
  expect(invitations.map(({ state }) => state)).toEqual(["withdrawn", "withdrawn"]);
  expect(await sent(request.leadId, "offer_accepted")).toHaveLength(2);
});

test("an invitation that nobody withdrew is still asked for its consent when it goes out", async () => {
  const request = await storeSellRequest();
  await db()
    .update(consentTable)
    .set({ withdrawnAt: new Date() })
    .where(eq(consentTable.submissionId, request.submissionId));
  await sendDueMessages();
  const invitations = await listMessages(request.leadId, "offer_invited");
  expect(invitations.map(({ state }) => state)).toEqual(["withdrawn", "withdrawn"]);
});

test("a refusal, its taking back and a withdrawal are told to the other side", async () => {
  const request = await storeSellRequest();
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
  const request = await storeSellRequest({ email: "ada.asks@example.com" });
  const invited = await sent(request.leadId, "offer_invited");
  expect(new Set(invited.map(({ to }) => to))).toEqual(
    new Set([lakeshore.person.email, queen.person.email]),
  );
  expect(await sent(request.leadId, "lead_adf")).toHaveLength(2);
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
      to === "ada.asks@example.com" && text.includes(request.reference) && text.includes("key="),
  );
  expect(confirmation?.text).toContain("Lakeshore Lane and Queen Street");
});
