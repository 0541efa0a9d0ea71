import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "#platform/database/database.server.ts";
import type { GivenConsent } from "./consent.ts";
import { consentTable } from "./consent.table.ts";

/** Stores each given consent as a row of its own, with the hash that proves the words. */
export async function recordConsents(
  queryable: Queryable,
  submissionId: string,
  consents: readonly GivenConsent[],
): Promise<void> {
  if (consents.length === 0) return;
  await queryable.insert(consentTable).values(
    consents.map((consent) => ({
      ...consent,
      submissionId,
      textSha256: createHash("sha256").update(consent.text).digest("hex"),
    })),
  );
}

/**
 * The person agreed that dealerships see the answers, and has taken that back. False where they
 * never did: a bid goes to the dealership whose car it is on without that.
 */
export async function isShareWithdrawn(
  queryable: Queryable,
  submissionId: string,
): Promise<boolean> {
  const [given] = await queryable
    .select({
      all: sql<number>`count(*)::int`,
      standing: sql<number>`count(*) filter (where ${consentTable.withdrawnAt} is null)::int`,
    })
    .from(consentTable)
    .where(
      and(
        eq(consentTable.submissionId, submissionId),
        eq(consentTable.purpose, "share_with_dealership"),
      ),
    );
  return given !== undefined && given.all > 0 && given.standing === 0;
}
