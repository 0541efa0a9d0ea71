import { and, eq, sql } from "drizzle-orm";
import { bidEventTable, bidTable } from "#domain/bid/bid.table.ts";
import { carTable } from "#domain/car/car.table.ts";
import { dealershipMemberTable, dealershipTable } from "#domain/dealership/dealership.table.ts";
import { accountTable, userTable } from "#domain/identity/identity.table.ts";
import { LEAD_KINDS } from "#values/lead-kind.ts";
import { listingEventTable, listingTable } from "#domain/listing/listing.table.ts";
import { reviewTable } from "#domain/review/review.table.ts";
import { sellerVerificationTable } from "#domain/seller-verification/seller-verification.table.ts";
import type { Database, Transaction } from "#platform/database/database.server.ts";
import { accountUserId, personUserId } from "./accounts.ts";
import { type DemoBid, demoBids } from "./bids.ts";
import { DEMO_DEALER_KEY, DEMO_DEALERSHIPS } from "./dealerships.ts";
import { demoId } from "./demo-id.ts";
import { type DemoListing, demoListings, type DemoSeller } from "./listings.ts";
import { DEMO_ACCOUNTS, DEMO_BIDDERS, DEMO_COLLEAGUES, DEMO_SELLERS } from "./people.ts";
import { demoCity } from "./cities.ts";
import { demoSoldCars } from "./sold-cars.ts";
import { DEMO_REVIEWS } from "./texts.ts";
import {
  newsletterSubscriptionTable,
  type UnsubscribeWay,
} from "#domain/newsletter/newsletter.table.ts";
import { consentToNewsletter } from "#domain/newsletter/subscriptions.server.ts";
import { makeRowIdOf } from "#platform/database/columns.ts";
import { makeToken } from "#platform/vault/token.server.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

type SeedOptions = {
  /** All dates are counted back from this moment. */
  at: Date;
  /** The hash that the accounts' sign-in checks (better-auth's own). */
  hashPassword(password: string): Promise<string>;
};

/**
 * Fills an empty database with the demo's people, dealerships, cars, bids, reviews and subscribers;
 * what they do with each other follows (business.server.ts). Does nothing if the demo is stored
 * already, also if two processes start at once.
 */
export async function seedDemo(
  database: Database,
  options: SeedOptions,
): Promise<{ seeded: boolean }> {
  if (await isSeeded(database)) return { seeded: false };
  // Slow by design, so it runs before the transaction, for which others would have to wait.
  const passwordHashes = await Promise.all(
    DEMO_ACCOUNTS.map(({ password }) => options.hashPassword(password)),
  );
  return database.transaction(async (transaction) => {
    await transaction.execute(sql`select pg_advisory_xact_lock(hashtext('rouvia demo'))`);
    if (await isSeeded(transaction)) return { seeded: false };
    await insertPeople(transaction, passwordHashes);
    await insertDealerships(transaction);
    const listings = demoListings(options.at, demoSeller);
    const soldCars = demoSoldCars(options.at, demoSeller, listings);
    await transaction.insert(listingTable).values([...listings, ...soldCars]);
    await transaction
      .update(carTable)
      .set({ state: "sold", takenWay: "elsewhere", takenAt: sql`${listingTable.soldAt}` })
      .from(listingTable)
      .where(and(eq(listingTable.carId, carTable.id), eq(listingTable.state, "sold")));
    const bids = demoBids(listings, demoBidders(), options.at);
    await transaction.insert(bidTable).values(bids);
    await insertEvents(transaction, [...listings, ...soldCars], bids);
    await insertVerifications(transaction, options.at);
    await insertSubscribers(transaction, options.at);
    await transaction.insert(reviewTable).values(
      DEMO_REVIEWS.map((review, index) => {
        const writtenAt = new Date(options.at.getTime() - (3 + index * 9) * DAY_MS);
        return {
          ...review,
          id: demoId("review", index),
          isDemo: true,
          state: "published" as const,
          writtenAt,
          publishedAt: writtenAt,
        };
      }),
    );
    return { seeded: true };
  });
}

async function isSeeded(queryable: Database | Transaction): Promise<boolean> {
  const found = await queryable
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(sql`${listingTable.isDemo}`)
    .limit(1);
  return found.length > 0;
}

async function insertPeople(transaction: Transaction, passwordHashes: readonly string[]) {
  const people = [
    ...[...DEMO_SELLERS, ...DEMO_BIDDERS].map((person) => ({ ...person, role: "seller" as const })),
    ...DEMO_COLLEAGUES.map((person) => ({ ...person, role: "dealer" as const })),
  ];
  await transaction.insert(userTable).values([
    ...DEMO_ACCOUNTS.map(({ role, name, email, phone, locale }) => ({
      id: accountUserId(email),
      role,
      name,
      email,
      phone,
      locale,
      emailVerified: true,
      isDemo: true,
    })),
    ...people.map((person) => ({
      id: personUserId(person),
      role: person.role,
      name: person.name,
      email: `${person.key}@example.com`,
      phone: person.phone,
      locale: person.locale,
      isDemo: true,
    })),
  ]);
  await transaction.insert(accountTable).values(
    DEMO_ACCOUNTS.map(({ email }, index) => ({
      id: demoId("account", email),
      accountId: accountUserId(email),
      userId: accountUserId(email),
      providerId: "credential",
      password: passwordHashes[index] ?? null,
    })),
  );
}

/** The events that would have been stored at the time: cars posted and sold, bids placed. */
async function insertEvents(
  transaction: Transaction,
  listings: readonly DemoListing[],
  bids: readonly DemoBid[],
) {
  await transaction.insert(listingEventTable).values(
    listings.flatMap(({ id, sellerId, postedAt, soldAt }) => {
      const by = { listingId: id, byUserId: sellerId };
      return [
        ...(postedAt ? [{ ...by, kind: "live" as const, at: postedAt }] : []),
        ...(soldAt ? [{ ...by, kind: "sold" as const, at: soldAt }] : []),
      ];
    }),
  );
  await transaction
    .insert(bidEventTable)
    .values(
      bids.flatMap(({ id, bidderId, placedAt }) =>
        id && placedAt
          ? [{ bidId: id, kind: "placed" as const, byUserId: bidderId, at: placedAt }]
          : [],
      ),
    );
}

/** The demo's staff have verified the seller, the dealer and every second private person. */
async function insertVerifications(transaction: Transaction, at: Date) {
  const staff = DEMO_ACCOUNTS.find(({ role }) => role === "staff");
  const verified = [
    ...DEMO_ACCOUNTS.filter(({ role }) => role === "seller" || role === "dealer").map(({ email }) =>
      accountUserId(email),
    ),
    ...DEMO_SELLERS.filter((_, index) => index % 2 === 0).map(personUserId),
  ];
  await transaction.insert(sellerVerificationTable).values(
    verified.map((userId) => ({
      userId,
      kind: "verified" as const,
      byUserId: staff ? accountUserId(staff.email) : null,
      at: new Date(at.getTime() - 90 * DAY_MS),
    })),
  );
}

async function insertDealerships(transaction: Transaction) {
  await transaction.insert(dealershipTable).values(
    DEMO_DEALERSHIPS.map(({ key, alsoServes = [], ...dealership }, at) => {
      const city = demoCity(dealership.city);
      return {
        ...dealership,
        ...city,
        id: demoId("dealership", key),
        // Not a number that a regulator could have issued.
        licenceNumber: `DEMO-${String(at + 1).padStart(3, "0")}`,
        leadEmail: `leads.${key}@example.com`,
        servedProvinces: [city.provinceCode, ...alsoServes],
        takesLeadKinds: [...LEAD_KINDS],
        isDemo: true,
      };
    }),
  );
  await transaction.insert(dealershipMemberTable).values([
    ...DEMO_ACCOUNTS.filter(({ role }) => role === "dealer").map(({ email }) => ({
      userId: accountUserId(email),
      dealershipId: demoId("dealership", DEMO_DEALER_KEY),
      role: "owner" as const,
    })),
    ...DEMO_COLLEAGUES.map((person) => ({
      userId: personUserId(person),
      dealershipId: demoId("dealership", person.dealershipKey),
      role:
        person.dealershipKey === DEMO_DEALER_KEY ? ("salesperson" as const) : ("owner" as const),
    })),
  ]);
}

/** The seller of the plan: a person by key, or one of the accounts by role. */
export function demoSeller(key: string): DemoSeller {
  const account = DEMO_ACCOUNTS.find(({ role }) => role === key);
  const dealershipId = key === "dealer" ? demoId("dealership", DEMO_DEALER_KEY) : null;
  if (account)
    return { userId: accountUserId(account.email), locale: account.locale, dealershipId };
  const person = DEMO_SELLERS.find((each) => each.key === key);
  if (!person) throw new Error(`The demo has no seller "${key}".`);
  return { userId: personUserId(person), locale: person.locale, dealershipId };
}

function demoBidders() {
  const accounts = DEMO_ACCOUNTS.filter(({ role }) => role === "buyer");
  return [
    ...accounts.map(({ email, phone }) => ({ userId: accountUserId(email), phone })),
    ...DEMO_BIDDERS.map((person) => ({ userId: personUserId(person), phone: person.phone })),
  ];
}

const CONFIRMED_AFTER_MS = 7 * 60 * 1000;

/** By the person's key, how they unsubscribed; all others are still subscribed. */
const LEFT = new Map<string, UnsubscribeWay>([
  ["dale-kowalski", "page"],
  ["luc-cormier", "one_click"],
]);
const UNCONFIRMED: readonly string[] = ["owen-walsh", "mai-nguyen"];

/** Subscribers of the newsletter: the demo's people that nobody can sign in as. */
async function insertSubscribers(transaction: Transaction, at: Date): Promise<void> {
  await transaction.insert(newsletterSubscriptionTable).values(
    [...DEMO_SELLERS, ...DEMO_BIDDERS].map(({ key, locale }, index) => {
      const isConfirmed = !UNCONFIRMED.includes(key);
      // Unconfirmed subscribers asked recently: an address that is not confirmed is soon deleted.
      const askedMsAgo = isConfirmed ? (3 + index * 4) * DAY_MS : DAY_MS / (index + 1);
      const askedAt = new Date(at.getTime() - askedMsAgo);
      const left = LEFT.get(key);
      return {
        ...consentToNewsletter(locale),
        // Ids grow with time, and staff see the newest first.
        id: makeRowIdOf(askedAt),
        email: `${key}@example.com`,
        channel: "web: newsletter",
        askedAt,
        confirmedAt: isConfirmed ? new Date(askedAt.getTime() + CONFIRMED_AFTER_MS) : null,
        unsubscribeToken: makeToken(),
        unsubscribedAt: left ? new Date(askedAt.getTime() + 2 * DAY_MS) : null,
        unsubscribedBy: left ?? null,
        isDemo: true,
      };
    }),
  );
}
