import { and, desc, eq, inArray, isNull, notExists, or, sql } from "drizzle-orm";
import { leadTable } from "#domain/lead/lead.table.ts";
import { formatOfferedCarName } from "./dealer-offer/offered-car.ts";
import { offerDecisionTable, sellerChoiceTable } from "./dealer-offer/dealer-offer.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import type { CarIllustration } from "#packages/car-illustration/options";
import { parseStored } from "#forms/stored-answers.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import type { SignedInUser, Visitor } from "#platform/request/visitor.server.ts";
import { sellCarForm, type SellCarAnswers } from "./sell-car.form.ts";
import type { BodyType, Colour } from "#values/vehicle.ts";
import { readDeclaredInRequest } from "./declared-in-request.ts";
import { buildOfferedCarPicture, findBodyType } from "./drawn-car.ts";
import { requestListingTable } from "./sell-request.table.ts";
import type { ListingState } from "#domain/listing/listing-state.ts";
import type { ListingName } from "#domain/listing/listing.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import type { PriceEstimate } from "#domain/pricing/price-estimate.ts";
import { estimatePrice } from "#domain/pricing/price-estimate.server.ts";

export type UnfinishedListing = {
  reference: string;
  /** "2018 Honda Civic", in the visitor’s language. */
  car: string;
  illustration: CarIllustration;
  bodyType: BodyType;
  exteriorColour: Colour;
};

/** The person's requests for a listing of their own that have no listing yet, the newest first. */
export async function listUnfinishedListings(
  user: SignedInUser,
  { visitorHash, locale }: Pick<Visitor, "visitorHash" | "locale">,
): Promise<UnfinishedListing[]> {
  const lastChoice = db()
    .select({ choice: sellerChoiceTable.choice })
    .from(sellerChoiceTable)
    .where(eq(sellerChoiceTable.leadId, leadTable.id))
    .orderBy(desc(sellerChoiceTable.at), desc(sellerChoiceTable.id))
    .limit(1);
  const listed = db()
    .select({ leadId: requestListingTable.leadId })
    .from(requestListingTable)
    .where(eq(requestListingTable.leadId, leadTable.id));
  const accepted = db()
    .select({ id: offerDecisionTable.id })
    .from(offerDecisionTable)
    .where(
      and(
        eq(offerDecisionTable.leadId, leadTable.id),
        eq(offerDecisionTable.kind, "accepted"),
        isNull(offerDecisionTable.undoneAt),
      ),
    );
  const rows = await db()
    .select({ reference: leadTable.reference, stored: submissionTable.answers })
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .where(
      and(
        eq(leadTable.kind, "sell_car"),
        or(
          eq(submissionTable.userId, user.id),
          and(isNull(submissionTable.userId), eq(submissionTable.visitorHash, visitorHash)),
          sql`lower(${leadTable.email}) = ${user.email.toLowerCase()}`,
        ),
        inArray(sql`(${lastChoice})`, ["own_listing", "both"]),
        notExists(listed),
        notExists(accepted),
      ),
    )
    .orderBy(desc(leadTable.receivedAt))
    .limit(20);
  return rows.map(({ reference, stored }) => {
    const answers = parseStored(sellCarForm, stored).answers;
    return {
      reference,
      car: formatOfferedCarName(answers, locale),
      illustration: buildOfferedCarPicture(answers, reference),
      bodyType: findBodyType(answers) ?? "sedan",
      exteriorColour: answers.exteriorColour ?? "grey",
    };
  });
}

export type RequestListing = {
  id: string;
  state: ListingState;
  /** Held for a bidder. */
  isReserved: boolean;
  sellerId: string;
};

/** The listing that was made from a request; null if there is none, or if it was removed. */
export async function findRequestListing(
  leadId: string,
  queryable: Queryable = db(),
): Promise<RequestListing | null> {
  const [found] = await queryable
    .select({
      id: listingTable.id,
      state: listingTable.state,
      reservedAt: listingTable.reservedAt,
      sellerId: listingTable.sellerId,
    })
    .from(requestListingTable)
    .innerJoin(listingTable, eq(listingTable.id, requestListingTable.listingId))
    .where(eq(requestListingTable.leadId, leadId));
  if (!found) return null;
  const { id, state, reservedAt, sellerId } = found;
  return { id, state, isReserved: reservedAt !== null, sellerId };
}

type OfferedEstimate = {
  /** The car that the estimate is for. */
  car: ListingName & { odometerKm: number };
  estimate: PriceEstimate;
};

/** The price estimate for the offered car; null if too little of it is known. */
export async function estimateOfferedCar(answers: SellCarAnswers): Promise<OfferedEstimate | null> {
  const { make, model, manufactureYear, totalRun, province, bodyTrim } = answers;
  if (!make || !model || !manufactureYear || !totalRun) return null;
  const car = { make, model, year: manufactureYear, odometerKm: totalRun };
  const estimate = await estimatePrice({
    ...car,
    bodyType: findBodyType(answers),
    // The form's three trims have names that many makers use.
    trim: bodyTrim,
    brand: readDeclaredInRequest(answers).brand,
    ...(province ? { provinceCode: province } : {}),
  });
  return { car: { ...car, trim: null }, estimate };
}
