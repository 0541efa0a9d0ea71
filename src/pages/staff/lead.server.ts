import { data, redirect } from "react-router";
import { callForm } from "#domain/call/call.form.ts";
import { isCallOutcome } from "#domain/call/call.ts";
import { recordCall, undoCall } from "#domain/call/record-call.server.ts";
import { passOn } from "#domain/credit-application/pass-on.server.ts";
import { isDocumentKind } from "#domain/document/document.ts";
import { requestDocuments } from "#domain/document/request-documents.server.ts";
import { isLeadStatus } from "#domain/lead/lead.ts";
import { type LeadUpdateResult, updateLead } from "#domain/lead/update-lead.server.ts";
import { askForReview } from "#domain/review/review-request.server.ts";
import { leadNoteForm } from "#domain/lead/staff-notes.form.ts";
import { m } from "#messages/messages.js";
import { handleForm } from "#pages/form/handle-form.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { isUuid } from "#values/uuid.ts";
import { defineCommands, type Press, type Presses } from "#pages/command/commands.server.ts";
import { definePage, type PageSubject } from "#pages/command/define-page.server.ts";
import type { Member, PageArgs } from "#pages/session/guards.server.ts";
import { handleLost, handleWon, recordWon } from "./lead/lead-outcome.server.ts";
import { handleMail, handleSms } from "./lead/lead-letter.server.ts";
import { handleTask, pressDone, pressPutBack } from "./lead/lead-tasks.server.ts";
import { handOver } from "./lead/lead-owner.server.ts";
import { loadLead } from "./lead-view.server.ts";
import { handleReveal, handleSealedView } from "./reveal.server.ts";
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

/** Why nothing was changed, as a text. */
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

/** The reference of the lead. */
type Subject = PageSubject<string>;

/** Where a command redirects to: the lead, beside the same list as before. */
function backHref({ args }: Press, reference: string): string {
  const address = readLeadListAddress(new URL(args.request.url));
  return hrefIn(buildLeadListPath(address, reference));
}

function refuse(refusal: LeadRefusal) {
  const { status, say } = REFUSALS[refusal];
  return data<LeadPostRefusal>({ refused: say() }, { status });
}

export const leadCommands = defineCommands<Subject>()({
  /** A note, another stage, or both. */
  "lead-note": {
    may: "workLeads",
    run(press, { by, of: reference }) {
      const { post, field } = press;
      return handleForm(leadNoteForm, post, async ({ note = "" }) => {
        const wanted = field("move") || field("status");
        const refusal = await update({ reference, by }, field("seen"), wanted, note);
        if (!refusal) return { ok: true, redirectTo: backHref(press, reference) };
        const { status, say } = REFUSALS[refusal];
        return { ok: false, message: say(), status };
      });
    },
  },
  take: {
    may: "workLeads",
    run: (press, { by, of: reference }) =>
      handOver({ reference, by, seen: "", to: by.id, redirectTo: backHref(press, reference) }),
  },
  "let-go": {
    may: "workLeads",
    run: (press, { by, of: reference }) =>
      handOver({ reference, by, seen: by.id, to: "", redirectTo: backHref(press, reference) }),
  },
  assign: {
    may: "workLeads",
    run(press, { by, of: reference }) {
      const [seen, to] = [press.field("seen"), press.field("to")];
      return handOver({ reference, by, seen, to, redirectTo: backHref(press, reference) });
    },
  },
  /** How a call to the sender ended. */
  "lead-call": {
    may: "workLeads",
    run(press, { by, of: reference }) {
      const { post, field } = press;
      return handleForm(callForm, post, async ({ said = "" }) => {
        const outcome = field("outcome");
        const isSaved =
          isCallOutcome(outcome) &&
          (await recordCall(reference, { outcome, note: said, byUserId: by.id }));
        if (isSaved) return { ok: true, redirectTo: backHref(press, reference) };
        const { status, say } = REFUSALS[isCallOutcome(outcome) ? "not_found" : "not_understood"];
        return { ok: false, message: say(), status };
      });
    },
  },
  /** The newest press that the sender was reached was a mistake. */
  "undo-call": {
    may: "workLeads",
    async run(press, { by, of: reference }) {
      if (!(await undoCall(reference, by.id))) return refuse("not_found");
      throw redirect(backHref(press, reference), 303);
    },
  },
  "lead-won": {
    may: "workLeads",
    run: (press, { by, of: reference }) =>
      handleWon(press, { reference, by, redirectTo: backHref(press, reference) }),
  },
  "lead-lost": {
    may: "workLeads",
    run: (press, { by, of: reference }) =>
      handleLost(press, { reference, by, redirectTo: backHref(press, reference) }),
  },
  "record-won": {
    may: "workLeads",
    run: (press, { by, of: reference }) =>
      recordWon({ reference, by, redirectTo: backHref(press, reference) }),
  },
  "lead-mail": {
    may: "workLeads",
    run: (press, { by, of: reference }) =>
      handleMail(press, { reference, by, redirectTo: backHref(press, reference) }),
  },
  "lead-sms": {
    may: "workLeads",
    run: (press, { by, of: reference }) =>
      handleSms(press, { reference, by, redirectTo: backHref(press, reference) }),
  },
  task: {
    may: "workLeads",
    run: (press, { by, of: reference }) =>
      handleTask(press, { by, reference, redirectTo: backHref(press, reference) }),
  },
  "task-done": {
    may: "workLeads",
    run: (press, { by, of: reference }) =>
      pressDone(press, { by, isDone: true, redirectTo: backHref(press, reference) }),
  },
  "task-undone": {
    may: "workLeads",
    run: (press, { by, of: reference }) =>
      pressDone(press, { by, isDone: false, redirectTo: backHref(press, reference) }),
  },
  "task-put-back": {
    may: "workLeads",
    run: (press, { by, of: reference }) =>
      pressPutBack(press, { by, redirectTo: backHref(press, reference) }),
  },
  documents: {
    may: "workLeads",
    async run(press, { by, of: reference }) {
      const ticked = press.post.raw.get("document") ?? [];
      const refusal = await requestDocumentsFor({ reference, byUserId: by.id }, ticked);
      if (!refusal) throw redirect(backHref(press, reference), 303);
      return refuse(refusal);
    },
  },
  "pass-on": {
    may: "passOnLeads",
    async run(press, { by, of: reference }) {
      if (await passOn(reference, by)) throw redirect(backHref(press, reference), 303);
      return refuse("not_passed_on");
    },
  },
  "send-again": {
    may: "sendMessagesAgain",
    async run(press, { of: reference }) {
      const refusal = await retry(press.field("retry"), reference);
      if (!refusal) throw redirect(backHref(press, reference), 303);
      return refuse(refusal);
    },
  },
  reveal: {
    may: "openSealedAnswers",
    needsFreshFactor: true,
    run: ({ field }, { by, of: reference }) =>
      handleReveal({ reference, question: field("reveal"), reason: field("reason"), by }),
  },
  "sealed-view": {
    may: "openSealedAnswers",
    needsFreshFactor: true,
    run: ({ field }, { by, of: reference }) =>
      handleSealedView({ reference, reason: field("reason"), by }),
  },
});

export type LeadPresses = Presses<typeof leadCommands>;

export const leadPage = definePage({
  address: "/staff/leads/:reference",
  read: "seeLeads",
  async load({ request, params }: Args, { user, visitor }) {
    const url = new URL(request.url);
    const viewer = { ...user, origin: visitor.origin };
    const lead = await loadLead(params.reference, visitor.locale, viewer, url.searchParams);
    if (!lead) throw data({ code: "no_such_lead" }, { status: 404 });
    return { lead, address: readLeadListAddress(url) };
  },
  find: ({ params }: Args) => params.reference,
  commands: leadCommands,
});

type Args = PageArgs & { params: { reference: string } };

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
