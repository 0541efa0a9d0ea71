import { eq, sql } from "drizzle-orm";
import { draftTable } from "#domain/draft/draft.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { phoneVerificationTable } from "#domain/phone-verification/phone-verification.table.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";

/** Every table with the visitor cookie's hash; a test searches for others. */
export const VISITOR_TABLES = [draftTable, submissionTable, phoneVerificationTable] as const;

const selectStoredData = prepareQuery(
  "traces_of_visitor",
  ["visitorHash"],
  (database, { visitorHash }) => {
    const [drafts, submissions, verifications] = VISITOR_TABLES;
    const select = (table: (typeof VISITOR_TABLES)[number]) =>
      database
        .select({
          is:
            table === submissions
              ? sql<string>`'sent'`
              : table === drafts
                ? sql<string>`'begun'`
                : sql<string>`'other'`,
        })
        .from(table)
        .where(eq(table.visitorHash, visitorHash));
    return select(drafts).union(select(submissions)).union(select(verifications));
  },
);

export type StoredData = {
  /** True if there is a draft, a sent form or a code for a phone. */
  any: boolean;
  /** True if a form was sent. */
  sent: boolean;
  /** True if a form was begun. */
  begun: boolean;
};

/** What is stored of a browser. If nothing is, every page shows it what a stranger sees. */
export async function findStoredData(visitorHash: string): Promise<StoredData> {
  const found = await selectStoredData({ visitorHash });
  const has = (what: string) => found.some(({ is }) => is === what);
  return { any: found.length > 0, sent: has("sent"), begun: has("begun") };
}
