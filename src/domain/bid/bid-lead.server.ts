import { declaredComments } from "#domain/declaration/describe-declared.server.ts";
import { type LeadFacts, type LeadStatus, NO_LOCATION } from "#domain/lead/lead.ts";
import { type AdfReading, type AdfRequest, defineLeadForm } from "#domain/lead/lead-form.ts";
import { m } from "#messages/messages.js";
import { moveLeads } from "#domain/lead/move-leads.server.ts";
import type { Submission } from "#domain/lead/receive-submission.server.ts";
import type { AnswersOf } from "#forms/define-form.ts";
import type { Transaction } from "#platform/database/database.server.ts";
import { formatCad } from "#values/money.ts";
import { splitFullName } from "#values/person-name.ts";
import { findPostedListing } from "#domain/listing/listing-queries.server.ts";
import type { listingTable } from "#domain/listing/listing.table.ts";
import { type BidAnswers, bidForm } from "./bid.form.ts";
import type { BidState } from "./bid-state.ts";
import type { NewBid } from "./bid.ts";

/** A bid as a lead, for staff and for a dealership's CRM. */
export const bidLeadForm = defineLeadForm(bidForm, { adf: bidAdf });

type Car = typeof listingTable.$inferSelect;

/** Answers and facts of a bid on a car. */
export function buildBidSubmission(car: Car, bid: NewBid): Submission {
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
      ...NO_LOCATION,
    },
    consents: [],
    dealershipId: car.dealershipId,
  };
}

/** The stage of a bid's lead by the bid's state; a bid that is opened again is work again. */
const STAGE_OF = {
  open: "contacted",
  accepted: "approved",
  declined: "closed",
  passed_over: "closed",
  withdrawn: "closed",
} as const satisfies Partial<Record<BidState, LeadStatus>>;

/**
 * Moves the leads of bids to the stage of their new state, in the transaction that sets the state.
 */
export async function moveBidLeads(
  transaction: Transaction,
  bidIds: readonly string[],
  { state, byUserId }: { state: BidState; byUserId: string | null },
): Promise<void> {
  // The lead of a replaced bid continues with the new bid.
  if (state === "replaced") return;
  // A bid's submission has the bid's id (buildBidSubmission). A delivered car's lead is not moved.
  const happening = { kind: "bid_moved", note: state, to: STAGE_OF[state] } as const;
  await moveLeads(transaction, bidIds, { ...happening, except: ["delivered"], byUserId });
}

/** reference/domain.md §2: a bid is an interest to buy with an offered price. */
async function bidAdf(
  answers: AnswersOf<typeof bidForm>,
  facts: LeadFacts,
  { sender, reader: locale }: AdfReading,
): Promise<AdfRequest> {
  const { year, make, model, trim, vin, proposedPrice, productId, productPrice } = answers;
  const car = productId === undefined ? null : await findPostedListing(productId);
  const id = productId ?? "";
  const bidOn =
    productPrice === undefined
      ? m.adf_bid({ id }, { locale })
      : m.adf_bid_asking({ id, price: formatCad(productPrice, locale) }, { locale });
  return {
    interest: "buy",
    vehicle: {
      year: year === undefined ? undefined : Number(year),
      make,
      model,
      trim,
      vin,
      ...(car && { comments: declaredComments(car, locale) }),
      price: proposedPrice === undefined ? undefined : { type: "offer", amountCad: proposedPrice },
    },
    customer: {
      firstName: facts.firstName,
      lastName: facts.lastName,
      ...(facts.email ? { email: facts.email } : {}),
      ...(facts.phone ? { phone: facts.phone } : {}),
      preferredLanguage: sender,
      comments: [bidOn, ...(answers.bidderMessage ? [answers.bidderMessage] : [])].join("\n"),
    },
  };
}
