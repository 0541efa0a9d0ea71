import { and, asc, eq, inArray, isNotNull, ne, or, sql } from "drizzle-orm";
import { followCarMove } from "#domain/bid/follow-car.server.ts";
import { carsApartTable, requestCarTable } from "#domain/car/car.table.ts";
import { type Car, lockCar } from "#domain/car/move-car.server.ts";
import { type Declared, NOTHING_DECLARED, pickDeclared } from "#domain/declaration/declaration.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { isSoldBy } from "#domain/listing/sold-by.server.ts";
import {
  lockRequestsOfCar,
  whileOffersFollow,
} from "#domain/sell-request/dealer-offer/follow-offers.server.ts";
import { nameCarOfRequest } from "#domain/sell-request/dealer-offer/sell-request-lead.server.ts";
import { findDeclaredInRequest } from "#domain/sell-request/find-declared.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";

// One VIN is one car. A seller who enters the VIN of a car that they already offer here is asked
// whether it is the same one: if so, both share one row of `car`, which has one buyer
// (docs/decisions/0042).

/** The owner of a car: an account, or a person who proved a phone number. */
export type Owner = {
  user: Pick<SignedInUser, "id" | "email" | "dealership"> | null;
  provedPhone: string | null;
};

/** Another offer of a car by the same owner: a listing, or a sell request. */
export type OwnCar =
  | { kind: "listing"; id: string; carId: string }
  | { kind: "request"; leadId: string; reference: string; carId: string | null };

/** The owner's listings and requests with a VIN: listings first, each the oldest first. */
export async function findOwnCars(
  queryable: Queryable,
  { user, provedPhone }: Owner,
  vin: string | null,
): Promise<OwnCar[]> {
  if (vin === null || (!user && !provedPhone)) return [];
  const listings = user
    ? await queryable
        .select({ id: listingTable.id, carId: listingTable.carId })
        .from(listingTable)
        .where(and(eq(listingTable.vin, vin), isSoldBy(user), ne(listingTable.state, "removed")))
        .orderBy(asc(listingTable.id))
    : [];
  const requests = await queryable
    .select({
      leadId: leadTable.id,
      reference: leadTable.reference,
      carId: requestCarTable.carId,
    })
    .from(leadTable)
    .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
    .leftJoin(requestCarTable, eq(requestCarTable.leadId, leadTable.id))
    .where(
      and(
        eq(leadTable.kind, "sell_car"),
        sql`${submissionTable.answers}->>'vin' = ${vin}`,
        or(
          ...(user
            ? [
                eq(submissionTable.userId, user.id),
                sql`lower(${leadTable.email}) = ${user.email.toLowerCase()}`,
              ]
            : []),
          ...(provedPhone
            ? [and(eq(leadTable.phone, provedPhone), isNotNull(leadTable.phoneVerifiedAt))]
            : []),
        ),
      ),
    )
    .orderBy(asc(leadTable.receivedAt), asc(leadTable.id));
  return [
    ...listings.map((listing) => ({ kind: "listing" as const, ...listing })),
    ...requests.map((request) => ({ kind: "request" as const, ...request })),
  ];
}

/** The id of the car. For a request, the first call stores it. */
export async function nameOwnCar(transaction: Transaction, own: OwnCar): Promise<string> {
  return own.kind === "listing" ? own.carId : nameCarOfRequest(transaction, own.leadId);
}

/** What was declared of the car in the other offer. */
export async function readDeclaredOf(transaction: Transaction, own: OwnCar): Promise<Declared> {
  if (own.kind === "listing") {
    const [listing] = await transaction
      .select()
      .from(listingTable)
      .where(eq(listingTable.id, own.id));
    return listing ? pickDeclared(listing) : NOTHING_DECLARED;
  }
  return findDeclaredInRequest(transaction, own.leadId);
}

/**
 * Another offer by the sender of a request, with the same VIN, of which nobody has said whether it
 * is the same car.
 */
export async function findOtherOwnCar(
  owner: Owner,
  leadId: string,
  vin: string | null,
  queryable: Queryable = db(),
): Promise<OwnCar | null> {
  const all = await findOwnCars(queryable, owner, vin);
  const request = all.find((each) => each.kind === "request" && each.leadId === leadId);
  const others = all.filter((each) => each !== request);
  return findUnknown(queryable, others, request?.carId ?? null);
}

/** The first of the others that is neither known to be this car nor known to be a different one. */
export async function findUnknown(
  queryable: Queryable,
  others: readonly OwnCar[],
  carId: string | null,
): Promise<OwnCar | null> {
  if (carId === null || others.length === 0) return others[0] ?? null;
  const { oneId, otherId } = carsApartTable;
  const apart = await queryable
    .select({ oneId, otherId })
    .from(carsApartTable)
    .where(or(eq(oneId, carId), eq(otherId, carId)));
  const known = new Set([carId, ...apart.flatMap((pair) => [pair.oneId, pair.otherId])]);
  return others.find((other) => other.carId === null || !known.has(other.carId)) ?? null;
}

export type JoinResult = { ok: true } | { ok: false; code: "not_found" | "both_taken" };

/** The answer of a request's sender to whether the other car with its VIN is the same one. */
export async function answerSameCar(
  owner: Owner,
  { leadId, vin, isSame }: { leadId: string; vin: string | null; isSame: boolean },
  byUserId: string | null,
): Promise<JoinResult> {
  return db().transaction(async (transaction) => {
    const other = await findOtherOwnCar(owner, leadId, vin, transaction);
    if (!other) return { ok: false, code: "not_found" };
    const otherId = await nameOwnCar(transaction, other);
    const ids = [otherId, await nameCarOfRequest(transaction, leadId)] as const;
    if (isSame) return joinCars(transaction, ids, byUserId);
    const [oneId, laterId] = ids.toSorted();
    await transaction
      .insert(carsApartTable)
      .values({ oneId: oneId!, otherId: laterId!, at: now() })
      .onConflictDoNothing();
    return { ok: true };
  });
}

/**
 * Joins two rows of one car: the one with a buyer remains, else the first. Bids and offers for the
 * other one follow the state of the remaining car, and everybody whose bid or offer is put on hold
 * or closed is notified.
 */
export async function joinCars(
  transaction: Transaction,
  ids: readonly [string, string],
  byUserId: string | null,
): Promise<JoinResult> {
  if (ids[0] === ids[1]) return { ok: true };
  const cars = await lockCarsToJoin(transaction, ids);
  if (!cars) return { ok: false, code: "both_taken" };
  await joinLocked(transaction, cars, byUserId);
  return { ok: true };
}

/** The car that remains and the one that is deleted, both locked; null if both have a buyer. */
export async function lockCarsToJoin(
  transaction: Transaction,
  [first, second]: readonly [string, string],
): Promise<{ remaining: Car; gone: Car } | null> {
  await lockRequestsOfCar(transaction, first, second);
  const locked: Car[] = [];
  for (const id of [first, second].toSorted()) locked.push(await lockCar(transaction, id));
  const remaining =
    locked.find(({ state }) => state !== "available") ?? locked.find(({ id }) => id === first);
  const gone = locked.find((car) => car !== remaining);
  if (!remaining || !gone) throw new Error("Two cars were locked.");
  return gone.state === "available" ? { remaining, gone } : null;
}

export async function joinLocked(
  transaction: Transaction,
  { remaining, gone }: { remaining: Car; gone: Car },
  byUserId: string | null,
): Promise<void> {
  await whileOffersFollow(
    transaction,
    remaining,
    async () => {
      const moved = await transaction
        .update(listingTable)
        .set({ carId: remaining.id })
        .where(eq(listingTable.carId, gone.id))
        .returning({ id: listingTable.id });
      await transaction
        .update(requestCarTable)
        .set({ carId: remaining.id })
        .where(eq(requestCarTable.carId, gone.id));
      if (remaining.state !== "available" && moved.length > 0) {
        const move = remaining.state === "held" ? "hold" : "sell";
        const isMoved = inArray(
          listingTable.id,
          moved.map(({ id }) => id),
        );
        await followCarMove(transaction, { carId: remaining.id, move, only: isMoved, byUserId });
      }
    },
    {},
    [gone.id],
  );
}
