import { createHash } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
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
 * The consents that let dealerships see the answers of a submission and were not taken back. Its id
 * may be a column of the query around it.
 */
export function standingShares(queryable: Queryable, submissionId: string | PgColumn) {
  return queryable
    .select({ id: consentTable.id })
    .from(consentTable)
    .where(and(isShareOf(submissionId), isNull(consentTable.withdrawnAt)));
}

/** The person agreed that dealerships see the answers, and has not taken that back. */
export async function mayBeShared(queryable: Queryable, submissionId: string): Promise<boolean> {
  return (await standingShares(queryable, submissionId)).length > 0;
}

/**
 * The person agreed that dealerships see the answers, and has taken that back. False where they
 * never did: a bid goes to the dealership whose car it is on without that.
 */
export async function isShareWithdrawn(
  queryable: Queryable,
  submissionId: string,
): Promise<boolean> {
  const given = await queryable.$count(consentTable, isShareOf(submissionId));
  return given > 0 && !(await mayBeShared(queryable, submissionId));
}

export function isShareOf(submissionId: string | PgColumn) {
  return and(
    eq(consentTable.submissionId, submissionId),
    eq(consentTable.purpose, "share_with_dealership"),
  );
}
