import { eq } from "drizzle-orm";
import { recordAudit } from "#domain/audit/record-audit.server.ts";
import { correctAnswer } from "#domain/lead/correct-answer.server.ts";
import type { LeadForm } from "#domain/lead/lead-form.ts";
import { leadTable } from "#domain/lead/lead.table.ts";
import { submissionTable } from "#domain/lead/submission.table.ts";
import { listOffers } from "#domain/sell-request/dealer-offer/offers.server.ts";
import { lockRequest } from "#domain/sell-request/dealer-offer/sell-request-lead.server.ts";
import type { StaffMember } from "#domain/staff-change/staff-change.ts";
import type { FieldError } from "#forms/field-error.ts";
import type { ReadContext } from "#forms/questions/question-kind.ts";
import type { RawFields } from "#forms/questions/raw-fields.ts";
import { db, type Transaction } from "#platform/database/database.server.ts";
import { findSelectedItems, type Refused, startAct, storeAct } from "./act-on-trail.server.ts";
import type { PrivacyAct } from "./privacy-request.ts";

/** Which answer of which request is corrected, and the posted value. */
export type Correction = {
  /** `lead:K7M2PX4R` */
  key: string;
  question: string;
  raw: RawFields;
  context: ReadContext;
};

type CorrectionRefusal = "not_correctable" | "sealed" | "unchanged" | "offer_accepted";

type CorrectResult =
  | { ok: true; act: PrivacyAct }
  | Refused
  | { ok: false; code: CorrectionRefusal }
  | { ok: false; code: "refused_answer"; fieldErrors: readonly FieldError[] };

/**
 * Corrects one answer of one request and records it in the audit log. A bid is changed on the
 * person's own page of bids; what a dealership bought a car on stays unchanged.
 */
export async function correctForPerson(
  requestId: string,
  { key, ...answer }: Correction,
  findLeadForm: (formName: string) => LeadForm | undefined,
  by: StaffMember,
): Promise<CorrectResult> {
  const selected = await findSelectedItems(requestId, [key], by);
  if (!selected.ok) return selected;
  const [item] = selected.items;
  if (item?.kind !== "lead" || item.leadKind === "bid")
    return { ok: false, code: "not_correctable" };
  const { email, locale } = selected.request;
  const corrected = await db().transaction(async (transaction): Promise<CorrectResult | null> => {
    const isSold = await isBought(transaction, item.id);
    const [found] = await transaction
      .select({ lead: leadTable, formName: submissionTable.formName })
      .from(leadTable)
      .innerJoin(submissionTable, eq(submissionTable.id, leadTable.submissionId))
      .where(eq(leadTable.reference, item.id))
      .for("no key update", { of: leadTable });
    const leadForm = found && findLeadForm(found.formName);
    if (!leadForm) return { ok: false, code: "not_correctable" };
    if (isSold) return { ok: false, code: "offer_accepted" };
    const done = await correctAnswer(transaction, found.lead, leadForm, {
      ...answer,
      byUserId: by.id,
      recipient: { to: email ?? found.lead.email, locale },
    });
    if (!done.ok) return done;
    const on = { kind: "lead", id: item.id } as const;
    await recordAudit(transaction, { action: "answer_corrected", on });
    return null;
  });
  if (corrected) return corrected;
  const done = startAct("corrected");
  done.reached.push(key);
  return { ok: true, act: await storeAct(requestId, done) };
}

/** Whether a dealership bought the car of this request, relying on its answers. */
async function isBought(transaction: Transaction, reference: string): Promise<boolean> {
  const request = await lockRequest(transaction, reference);
  const offers = request ? await listOffers(transaction, request.id) : [];
  return offers.some(({ state }) => state === "accepted");
}
