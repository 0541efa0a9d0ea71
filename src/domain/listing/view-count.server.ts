import { inArray, sql } from "drizzle-orm";
import { today } from "#platform/clock/clock.server.ts";
import { databaseAwaySince } from "#platform/database/database-watch.server.ts";
import { db } from "#platform/database/database.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import { PUBLIC_STATES } from "./listing-state.ts";
import { listingTable, listingViewDayTable } from "./listing.table.ts";
import { isListingId } from "./listing.ts";

/** One opening of a listing's page. */
export type ListingView = {
  listingId: string;
  /** Who looks, if they signed in. The seller's own looks do not count. */
  userId: string | null;
  headers: Pick<Headers, "get">;
};

/** Views wait this long for others: a listing that many look at is one write a second. */
const SLICE_MS = 1_000;

type Slice = { listingId: string; userId: string | null; views: number };

const slices = new Map<string, Slice>();
let timer: NodeJS.Timeout | undefined;

/**
 * Counts one opening of a listing's page, which is written with others within a second. Of the visitor
 * nothing is kept.
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
  // Pages may be read on meanwhile (replicas.server.ts): their views wait.
  if (databaseAwaySince() !== null) {
    timer = setTimeout(writeSlices, SLICE_MS).unref();
    return;
  }
  writeViews().catch((thrown: unknown) => {
    log.warn("views were not counted", { error: loggableError(thrown) });
  });
}

/** Writes what was counted so far: each second, and when the site stops. */
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
        and ${inArray(listingTable.state, PUBLIC_STATES)}
      group by ${listingTable.id}
      order by ${listingTable.id}
    on conflict (listing_id, day)
      do update set views = ${listingViewDayTable.views} + excluded.views`);
}

const PROGRAMS = /bot|crawl|spider|slurp|preview|monitor|headless|lighthouse|curl|wget|python|^$/i;

/** Whether a person seems to look: no program that says that it is one, no page loaded on a guess. */
function isPersonsVisit(headers: ListingView["headers"]): boolean {
  const purpose = headers.get("sec-purpose") ?? headers.get("purpose") ?? "";
  return !/prefetch|prerender/i.test(purpose) && !PROGRAMS.test(headers.get("user-agent") ?? "");
}
