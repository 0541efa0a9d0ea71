import { data } from "react-router";
import { describeCountedQuery } from "#domain/empty-search/empty-search.ts";
import { listEmptySearches } from "#domain/empty-search/empty-search.server.ts";
import { findLeadForm } from "#domain/lead-forms.server.ts";
import {
  countDeliveries,
  countMarketActivity,
} from "#domain/lead-report/activity-report.server.ts";
import { listFormPoints, type FormPoint } from "#domain/lead-report/form-report.server.ts";
import {
  LEAD_GROUPINGS,
  type LeadGrouping,
  sharePercent,
} from "#domain/lead-report/lead-report.ts";
import {
  countLostReasons,
  countLeadsBy,
  type LeadGroup,
  findStageTimes,
  findStageTimesByDealership,
} from "#domain/lead-report/lead-report.server.ts";
import {
  MOST_REPORT_DAYS,
  readPeriod,
  type ReportPeriod,
  usualPeriod,
} from "#domain/lead-report/report-period.ts";
import { BEGUN, SENT } from "#domain/form-progress/form-progress.ts";
import { kindWord, statusWord } from "#domain/lead/lead-words.ts";
import type { Channel } from "#domain/notification/events/event.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import { translateIn } from "#forms/translate.server.ts";
import { stepTitle } from "#forms/view-step.ts";
import { m } from "#messages/messages.js";
import { now } from "#platform/clock/clock.server.ts";
import { paths } from "#site/paths.ts";
import { calendarDay, formatDate, formatNumber, formatPercent } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";
import type { LeadListAddress } from "../lead-list-address.ts";
import {
  type Figure,
  fillWeeks,
  formatHours,
  leadsHref,
  nameGroups,
} from "./report-tables.server.ts";
import { viewStagesByDealership } from "./stages-by-dealership.server.ts";

const GROUPING_WORDS: Record<LeadGrouping, (_: object, in_: { locale: Locale }) => string> = {
  week: m.report_by_week,
  kind: m.report_by_kind,
  dealership: m.report_by_dealership,
  owner: m.report_by_owner,
  province: m.report_by_province,
  language: m.report_by_language,
  source: m.inbox_source,
  campaign: m.inbox_campaign,
};

const CHANNEL_WORDS: Record<Channel, (_: object, in_: { locale: Locale }) => string> = {
  email: m.report_channel_email,
  sms: m.report_channel_sms,
  push: m.report_channel_push,
  adf_email: m.report_channel_adf_email,
  https: m.report_channel_https,
  spreadsheet: m.report_channel_spreadsheet,
};

/** A period and a grouping, as the page's address has them. */
export function readReportAddress(url: URL) {
  const text = (name: string) => url.searchParams.get(name)?.trim() ?? "";
  const typed = { from: text("from"), to: text("to") };
  const grouping = LEAD_GROUPINGS.find((each) => each === text("by")) ?? "week";
  const today = calendarDay(now());
  const read = readPeriod(typed, today);
  const period = read.ok ? read.period : usualPeriod(today);
  return { typed: read.ok ? period : typed, period, grouping, problem: read.ok ? null : read.code };
}

const PROBLEMS = {
  not_a_day: m.report_not_a_day,
  ends_before_it_begins: m.report_ends_before_it_begins,
  too_long: m.report_too_long,
} as const;

/** Everything that the page shows; 422 with the usual period if the typed one cannot be. */
export async function loadReports(url: URL, locale: Locale) {
  const { typed, period, grouping, problem } = readReportAddress(url);
  const [groups, weeks, reasons, stages, forms, deliveries, market, byDealership, searches] =
    await Promise.all([
      countLeadsBy(period, grouping),
      countLeadsBy(period, "week"),
      countLostReasons(period),
      findStageTimes(period),
      listFormPoints(period, (name) => findLeadForm(name)?.form),
      countDeliveries(period),
      countMarketActivity(period),
      findStageTimesByDealership(period),
      listEmptySearches(period),
    ]);
  const byWeek = fillWeeks(weeks, period);
  const shown = grouping === "week" ? byWeek : groups;
  const figure = (leads: number, only: Partial<LeadListAddress>): Figure => ({
    text: formatNumber(leads, locale),
    href: leads === 0 ? null : leadsHref(period, undefined, only),
  });
  const name = await nameGroups(shown, grouping, locale);
  const weekName = await nameGroups(byWeek, "week", locale);
  const view = {
    typed,
    grouping,
    groupings: LEAD_GROUPINGS.map((code) => ({ code, text: GROUPING_WORDS[code]({}, { locale }) })),
    printed: m.report_printed(
      {
        from: formatDate(period.from, locale),
        to: formatDate(period.to, locale),
        by: GROUPING_WORDS[grouping]({}, { locale }),
      },
      { locale },
    ),
    problem: problem && PROBLEMS[problem]({ days: MOST_REPORT_DAYS }, { locale }),
    csvHref: (table: ReportTable) => csvPath(table, period, grouping),
    headline: viewHeadline(weeks, period, locale),
    weeks: byWeek.map((group) => ({
      name: weekName(group.key),
      inTime: group.inTime,
      late: group.late,
      open: group.leads - group.inTime - group.late,
    })),
    groups: shown.map((group) => ({
      name: name(group.key),
      href: leadsHref(period, { grouping, key: group.key }),
      cells: groupCells(
        group,
        (only) => leadsHref(period, { grouping, key: group.key }, only),
        locale,
      ),
    })),
    reasons: reasons.map(({ id, nameEn, nameFr, leads }) => ({
      name: locale === "fr" ? nameFr : nameEn,
      leads: figure(leads, { outcome: id }),
    })),
    stages: stages.map(({ stage, leads, medianHours, ninthHours }) => ({
      name: statusWord(stage, locale),
      cells: [
        figure(leads, { left: stage }),
        plain(formatHours(medianHours, locale)),
        plain(formatHours(ninthHours, locale)),
      ],
    })),
    dealershipStages: await viewStagesByDealership(byDealership, period, locale),
    searches: searches.map(({ query, times }) => ({
      name: describeCountedQuery(query, locale) || m.report_search_words({}, { locale }),
      href: query && `${paths.cars()}?${query}`,
      cells: [plain(formatNumber(times, locale))],
    })),
    forms: forms.map(({ form, points }) => viewForm(form, points, locale)),
    deliveries: deliveries.map(({ channel, sent, waiting, failed }) => ({
      name: CHANNEL_WORDS[channel]({}, { locale }),
      cells: [sent, waiting, failed].map((each) => plain(formatNumber(each, locale))),
    })),
    market: [
      { name: m.report_posted({}, { locale }), value: formatNumber(market.posted, locale) },
      { name: m.report_sold({}, { locale }), value: formatNumber(market.sold, locale) },
      { name: m.report_bids({}, { locale }), value: formatNumber(market.bids, locale) },
      { name: m.report_accepted({}, { locale }), value: formatNumber(market.acceptedBids, locale) },
    ],
  };
  const { csvHref, ...shownView } = view;
  const csv = {
    leads: csvHref("leads"),
    reasons: csvHref("reasons"),
    stages: csvHref("stages"),
    dealershipStages: csvHref("stages-by-dealership"),
    searches: csvHref("searches"),
    forms: csvHref("forms"),
  };
  return data({ ...shownView, csv }, { status: problem ? 422 : 200 });
}

/** The tables that can be downloaded. */
export const REPORT_TABLES = [
  "leads",
  "reasons",
  "stages",
  "stages-by-dealership",
  "forms",
  "searches",
] as const;
export type ReportTable = (typeof REPORT_TABLES)[number];

function csvPath(table: ReportTable, period: ReportPeriod, grouping: LeadGrouping): string {
  return `${paths.staffReportFile(table)}?${new URLSearchParams({ ...period, by: grouping })}`;
}

/** A number that no leads stand behind. */
const plain = (text: string): Figure => ({ text, href: null });

function viewHeadline(weeks: readonly LeadGroup[], period: ReportPeriod, locale: Locale) {
  const add = (count: (group: LeadGroup) => number) =>
    weeks.reduce((sum, group) => sum + count(group), 0);
  const all = {
    leads: add((group) => group.leads),
    inTime: add((group) => group.inTime),
    late: add((group) => group.late),
    won: add((group) => group.won),
    lost: add((group) => group.lost),
    valueCad: add((group) => group.valueCad),
  };
  const share = sharePercent(all.inTime, all.inTime + all.late);
  const [leads, inTime, , won, lost, value] = leadFigures(
    all,
    (only) => leadsHref(period, undefined, only),
    locale,
  );
  const inTimeShare = share === null ? null : formatPercent(share, locale);
  return { leads, inTime: inTime && { ...inTime, text: inTimeShare ?? "–" }, won, lost, value };
}

type Counts = Pick<LeadGroup, "leads" | "inTime" | "late" | "won" | "lost" | "valueCad">;

/** The counts of leads in the order of the table, each with its leads. */
function leadFigures(
  { leads, inTime, late, won, lost, valueCad }: Counts,
  hrefOf: (only: Partial<LeadListAddress>) => string | null,
  locale: Locale,
): Figure[] {
  const figure = (count: number, only: Partial<LeadListAddress>): Figure => ({
    text: formatNumber(count, locale),
    href: count === 0 ? null : hrefOf(only),
  });
  return [
    figure(leads, {}),
    figure(inTime, { due: "met" }),
    figure(late, { due: "late" }),
    figure(won, { outcome: "won" }),
    figure(lost, { outcome: "lost" }),
    { ...figure(valueCad, { outcome: "won" }), text: formatCad(valueCad, locale) },
  ];
}

function groupCells(
  group: LeadGroup,
  hrefOf: (only: Partial<LeadListAddress>) => string | null,
  locale: Locale,
): Figure[] {
  const figures = leadFigures(group, hrefOf, locale);
  const times = [group.medianHours, group.ninthHours].map((hours) =>
    plain(formatHours(hours, locale)),
  );
  return [...figures.slice(0, 3), ...times, ...figures.slice(3)];
}

function viewForm(form: FormDeclaration, points: readonly FormPoint[], locale: Locale) {
  const most = Math.max(...points.map(({ people }) => people), 1);
  return {
    // The kind of a form's leads has its name, such as "pre_approval" and "pre-approval".
    name: kindWord(form.name.replaceAll("-", "_"), locale),
    points: points.map(({ point, people, left }) => ({
      name: namePoint(form, point, locale),
      people: formatNumber(people, locale),
      left: formatNumber(left, locale),
      share: people / most,
    })),
  };
}

/** A step is called as its page is. */
export function namePoint(form: FormDeclaration, point: string, locale: Locale): string {
  if (point === BEGUN) return m.report_begun({}, { locale });
  if (point === SENT) return m.report_sent({}, { locale });
  const step = form.steps.find(({ slug }) => slug === point);
  return (step && stepTitle(form, step, translateIn(locale))) || point;
}

export type ReportsView = Awaited<ReturnType<typeof loadReports>>["data"];
