import { listDealerships } from "#domain/dealership/dealership-queries.server.ts";
import { NONE } from "#domain/inbox/inbox-filter.ts";
import type { DealershipStageTime } from "#domain/lead-report/lead-report.server.ts";
import type { ReportPeriod } from "#domain/lead-report/report-period.ts";
import { LEAD_STATUSES } from "#domain/lead/lead.ts";
import { statusWord } from "#domain/lead/lead-words.ts";
import { m } from "#messages/messages.js";
import type { Locale } from "#values/locale.ts";
import { type Figure, formatHours, leadsHref } from "./report-tables.server.ts";

/** The stages that some lead left, and for each dealership how soon half of its leads did. */
export async function viewStagesByDealership(
  times: readonly DealershipStageTime[],
  period: ReportPeriod,
  locale: Locale,
) {
  const stages = LEAD_STATUSES.filter((status) => times.some(({ stage }) => stage === status));
  const names = new Map((await listDealerships()).map(({ id, name }) => [id, name]));
  const ids = [...new Set(times.map(({ dealershipId }) => dealershipId))];
  const cell = (id: string | null, stage: (typeof stages)[number]): Figure => {
    const time = times.find((each) => each.dealershipId === id && each.stage === stage);
    if (!time) return { text: "–", href: null };
    const text = formatHours(time.medianHours, locale);
    return { text, href: leadsHref(period, undefined, { dealership: id ?? NONE, left: stage }) };
  };
  return {
    columns: stages.map((stage) => statusWord(stage, locale)),
    rows: ids.map((id) => ({
      name: id === null ? m.report_without({}, { locale }) : (names.get(id) ?? id),
      cells: stages.map((stage) => cell(id, stage)),
    })),
  };
}
