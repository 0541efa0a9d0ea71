import { eq } from "drizzle-orm";
import type { AdfRequest, LeadFacts, LeadForm } from "#domain/lead/submission/intake.ts";
import type { Submission } from "#domain/lead/submission/receive-submission.server.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import { splitFullName } from "#values/person-name.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { type BidAnswers, bidForm } from "./bid.form.ts";
import type { NewBid } from "./bid.ts";

/** A bid as the lead that staff work and a dealership's CRM reads. */
export const bidLeadForm: LeadForm = {
  form: bidForm,
  adf: (answers, facts, locale) => bidAdf(answers as BidAnswers, facts, locale),
};

/** Answers and facts of a bid, in the transaction that stores it. */
export async function bidSubmission(transaction: Transaction, bid: NewBid): Promise<Submission> {
  const [car] = await transaction
    .select()
    .from(listingTable)
    .where(eq(listingTable.id, bid.listingId));
  if (!car) throw new Error("A bid was stored for a listing that is not there.");
  const { bidder } = bid;
  const answers: BidAnswers = {
    bidderName: bidder.name,
    bidderEmail: bidder.email,
    bidderPhone: bid.phone,
    proposedPrice: bid.priceCad,
    ...(bid.message ? { bidderMessage: bid.message } : {}),
    year: String(car.year),
    make: car.make,
    model: car.model,
    ...(car.trim ? { trim: car.trim } : {}),
    ...(car.vin ? { vin: car.vin } : {}),
    productPrice: car.priceCad,
    productId: car.id,
  };
  return {
    id: bid.id,
    form: bidForm,
    answers,
    locale: bid.locale,
    userId: bidder.id,
    facts: {
      kind: "bid",
      ...splitFullName(bidder.name),
      email: bidder.email,
      phone: bid.phone,
      phoneVerifiedAt: null,
      city: null,
      provinceCode: null,
      lat: null,
      lon: null,
    },
    consents: [],
    dealershipId: car.dealershipId,
  };
}

/** reference/domain.md §2: a bid is an interest to buy with an offered price. */
function bidAdf(answers: BidAnswers, facts: LeadFacts, locale: Locale): AdfRequest {
  return {
    interest: "buy",
    vehicle: {
      year: Number(answers.year),
      make: answers.make,
      model: answers.model,
      ...(answers.trim ? { trim: answers.trim } : {}),
      ...(answers.vin ? { vin: answers.vin } : {}),
      price: { type: "offer", amountCad: answers.proposedPrice },
    },
    customer: {
      firstName: facts.firstName,
      lastName: facts.lastName,
      ...(facts.email ? { email: facts.email } : {}),
      ...(facts.phone ? { phone: facts.phone } : {}),
      preferredLanguage: locale,
      comments: [
        `Bid on listing ${answers.productId}, asking ${formatCad(answers.productPrice, "en")}`,
        ...(answers.bidderMessage ? [answers.bidderMessage] : []),
      ].join("\n"),
    },
  };
}
