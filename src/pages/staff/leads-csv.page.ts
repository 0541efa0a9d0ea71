import type { Route } from "./+types/leads-csv.page.ts";
import { recordAct, toActor } from "#domain/audit/record-audit.server.ts";
import { exportLeads } from "#domain/inbox/inbox-export.server.ts";
import { toCsv } from "#domain/personal-data/csv.ts";
import { requireFreshFactor, requirePermission } from "#pages/session/guards.server.ts";
import { readLeadListAddress } from "./lead-list-address.ts";
import { readFilter } from "./lead-list.server.ts";
import { MOST_LEADS } from "./leads.server.ts";

/** The list of leads as a file, by the same filters or as chosen; recorded before it is written. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  const { user } = requirePermission(args, "exportLeads");
  requireFreshFactor(args);
  await recordAct({ by: toActor(user), action: "leads_exported" });
  const url = new URL(args.request.url);
  const chosen = url.searchParams.getAll("lead").slice(0, MOST_LEADS);
  const address = readLeadListAddress(url);
  const leads = await exportLeads(readFilter(address, user), chosen, address.columns);
  return new Response(toCsv(leads), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="leads.csv"',
      "cache-control": "no-store",
    },
  });
}
