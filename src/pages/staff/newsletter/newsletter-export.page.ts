import type { Route } from "./+types/newsletter-export.page.ts";
import { recordAct } from "#domain/audit/record-audit.server.ts";
import { exportSubscribers } from "#domain/newsletter/subscribers.server.ts";
import { toCsv } from "#domain/personal-data/csv.ts";
import { requireFreshFactor, requirePermission } from "#pages/session/guards.server.ts";

/** All subscribed addresses as one file, for an administrator; recorded before it is written. */
export async function loader(args: Route.LoaderArgs): Promise<Response> {
  requirePermission(args, "exportSubscribers");
  requireFreshFactor(args);
  await recordAct({ action: "subscribers_exported" });
  return new Response(toCsv(await exportSubscribers()), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="newsletter-subscribers.csv"',
      "cache-control": "no-store",
    },
  });
}
