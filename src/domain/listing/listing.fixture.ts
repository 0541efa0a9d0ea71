import {
  answerBid,
  moveListing,
  type MoveResult,
  type SellerAnswer,
} from "#domain/bid/move-listing.server.ts";
import type { CarFacts } from "#domain/car/car-state.ts";
import { carTable } from "#domain/car/car.table.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { db } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import type { E164 } from "#values/phone.ts";
import type { Role } from "#values/role.ts";
import type { ListingMove } from "./listing-state.ts";
import { listingTable } from "./listing.table.ts";

/** Moves a listing in its own transaction. */
export function move(
  by: SignedInUser,
  listingId: string,
  name: ListingMove,
  more: { bidId?: string; reason?: string } = {},
): Promise<MoveResult> {
  return db().transaction((transaction) =>
    moveListing(transaction, { by, listingId, move: name, ...more }),
  );
}

/** The seller's answer to a bid, in its own transaction. */
export function answer(by: SignedInUser, bidId: string, input: SellerAnswer): Promise<MoveResult> {
  return db().transaction((transaction) => answerBid(transaction, { by, bidId, answer: input }));
}

/** Stores a person and returns them as a request knows them. */
export async function storePerson(
  name: string,
  input: Partial<{ role: Role; phone: E164; locale: "en" | "fr" }> = {},
): Promise<SignedInUser> {
  const email = `${name.toLowerCase().replaceAll(" ", ".")}@example.com`;
  const person = { role: "buyer" as Role, phone: null, locale: "en" as const, ...input };
  await db()
    .insert(userTable)
    .values({ id: email, name, email, emailVerified: true, ...person });
  return { id: email, name, email, ...person };
}

export async function storeListing(
  input: Partial<typeof listingTable.$inferInsert> & { sellerId: string },
): Promise<string> {
  const carId = input.carId ?? (await storeCar(input));
  const [listing] = await db()
    .insert(listingTable)
    .values({
      make: "Toyota",
      model: "RAV4",
      trim: "XLE",
      year: 2021,
      bodyType: "suv",
      exteriorColour: "blue",
      transmission: "automatic",
      fuel: "gasoline",
      odometerKm: 62_400,
      priceCad: 29_990,
      condition: "used",
      description: "One owner.",
      city: "Mississauga",
      provinceCode: "ON",
      lat: 43.6,
      lon: -79.6,
      state: "live",
      postedAt: new Date("2026-11-18T15:00:00Z"),
      showsPhone: true,
      illustration: { body: "SUV", colour: "Blue", trim: "Luxury", seed: "42" },
      ...input,
      carId,
    })
    .returning({ id: listingTable.id });
  if (!listing) throw new Error("The listing was not stored.");
  return listing.id;
}

/** The car of a listing that is stored as sold or reserved. */
async function storeCar({
  state,
  soldAt,
  reservedAt,
}: Partial<typeof listingTable.$inferInsert>): Promise<string> {
  const taken: CarFacts["state"] | null = state === "sold" ? "sold" : reservedAt ? "held" : null;
  const [car] = await db()
    .insert(carTable)
    .values(
      taken === null
        ? {}
        : { state: taken, takenWay: "elsewhere", takenAt: soldAt ?? reservedAt ?? new Date() },
    )
    .returning({ id: carTable.id });
  return car!.id;
}
