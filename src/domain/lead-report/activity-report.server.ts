import { sql } from "drizzle-orm";
import { bidTable } from "#domain/bid/bid.table.ts";
import { listingTable } from "#domain/listing/listing.table.ts";
import type { Channel } from "#domain/notification/events/event.ts";
import { messageTable } from "#domain/notification/message.table.ts";
import { db } from "#platform/database/database.server.ts";
import { isWithin } from "./lead-report.server.ts";
import type { ReportPeriod } from "./report-period.ts";

/** The messages of a period by one channel, and how they fared. A failed try is repeated. */
export type ChannelDeliveries = { channel: Channel; sent: number; waiting: number; failed: number };

export async function countDeliveries(period: ReportPeriod): Promise<ChannelDeliveries[]> {
  const { channel, state, createdAt } = messageTable;
  const { rows } = await db().execute<ChannelDeliveries>(sql`
    select
      ${channel} as "channel",
      (count(*) filter (where ${state} = 'sent'))::int as "sent",
      (count(*) filter (where ${state} in ('waiting', 'failed')))::int as "waiting",
      (count(*) filter (where ${state} = 'dead'))::int as "failed"
    from ${messageTable}
    where ${isWithin(createdAt, period)}
    group by 1
    order by 1`);
  return rows;
}

export type MarketActivity = { posted: number; sold: number; bids: number; acceptedBids: number };

/** What happened on the market in a period. */
export async function countMarketActivity(period: ReportPeriod): Promise<MarketActivity> {
  const count = (table: unknown, where: unknown) =>
    sql`(select count(*)::int from ${table} where ${where})`;
  const { rows } = await db().execute<MarketActivity>(sql`
    select
      ${count(listingTable, isWithin(listingTable.postedAt, period))} as "posted",
      ${count(listingTable, isWithin(listingTable.soldAt, period))} as "sold",
      ${count(bidTable, isWithin(bidTable.placedAt, period))} as "bids",
      ${count(bidTable, sql`${isWithin(bidTable.placedAt, period)} and ${bidTable.state} = 'accepted'`)}
        as "acceptedBids"`);
  const [activity] = rows;
  if (!activity) throw new Error("A count returned no row.");
  return activity;
}
