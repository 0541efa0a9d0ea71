import { data, redirect } from "react-router";
import { isDocumentKind } from "#domain/document/document.ts";
import { requestDocuments } from "#domain/document/request-documents.server.ts";
import { isLeadStatus } from "#domain/lead/lead.ts";
import { type LeadUpdateResult, updateLead } from "#domain/lead/update-lead.server.ts";
import { askForReview } from "#domain/review/review-request.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { requirePost } from "#platform/request/read-post.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isUuid } from "#values/uuid.ts";
import { type Member, type PageArgs, requireFreshFactor } from "#pages/session/guards.server.ts";
import { answerReveal, answerSealedView } from "./reveal.server.ts";
import { buildLeadListPath, readLeadListAddress } from "./lead-list-address.ts";
import { listLeadReferences } from "#domain/lead/lead-queries.server.ts";
import { findMessage } from "#domain/notification/messages.server.ts";
import { sendAgain } from "#domain/notification/notify.server.ts";

export type LeadRefusal =
  | Exclude<LeadUpdateResult, { ok: true }>["code"]
  | "not_retried"
  | "documents_no_kind"
  | "documents_no_email"
  | "documents_too_many"
  | "not_understood";

/** Why nothing was changed, with the note as typed, so that it is not lost. */
export type LeadPostRefusal = { code: LeadRefusal; note: string };

const STATUS_OF: Record<LeadRefusal, number> = {
  not_found: 404,
  nothing_to_save: 422,
  note_too_long: 422,
  note_unreadable: 422,
  note_holds_sin: 422,
  changed_meanwhile: 409,
  not_retried: 409,
  documents_no_kind: 422,
  documents_no_email: 409,
  documents_too_many: 429,
  not_understood: 422,
};

/** Does what a lead's page was posted for, then leads back to it; or says what was wrong. */
export async function answerLeadPost(
  args: PageArgs,
  lead: { reference: string; by: Member["user"] },
) {
  const { request } = args;
  const { fields } = await requirePost(request);
  const readText = (name: string) => rawValue(fields, name);
  if (fields.has("reveal")) {
    requireFreshFactor(args);
    return answerReveal({
      reference: lead.reference,
      question: readText("reveal"),
      reason: readText("reason"),
      by: lead.by,
    });
  }
  if (readText("intent") === "sealed-view") {
    requireFreshFactor(args);
    return answerSealedView({ ...lead, reason: readText("reason") });
  }
  const note = readText("note");
  const byLead = { reference: lead.reference, byUserId: lead.by.id };
  const askForDocuments = () => requestDocumentsFor(byLead, fields.get("document") ?? []);
  const refusal = fields.has("retry")
    ? await retry(readText("retry"), lead.reference)
    : readText("intent") === "documents"
      ? await askForDocuments()
      : await update(byLead, readText("seen"), readText("move") || readText("status"), note);
  if (refusal) {
    return data<LeadPostRefusal>({ code: refusal, note }, { status: STATUS_OF[refusal] });
  }
  const address = readLeadListAddress(new URL(request.url));
  throw redirect(hrefIn(buildLeadListPath(address, lead.reference)), 303);
}

async function requestDocumentsFor(
  { reference, byUserId }: { reference: string; byUserId: string },
  ticked: readonly string[],
): Promise<LeadRefusal | null> {
  const result = await requestDocuments(reference, ticked.filter(isDocumentKind), byUserId);
  if (result.ok) return null;
  return result.code === "not_found" ? "not_found" : `documents_${result.code}`;
}

async function update(
  lead: { reference: string; byUserId: string },
  seenStatus: string,
  status: string,
  note: string,
): Promise<LeadRefusal | null> {
  if (!isLeadStatus(seenStatus) || !isLeadStatus(status)) return "not_understood";
  const result = await updateLead({ ...lead, seenStatus, status, note }, askForReview);
  return result.ok ? null : result.code;
}

async function retry(messageId: string, reference: string): Promise<LeadRefusal | null> {
  const message = isUuid(messageId) ? await findMessage(messageId) : null;
  if (!message?.leadId) return "not_found";
  const references = await listLeadReferences([message.leadId]);
  if (references.get(message.leadId) !== reference) return "not_found";
  const { ok } = await sendAgain(message.id);
  return ok ? null : "not_retried";
}
