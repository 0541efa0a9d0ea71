import { and, desc, eq, inArray } from "drizzle-orm";
import { findChangedAt, readSettings } from "#domain/setting/settings.server.ts";
import type { Queryable } from "#platform/database/database.server.ts";
import type { FurtherClass } from "#values/data-class.ts";
import type { LeadKind } from "#values/lead-kind.ts";
import { findActiveShare } from "./consents.server.ts";
import { leadEventTable, type leadTable } from "./lead.table.ts";

/**
 * Leads whose dealership is matched. A bid goes to the seller of its car, and a sell request to all
 * who may make an offer, by a day that its sender was told: neither waits for staff.
 */
export const MATCHED_KINDS: readonly LeadKind[] = ["pre_approval", "credit_application"];

export function isMatchedKind(kind: LeadKind): boolean {
  return MATCHED_KINDS.includes(kind);
}

/** A dealership that gave the lead up after staff passed it on: it waits for nobody any more. */
const WAITING_ENDS = ["pass_on_awaited", "dealer_passed", "dealer_timed_out"] as const;

/** Whether a lead of this kind waits until staff pass it on, by the present setting of the site. */
export async function isPassedOnByStaff(
  queryable: Queryable,
  { kind }: { kind: LeadKind },
): Promise<boolean> {
  return isMatchedKind(kind) && (await readSettings(queryable)).passingOn === "after_staff";
}

/**
 * The dealership, with its name, that gets a lead once staff pass it on, as its sender is told;
 * null if the lead does not wait for that. It still waits if the setting is changed meanwhile.
 */
export async function findAwaited(
  queryable: Queryable,
  {
    id,
    dealershipId,
    submissionId,
  }: Pick<typeof leadTable.$inferSelect, "id" | "dealershipId" | "submissionId">,
): Promise<string | null> {
  if (dealershipId || !(await findActiveShare(queryable, submissionId))) return null;
  const [newest] = await queryable
    .select({ kind: leadEventTable.kind, dealership: leadEventTable.note })
    .from(leadEventTable)
    .where(and(eq(leadEventTable.leadId, id), inArray(leadEventTable.kind, WAITING_ENDS)))
    .orderBy(desc(leadEventTable.at))
    .limit(1);
  return newest?.kind === "pass_on_awaited" ? newest.dealership : null;
}

/**
 * What the mail about a lead contains beyond what first contact needs: the classes that the
 * consent's words named. A consent older than the last change of that setting was given to other
 * words.
 */
export async function listFurther(
  queryable: Queryable,
  submissionId: string,
): Promise<readonly FurtherClass[]> {
  const { leadMailAlso } = await readSettings(queryable);
  if (leadMailAlso.length === 0) return [];
  const share = await findActiveShare(queryable, submissionId);
  const changedAt = await findChangedAt(queryable, "leadMailAlso");
  return share && changedAt && share.givenAt >= changedAt ? leadMailAlso : [];
}
