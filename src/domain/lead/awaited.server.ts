import { and, eq, exists, inArray, isNull, ne, notExists, type SQL, sql } from "drizzle-orm";
import { db } from "#platform/database/database.server.ts";
import { selectActiveShares } from "./consents.server.ts";
import { handoverTable } from "./handover.table.ts";
import { leadEventTable, leadTable } from "./lead.table.ts";

/**
 * Whether a lead waits for staff to pass it on. The same condition as `findAwaited` has for one lead. The kind is a literal, so that the query
 * can use a partial index.
 */
export function isAwaited(): SQL | undefined {
  const everAwaited = db()
    .select({ leadId: leadEventTable.leadId })
    .from(leadEventTable)
    .where(sql`${leadEventTable.kind} = 'pass_on_awaited'`);
  return and(
    isNull(leadTable.dealershipId),
    inArray(leadTable.id, everAwaited),
    notExists(
      db()
        .select({ leadId: handoverTable.leadId })
        .from(handoverTable)
        .where(
          and(
            eq(handoverTable.leadId, leadTable.id),
            inArray(handoverTable.state, ["passed", "timed_out"]),
          ),
        ),
    ),
    ne(leadTable.status, "closed"),
    exists(selectActiveShares(db(), leadTable.submissionId)),
  );
}
