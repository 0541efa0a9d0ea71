import { and, eq, isNull } from "drizzle-orm";
import { recordAudit, toActor } from "#domain/audit/record-audit.server.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { findPassOn, releaseLead } from "#domain/lead/release-lead.server.ts";
import { db } from "#platform/database/database.server.ts";
import { lockName } from "#platform/database/named-lock.server.ts";
import type { Role } from "#values/role.ts";
import { findJoint, type JointView } from "./co-applicant.server.ts";
import { passOnApplication } from "./joint-application.server.ts";

type Lead = typeof leadTable.$inferSelect;

/** The name of the dealership that staff may pass a lead on to now; null if there is none. */
export async function findWhoToPassOnTo(
  lead: Lead,
  joint: JointView | null,
): Promise<string | null> {
  if (joint && !isDecided(joint)) return null;
  return (await findPassOn(db(), lead))?.name ?? null;
}

/**
 * A joint application is passed on as one, once both agreed; a person who was left out is not
 * passed on.
 */
function isDecided(joint: JointView): boolean {
  if (joint.is === "co_applicant") return joint.state === "joined";
  return joint.state === "joined" || joint.state === "declined" || joint.state === "left_out";
}

/**
 * Passes a lead on to the dealership that its sender agreed to. This is written to the audit log
 * and to the lead's history, and the sender is notified by e-mail. Returns false if that is not
 * possible: nobody agreed, or it was passed on already.
 */
export async function passOn(reference: string, by: { id: string; role: Role }): Promise<boolean> {
  const [lead] = await db().select().from(leadTable).where(eq(leadTable.reference, reference));
  const joint = lead ? await findJoint(lead.submissionId) : null;
  if (!lead || !(await findWhoToPassOnTo(lead, joint))) return false;
  return db().transaction(async (transaction) => {
    // If two people press the button at once, only one of them passes it on.
    await lockName(transaction, `pass on ${reference}`);
    const waits = and(eq(leadTable.reference, reference), isNull(leadTable.dealershipId));
    if ((await transaction.$count(leadTable, waits)) === 0) return false;
    const isPassedOn =
      lead.kind === "credit_application"
        ? await passOnApplication(transaction, lead.submissionId, by.id)
        : (await releaseLead(transaction, lead.submissionId, { byUserId: by.id })) !== null;
    if (!isPassedOn) return false;
    await recordAudit(transaction, {
      by: toActor(by),
      action: "lead_passed_on",
      on: { kind: "lead", id: reference },
    });
    return true;
  });
}
