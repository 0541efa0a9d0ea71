import { sql } from "drizzle-orm";
import { measureDeals } from "#domain/pricing/price-estimate.server.ts";
import { type Database, db } from "#platform/database/database.server.ts";
import { repeatJob, runJobNow } from "#platform/queue/queue.server.ts";
import { UNRATED } from "./listing-search.table.ts";

const JOB = "deal-ranks";
const EVERY_QUARTER_OF_AN_HOUR = "*/15 * * * *";
const MOST_RANK = UNRATED - 1;

/** Keeps the order of "best deal" up to date with the prices of the stock. */
export async function startDealRanks(): Promise<void> {
  await repeatJob(JOB, EVERY_QUARTER_OF_AN_HOUR, () => writeDealRanks());
  await runJobNow(JOB);
}

/** Writes the ranks that changed: those of cars that are no longer rated, too. */
export async function writeDealRanks(database: Database = db()): Promise<void> {
  const distances = await measureDeals();
  const ids = [...distances.keys()];
  const ranks = [...distances.values()].map((distance) =>
    Math.max(-MOST_RANK, Math.min(MOST_RANK, Math.round(distance * 100))),
  );
  await database.execute(sql`
    with ranked as (
      select * from unnest(${sql.param(ids)}::uuid[], ${sql.param(ranks)}::smallint[]) r (id, rank)
    )
    update listing_search s set deal_rank = wanted.rank
    from (
      select id, rank from ranked
      -- Those that have a rank are few, and found by it.
      union all select rated.listing_id, ${UNRATED}::smallint from listing_search rated
        where rated.status = 1 and rated.deal_rank < ${UNRATED}::smallint
          and not exists (select from ranked where ranked.id = rated.listing_id)
    ) wanted
    where s.status = 1 and s.listing_id = wanted.id and s.deal_rank <> wanted.rank`);
}
