import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm";
import { findDeclaredByVin, saveDeclaredChanges } from "#domain/listing/declared-changes.server.ts";
import { NOTHING_DECLARED } from "#domain/declaration/declaration.ts";
import { dealershipTable } from "#domain/dealership/dealership.table.ts";
import { isListingReviewed, writeMove } from "#domain/listing/editable-listing.server.ts";
import { chooseIllustration } from "#domain/listing/listing-illustration.ts";
import {
  listingEventTable,
  listingPriceChangeTable,
  listingTable,
} from "#domain/listing/listing.table.ts";
import { now } from "#platform/clock/clock.server.ts";
import { makeRowId } from "#platform/database/columns.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { countPlan, type FeedCounts } from "./feed-counts.ts";
import { type FeedPlan, isPriceOnly } from "./feed-plan.ts";
import { findOpenFeed, makePlan, ofDealership, readFeedCars } from "./stock-feed.server.ts";
import { stockFeedCarTable, stockFeedTable } from "./stock-feed.table.ts";

// A feed's cars are written as sets, because 20,000 moves one by one would take minutes. The rules
// are those of one listing: its ad is lawful (feed-plan.ts), a car that is reserved or sold stays as
// it is, each state and price has its row in the history. Nobody else's moves are made here, so no
// bid is answered and no car changes hands.

type Applied =
  | { ok: true; counts: FeedCounts }
  | { ok: false; code: "not_found" | "not_as_shown" | "not_sure" };

/** Applies the file that waits, all of it or nothing. */
export async function applyFeed(
  by: SignedInUser,
  dealershipId: string,
  feedId: string,
  /** `digest` is that of the plan that the person saw. */
  { digest, isSure }: { digest: string; isSure: boolean },
): Promise<Applied> {
  const feed = await findOpenFeed(dealershipId, feedId);
  if (!feed?.isMapped) return { ok: false, code: "not_found" };
  const cars = await readFeedCars(feed);
  return db().transaction(async (transaction): Promise<Applied> => {
    const dealership = await lockStock(transaction, dealershipId);
    const planned = await makePlan(transaction, { dealershipId, feedId, cars });
    const { plan } = planned;
    if (planned.digest !== digest) return { ok: false, code: "not_as_shown" };
    if (plan.needsSureness && !isSure) return { ok: false, code: "not_sure" };
    const write = { transaction, by, dealership, feedId };
    await writeAdded(write, plan);
    await writeChanged(write, plan);
    await writeStates(write, plan);
    const counts = countPlan(plan);
    await transaction
      .update(stockFeedTable)
      .set({ file: null, fileName: null, appliedAt: now(), appliedCounts: counts })
      .where(ofDealership(dealershipId, feedId));
    return { ok: true, counts };
  });
}

type Dealership = typeof dealershipTable.$inferSelect;
type Write = { transaction: Transaction; by: SignedInUser; dealership: Dealership; feedId: string };

/** Two feeds of one dealership wait for each other; so does whoever changes one of its listings. */
async function lockStock(transaction: Transaction, dealershipId: string): Promise<Dealership> {
  const [dealership] = await transaction
    .select()
    .from(dealershipTable)
    .where(eq(dealershipTable.id, dealershipId))
    .for("no key update");
  if (!dealership) throw new Error("A feed names a dealership that is not there.");
  await transaction
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(eq(listingTable.dealershipId, dealershipId))
    .orderBy(asc(listingTable.id))
    .for("update");
  return dealership;
}

const BATCH = 500;

async function forEachBatch<Item>(
  items: readonly Item[],
  write: (batch: Item[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < items.length; from += BATCH)
    await write(items.slice(from, from + BATCH));
}

const time = sql`clock_timestamp()`;

async function writeAdded(write: Write, { added }: FeedPlan): Promise<void> {
  const { transaction, by, dealership } = write;
  const state: "in_review" | "live" = isListingReviewed() ? "in_review" : "live";
  const { city, provinceCode, lat, lon, isDemo } = dealership;
  const cars = added.map((car) => ({ ...car, id: makeRowId() }));
  await forEachBatch(cars, async (batch) => {
    await transaction.insert(listingTable).values(
      batch.map(({ id, fields }) => ({
        ...fields,
        id,
        sellerId: by.id,
        dealershipId: dealership.id,
        isAllInPrice: true,
        city,
        provinceCode,
        lat,
        lon,
        isDemo,
        state,
        postedAt: state === "live" ? time : null,
        illustration: chooseIllustration(fields, id),
      })),
    );
    const ids = batch.map(({ id }) => id);
    await writeEvents(write, ids, "draft");
    await writeEvents(write, ids, state);
    await link(
      write,
      batch.map(({ id, key }) => ({ listingId: id, key })),
    );
  });
  await copyDeclared(write, cars);
}

/** A car that was listed and removed here before declares no less than it did then. */
async function copyDeclared(
  { transaction, by, dealership }: Write,
  cars: readonly { id: string; fields: { vin: string | null } }[],
): Promise<void> {
  const removed = await transaction
    .select({ vin: listingTable.vin })
    .from(listingTable)
    .where(and(eq(listingTable.dealershipId, dealership.id), eq(listingTable.state, "removed")));
  const vins = new Set(removed.map(({ vin }) => vin));
  for (const { id, fields } of cars) {
    if (fields.vin === null || !vins.has(fields.vin)) continue;
    const before = await findDeclaredByVin(transaction, by, fields.vin, id);
    if (!before) continue;
    const input = { listingId: id, before, answered: NOTHING_DECLARED };
    const declared = await saveDeclaredChanges(transaction, { ...input, by, editedBy: "seller" });
    await transaction.update(listingTable).set(declared).where(eq(listingTable.id, id));
  }
}

async function writeChanged(write: Write, { changed, same }: FeedPlan): Promise<void> {
  const { transaction, by } = write;
  for (const car of changed) {
    const { known, changes } = car;
    if (Object.keys(changes).length === 0) continue;
    const { bodyType = known.bodyType, exteriorColour = known.exteriorColour } = changes;
    const illustration = chooseIllustration({ bodyType, exteriorColour }, known.id);
    await transaction
      .update(listingTable)
      .set({ ...changes, ...(isPriceOnly(car) ? {} : { illustration }) })
      .where(eq(listingTable.id, known.id));
    const isShown = known.state === "live" || known.state === "paused";
    if (isShown && !isPriceOnly(car) && isListingReviewed())
      await writeMove(transaction, known.id, "review_again", { byUserId: by.id });
  }
  // The price of a draft was never public.
  const prices = changed.flatMap(({ known, changes: { priceCad } }) =>
    priceCad === undefined || known.state === "draft" || known.state === "in_review"
      ? []
      : [
          {
            listingId: known.id,
            fromCad: known.priceCad,
            toCad: priceCad,
            byUserId: by.id,
            at: time,
          },
        ],
  );
  await forEachBatch(prices, (batch) => transaction.insert(listingPriceChangeTable).values(batch));
  const links = [...changed, ...same].filter(({ known, key }) => known.feedKey !== key);
  await forEachBatch(links, (batch) =>
    link(
      write,
      batch.map(({ known, key }) => ({ listingId: known.id, key })),
    ),
  );
}

/** Cars that are gone are paused, and shown again once the feed has them again. */
async function writeStates(write: Write, { gone, changed }: FeedPlan): Promise<void> {
  await forEachBatch(gone, (batch) => moveAll(write, batch, { from: "live", to: "paused" }));
  const back = changed.flatMap(({ known, isBack }) => (isBack ? [known] : []));
  await forEachBatch(back, (batch) => moveAll(write, batch, { from: "paused", to: "live" }));
}

async function moveAll(
  write: Write,
  cars: readonly { id: string }[],
  { from, to }: { from: "live" | "paused"; to: "live" | "paused" },
): Promise<void> {
  const { transaction } = write;
  const ids = cars.map(({ id }) => id);
  const moved = await transaction
    .update(listingTable)
    .set({ state: to })
    .where(
      and(
        inArray(listingTable.id, ids),
        eq(listingTable.state, from),
        isNull(listingTable.reservedAt),
      ),
    )
    .returning({ id: listingTable.id });
  await writeEvents(
    write,
    moved.map(({ id }) => id),
    to,
  );
  await transaction
    .update(stockFeedCarTable)
    .set({ goneAt: to === "paused" ? now() : null })
    .where(inArray(stockFeedCarTable.listingId, ids));
}

async function writeEvents(
  { transaction, by }: Write,
  ids: readonly string[],
  kind: "draft" | "in_review" | "live" | "paused",
): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .insert(listingEventTable)
    .values(ids.map((listingId) => ({ listingId, kind, byUserId: by.id, at: time })));
}

async function link(
  { transaction, feedId }: Write,
  cars: readonly { listingId: string; key: string }[],
): Promise<void> {
  await transaction
    .insert(stockFeedCarTable)
    .values(cars.map((car) => ({ ...car, feedId })))
    .onConflictDoUpdate({
      target: stockFeedCarTable.listingId,
      set: { feedId: sql`excluded.feed_id`, key: sql`excluded.key` },
    });
}
