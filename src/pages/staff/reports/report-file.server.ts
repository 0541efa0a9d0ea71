import { findLeadForm } from "#domain/lead-forms.server.ts";
import { listDealerships } from "#domain/dealership/dealership-queries.server.ts";
import { describeCountedQuery } from "#domain/empty-search/empty-search.ts";
import { listEmptySearches } from "#domain/empty-search/empty-search.server.ts";
import { kindWord, statusWord } from "#domain/lead/lead-words.ts";
import { listFormPoints } from "#domain/lead-report/form-report.server.ts";
import type { LeadGrouping } from "#domain/lead-report/lead-report.ts";
import {
  countLostReasons,
  countLeadsBy,
  findStageTimes,
  findStageTimesByDealership,
} from "#domain/lead-report/lead-report.server.ts";
import type { ReportPeriod } from "#domain/lead-report/report-period.ts";
import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import { fillWeeks, nameGroups } from "./report-tables.server.ts";
import { namePoint, type ReportTable } from "./reports.server.ts";

type CsvRow = Record<string, string | number | null>;

/** The rows of a table, with the page's headings; times are in hours, amounts in dollars. */
export async function writeReportRows(
  table: ReportTable,
  period: ReportPeriod,
  grouping: LeadGrouping,
  locale: Locale,
): Promise<CsvRow[]> {
  const say = (word: (_: object, in_: { locale: Locale }) => string) => word({}, { locale });
  switch (table) {
    case "leads": {
      const found = await countLeadsBy(period, grouping);
      const groups = grouping === "week" ? fillWeeks(found, period) : found;
      const name = await nameGroups(groups, grouping, locale);
      return groups.map((group) => ({
        [say(m.report_by)]: grouping === "week" ? group.key : name(group.key),
        [say(m.report_leads)]: group.leads,
        [say(m.report_contacted)]: group.contacted,
        [say(m.report_in_time)]: group.inTime,
        [say(m.report_late)]: group.late,
        [hours(say(m.report_median))]: roundHours(group.medianHours),
        [hours(say(m.report_ninth))]: roundHours(group.ninthHours),
        [say(m.report_won)]: group.won,
        [say(m.report_lost)]: group.lost,
        [`${say(m.report_value)} (CAD)`]: group.valueCad,
      }));
    }
    case "reasons":
      return (await countLostReasons(period)).map(({ nameEn, nameFr, leads }) => ({
        [say(m.report_lost_title)]: locale === "fr" ? nameFr : nameEn,
        [say(m.report_leads)]: leads,
      }));
    case "stages":
      return (await findStageTimes(period)).map(({ stage, leads, medianHours, ninthHours }) => ({
        [say(m.report_stage)]: statusWord(stage, locale),
        [say(m.report_left_stage)]: leads,
        [hours(say(m.report_median))]: roundHours(medianHours),
        [hours(say(m.report_ninth))]: roundHours(ninthHours),
      }));
    case "stages-by-dealership": {
      const names = new Map((await listDealerships()).map(({ id, name }) => [id, name]));
      const times = await findStageTimesByDealership(period);
      return times.map(({ dealershipId, stage, leads, medianHours, ninthHours }) => ({
        [say(m.report_by_dealership)]: dealershipId && (names.get(dealershipId) ?? dealershipId),
        [say(m.report_stage)]: statusWord(stage, locale),
        [say(m.report_left_stage)]: leads,
        [hours(say(m.report_median))]: roundHours(medianHours),
        [hours(say(m.report_ninth))]: roundHours(ninthHours),
      }));
    }
    case "searches":
      return (await listEmptySearches(period)).map(({ query, times }) => ({
        [say(m.report_search)]: describeCountedQuery(query, locale) || say(m.report_search_words),
        [say(m.report_search_times)]: times,
      }));
    case "forms": {
      const forms = await listFormPoints(period, (name) => findLeadForm(name)?.form);
      return forms.flatMap(({ form, points }) =>
        points.map(({ point, people, left }) => ({
          [say(m.report_by_kind)]: kindWord(form.name.replaceAll("-", "_"), locale),
          [say(m.report_point)]: namePoint(form, point, locale),
          [say(m.report_people)]: people,
          [say(m.report_left)]: left,
        })),
      );
    }
  }
}

const hours = (heading: string) => `${heading} (h)`;
const roundHours = (value: number | null) =>
  value === null ? null : Math.round(value * 100) / 100;
