import { eq, sql } from "drizzle-orm";
import { draftTable } from "#domain/draft/draft.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { phoneVerificationTable } from "#domain/phone-verification/phone-verification.table.ts";
import { prepareQuery } from "#platform/database/prepared-query.server.ts";

/** Every table that knows a browser by its visitor cookie; a test looks for others. */
export const TRACES = [draftTable, submissionTable, phoneVerificationTable] as const;

const selectTraces = prepareQuery(
  "visitor_traces",
  ["visitorHash"],
  (database, { visitorHash }) => {
    const [drafts, submissions, verifications] = TRACES;
    const select = (table: (typeof TRACES)[number]) =>
      database
        .select({ wasSent: table === submissions ? sql<boolean>`true` : sql<boolean>`false` })
        .from(table)
        .where(eq(table.visitorHash, visitorHash))
        .limit(1);
    return select(drafts).unionAll(select(submissions)).unionAll(select(verifications));
  },
);

export type Traces = {
  /** Anything: a draft, a form that was sent, a code for a phone. */
  any: boolean;
  /** A form was sent. */
  sent: boolean;
};

/** What is stored of a browser. Without any, every page says to it what it says to a stranger. */
export async function findTraces(visitorHash: string): Promise<Traces> {
  const found = await selectTraces({ visitorHash });
  return { any: found.length > 0, sent: found.some(({ wasSent }) => wasSent) };
}
