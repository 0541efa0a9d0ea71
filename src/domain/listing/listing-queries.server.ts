import { and, eq, inArray, sql } from "drizzle-orm";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { isVerifiedSeller } from "#domain/seller-verification/seller-verification.server.ts";
import type { CarIllustration } from "#packages/car-illustration/options";
import { db } from "#platform/database/database.server.ts";
import type { BodyType, Colour, Condition, Drive, Fuel, Transmission } from "#values/vehicle.ts";
import { calendarDay } from "#values/format.ts";
import { isLocale, type Locale } from "#values/locale.ts";
import type { ProvinceCode } from "#values/province.ts";
import { isListingId, shortPersonName } from "./listing.ts";
import { PUBLIC_STATES } from "./listing-state.ts";
import type { ListingCardFacts } from "./listing-card-facts.ts";
import { listingTable } from "./listing.table.ts";
import { firstPhotoColumn, listingPictures } from "./shown-photos.server.ts";
import type { ListingPhoto } from "./photo-address.ts";

/** What a card needs of the table; `toCard` narrows the codes, which only our own rules write. */
export const cardColumns = {
  id: listingTable.id,
  year: listingTable.year,
  make: listingTable.make,
  model: listingTable.model,
  trim: listingTable.trim,
  bodyType: listingTable.bodyType,
  exteriorColour: listingTable.exteriorColour,
  transmission: listingTable.transmission,
  odometerKm: listingTable.odometerKm,
  priceCad: listingTable.priceCad,
  city: listingTable.city,
  provinceCode: listingTable.provinceCode,
  state: listingTable.state,
  illustration: listingTable.illustration,
  photo: firstPhotoColumn,
};

type CardRow = Pick<
  typeof listingTable.$inferSelect,
  Exclude<keyof typeof cardColumns, "photo">
> & { photo?: ListingPhoto | null };

export function toCard(row: CardRow): ListingCardFacts {
  return {
    ...row,
    bodyType: row.bodyType as BodyType,
    exteriorColour: row.exteriorColour as Colour,
    transmission: row.transmission as Transmission,
    provinceCode: row.provinceCode as ProvinceCode,
    illustration: row.illustration as CarIllustration,
    photo: row.photo ?? null,
  };
}

export type ListingDetails = ListingCardFacts & {
  /** In the seller's order; empty where the car is drawn. */
  photos: ListingPhoto[];
  description: string;
  /** The language that the seller writes in. */
  descriptionLocale: Locale;
  condition: Condition;
  fuel: Fuel;
  drive: Drive | null;
  interiorColour: Colour | null;
  engineCapacityCc: number | null;
  /** YYYY-MM-DD */
  purchasedOn: string | null;
  registeredOn: string | null;
  /** The business's own day: YYYY-MM-DD. */
  postedOn: string | null;
  /** A dealership's name, or a private seller's short one. */
  sellerName: string;
  /** The address of their picture, if they gave one. */
  sellerPhoto: string | null;
  isSellerVerified: boolean;
  /** There is a number to show; which one is told by revealPhone. */
  hasPhone: boolean;
  isDealer: boolean;
  /** Held for a bidder: it takes no other bid. */
  isReserved: boolean;
  isDemo: boolean;
};

/** One listing for its public page; null for an id that is none, and for what is not public. */
export async function publicListing(id: string): Promise<ListingDetails | null> {
  if (!isListingId(id)) return null;
  const [row] = await db()
    .select({
      ...cardColumns,
      description: listingTable.description,
      condition: listingTable.condition,
      fuel: listingTable.fuel,
      drive: listingTable.drive,
      interiorColour: listingTable.interiorColour,
      engineCapacityCc: listingTable.engineCapacityCc,
      purchasedOn: listingTable.purchasedOn,
      registeredOn: listingTable.registeredOn,
      postedAt: listingTable.postedAt,
      isDemo: listingTable.isDemo,
      reservedAt: listingTable.reservedAt,
      personName: userTable.name,
      sellerPhoto: userTable.image,
      isSellerVerified: isVerifiedSeller(userTable.id),
      sellerPhone: sql<string | null>`coalesce(${dealershipTable.phone}, ${userTable.phone})`,
      sellerLocale: userTable.locale,
      dealershipName: dealershipTable.name,
    })
    .from(listingTable)
    .innerJoin(userTable, eq(userTable.id, listingTable.sellerId))
    .leftJoin(dealershipTable, eq(dealershipTable.id, listingTable.dealershipId))
    .where(and(eq(listingTable.id, id), inArray(listingTable.state, PUBLIC_STATES)));
  if (!row) return null;
  const { personName, sellerLocale, sellerPhone, dealershipName, reservedAt, postedAt, ...facts } =
    row;
  return {
    ...facts,
    ...toCard(facts),
    photos: await listingPictures(id),
    postedOn: postedAt && calendarDay(postedAt),
    condition: facts.condition as Condition,
    fuel: facts.fuel as Fuel,
    drive: facts.drive as Drive | null,
    interiorColour: facts.interiorColour as Colour | null,
    descriptionLocale: isLocale(sellerLocale) ? sellerLocale : "en",
    sellerName: dealershipName ?? shortPersonName(personName),
    hasPhone: sellerPhone !== null,
    isReserved: reservedAt !== null,
    isDealer: dealershipName !== null,
  };
}
