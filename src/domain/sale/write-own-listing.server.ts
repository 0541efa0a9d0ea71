import { and, eq, ne } from "drizzle-orm";
import { lockCar } from "#domain/car/move-car.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { may } from "#domain/identity/permission.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import type { ListingFields } from "#domain/listing/listing-answers.ts";
import { isSoldBy } from "#domain/listing/sold-by.server.ts";
import {
  insertDraft,
  overwriteListing,
  type WriteResult,
} from "#domain/listing/write-listing.server.ts";
import { lockCarOfRequest } from "#domain/sell-request/dealer-offer/sell-request-lead.server.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { isListingId } from "#domain/listing/listing.ts";
import {
  findOwnCars,
  findUnknown,
  joinLocked,
  lockCarsToJoin,
  nameOwnCar,
  type OwnCar,
  readDeclaredOf,
} from "./own-car.server.ts";

// Listings are written here, because the VIN in the form may be that of a car which its seller
// already offers.

type SameVin = { ok: false; code: "same_vin"; own: OwnCar };

type Said = {
  isSameCar?: boolean | null;
  /** Why staff change somebody else's price. */
  reason?: string;
};

export async function createOwnListing(
  user: SignedInUser,
  fields: ListingFields,
  /** Whether it is the car that they already offer; null if they were not asked yet. */
  isSameCar: boolean | null,
): Promise<WriteResult | SameVin> {
  if (!may(user, "createListing")) return { ok: false, code: "not_permitted" };
  return db().transaction(async (transaction) => {
    await lockSeller(transaction, user.id);
    const [own] = await findOwnCars(transaction, { user, provedPhone: null }, fields.vin);
    if (!own) return { ok: true, id: await insertDraft(transaction, user, fields) };
    if (isSameCar !== true) return { ok: false, code: "same_vin", own };
    const car = await lockOwnCar(transaction, own);
    if (car.state !== "available") return { ok: false, code: "car_taken" };
    const declared = await readDeclaredOf(transaction, own);
    return {
      ok: true,
      id: await insertDraft(transaction, user, fields, { carId: car.id, declared }),
    };
  });
}

/** Locks the seller, so that a form sent twice at once is asked about as well. */
async function lockSeller(transaction: Transaction, id: string): Promise<void> {
  await transaction
    .select({ id: userTable.id })
    .from(userTable)
    .where(eq(userTable.id, id))
    .for("no key update");
}

async function lockOwnCar(transaction: Transaction, own: OwnCar) {
  if (own.kind === "listing") return lockCar(transaction, own.carId);
  await transaction
    .select({ id: leadTable.id })
    .from(leadTable)
    .where(eq(leadTable.id, own.leadId))
    .for("no key update");
  return lockCarOfRequest(transaction, own.leadId);
}

/**
 * Overwrites a listing with the form. A changed VIN leads to the same question as for a new
 * listing; staff are not asked, because they cannot know.
 */
export async function updateListing(
  user: SignedInUser,
  listingId: string,
  fields: ListingFields,
  { isSameCar, reason }: Said = {},
): Promise<WriteResult | SameVin | { ok: false; code: "both_taken" }> {
  return db().transaction(async (transaction) => {
    const wanted = { by: user, listingId, fields, reason };
    const same = await findSameCar(transaction, user, listingId, fields.vin);
    if (!same) return overwriteListing(transaction, wanted);
    const { own, carId } = same;
    if (isSameCar !== true) return { ok: false, code: "same_vin", own };
    // Locked before the listing, in the common order.
    const cars = await lockCarsToJoin(transaction, [await nameOwnCar(transaction, own), carId]);
    if (!cars) return { ok: false, code: "both_taken" };
    const alsoDeclared = await readDeclaredOf(transaction, own);
    const written = await overwriteListing(transaction, { ...wanted, alsoDeclared });
    if (written.ok) await joinLocked(transaction, cars, user.id);
    return written;
  });
}

/**
 * Another offer by the seller with the listing's new VIN, of which nobody has said whether it is
 * the same car.
 */
async function findSameCar(
  transaction: Transaction,
  user: SignedInUser,
  listingId: string,
  vin: string | null,
): Promise<{ own: OwnCar; carId: string } | null> {
  if (vin === null || !isListingId(listingId)) return null;
  await lockSeller(transaction, user.id);
  const [listing] = await transaction
    .select({ vin: listingTable.vin, carId: listingTable.carId })
    .from(listingTable)
    .where(and(eq(listingTable.id, listingId), isSoldBy(user), ne(listingTable.state, "removed")));
  if (!listing || listing.vin === vin) return null;
  const own = await findUnknown(
    transaction,
    await findOwnCars(transaction, { user, provedPhone: null }, vin),
    listing.carId,
  );
  return own && { own, carId: listing.carId };
}
