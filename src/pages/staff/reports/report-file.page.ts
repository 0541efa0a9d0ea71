import { data } from "react-router";
import { toCsv } from "#domain/personal-data/csv.ts";
import { requirePermission } from "#pages/session/guards.server.ts";
import type { Route } from "./+types/report-file.page.ts";
import { writeReportRows } from "./report-file.server.ts";
import { readReportAddress, REPORT_TABLES } from "./reports.server.ts";

/** One table of the reports as a file, with numbers that a spreadsheet can add up. It has no personal data of a customer. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { visitor } = requirePermission(args, "seeReports");
  const table = REPORT_TABLES.find((each) => `${each}.csv` === args.params.file);
  if (!table) throw data(null, { status: 404 });
  const { period, grouping } = readReportAddress(new URL(args.request.url));
  return new Response(toCsv(await writeReportRows(table, period, grouping, visitor.locale)), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${table}-${period.from}-${period.to}.csv"`,
      "cache-control": "no-store",
    },
  });
}
