import { and, desc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { type Declared, FACTS } from "#domain/declaration/declaration.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import type { Licence } from "#domain/dealership/licence-label.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { isVerifiedSeller } from "#domain/seller-verification/seller-verification.server.ts";
import type { CarIllustration } from "#packages/car-illustration/options";
import { db } from "#platform/database/database.server.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";
import { readDb } from "#platform/database/replicas.server.ts";
import { calendarDay } from "#values/format.ts";
import { isLocale, type Locale } from "#values/locale.ts";
import type { Colour, Condition, Feature, Fuel } from "#values/vehicle.ts";
import { declaredChangesColumn, type StoredChange } from "./declared-changes-column.ts";
import type { ListingCardFacts } from "./listing-card.ts";
import type { ListingPhoto } from "./listing-photo.ts";
import { firstPhotoColumn, listPhotos, photoCountColumn } from "./listing-photos.server.ts";
import { shownPhoneColumn } from "./listing-seller.server.ts";
import { PUBLIC_STATES } from "./listing-state.ts";
import { listingTable } from "./listing.table.ts";
import { isListingId, shortenPersonName } from "./listing.ts";
import { pickKeys } from "#values/record.ts";
import { SPECIFICATION_NAMES, type Specifications } from "#values/specification.ts";

/**
 * How the car is drawn, in the style of its make. The make is added here, so that the drawing
 * follows an edit. The trim is left out: older rows have one that nobody chose.
 */
const illustrationColumn = sql<CarIllustration>`${listingTable.illustration} - 'trim'
  || jsonb_build_object('make', ${listingTable.make}, 'model', ${listingTable.model})`.as(
  "drawn_car",
);

const declaredColumns = pickKeys(listingTable, FACTS);

/** The columns that a query selects from `listing` for a card: each row is a `ListingCardFacts`. */
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
  brand: listingTable.brand,
  accidents: listingTable.accidents,
  priceCad: listingTable.priceCad,
  city: listingTable.city,
  provinceCode: listingTable.provinceCode,
  state: listingTable.state,
  illustration: illustrationColumn,
  photo: firstPhotoColumn,
  isDealer: sql<boolean>`${listingTable.dealershipId} is not null`.as("is_dealer"),
  photoCount: photoCountColumn,
};

export type PublicListing = ListingCardFacts &
  Specifications &
  Declared & {
    /** Earlier declared answers, and corrections that wait for staff. */
    declaredChanges: StoredChange[];
    description: string;
    /** The language of the description. */
    descriptionLocale: Locale;
    condition: Condition;
    fuel: Fuel;
    interiorColour: Colour | null;
    features: Feature[];
    /** YYYY-MM-DD */
    purchasedOn: string | null;
    registeredOn: string | null;
    /** The date in the business's own time zone, YYYY-MM-DD. */
    postedOn: string | null;
    /** A dealership's name, or a private seller's shortened one. */
    sellerName: string;
    /** The licence of the selling dealership, if its number is known. */
    licence: Licence | null;
    /** The address of the seller's picture, if they have one. */
    sellerPhoto: string | null;
    isSellerVerified: boolean;
    /** Whether there is a phone number to show; revealPhone returns it. */
    hasPhone: boolean;
    /** Held for a bidder: it accepts no other bid. */
    isReserved: boolean;
    /** Whether a dealership's price includes every fee except tax and licensing. */
    isAllInPrice: boolean;
    stockNumber: string | null;
    isDemo: boolean;
  };

/** With all photos, for the listing's own page. */
export type ListingDetails = PublicListing & {
  /** In the seller's order; empty if the car is drawn. */
  photos: ListingPhoto[];
};

const selectPublicListing = prepareQuery("public_listing", ["id"], (database, { id }) =>
  database
    .select({
      ...cardColumns,
      ...declaredColumns,
      declaredChanges: declaredChangesColumn,
      description: listingTable.description,
      condition: listingTable.condition,
      fuel: listingTable.fuel,
      interiorColour: listingTable.interiorColour,
      ...pickKeys(listingTable, SPECIFICATION_NAMES),
      features: listingTable.features,
      purchasedOn: listingTable.purchasedOn,
      registeredOn: listingTable.registeredOn,
      postedAt: listingTable.postedAt,
      isAllInPrice: listingTable.isAllInPrice,
      stockNumber: listingTable.stockNumber,
      isDemo: listingTable.isDemo,
      reservedAt: listingTable.reservedAt,
      personName: userTable.name,
      sellerPhoto: userTable.image,
      isSellerVerified: isVerifiedSeller(userTable.id),
      sellerPhone: shownPhoneColumn,
      sellerLocale: userTable.locale,
      dealershipName: dealershipTable.name,
      licenceNumber: dealershipTable.licenceNumber,
      licenceProvince: dealershipTable.provinceCode,
    })
    .from(listingTable)
    .innerJoin(userTable, eq(userTable.id, listingTable.sellerId))
    .leftJoin(dealershipTable, eq(dealershipTable.id, listingTable.dealershipId))
    .where(and(eq(listingTable.id, id), inArray(listingTable.state, PUBLIC_STATES))),
);

/** A listing as strangers see it; null for an invalid id, and if it is not public. */
export async function findPublicListing(id: string): Promise<PublicListing | null> {
  if (!isListingId(id)) return null;
  const [row] = await selectPublicListing({ id });
  if (!row) return null;
  const { personName, sellerLocale, sellerPhone, dealershipName, ...shown } = row;
  const { licenceNumber, licenceProvince, reservedAt, postedAt, ...facts } = shown;
  return {
    ...facts,
    postedOn: postedAt && calendarDay(postedAt),
    descriptionLocale: isLocale(sellerLocale) ? sellerLocale : "en",
    sellerName: dealershipName ?? shortenPersonName(personName),
    licence:
      licenceNumber !== null && licenceProvince !== null
        ? { provinceCode: licenceProvince, number: licenceNumber }
        : null,
    hasPhone: sellerPhone !== null,
    isReserved: reservedAt !== null,
  };
}

/** The same for its own page. */
export async function findListingDetails(id: string): Promise<ListingDetails | null> {
  if (!isListingId(id)) return null;
  const [listing, photos] = await Promise.all([findPublicListing(id), listPhotos(id, readDb())]);
  return listing && { ...listing, photos };
}

export type PostedListing = ListingCardFacts &
  Declared & {
    isForSale: boolean;
    vin: string | null;
    /** The dealership whose car it is; null if a person sells it. */
    dealershipId: string | null;
  };

/**
 * A listing that was public at some time, even if its car is now sold or removed: for a person who
 * pressed a button on it then. Null if it was never public.
 */
export async function findPostedListing(id: string): Promise<PostedListing | null> {
  if (!isListingId(id)) return null;
  const [row] = await db()
    .select({
      ...cardColumns,
      ...declaredColumns,
      vin: listingTable.vin,
      dealershipId: listingTable.dealershipId,
    })
    .from(listingTable)
    .where(and(eq(listingTable.id, id), isNotNull(listingTable.postedAt)));
  return row ? { ...row, isForSale: row.state === "live" } : null;
}

/** The cards of public listings, in the order of the ids; other ids are left out. */
export async function findPublicCards(ids: readonly string[]): Promise<ListingCardFacts[]> {
  const wanted = [...new Set(ids)].filter(isListingId);
  if (wanted.length === 0) return [];
  const rows = await selectPublicCards({ wanted });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return wanted.flatMap((id) => byId.get(id) ?? []);
}

const selectPublicCards = prepareQuery("public_cards", ["wanted"], (database, { wanted }) =>
  database
    .select(cardColumns)
    .from(listingTable)
    .where(
      and(
        sql`${listingTable.id} = any(${wanted}::uuid[])`,
        inArray(listingTable.state, PUBLIC_STATES),
      ),
    ),
);

/** The same for ids that a subquery returns, in one query. */
export async function findPublicCardsBy(idsQuery: SQL): Promise<ListingCardFacts[]> {
  const named = sql`unnest(array(${idsQuery})) with ordinality named (id, place)`;
  return readDb()
    .select(cardColumns)
    .from(listingTable)
    .innerJoin(named, eq(listingTable.id, sql`named.id`))
    .where(inArray(listingTable.state, PUBLIC_STATES))
    .orderBy(sql`named.place`);
}

/**
 * Whether this listing was public and was removed since: the address is not wrong, but the car is
 * gone.
 */
export async function isListingGone(id: string): Promise<boolean> {
  if (!isListingId(id)) return false;
  const [row] = await db()
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(
      and(
        eq(listingTable.id, id),
        eq(listingTable.state, "removed"),
        isNotNull(listingTable.postedAt),
      ),
    );
  return row !== undefined;
}

/** The drawings of the newest cars for sale. */
export async function listDrawnCars(most: number): Promise<CarIllustration[]> {
  const rows = await db()
    .select({ illustration: illustrationColumn })
    .from(listingTable)
    .where(eq(listingTable.state, "live"))
    .orderBy(desc(listingTable.postedAt), desc(listingTable.id))
    .limit(most);
  return rows.map(({ illustration }) => illustration);
}
