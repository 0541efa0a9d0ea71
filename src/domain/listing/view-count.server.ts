import { inArray, sql } from "drizzle-orm";
import { today } from "#platform/clock/clock.server.ts";
import { databaseAwaySince } from "#platform/database/database-watch.server.ts";
import { db } from "#platform/database/database.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { PUBLIC_STATES } from "./listing-state.ts";
import { listingTable, listingViewDayTable } from "./listing.table.ts";
import { isListingId } from "./listing.ts";

/** One view of a listing's page. */
export type ListingView = {
  listingId: string;
  /** The account of the visitor, if signed in. Views by the seller are not counted. */
  userId: string | null;
  headers: Pick<Headers, "get">;
};

/** Views are collected for this long: a listing with many views costs one write a second. */
const SLICE_MS = 1_000;

type Slice = { listingId: string; userId: string | null; views: number };

const slices = new Map<string, Slice>();
let timer: NodeJS.Timeout | undefined;

/**
 * Counts one view of a listing's page; it is written with others within a second. Nothing is stored
 * about the visitor.
 */
export function countListingView({ listingId, userId, headers }: ListingView): void {
  if (!isListingId(listingId) || !isPersonsVisit(headers)) return;
  const key = `${listingId} ${userId ?? ""}`;
  const slice = slices.get(key) ?? { listingId, userId, views: 0 };
  slice.views += 1;
  slices.set(key, slice);
  timer ??= setTimeout(writeSlices, SLICE_MS).unref();
}

function writeSlices(): void {
  // Pages can still be read meanwhile (replicas.server.ts), so their views wait.
  if (databaseAwaySince() !== null) {
    timer = setTimeout(writeSlices, SLICE_MS).unref();
    return;
  }
  writeViews().catch((thrown: unknown) => {
    log.warn("views were not counted", { error: loggableError(thrown) });
  });
}

/** Writes the views counted so far: every second, and when the site stops. */
export async function writeViews(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const counted = JSON.stringify([...slices.values()]);
  slices.clear();
  await db().execute(sql`
    insert into ${listingViewDayTable} (listing_id, day, views)
    select ${listingTable.id}, ${today()}::date, sum(slice.views)
      from jsonb_to_recordset(${counted}::jsonb)
        as slice("listingId" uuid, "userId" text, views integer)
      join ${listingTable} on ${listingTable.id} = slice."listingId"
      where ${listingTable.sellerId} is distinct from slice."userId"
        and not exists (select from dealership_member colleague
          where colleague.user_id = slice."userId"
            and colleague.dealership_id = ${listingTable.dealershipId})
        and ${inArray(listingTable.state, PUBLIC_STATES)}
      group by ${listingTable.id}
      order by ${listingTable.id}
    on conflict (listing_id, day)
      do update set views = ${listingViewDayTable.views} + excluded.views`);
}

const PROGRAMS = /bot|crawl|spider|slurp|preview|monitor|headless|lighthouse|curl|wget|python|^$/i;

/** Whether the visitor seems to be a person: not a known program, and not a prefetched page. */
function isPersonsVisit(headers: ListingView["headers"]): boolean {
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? "";
  return !/prefetch|prerender/i.test(purpose) && !PROGRAMS.test(headers.get("user-agent") ?? "");
}
