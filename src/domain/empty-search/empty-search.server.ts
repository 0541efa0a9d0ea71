import { sql } from "drizzle-orm";
import { now } from "#platform/clock/clock.server.ts";
import { databaseAwaySince } from "#platform/database/database-watch.server.ts";
import { db } from "#platform/database/database.server.ts";
import { log, loggableError } from "#platform/log/log.server.ts";
import type { SearchFilters } from "#domain/search/search.ts";
import { calendarDay } from "#values/format.ts";
import { writeCountedQuery } from "./empty-search.ts";
import { emptySearchTable } from "./empty-search.table.ts";

/** Many searches cost one write. */
const SLICE_MS = 1_000;
/** A program that tries every filter fills no table. */
const MOST_QUERIES_A_DAY = 200;
const MOST_LISTED = 30;

const slices = new Map<string, number>();
let timer: NodeJS.Timeout | undefined;

/** Counts a search that found nothing; it is written with others within a second. */
export function countEmptySearch(filters: Omit<SearchFilters, "pricesByTax">, text: string): void {
  const query = writeCountedQuery(filters, text);
  if (!slices.has(query) && slices.size >= MOST_QUERIES_A_DAY) return;
  slices.set(query, (slices.get(query) ?? 0) + 1);
  timer ??= setTimeout(() => {
    writeEmptySearches().catch((thrown: unknown) => {
      log.warn("searches were not counted", { error: loggableError(thrown) });
    });
  }, SLICE_MS).unref();
}

/** Writes what was counted so far. */
export async function writeEmptySearches(): Promise<void> {
  clearTimeout(timer);
  timer = undefined;
  const counted = JSON.stringify([...slices].map(([query, times]) => ({ query, times })));
  slices.clear();
  if (databaseAwaySince() !== null) return;
  const day = calendarDay(now());
  const { times } = emptySearchTable;
  // In one order for all, so that two processes never wait for each other's row.
  await db().execute(sql`
    with known as (select query from ${emptySearchTable} where day = ${day}),
    slice as (
      select query, times, query in (select query from known) as is_known
      from jsonb_to_recordset(${counted}::jsonb) as slice(query text, times integer)
    )
    insert into ${emptySearchTable} (day, query, times)
    select ${day}::date, query, times from slice
    where is_known or (select count(*) from known) < ${MOST_QUERIES_A_DAY}
    order by query
    on conflict (day, query) do update set times = ${times} + excluded.times`);
}

export type EmptySearch = { query: string; times: number };

/** What was searched for most in these days, and not found. */
export async function listEmptySearches(period: {
  from: string;
  to: string;
}): Promise<EmptySearch[]> {
  const { rows } = await db().execute<EmptySearch>(sql`
    select query, sum(times)::int as "times" from ${emptySearchTable}
    where day >= ${period.from}::date and day <= ${period.to}::date
    group by query order by 2 desc, 1 limit ${MOST_LISTED}`);
  return rows;
}
