import { data, type RouterContextProvider } from "react-router";
import { creditApplicationForm as form } from "#domain/credit-application/credit-application.form.ts";
import { creditApplicationHandler as handler } from "#domain/credit-application/credit-application-handler.server.ts";
import {
  type CreditPrefill,
  prefillCreditApplication,
} from "#domain/credit-application/prefill.server.ts";
import { findInvitation, type Invitation } from "#domain/credit-application/co-applicant.server.ts";
import { changeDraft, findDraft } from "#domain/draft/draft.server.ts";
import { type MarketingBox, marketingBoxes } from "#domain/lead/consent.ts";
import { findPublicListing } from "#domain/listing/listing-queries.server.ts";
import { formatListingTitle } from "#domain/listing/listing.ts";
import type { Step } from "#forms/define-form.ts";
import { findReturnAddress, mailDraftLink } from "#domain/draft/draft-link.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import { calendarDay, formatDate } from "#values/format.ts";
import { maskEmail } from "#values/mask.ts";
import { NO_PROGRESS } from "#forms/gates.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { completePost, readForm } from "#forms/read-form.ts";
import { isAsked } from "#forms/steps.ts";
import { translateIn } from "#forms/translate.server.ts";
import type { StepView } from "#forms/view-model.ts";
import { stepTitle } from "#forms/view-step.ts";
import { viewStepFor } from "#pages/public/form-journey/visitor-step.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { requirePost } from "#platform/request/read-post.server.ts";
import { readVisitor, type Visitor } from "#platform/request/visitor.server.ts";
import { hrefIn } from "#ui/locale-href.ts";

export type CreditSection = {
  view: StepView;
  title: string;
  /** All of it may be left blank. */
  isOptional: boolean;
  /** What it needs is answered. */
  isComplete: boolean;
};

export type CreditPage =
  | { at: "already_sent"; reference: string; sentPath: string; startPath: string }
  | {
      at: "form";
      /** Where the whole form is posted to, and where its sections are saved. */
      action: string;
      saveHref: string;
      submissionId: string;
      sections: readonly CreditSection[];
      sources: CreditPrefill["sources"];
      /** They apply together with somebody who asked them. */
      invitation: { token: string; applicant: string } | null;
      isDeadInvitation: boolean;
      /** The listing that one came from. */
      car: { id: string; name: string; priceCad: number } | null;
      /** On the English page: the consents in French, and where the page is in French. */
      frenchFirst: { texts: readonly string[]; href: string } | null;
      marketing: readonly MarketingBox[];
      /** Earlier answers of this browser stand in it. */
      isResumed: boolean;
      /** The form is no longer the one that they left. */
      hasChanged: boolean;
    };

type Args = { request: Request; context: Readonly<RouterContextProvider> };

/** Browser Back must ask again whether it was sent meanwhile; answers stay out of shared caches. */
const NOT_STORED = { headers: { "cache-control": "private, no-store" } };

/** SPEC.md §5: no trade-in, unless the person says so. */
const DEFAULTS: Answers = { tradeIn: "no" };

export async function openCreditApplication({ request, context }: Args) {
  const visitor = readVisitor({ context });
  const draft = await findDraft(visitor.visitorHash, form);
  const { searchParams } = new URL(request.url);
  const invited = searchParams.get("invite");
  const isAnew = searchParams.has("again") || invited !== null;
  if (draft?.sentReference && !isAnew) {
    const reference = draft.sentReference;
    const sent: CreditPage = {
      at: "already_sent",
      reference,
      sentPath: handler.sentPath(reference),
      startPath: `${form.basePath}?${withAgain(searchParams)}`,
    };
    return data(sent, NOT_STORED);
  }
  // What somebody else began in this browser is not the co-applicant's to see.
  const isOwn = invited === null || draft?.answers.invitation === invited;
  const live = draft?.sentReference || !isOwn ? null : draft;
  const token = invited ?? live?.answers.invitation ?? "";
  const invitation = token ? await findInvitation(token) : null;
  const { answers: before, sources } = live
    ? { answers: {}, sources: {} }
    : invitation
      ? prefillInvited(invitation)
      : await prefillCreditApplication(visitor);
  const car = await findListing(new URL(request.url), live?.answers.listing);
  const answers = { ...DEFAULTS, ...before, ...live?.answers };
  const submissionId = live?.id ?? "";
  const page: CreditPage = {
    at: "form",
    action: hrefIn(`/forms/${handler.postName}`, visitor.locale),
    saveHref: hrefIn(form.basePath, visitor.locale),
    submissionId,
    sections: form.steps
      .filter(({ slug }) => !invitation || !APPLICANTS_PART.includes(slug))
      .map((step) => viewSection(step, { answers, visitor, submissionId })),
    invitation: invitation && { token, applicant: invitation.applicant },
    isDeadInvitation: invited !== null && invitation === null,
    sources,
    car,
    frenchFirst: visitor.locale === "en" ? listFrenchWords() : null,
    marketing: marketingBoxes(visitor.locale),
    isResumed: live !== null,
    hasChanged: live !== null && live.formVersion < form.version,
  };
  return data(page, NOT_STORED);
}

function withAgain(asked: URLSearchParams): URLSearchParams {
  const again = new URLSearchParams(asked);
  again.set("again", "yes");
  return again;
}

function listFrenchWords() {
  const locale = { locale: "fr" } as const;
  return {
    texts: [
      m.credit_application_form_credit_check_label({}, locale),
      m.credit_application_form_share_with_dealership_label({}, locale),
    ],
    href: `${hrefIn(form.basePath, "fr")}#section-send`,
  };
}

/** `?listing=` names the one that the person comes from now; empty, they want none. */
async function findListing({ searchParams }: URL, kept: string | undefined) {
  const id = searchParams.get("listing") ?? kept;
  const car = id ? await findPublicListing(id) : null;
  return car && { id: car.id, name: formatListingTitle(car), priceCad: car.priceCad };
}

/** Whoever was asked along says nothing of these. */
const APPLICANTS_PART = ["co-applicant", "vehicle", "message"];

function prefillInvited({ firstName, lastName, email }: Invitation): CreditPrefill {
  const answers = { ...(firstName && { firstName }), ...(lastName && { lastName }), email };
  const marked = Object.keys(answers).map((name) => [name, "applicant" as const] as const);
  return { answers, sources: Object.fromEntries(marked) };
}

/** In French there is no other language to choose. */
function viewOnePage(
  slug: string,
  given: { answers: Answers; visitor: Visitor; submissionId: string },
): StepView {
  const view = viewStepFor(form, slug, { ...given, isOnePage: true });
  if (given.visitor.locale === "en") return view;
  return { ...view, questions: view.questions.filter(({ name }) => name !== "englishChosen") };
}

function viewSection(
  step: Step,
  given: { answers: Answers; visitor: Visitor; submissionId: string },
): CreditSection {
  const { answers, visitor } = given;
  const { slug, questions } = step;
  const required = questions.filter((each) => !each.optional && isAsked(each, answers));
  const answered = questions.filter(({ name }) => answers[name] !== undefined);
  return {
    view: viewOnePage(slug, given),
    title: stepTitle(form, step, translateIn(visitor.locale)),
    isOptional: slug !== "send" && questions.every(({ optional }) => optional),
    isComplete: answered.length > 0 && required.every(({ name }) => answers[name] !== undefined),
  };
}

export type SaveAnswer = { text: string; isError: boolean } | null;

/**
 * Keeps what is good so far in the sealed draft. The page posts the whole form each time; with
 * `intent=save-link` the person also gets a link to come back by.
 */
export async function saveCreditApplication({ request, context }: Args) {
  const { fields: raw } = await requirePost(request);
  const { visitorHash, locale } = readVisitor({ context });
  const kept = await changeDraft(visitorHash, form, async (draft, keep) => {
    // A late saving from a page that is on its way out must not bring sent answers back.
    if (draft?.sentReference && draft.id === rawValue(raw, "submissionId")) return null;
    const isOwn = (draft?.answers.invitation ?? "") === rawValue(raw, "invitation");
    const progress = draft && !draft.sentReference && isOwn ? draft : NO_PROGRESS;
    const whole = completePost(form, raw, progress);
    const { answers } = readForm(form, whole, readContextFor(locale, now()));
    return keep({ answers, consents: progress.consents });
  });
  if (rawValue(raw, "intent") !== "save-link" || !kept) return data<SaveAnswer>(null);
  const address = findReturnAddress(form, kept);
  if (!address) {
    const text = m.saved_form_needs_address({}, { locale });
    return data<SaveAnswer>({ text, isError: true }, { status: 422 });
  }
  const { email } = address;
  await mailDraftLink(kept, { email, locale });
  const date = formatDate(calendarDay(kept.expiresAt), locale);
  const text = m.saved_form_saved({ date, email: maskEmail(email) }, { locale });
  return data<SaveAnswer>({ text, isError: false });
}
