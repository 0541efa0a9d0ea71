import { data, redirect } from "react-router";
import { passOn } from "#domain/credit-application/pass-on.server.ts";
import { isDocumentKind } from "#domain/document/document.ts";
import { requestDocuments } from "#domain/document/request-documents.server.ts";
import { isLeadStatus } from "#domain/lead/lead.ts";
import { type LeadUpdateResult, updateLead } from "#domain/lead/update-lead.server.ts";
import { askForReview } from "#domain/review/review-request.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { leadNoteForm } from "#domain/lead/staff-notes.form.ts";
import { m } from "#messages/messages.js";
import { answerForm } from "#pages/form/answer-form.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isUuid } from "#values/uuid.ts";
import {
  type Member,
  type PageArgs,
  requireFormPost,
  requireFreshFactor,
  requirePermission,
} from "#pages/session/guards.server.ts";
import { answerReveal, answerSealedView } from "./reveal.server.ts";
import { buildLeadListPath, readLeadListAddress } from "./lead-list-address.ts";
import { listLeadReferences } from "#domain/lead/lead-queries.server.ts";
import { findMessage } from "#domain/notification/messages.server.ts";
import { sendAgain } from "#domain/notification/notify.server.ts";

type LeadRefusal =
  | Exclude<LeadUpdateResult, { ok: true }>["code"]
  | "not_retried"
  | "not_passed_on"
  | "documents_withdrawn"
  | "documents_no_kind"
  | "documents_no_email"
  | "documents_too_many"
  | "not_understood";

/** Why nothing was changed, in words. */
export type LeadPostRefusal = { refused: string };

const REFUSALS = {
  not_found: { status: 404, say: m.staff_problem_not_found },
  nothing_to_save: { status: 422, say: m.staff_problem_nothing_to_save },
  changed_meanwhile: { status: 409, say: m.staff_problem_changed_meanwhile },
  not_retried: { status: 409, say: m.staff_problem_not_retried },
  not_passed_on: { status: 409, say: m.staff_problem_not_passed_on },
  documents_withdrawn: { status: 409, say: m.staff_problem_documents_withdrawn },
  documents_no_kind: { status: 422, say: m.staff_problem_documents_no_kind },
  documents_no_email: { status: 409, say: m.staff_problem_documents_no_email },
  documents_too_many: { status: 429, say: m.staff_problem_documents_too_many },
  not_understood: { status: 422, say: m.staff_problem_not_understood },
} as const satisfies Record<LeadRefusal, { status: number; say: () => string }>;

/** Does what a lead's page was posted for, then leads back to it; or says what was wrong. */
export async function answerLeadPost(
  args: PageArgs,
  lead: { reference: string; by: Member["user"] },
) {
  const post = await requireFormPost(args);
  const field = (name: string) => rawValue(post.raw, name);
  if (post.raw.has("reveal")) {
    requireFreshFactor(args);
    return answerReveal({
      reference: lead.reference,
      question: field("reveal"),
      reason: field("reason"),
      by: lead.by,
    });
  }
  if (field("intent") === "sealed-view") {
    requireFreshFactor(args);
    return answerSealedView({ ...lead, reason: field("reason") });
  }
  const byLead = { reference: lead.reference, byUserId: lead.by.id };
  const address = readLeadListAddress(new URL(args.request.url));
  const redirectTo = hrefIn(buildLeadListPath(address, lead.reference));
  if (field("intent") === "pass-on") {
    requirePermission(args, "passOnLeads");
    if (await passOn(lead.reference, lead.by)) throw redirect(redirectTo, 303);
    const { status, say } = REFUSALS.not_passed_on;
    return data<LeadPostRefusal>({ refused: say() }, { status });
  }
  if (post.raw.has("retry") || field("intent") === "documents") {
    const refusal = post.raw.has("retry")
      ? await retry(field("retry"), lead.reference)
      : await requestDocumentsFor(byLead, post.raw.get("document") ?? []);
    if (!refusal) throw redirect(redirectTo, 303);
    const { status, say } = REFUSALS[refusal];
    return data<LeadPostRefusal>({ refused: say() }, { status });
  }
  return answerForm(leadNoteForm, post, async ({ note = "" }) => {
    const wanted = field("move") || field("status");
    const refusal = await update(lead, field("seen"), wanted, note);
    if (!refusal) return { ok: true, redirectTo };
    const { status, say } = REFUSALS[refusal];
    return { ok: false, message: say(), status };
  });
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
  lead: { reference: string; by: Member["user"] },
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
