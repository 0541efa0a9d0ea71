import { inviteDealerships } from "./invite-dealerships.server.ts";
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { storeDealershipRow } from "#domain/dealership/dealership.fixture.ts";
import { dealershipMemberTable } from "#domain/dealership/dealership.table.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { receiveSubmission } from "#domain/lead/receive-submission.server.ts";
import { now, today } from "#platform/clock/clock.server.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { storePerson } from "#domain/listing/listing.fixture.ts";
import { type CompleteSellCarAnswers, sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { daysAfter } from "#values/calendar-date.ts";
import type { Locale } from "#values/locale.ts";
import { makeOffer, type OfferMaker } from "./make-offer.server.ts";
import { dealerOfferTable } from "./dealer-offer.table.ts";
import { listOffers } from "./offers.server.ts";

const TORONTO = { city: "Toronto", provinceCode: "ON", lat: 43.7, lon: -79.42 } as const;

export const CIVIC: CompleteSellCarAnswers = {
  year: 2018,
  make: "Honda",
  model: "Civic",
  city: "Toronto",
  province: "ON",
  style: "sedan",
  bodyTrim: "sport",
  exteriorColour: "blue",
  interiorColour: "black",
  transmission: "automatic",
  manufactureYear: 2018,
  totalRun: 84_000,
  exteriorDamage: "no",
  interiorDamage: "no",
  accidentHistory: "no",
  smoked: "no",
  windshieldDamage: "yes",
  keyFobs: "two_plus",
  tireReplacement: "2_to_4_years",
  brakes: "yes",
  mechanicalIssues: "no",
  salvageStatus: "no",
  ownership: "owned",
  sellOrTrade: "sell",
  sellerEmail: "jordan.seller@example.com",
  sellerPhone: "+14165550142",
  termsAccepted: true,
};

type Request = Partial<{
  visitorHash: string;
  userId: string;
  email: string;
  locale: Locale;
  isShared: boolean;
  answers: Partial<CompleteSellCarAnswers>;
}>;

/**
 * Sends a request to sell a Civic in Toronto, as its form does. Returns lead and submission ids.
 */
export async function storeSellRequest(input: Request = {}) {
  const { email = CIVIC.sellerEmail, locale = "en", isShared = true } = input;
  const submissionId = randomUUID();
  const facts = {
    kind: "sell_car",
    firstName: "",
    lastName: "",
    email,
    phone: CIVIC.sellerPhone,
    phoneVerifiedAt: now(),
    ...TORONTO,
  } as const;
  const { reference } = await receiveSubmission({
    id: submissionId,
    form: sellCarForm,
    answers: { ...CIVIC, sellerEmail: email, ...input.answers },
    locale,
    userId: input.userId ?? null,
    visitorHash: input.visitorHash ?? null,
    facts,
    consents: isShared ? [shareConsent(locale)] : [],
    whenStored: async (transaction, { id: leadId, kind, dealership }) => {
      const exceptDealershipId = dealership?.id ?? null;
      if (!isShared) return;
      await inviteDealerships(transaction, {
        leadId,
        kind,
        locale,
        location: facts,
        exceptDealershipId,
      });
    },
  });
  const [lead] = await db()
    .select({ id: leadTable.id })
    .from(leadTable)
    .where(eq(leadTable.reference, reference));
  return { reference, submissionId, leadId: lead!.id };
}

export function shareConsent(locale: Locale = "en") {
  return {
    purpose: "share_with_dealership",
    text: "Share my answers.",
    textVersion: 1,
    locale,
    channel: "test",
    givenAt: now(),
  } as const;
}

export type Dealership = OfferMaker & { name: string; leadEmail: string; person: SignedInUser };

/** A dealership near Toronto and one of its members. An inactive one gets no invitations. */
export async function storeDealership(name: string, { active = true } = {}): Promise<Dealership> {
  const leadEmail = `leads.${name.toLowerCase().replaceAll(" ", "-")}@example.com`;
  const { id: dealershipId } = await storeDealershipRow({
    name,
    leadEmail,
    ...TORONTO,
    takesLeadKinds: ["sell_car"],
    active,
  });
  const stored = await storePerson(`${name} Dealer`, { role: "dealer" });
  const role = "owner" as const;
  await db().insert(dealershipMemberTable).values({ userId: stored.id, dealershipId, role });
  const person = { ...stored, dealership: { id: dealershipId, role } };
  return { userId: person.id, dealershipId, name, leadEmail, person };
}

export const inDays = (days: number) => daysAfter(today(), days);

/** Makes an offer as the dealership's page does; returns its id. */
export async function storeOffer(
  maker: OfferMaker,
  reference: string,
  amountCad = 15_000,
): Promise<string> {
  const id = randomUUID();
  const terms = { amountCad, validUntil: inDays(7), conditions: "" };
  const made = await makeOffer(maker, reference, { id, seenOfferId: null, ...terms });
  if (!made.ok) throw new Error(made.code);
  return id;
}

/** Makes an offer expire yesterday. */
export async function expireOffer(offerId: string): Promise<void> {
  await db()
    .update(dealerOfferTable)
    .set({ validUntil: inDays(-1) })
    .where(eq(dealerOfferTable.id, offerId));
}

/** Three dealerships near Toronto, which are invited to a sell request there. */
export async function storeThreeDealerships() {
  return {
    lakeshore: await storeDealership("Lakeshore Lane"),
    queen: await storeDealership("Queen Street"),
    harbour: await storeDealership("Harbour Row"),
  };
}

/** The state of each offer for a request. */
export async function readOfferStates(leadId: string) {
  return Object.fromEntries((await listOffers(db(), leadId)).map(({ id, state }) => [id, state]));
}

/** The events of a request. */
export async function listLeadEvents(leadId: string) {
  const rows = await db()
    .select({ kind: leadEventTable.kind })
    .from(leadEventTable)
    .where(eq(leadEventTable.leadId, leadId))
    .orderBy(leadEventTable.at, leadEventTable.id);
  return rows.map(({ kind }) => kind);
}

/** The status of a request for staff. */
export async function findLeadStatus(leadId: string) {
  const [lead] = await db()
    .select({ status: leadTable.status })
    .from(leadTable)
    .where(eq(leadTable.id, leadId));
  return lead?.status;
}
