import { type SQL, sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { leadEventTable, leadTable } from "#domain/lead/lead.table.ts";
import { leadOutcomeTable, outcomeReasonTable } from "#domain/lead/outcome.table.ts";
import { LEAD_STATUSES, type LeadStatus } from "#domain/lead/lead.ts";
import { DEFAULT_TIME_ZONE } from "#values/format.ts";
import type { LeadGrouping } from "./lead-report.ts";
import type { ReportPeriod } from "./report-period.ts";

/** The leads of one group, such as a week or a dealership. */
export type LeadGroup = {
  /** The week's Monday, a code, or an id; null for leads that have none, such as no owner. */
  key: string | null;
  leads: number;
  /** With a first contact by staff. */
  contacted: number;
  /** With a first contact no later than was promised. */
  inTime: number;
  /** Contacted too late, or due and not contacted yet. */
  late: number;
  /** Of all that were contacted, in hours by the clock, nights and weekends included. */
  medianHours: number | null;
  /** Nine of ten were contacted within this time. */
  ninthHours: number | null;
  won: number;
  lost: number;
  /** The sum of the sold cars' prices, in whole dollars. */
  valueCad: number;
};

/** The begin of a day in Eastern Time. */
const beginOf = (day: string) => sql`(${day}::date)::timestamp at time zone ${DEFAULT_TIME_ZONE}`;

/** Whether an instant lies in the period. */
export function isWithin(column: unknown, { from, to }: ReportPeriod): SQL {
  return sql`${column} >= ${beginOf(from)} and ${column} < (${to}::date + 1)::timestamp at time zone ${DEFAULT_TIME_ZONE}`;
}

const receivedDay = sql`(${leadTable.receivedAt} at time zone ${DEFAULT_TIME_ZONE})`;

const KEYS: Record<LeadGrouping, SQL> = {
  week: sql`date_trunc('week', ${receivedDay})::date::text`,
  kind: sql`${leadTable.kind}`,
  dealership: sql`${leadTable.dealershipId}::text`,
  owner: sql`${leadTable.assignedToUserId}`,
  province: sql`${leadTable.provinceCode}`,
  language: sql`${leadTable.locale}`,
  source: sql`${leadTable.source}`,
  campaign: sql`${leadTable.campaign}`,
};

const contactHours = sql`extract(epoch from ${leadTable.firstContactAt} - ${leadTable.receivedAt}) / 3600`;

/** The leads that were received in a period, by group: the largest group first. */
export async function countLeadsBy(
  period: ReportPeriod,
  grouping: LeadGrouping,
): Promise<LeadGroup[]> {
  const at = now().toISOString();
  const { firstContactAt, dueAt, receivedAt } = leadTable;
  const isLate = sql`coalesce(${firstContactAt}, ${at}::timestamptz) > ${dueAt}`;
  const { rows } = await db().execute<LeadGroup>(sql`
    select
      ${KEYS[grouping]} as "key",
      count(*)::int as "leads",
      count(${firstContactAt})::int as "contacted",
      (count(*) filter (where ${firstContactAt} <= ${dueAt}))::int as "inTime",
      (count(*) filter (where ${isLate}))::int as "late",
      (percentile_cont(0.5) within group (order by ${contactHours}))::float8 as "medianHours",
      (percentile_cont(0.9) within group (order by ${contactHours}))::float8 as "ninthHours",
      (count(*) filter (where outcome.result = 'won'))::int as "won",
      (count(*) filter (where outcome.result = 'lost'))::int as "lost",
      coalesce(sum(outcome.sold_value_cad), 0)::int as "valueCad"
    from ${leadTable}
    left join ${leadOutcomeTable} as outcome
      on outcome.lead_id = ${leadTable.id} and outcome.reopened_at is null
    where ${isWithin(receivedAt, period)}
    group by 1
    order by 2 desc, 1`);
  return rows;
}

/** How many leads were lost for a reason of the operator's list. */
export type LostReason = { id: string; nameEn: string; nameFr: string; leads: number };

/** Why leads that were received in a period were lost: the most frequent reason first. */
export async function countLostReasons(period: ReportPeriod): Promise<LostReason[]> {
  const { rows } = await db().execute<LostReason>(sql`
    select reason.id::text as "id", reason.name_en as "nameEn", reason.name_fr as "nameFr", count(*)::int as "leads"
    from ${leadTable}
    join ${leadOutcomeTable} as outcome
      on outcome.lead_id = ${leadTable.id} and outcome.reopened_at is null
    join ${outcomeReasonTable} as reason on reason.id = outcome.reason_id
    where ${isWithin(leadTable.receivedAt, period)}
    group by reason.id
    order by 3 desc, 1`);
  return rows;
}

/** How long leads stayed in a stage before they left it. */
export type StageTime = {
  stage: LeadStatus;
  /** The leads that left it, once each. */
  leads: number;
  medianHours: number;
  ninthHours: number;
};

/** Of the leads that were received in a period, how long each had been in a stage when it left it. */
export async function findStageTimes(period: ReportPeriod): Promise<StageTime[]> {
  const { rows } = await db().execute<StageTime>(sql`
    with moved as (${movesOf(period)})
    select
      stage,
      ${stayed}
    from moved
    group by stage`);
  return rows.toSorted(byStage);
}

/** The same of one dealership; null for the leads that none has. */
export type DealershipStageTime = StageTime & { dealershipId: string | null };

/** The same by dealership, the one with the most leads first. */
export async function findStageTimesByDealership(
  period: ReportPeriod,
): Promise<DealershipStageTime[]> {
  const { rows } = await db().execute<DealershipStageTime>(sql`
    with moved as (${movesOf(period)})
    select
      dealership_id::text as "dealershipId",
      stage,
      ${stayed}
    from moved
    group by dealership_id, stage
    order by sum(count(*)) over (partition by dealership_id) desc, 1, 2`);
  return rows;
}

const byStage = (one: StageTime, other: StageTime) =>
  LEAD_STATUSES.indexOf(one.stage) - LEAD_STATUSES.indexOf(other.stage);

const stayed = sql`
  count(distinct lead_id)::int as "leads",
  (percentile_cont(0.5) within group (order by extract(epoch from stayed) / 3600))::float8
    as "medianHours",
  (percentile_cont(0.9) within group (order by extract(epoch from stayed) / 3600))::float8
    as "ninthHours"`;

/** Each move out of a stage, of the leads of a period, with how long the lead had been in it. */
function movesOf(period: ReportPeriod): SQL {
  return sql`
      select
        event.lead_id,
        lead.dealership_id,
        event.from_status as stage,
        event.at,
        event.at - coalesce(
          (select max(earlier.at) from ${leadEventTable} as earlier
            where earlier.lead_id = event.lead_id
              and earlier.to_status is not null
              and earlier.at < event.at),
          lead.received_at
        ) as stayed
      from ${leadEventTable} as event
      join ${leadTable} as lead on lead.id = event.lead_id
      where event.to_status is not null and event.from_status is not null
        and ${isWithin(sql`lead.received_at`, period)}`;
}
