import { redirect } from "react-router";
import { listOfferedReasons } from "#domain/lead/outcome-reasons.server.ts";
import { leadLostForm, leadWonForm } from "#domain/lead/outcome.form.ts";
import { isDone } from "#domain/lead/assignment.ts";
import type { LeadStatus } from "#domain/lead/lead.ts";
import type { LeadResult, NewOutcome } from "#domain/lead/outcome.ts";
import { listOutcomes, setOutcome } from "#domain/lead/set-outcome.server.ts";
import { askForReview } from "#domain/review/review-request.server.ts";
import type { StaffMember } from "#domain/staff-change/staff-change.ts";
import type { FormView } from "#forms/view-model.ts";
import { m } from "#messages/messages.js";
import type { Press } from "#pages/command/commands.server.ts";
import { handleForm, type Outcome, showForm } from "#pages/form/handle-form.server.ts";
import { today } from "#platform/clock/clock.server.ts";
import { formatDate, formatDateTime } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import { formatCad } from "#values/money.ts";

/** How a lead ended, with what ended before it was reopened, and the forms that record it. */
export type LeadOutcomeView = {
  current: OutcomeView | null;
  earlier: readonly OutcomeView[];
  /** It is delivered or closed, and nobody said how it ended. */
  isMissing: boolean;
  isDelivered: boolean;
  wonView: FormView;
  lostView: FormView;
};

export type OutcomeView = {
  id: string;
  result: LeadResult;
  /** The value and the lender, or the reason. */
  text: string | null;
  date: string;
  /** Who recorded it, and when it stopped counting. */
  meta: string;
};

export async function loadOutcome(
  lead: { id: string; status: LeadStatus },
  locale: Locale,
): Promise<LeadOutcomeView> {
  const [outcomes, reasons] = await Promise.all([
    listOutcomes(lead.id),
    listOfferedReasons(locale),
  ]);
  const views = outcomes.map((each) => viewOutcome(each, locale));
  const isCurrent = outcomes[0]?.reopenedAt === null;
  const day = today();
  return {
    current: (isCurrent && views[0]) || null,
    earlier: isCurrent ? views.slice(1) : views,
    isMissing: isDone(lead.status) && !isCurrent,
    isDelivered: lead.status === "delivered",
    wonView: showForm(leadWonForm, { locale }, { soldOn: day }),
    lostView: showForm(leadLostForm(reasons), { locale }, { lostOn: day }),
  };
}

function viewOutcome(
  outcome: Awaited<ReturnType<typeof listOutcomes>>[number],
  locale: Locale,
): OutcomeView {
  const { id, result, soldValueCad, lender, endedOn, reopenedAt } = outcome;
  const reason = locale === "fr" ? outcome.reasonFr : outcome.reasonEn;
  const value = soldValueCad === null ? null : formatCad(soldValueCad, locale);
  const by = outcome.byName ?? m.assignment_somebody({}, { locale });
  const at = formatDateTime(outcome.at, locale);
  const recorded = m.staff_event_by({ at, name: by }, { locale });
  const until =
    reopenedAt && m.outcome_until({ time: formatDateTime(reopenedAt, locale) }, { locale });
  return {
    id,
    result,
    text: [value, lender, reason].filter(Boolean).join(" · ") || null,
    date: formatDate(endedOn, locale),
    meta: [recorded, until].filter(Boolean).join(" · "),
  };
}

type Ended = { reference: string; by: StaffMember; redirectTo: string };

export function handleWon({ post }: Press, ended: Ended) {
  return handleForm(leadWonForm, post, ({ soldValue, lender, soldOn, note }) =>
    record(ended, note, {
      result: "won",
      soldValueCad: soldValue ?? null,
      lender: lender ?? null,
      endedOn: soldOn,
    }),
  );
}

export async function handleLost({ post }: Press, ended: Ended) {
  const reasons = await listOfferedReasons(post.visitor.locale);
  return handleForm(leadLostForm(reasons), post, ({ reason, lostOn, note }) =>
    record(ended, note, { result: "lost", reasonId: reason, endedOn: lostOn }),
  );
}

/** A delivered car is a sale: one press says so. */
export async function recordWon({ reference, by, redirectTo }: Ended): Promise<never> {
  const nothingMore = { soldValueCad: null, lender: null };
  const outcome = { result: "won", ...nothingMore, endedOn: today() } as const;
  await setOutcome({ reference, by, outcome, note: "" }, askForReview);
  throw redirect(redirectTo, 303);
}

async function record(
  { reference, by, redirectTo }: Ended,
  note: string | undefined,
  outcome: NewOutcome,
): Promise<Outcome> {
  const isRecorded = await setOutcome({ reference, by, outcome, note: note ?? "" }, askForReview);
  return isRecorded
    ? { ok: true, redirectTo }
    : { ok: false, message: m.staff_problem_not_found(), status: 404 };
}
