import { inArray } from "drizzle-orm";
import { listDealerships } from "#domain/dealership/dealership-queries.server.ts";
import { userTable } from "#domain/identity/identity.table.ts";
import type { LeadGrouping } from "#domain/lead-report/lead-report.ts";
import type { LeadGroup } from "#domain/lead-report/lead-report.server.ts";
import { NONE } from "#domain/inbox/inbox-filter.ts";
import { listWeeks, type ReportPeriod } from "#domain/lead-report/report-period.ts";
import { kindWord, languageWord } from "#domain/lead/lead-words.ts";
import { sourceWord } from "#domain/lead/source-words.ts";
import { m } from "#messages/messages.js";
import { db } from "#platform/database/database.server.ts";
import { daysAfter } from "#values/calendar-date.ts";
import { formatDate, formatNumber } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { provinceName, REGIONS } from "#values/province.ts";
import { buildLeadListPath, FIRST_ADDRESS, type LeadListAddress } from "../lead-list-address.ts";

/** How a group is called, by its key. */
export async function nameGroups(
  groups: readonly LeadGroup[],
  grouping: LeadGrouping,
  locale: Locale,
): Promise<(key: string | null) => string> {
  const names = await findNames(groups, grouping);
  return (key) => {
    if (key === null)
      return (grouping === "source" ? m.inbox_source_none : m.report_without)({}, { locale });
    if (grouping === "week") return m.report_week_of({ day: formatDate(key, locale) }, { locale });
    if (grouping === "kind") return kindWord(key, locale);
    if (grouping === "language") return languageWord(key, locale);
    if (grouping === "source") return sourceWord(key, locale);
    const region = REGIONS.find((code) => code === key);
    if (grouping === "province" && region) return provinceName(region, locale);
    return names.get(key) ?? key;
  };
}

async function findNames(
  groups: readonly LeadGroup[],
  grouping: LeadGrouping,
): Promise<ReadonlyMap<string, string>> {
  const ids = groups.flatMap(({ key }) => (key === null ? [] : [key]));
  if (ids.length === 0) return new Map();
  if (grouping === "dealership")
    return new Map((await listDealerships()).map(({ id, name }) => [id, name]));
  if (grouping !== "owner") return new Map();
  const users = await db()
    .select({ id: userTable.id, name: userTable.name })
    .from(userTable)
    .where(inArray(userTable.id, ids));
  return new Map(users.map(({ id, name }) => [id, name]));
}

/** Weeks stand in their order, and a week without a lead stands there with zeros. */
export function fillWeeks(groups: readonly LeadGroup[], period: ReportPeriod): LeadGroup[] {
  const byWeek = new Map(groups.map((group) => [group.key, group]));
  return listWeeks(period).map((key) => byWeek.get(key) ?? { ...NO_LEADS, key });
}

const NO_LEADS: LeadGroup = {
  key: null,
  leads: 0,
  contacted: 0,
  inTime: 0,
  late: 0,
  medianHours: null,
  ninthHours: null,
  won: 0,
  lost: 0,
  valueCad: 0,
};

/** A number, and the inbox with the leads behind it; without an address if none has them. */
export type Figure = { text: string; href: string | null };

/** The inbox with the leads of a period, or of one group of them; null if no address has them. */
export function leadsHref(
  period: ReportPeriod,
  group?: { grouping: LeadGrouping; key: string | null },
  /** Only some of these, such as the won ones. */
  only: Partial<LeadListAddress> = {},
): string | null {
  const within = group ? groupAddress(period, group) : {};
  return within && buildLeadListPath({ ...FIRST_ADDRESS, ...period, ...within, ...only });
}

/** What the inbox finds leads without; it cannot find those without a province. */
const FOUND_WITHOUT: readonly LeadGrouping[] = ["owner", "dealership", "source", "campaign"];

function groupAddress(
  period: ReportPeriod,
  { grouping, key }: { grouping: LeadGrouping; key: string | null },
): Partial<LeadListAddress> | null {
  if (grouping === "week") {
    if (key === null) return null;
    const sunday = daysAfter(key, 6);
    const from = key < period.from ? period.from : key;
    return { from, to: sunday > period.to ? period.to : sunday };
  }
  if (key === null && !FOUND_WITHOUT.includes(grouping)) return null;
  return { [grouping]: key ?? NONE };
}

/** A time in the largest unit that says it well: minutes, hours, or days from two days on. */
export function formatHours(hours: number | null, locale: Locale): string {
  if (hours === null) return "–";
  if (hours < 1) return m.report_minutes({ minutes: Math.round(hours * 60) }, { locale });
  const one = (value: number) => formatNumber(Math.round(value * 10) / 10, locale);
  if (hours < 48) return m.report_hours({ hours: one(hours) }, { locale });
  return m.report_days({ days: one(hours / 24) }, { locale });
}
