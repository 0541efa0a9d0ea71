import type { E164 } from "#values/phone.ts";
import { recordConsents } from "#domain/lead/consents.server.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import {
  invitationTable,
  dealerOfferTable,
} from "#domain/sell-request/dealer-offer/dealer-offer.table.ts";
import { type CompleteSellCarAnswers, sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { shareConsent } from "#domain/sell-request/share-consent.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { daysAfter } from "#values/calendar-date.ts";
import { calendarDay } from "#values/format.ts";
import { formatCad } from "#values/money.ts";
import { splitFullName } from "#values/person-name.ts";
import { DEMO_DEALER_KEY } from "./dealerships.ts";
import { demoId } from "./demo-id.ts";
import { DEMO_ACCOUNTS } from "./people.ts";
import { demoPlace } from "./places.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

type DemoOffer = {
  dealershipKey: string;
  amountCad: number;
  validDays: number;
  conditions: string;
};

/** A car that one of the demo's accounts wants to sell, and what dealerships offer for it. */
type DemoSellRequest = {
  reference: string;
  sellerRole: "seller" | "buyer";
  city: string;
  sentDaysAgo: number;
  invitedKeys: readonly string[];
  car: Pick<
    CompleteSellCarAnswers,
    "year" | "make" | "model" | "style" | "bodyTrim" | "exteriorColour" | "totalRun"
  >;
  offers: readonly DemoOffer[];
};

const DEMO_SELL_REQUESTS: readonly DemoSellRequest[] = [
  {
    reference: "DEMSELL2",
    sellerRole: "seller",
    city: "Hamilton",
    sentDaysAgo: 2,
    invitedKeys: [DEMO_DEALER_KEY, "forest-city"],
    car: {
      year: 2018,
      make: "Honda",
      model: "Civic",
      style: "sedan",
      bodyTrim: "sport",
      exteriorColour: "blue",
      totalRun: 84_300,
    },
    offers: [
      {
        dealershipKey: DEMO_DEALER_KEY,
        amountCad: 15_400,
        validDays: 12,
        conditions: "After a look at the car in Toronto. Winter tires included.",
      },
      { dealershipKey: "forest-city", amountCad: 15_900, validDays: 6, conditions: "" },
    ],
  },
  {
    reference: "DEMSELL3",
    sellerRole: "buyer",
    city: "Toronto",
    sentDaysAgo: 1,
    invitedKeys: [DEMO_DEALER_KEY],
    car: {
      year: 2016,
      make: "Mazda",
      model: "Mazda3",
      style: "hatchback",
      bodyTrim: "luxury",
      exteriorColour: "red",
      totalRun: 121_900,
    },
    offers: [],
  },
];

/** Stores the requests as their form, the routing and the dealerships would have left them. */
export async function insertSellRequests(transaction: Transaction, at: Date): Promise<void> {
  for (const request of DEMO_SELL_REQUESTS) await insertRequest(transaction, request, at);
}

async function insertRequest(transaction: Transaction, request: DemoSellRequest, at: Date) {
  const { reference, sentDaysAgo, invitedKeys } = request;
  const account = DEMO_ACCOUNTS.find(({ role }) => role === request.sellerRole);
  if (!account) throw new Error(`The demo has no ${request.sellerRole}.`);
  const sentAt = new Date(at.getTime() - sentDaysAgo * DAY_MS);
  const { locale } = account;
  const submissionId = demoId("submission", reference);
  const leadId = demoId("lead", reference);
  const [ownDealership] = invitedKeys;
  await transaction.insert(submissionTable).values({
    id: submissionId,
    reference,
    formName: sellCarForm.name,
    formVersion: sellCarForm.version,
    locale,
    answers: writeAnswers(request, account),
    userId: demoId("user", account.email),
    submittedAt: sentAt,
  });
  await recordConsents(transaction, submissionId, [
    shareConsent(locale, { at: "last_step", givenAt: sentAt }),
  ]);
  await transaction.insert(leadTable).values({
    id: leadId,
    reference,
    submissionId,
    kind: "sell_car",
    ...splitFullName(account.name),
    email: account.email,
    phone: account.phone,
    phoneVerifiedAt: sentAt,
    ...demoPlace(request.city),
    locale,
    dealershipId: ownDealership ? demoId("dealership", ownDealership) : null,
    receivedAt: sentAt,
  });
  await transaction.insert(invitationTable).values(
    invitedKeys.map((key) => ({
      leadId,
      dealershipId: demoId("dealership", key),
      invitedAt: sentAt,
    })),
  );
  const events: (typeof leadEventTable.$inferInsert)[] = [
    { leadId, kind: "received", at: sentAt },
    { leadId, kind: "phone_verified", at: sentAt },
  ];
  for (const [turn, offer] of request.offers.entries()) {
    const madeAt = new Date(sentAt.getTime() + (turn + 1) * 6 * 60 * 60 * 1000);
    const isDealers = offer.dealershipKey === DEMO_DEALER_KEY;
    const dealer = DEMO_ACCOUNTS.find(({ role }) => role === "dealer");
    const madeByUserId = isDealers && dealer ? demoId("user", dealer.email) : null;
    await transaction.insert(dealerOfferTable).values({
      id: demoId("purchase offer", `${reference} ${offer.dealershipKey}`),
      leadId,
      dealershipId: demoId("dealership", offer.dealershipKey),
      amountCad: offer.amountCad,
      validUntil: daysAfter(calendarDay(at), offer.validDays),
      conditions: offer.conditions,
      madeByUserId,
      madeAt,
    });
    const note = formatCad(offer.amountCad, "en");
    events.push({ leadId, kind: "offer_made", note, byUserId: madeByUserId, at: madeAt });
  }
  await transaction.insert(leadEventTable).values(events);
}

function writeAnswers(
  { car, city }: DemoSellRequest,
  account: { email: string; phone: E164 },
): CompleteSellCarAnswers {
  return {
    ...car,
    city,
    province: demoPlace(city).provinceCode,
    interiorColour: "black",
    transmission: "automatic",
    manufactureYear: car.year,
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
    sellerEmail: account.email,
    sellerPhone: account.phone,
    termsAccepted: true,
    shareWithDealerships: true,
  };
}
