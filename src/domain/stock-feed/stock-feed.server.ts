import { createHash } from "node:crypto";
import { and, asc, eq, notInArray, or, isNotNull, sql } from "drizzle-orm";
import { decodeVin } from "#domain/catalogue/vin-decoder/vin-decoder.server.ts";
import { findAdDealership } from "#domain/listing/listing-ad.server.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import { readStockFile, type StockFile, type StockFileFault } from "#packages/stock-file";
import { now, today } from "#platform/clock/clock.server.ts";
import { db, type Queryable } from "#platform/database/database.server.ts";
import type { SignedInUser } from "#platform/request/visitor.server.ts";
import { pickKeys } from "#values/record.ts";
import { isUuid } from "#values/uuid.ts";
import type { VinDetails } from "#values/vin.ts";
import { FEED_COLUMNS, type FeedCar, readFeedCar, wantsDecoding } from "./feed-car.ts";
import { type FeedMapping, reuseMapping, suggestMapping } from "./feed-fields.ts";
import { type FeedPlan, type KnownCar, planFeed } from "./feed-plan.ts";
import { stockFeedCarTable, stockFeedTable } from "./stock-feed.table.ts";

/** More sources than any dealership has. */
const MOST_FEEDS = 20;

const summaryColumns = {
  id: stockFeedTable.id,
  name: stockFeedTable.name,
  mapping: stockFeedTable.mapping,
  isMapped: stockFeedTable.isMapped,
  fileName: stockFeedTable.fileName,
  uploadedAt: stockFeedTable.uploadedAt,
  appliedAt: stockFeedTable.appliedAt,
  appliedCounts: stockFeedTable.appliedCounts,
};

/** The sources of a dealership, the one used last first. */
export async function listStockFeeds(dealershipId: string) {
  return db()
    .select(summaryColumns)
    .from(stockFeedTable)
    .where(eq(stockFeedTable.dealershipId, dealershipId))
    .orderBy(sql`${stockFeedTable.uploadedAt} desc`, asc(stockFeedTable.id));
}

export type UploadResult =
  | { ok: true; id: string }
  | { ok: false; code: "unreadable"; fault: StockFileFault }
  | { ok: false; code: "too_many_feeds" };

/**
 * Stores a file of a source, in place of one that waits. The columns of a source that was used
 * before are read as then; others by their names.
 */
export async function uploadStockFile(
  user: SignedInUser,
  dealershipId: string,
  { name, fileName, bytes }: { name: string; fileName: string; bytes: Uint8Array },
): Promise<UploadResult> {
  const read = readStockFile(bytes);
  if (!read.ok) return { ok: false, code: "unreadable", fault: read };
  const feeds = await listStockFeeds(dealershipId);
  const before = feeds.find((feed) => feed.name === name);
  if (!before && feeds.length >= MOST_FEEDS) return { ok: false, code: "too_many_feeds" };
  const kept = reuseMapping(before?.mapping ?? {}, read.columns);
  const isKept = Object.keys(kept).length === Object.keys(before?.mapping ?? {}).length;
  const values = {
    mapping: before && isKept ? kept : { ...suggestMapping(read.columns), ...kept },
    isMapped: (before?.isMapped ?? false) && isKept,
    fileName,
    file: Buffer.from(bytes),
    byUserId: user.id,
    uploadedAt: now(),
  };
  const [stored] = await db()
    .insert(stockFeedTable)
    .values({ dealershipId, name, ...values })
    .onConflictDoUpdate({
      target: [stockFeedTable.dealershipId, stockFeedTable.name],
      set: values,
    })
    .returning({ id: stockFeedTable.id });
  if (!stored) throw new Error("No feed was stored.");
  return { ok: true, id: stored.id };
}

/** The mapping that a person confirmed. */
export async function saveFeedMapping(
  dealershipId: string,
  id: string,
  mapping: FeedMapping,
): Promise<void> {
  await db()
    .update(stockFeedTable)
    .set({ mapping, isMapped: true })
    .where(ofDealership(dealershipId, id));
}

/** Lets a file go that was not applied; the source and its columns stay. */
export async function dropStockFile(dealershipId: string, id: string): Promise<void> {
  if (!isUuid(id)) return;
  await db()
    .update(stockFeedTable)
    .set({ file: null, fileName: null })
    .where(ofDealership(dealershipId, id));
}

export function ofDealership(dealershipId: string, id: string) {
  return and(eq(stockFeedTable.id, id), eq(stockFeedTable.dealershipId, dealershipId));
}

type OpenFeed = {
  id: string;
  name: string;
  mapping: FeedMapping;
  isMapped: boolean;
  fileName: string;
  file: StockFile;
};

/** A source whose file waits; null if there is none, or if it is somebody else's. */
export async function findOpenFeed(dealershipId: string, id: string): Promise<OpenFeed | null> {
  if (!isUuid(id)) return null;
  const [row] = await db()
    .select({ ...summaryColumns, bytes: stockFeedTable.file })
    .from(stockFeedTable)
    .where(ofDealership(dealershipId, id));
  if (!row?.bytes || row.fileName === null) return null;
  const file = readStockFile(row.bytes);
  if (!file.ok) return null;
  const { bytes: _bytes, fileName, ...feed } = row;
  return { ...feed, fileName, file };
}

/** What applying the file would change now. */
export async function planOpenFeed(
  dealershipId: string,
  feed: OpenFeed,
): Promise<{ plan: FeedPlan; digest: string }> {
  const cars = await readFeedCars(feed);
  return makePlan(db(), { dealershipId, feedId: feed.id, cars });
}

/** Compares what was read with the dealership's listings as they are now. */
export async function makePlan(
  queryable: Queryable,
  { dealershipId, feedId, cars }: { dealershipId: string; feedId: string; cars: FeedCar[] },
): Promise<{ plan: FeedPlan; digest: string }> {
  const [known, dealership] = await Promise.all([
    listKnownCars(queryable, dealershipId, feedId),
    findAdDealership(queryable, dealershipId),
  ]);
  if (!dealership) throw new Error("A feed names a dealership that is not there.");
  const plan = planFeed({ cars, known, dealership });
  return { plan, digest: digestPlan(plan) };
}

/** Whoever applies has seen exactly this; anything else is shown again first. */
function digestPlan({ added, changed, gone }: FeedPlan): string {
  const input = [
    added.map(({ key, fields }) => [key, fields]),
    changed.map(({ known, changes, isBack }) => [known.id, changes, isBack]),
    gone.map(({ id }) => id),
  ];
  return createHash("sha256").update(JSON.stringify(input)).digest("base64url");
}

/** A VIN costs some milliseconds; a file that says what its cars are needs none. */
const MOST_DECODED = 1_000;
const DECODED_AT_ONCE = 20;

/** All cars of a file, with what their VINs add. */
export async function readFeedCars({
  file: { columns, rows, unevenRows },
  mapping,
}: Pick<OpenFeed, "file" | "mapping">): Promise<FeedCar[]> {
  const options = { mapping, today: today() };
  const cars = rows.map((row) => readFeedCar(row, columns, options));
  const wanted = cars.flatMap((car, at) => (wantsDecoding(car) ? [at] : []));
  for (let from = 0; from < Math.min(wanted.length, MOST_DECODED); from += DECODED_AT_ONCE)
    await Promise.all(
      wanted.slice(from, from + DECODED_AT_ONCE).map(async (at) => {
        const decoded = await decodeForFeed(cars[at]?.vin ?? "");
        const row = rows[at];
        if (decoded && row) cars[at] = readFeedCar(row, columns, { ...options, decoded });
      }),
    );
  const uneven = unevenRows.map((place): FeedCar => ({
    place,
    key: null,
    vin: null,
    title: "",
    faults: [{ code: "uneven" }],
    fields: {},
  }));
  return [...cars, ...uneven];
}

async function decodeForFeed(vin: string): Promise<VinDetails | null> {
  const decoding = await decodeVin(vin);
  return decoding.state === "decoded" || decoding.state === "unknown" ? decoding : null;
}

/** The dealership's listings, and those of the feed that were sold or removed. */
async function listKnownCars(
  queryable: Queryable,
  dealershipId: string,
  feedId: string,
): Promise<KnownCar[]> {
  const rows = await queryable
    .select({
      id: listingTable.id,
      state: listingTable.state,
      reservedAt: listingTable.reservedAt,
      provinceCode: listingTable.provinceCode,
      brand: listingTable.brand,
      accidents: listingTable.accidents,
      owners: listingTable.owners,
      earlierUse: listingTable.earlierUse,
      odometerReading: listingTable.odometerReading,
      isAllInPrice: listingTable.isAllInPrice,
      ...pickKeys(listingTable, FEED_COLUMNS),
      feedKey: stockFeedCarTable.key,
      goneAt: stockFeedCarTable.goneAt,
    })
    .from(listingTable)
    .leftJoin(
      stockFeedCarTable,
      and(eq(stockFeedCarTable.listingId, listingTable.id), eq(stockFeedCarTable.feedId, feedId)),
    )
    .where(
      and(
        eq(listingTable.dealershipId, dealershipId),
        or(notInArray(listingTable.state, ["sold", "removed"]), isNotNull(stockFeedCarTable.key)),
      ),
    )
    .orderBy(asc(listingTable.id));
  return rows.map(({ goneAt, ...car }) => ({ ...car, isGone: goneAt !== null }));
}
