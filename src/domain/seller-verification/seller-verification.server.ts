import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Queryable } from "#platform/database/database.server.ts";
import { sellerVerificationTable } from "./seller-verification.table.ts";

export type VerificationStep = "requested" | "verified" | "declined" | "withdrawn";

/** Whether the newest step of a person's verification says so: a part of another query. */
export function isVerifiedSeller(userId: AnyPgColumn): SQL<boolean> {
  return sql<boolean>`coalesce((
    select step.kind = 'verified' from ${sellerVerificationTable} step
    where step.user_id = ${userId} and step.kind <> 'requested'
    order by step.at desc, step.id desc limit 1
  ), false)`;
}

/** Writes down what was decided about a person, and by whom. */
export async function recordVerification(
  queryable: Queryable,
  step: { userId: string; kind: VerificationStep; byUserId: string; at?: Date },
): Promise<void> {
  await queryable.insert(sellerVerificationTable).values(step);
}
