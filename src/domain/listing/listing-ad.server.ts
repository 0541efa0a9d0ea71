import { and, asc, eq, gt } from "drizzle-orm";
import type { Ad, AdDealership } from "#domain/ad-rules/ad.ts";
import { type Finding, findMusts } from "#domain/ad-rules/find-findings.ts";
import { readDeclared } from "#domain/declaration/declaration.questions.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import type { AnswersOf } from "#forms/define-form.ts";
import type { Queryable } from "#platform/database/database.server.ts";
import type { AdStatement } from "./ad-statement.form.ts";
import type { ListingFields } from "./listing-answers.ts";
import { photoCountColumn } from "./listing-photos.server.ts";
import type { listingForm } from "./listing.form.ts";
import { listingTable } from "./listing.table.ts";

// A listing as the ad rules need it (domain/ad-rules).

const dealershipColumns = {
  name: dealershipTable.name,
  phone: dealershipTable.phone,
  licenceNumber: dealershipTable.licenceNumber,
  provinceCode: dealershipTable.provinceCode,
};

const adColumns = {
  id: listingTable.id,
  year: listingTable.year,
  make: listingTable.make,
  model: listingTable.model,
  trim: listingTable.trim,
  brand: listingTable.brand,
  accidents: listingTable.accidents,
  owners: listingTable.owners,
  earlierUse: listingTable.earlierUse,
  odometerReading: listingTable.odometerReading,
  provinceCode: listingTable.provinceCode,
  condition: listingTable.condition,
  odometerKm: listingTable.odometerKm,
  priceCad: listingTable.priceCad,
  description: listingTable.description,
  vin: listingTable.vin,
  isAllInPrice: listingTable.isAllInPrice,
  stockNumber: listingTable.stockNumber,
  photoCount: photoCountColumn,
  dealership: dealershipColumns,
};

/** A stored ad, with the name of its car. */
export type StoredAd = Awaited<ReturnType<typeof listLiveAds>>[number];

/** The ad of one listing, in any state; null if there is none. */
export async function findAd(queryable: Queryable, listingId: string): Promise<Ad | null> {
  const [found] = await queryable
    .select(adColumns)
    .from(listingTable)
    .leftJoin(dealershipTable, eq(dealershipTable.id, listingTable.dealershipId))
    .where(eq(listingTable.id, listingId));
  return found ?? null;
}

/** Live ads by ascending id, starting after an id; of one dealership, or of all. */
export async function listLiveAds(
  queryable: Queryable,
  {
    after = null,
    most,
    dealershipId,
  }: { after?: string | null; most: number; dealershipId?: string },
) {
  return queryable
    .select(adColumns)
    .from(listingTable)
    .leftJoin(dealershipTable, eq(dealershipTable.id, listingTable.dealershipId))
    .where(
      and(
        eq(listingTable.state, "live"),
        after === null ? undefined : gt(listingTable.id, after),
        dealershipId === undefined ? undefined : eq(listingTable.dealershipId, dealershipId),
      ),
    )
    .orderBy(asc(listingTable.id))
    .limit(most);
}

export async function findAdDealership(
  queryable: Queryable,
  id: string,
): Promise<AdDealership | null> {
  const [found] = await queryable
    .select(dealershipColumns)
    .from(dealershipTable)
    .where(eq(dealershipTable.id, id));
  return found ?? null;
}

/** Whether a listing breaks no rule that is required to go live. */
export async function mayAdGoLive(queryable: Queryable, listingId: string): Promise<boolean> {
  const ad = await findAd(queryable, listingId);
  return ad === null || findMusts(ad).length === 0;
}

/**
 * The rules that a dealership's listing would break with these answers, as far as its seller can
 * correct that in the form; none for a private listing. Staff are not asked for what only the
 * dealership can state.
 */
export async function findMustsOfEdit(
  queryable: Queryable,
  listing: ListingFields & AdStatement & { id: string; dealershipId: string | null },
  editedBy: "seller" | "staff",
): Promise<Finding[]> {
  const { dealershipId } = listing;
  const dealership = dealershipId && (await findAdDealership(queryable, dealershipId));
  if (!dealership) return [];
  const [photos] = await queryable
    .select({ count: photoCountColumn })
    .from(listingTable)
    .where(eq(listingTable.id, listing.id));
  const musts = findMusts({ ...listing, photoCount: photos?.count ?? 0, dealership });
  return musts.filter(({ field }) => isMendedBy(editedBy, field));
}

/** Whether this person can correct the field in the form. */
export function isMendedBy(editedBy: "seller" | "staff", field: Finding["field"]): boolean {
  if (field === null) return false;
  return editedBy === "seller" || (field !== "isAllInPrice" && field !== "stockNumber");
}

/** The ad that the form's answers so far would make; a missing answer breaks no rule. */
export function draftAd(
  answers: AnswersOf<typeof listingForm>,
  statement: Partial<AdStatement>,
  dealership: AdDealership | null,
): Ad {
  const { brand, accidents, owners, earlierUse, odometerReading } = readDeclared(answers);
  return {
    brand,
    accidents,
    owners,
    earlierUse,
    odometerReading,
    provinceCode: answers.location?.province ?? dealership?.provinceCode ?? "ON",
    condition: answers.carCondition ?? "used",
    odometerKm: answers.totalRun ?? 0,
    priceCad: answers.price ?? Infinity,
    description: answers.description ?? "",
    vin: answers.vin ?? null,
    // The photos are added on the next page.
    photoCount: 1,
    isAllInPrice: statement.isAllInPrice ?? false,
    stockNumber: statement.stockNumber ?? null,
    dealership,
  };
}
