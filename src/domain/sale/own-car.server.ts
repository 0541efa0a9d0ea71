import { and, asc, eq, inArray, isNotNull, ne, or, sql } from "drizzle-orm";
import { followCarMove } from "#domain/bid/follow-car.server.ts";
import { requestCarTable } from "#domain/car/car.table.ts";
import { type Car, lockCar } from "#domain/car/move-car.server.ts";
import { type Declared, NOTHING_DECLARED, pickDeclared } from "#domain/declaration/declaration.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import { may } from "#domain/identity/permission.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import type { ListingFields } from "#domain/listing/listing-answers.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { insertDraft, type WriteResult } from "#domain/listing/write-listing.server.ts";
import {
  lockRequestsOfCar,
  whileOffersFollow,
} from "#domain/sell-request/dealer-offer/follow-offers.server.ts";
import {
  lockCarOfRequest,
  nameCarOfRequest,
} from "#domain/sell-request/dealer-offer/sell-request-lead.server.ts";
import { readDeclaredInRequest } from "#domain/sell-request/declared-in-request.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { parseStored } from "#forms/stored-answers.ts";
import { db, type Queryable, type Transaction } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";

// One VIN is one car. A seller who gives the VIN of a car that they offer here already is asked whether
// it is that one: a "yes" makes it the same row, which has one buyer (docs/decisions/0042).

/** Whose car it is: an account, or somebody who proved that a number is theirs. */
export type Owner = { user: Pick<SignedInUser, "id" | "email"> | null; provedPhone: string | null };

/** In what else the owner offers a car: a listing, or a request to sell. */
export type OwnCar =
  | { kind: "listing"; id: string; carId: string }
  | { kind: "request"; leadId: string; reference: string; carId: string | null };

/** The owner's listings and requests of a VIN, listings first, the oldest first. */
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
        .where(
          and(
            eq(listingTable.vin, vin),
            eq(listingTable.sellerId, user.id),
            ne(listingTable.state, "removed"),
          ),
        )
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

/** A new listing, whose VIN may be that of a car which its seller offers here already. */
export async function createOwnListing(
  user: SignedInUser,
  fields: ListingFields,
  /** What they said; null where they were not asked yet. */
  isSameCar: boolean | null,
): Promise<WriteResult | { ok: false; code: "same_vin"; own: OwnCar }> {
  if (!may(user, "createListing")) return { ok: false, code: "not_permitted" };
  return db().transaction(async (transaction) => {
    // Whoever sends the form twice at once is asked as well.
    await transaction
      .select({ id: userTable.id })
      .from(userTable)
      .where(eq(userTable.id, user.id))
      .for("no key update");
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

async function lockOwnCar(transaction: Transaction, own: OwnCar) {
  if (own.kind === "listing") return lockCar(transaction, own.carId);
  await transaction
    .select({ id: leadTable.id })
    .from(leadTable)
    .where(eq(leadTable.id, own.leadId))
    .for("no key update");
  return lockCarOfRequest(transaction, own.leadId);
}

/** What was declared of the car stays with it. */
async function readDeclaredOf(transaction: Transaction, own: OwnCar): Promise<Declared> {
  if (own.kind === "listing") {
    const [listing] = await transaction
      .select()
      .from(listingTable)
      .where(eq(listingTable.id, own.id));
    return listing ? pickDeclared(listing) : NOTHING_DECLARED;
  }
  const [sent] = await transaction
    .select({ answers: submissionTable.answers })
    .from(submissionTable)
    .innerJoin(leadTable, eq(leadTable.submissionId, submissionTable.id))
    .where(eq(leadTable.id, own.leadId));
  return readDeclaredInRequest(parseStored(sellCarForm, sent?.answers).answers);
}

/** What else the sender of a request offers of the same car without its being known to be the same. */
export async function findOtherOwnCar(
  owner: Owner,
  leadId: string,
  vin: string | null,
  queryable: Queryable = db(),
): Promise<OwnCar | null> {
  const all = await findOwnCars(queryable, owner, vin);
  const request = all.find((each) => each.kind === "request" && each.leadId === leadId);
  const isOther = ({ carId }: OwnCar) => carId === null || carId !== request?.carId;
  return all.find((each) => each !== request && isOther(each)) ?? null;
}

export type JoinResult = { ok: true } | { ok: false; code: "not_found" | "both_taken" };

/** The request's car and the other one that its sender offers with this VIN become one. */
export async function joinOwnCar(
  owner: Owner,
  leadId: string,
  vin: string | null,
  byUserId: string | null,
): Promise<JoinResult> {
  return db().transaction(async (transaction) => {
    const other = await findOtherOwnCar(owner, leadId, vin, transaction);
    if (!other) return { ok: false, code: "not_found" };
    const otherId =
      other.kind === "listing" ? other.carId : await nameCarOfRequest(transaction, other.leadId);
    return joinCars(transaction, [otherId, await nameCarOfRequest(transaction, leadId)], byUserId);
  });
}

/**
 * Two rows of one car become one: the first of them, or the one that has its buyer. What the other was
 * offered by follows what became of it, and everybody whose bid or offer waits or closes is told.
 */
export async function joinCars(
  transaction: Transaction,
  ids: readonly [string, string],
  byUserId: string | null,
): Promise<JoinResult> {
  const [first, second] = ids;
  if (first === second) return { ok: true };
  await lockRequestsOfCar(transaction, ...ids);
  const locked: Car[] = [];
  for (const id of ids.toSorted()) locked.push(await lockCar(transaction, id));
  const kept =
    locked.find(({ state }) => state !== "available") ?? locked.find(({ id }) => id === first);
  const gone = locked.find((car) => car !== kept);
  if (!kept || !gone) throw new Error("Two cars were locked.");
  if (gone.state !== "available") return { ok: false, code: "both_taken" };
  await whileOffersFollow(
    transaction,
    kept,
    async () => {
      const moved = await transaction
        .update(listingTable)
        .set({ carId: kept.id })
        .where(eq(listingTable.carId, gone.id))
        .returning({ id: listingTable.id });
      await transaction
        .update(requestCarTable)
        .set({ carId: kept.id })
        .where(eq(requestCarTable.carId, gone.id));
      if (kept.state !== "available" && moved.length > 0) {
        const move = kept.state === "held" ? "hold" : "sell";
        const isMoved = inArray(
          listingTable.id,
          moved.map(({ id }) => id),
        );
        await followCarMove(transaction, { carId: kept.id, move, only: isMoved, byUserId });
      }
    },
    {},
    [gone.id],
  );
  return { ok: true };
}
