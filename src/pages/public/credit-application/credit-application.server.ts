import { data, type RouterContextProvider } from "react-router";
import {
  type CreditApplicationAnswers,
  creditApplicationForm as form,
} from "#domain/credit-application/credit-application.form.ts";
import { creditApplicationHandler as handler } from "#domain/credit-application/credit-application-handler.server.ts";
import {
  type CreditPrefill,
  prefillCreditApplication,
} from "#domain/credit-application/prefill.server.ts";
import {
  findDraftPart,
  findInvitation,
  type Invitation,
} from "#domain/credit-application/co-applicant.server.ts";
import { carryCredit } from "#domain/credit-application/application-credit.ts";
import { findKnownCredit } from "#domain/credit-application/find-credit-estimate.server.ts";
import { declineInvitation } from "#domain/credit-application/joint-application.server.ts";
import {
  changeDraft,
  deleteDraft,
  type Draft,
  findDraft,
  type SaveDraft,
} from "#domain/draft/draft.server.ts";
import { findAgreedPrice } from "#domain/deal/deal-queries.server.ts";
import { findPublicListing } from "#domain/listing/listing-queries.server.ts";
import { formatCarName } from "#values/car-name.ts";
import type { Step } from "#forms/define-form.ts";
import { findReturnAddress, mailDraftLink } from "#domain/draft/draft-link.server.ts";
import { rawValue } from "#forms/questions/raw-fields.ts";
import { m } from "#messages/messages.js";
import type { KnownCredit } from "#domain/pre-approval/pre-approval-credit.ts";
import { estimateCredit, findPaymentTerms } from "#domain/pricing/credit-estimate.ts";
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
import { defineCommands, type Press, runCommand } from "#pages/command/commands.server.ts";
import {
  AUTOSAVE,
  SAVE_FOR_LATER,
  type SaveFormResult,
} from "#pages/public/form-journey/save-for-later.tsx";
import { describeEstimate } from "#pages/public/listing/your-budget.tsx";
import { viewStepFor } from "#pages/public/form-journey/visitor-step.server.ts";
import { now } from "#platform/clock/clock.server.ts";
import { readVisitor, type Visitor } from "#platform/request/visitor.server.ts";
import { redirectTo } from "#pages/session/guards.server.ts";
import { paths } from "#site/paths.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { findShare, type ShareWords, buildShareWords } from "./share-words.server.ts";

export type CreditSection = {
  view: StepView;
  title: string;
  /** Every question is optional. */
  isOptional: boolean;
  /** Every required question is answered. */
  isComplete: boolean;
};

export type CreditPage =
  | { at: "already_sent"; reference: string; sentPath: string; startPath: string }
  /** A co-applicant's link that has expired, or that they have just declined. */
  | { at: "no_invitation"; isDeclined: boolean }
  /** Asks the co-applicant to confirm that they decline. */
  | { at: "declining"; applicant: string; action: string; backPath: string }
  | {
      at: "form";
      /** The address for the whole form, and the one that saves sections. */
      action: string;
      saveHref: string;
      submissionId: string;
      sections: readonly CreditSection[];
      sources: CreditPrefill["sources"];
      /** They were invited to apply together with another person. */
      invitation: { token: string; applicant: string } | null;
      /** Their estimated rate and comfortable payment; null if nothing is known. */
      estimate: string | null;
      /** Earlier answers that are sent in hidden fields. */
      hiddenAnswers: Readonly<Record<string, string>>;
      /** The listing that the person came from. */
      car: { id: string; name: string; priceCad: number; isAgreed: boolean } | null;
      share: ShareWords;
      /** The named dealership does not depend on the typed city. */
      isShareFixed: boolean;
      /** On the English page: the credit check in French, and where the page is in French. */
      frenchFirst: { creditCheck: string; href: string } | null;
      /** It shows earlier answers of this browser. */
      isResumed: boolean;
      /** The form has changed since they left it. */
      hasChanged: boolean;
    };

type Args = { request: Request; context: Readonly<RouterContextProvider> };

/**
 * Browser Back must ask the server whether it was sent meanwhile; answers must not be stored in
 * shared caches.
 */
const NOT_STORED = { headers: { "cache-control": "private, no-store" } };

/** SPEC.md §5: no trade-in, unless the person says so. */
const DEFAULTS: CreditApplicationAnswers = { tradeIn: "no" };

export async function openCreditApplication({ request, context }: Args) {
  const visitor = readVisitor({ context });
  const url = new URL(request.url);
  const { searchParams } = url;
  if (searchParams.has("declined")) return noInvitation({ isDeclined: true });
  const token = searchParams.get("invite") ?? "";
  // A co-applicant must neither see nor overwrite what another person began in this browser.
  const part = await findDraftPart(token);
  const draft = await findDraft(visitor.visitorHash, form, { part });
  if (draft?.sentReference && !searchParams.has("again")) {
    const reference = draft.sentReference;
    const sent: CreditPage = {
      at: "already_sent",
      reference,
      sentPath: handler.sentPath(reference),
      startPath: `${form.basePath}?${withRetryNote(searchParams)}`,
    };
    return data(sent, NOT_STORED);
  }
  const invitation = token ? await findInvitation(token) : null;
  if (token && !invitation) return noInvitation({ isDeclined: false });
  if (invitation && searchParams.has("decline")) {
    const backPath = paths.coApplication(token);
    const { applicant } = invitation;
    const action = hrefIn(backPath, visitor.locale);
    return data<CreditPage>({ at: "declining", applicant, action, backPath }, NOT_STORED);
  }
  const live = draft?.sentReference ? null : draft;
  const { answers: before, sources } = live
    ? { answers: {}, sources: {} }
    : invitation
      ? prefillInvited(invitation)
      : await prefillCreditApplication(visitor);
  const car = await findListing(url, live?.answers.listing, visitor);
  const answers: CreditApplicationAnswers = { ...DEFAULTS, ...before, ...live?.answers };
  const known = invitation ? null : await findKnownCredit(visitor);
  const submissionId = live?.id ?? "";
  const share = await findShare({ invitation, car, answers });
  const shareWords = await buildShareWords(share.named, visitor.locale);
  const page: CreditPage = {
    at: "form",
    action: hrefIn(`/forms/${handler.postName}`, visitor.locale),
    saveHref: hrefIn(token ? paths.coApplication(token) : form.basePath, visitor.locale),
    submissionId,
    sections: form.steps
      .filter(({ slug }) => !invitation || !APPLICANTS_PART.includes(slug))
      .map((step) => viewSection(step, { answers, visitor, submissionId })),
    invitation: invitation && { token, applicant: invitation.applicant },
    sources,
    estimate: known && describeKnown(known, visitor),
    hiddenAnswers: known ? writeHiddenAnswers(carryCredit(known)) : {},
    car,
    share: shareWords,
    isShareFixed: share.isFixed,
    frenchFirst: visitor.locale === "en" ? findFrench() : null,
    isResumed: live !== null,
    hasChanged: live !== null && live.formVersion < form.version,
  };
  return data(page, NOT_STORED);
}

function describeKnown({ facts }: KnownCredit, { payments, locale }: Visitor): string {
  const estimate = estimateCredit(facts);
  return describeEstimate(estimate, { ...findPaymentTerms(estimate, payments ?? null), locale });
}

function writeHiddenAnswers(answers: CreditApplicationAnswers): Record<string, string> {
  const said = Object.entries(answers).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said.map(([name, value]) => [name, String(value)]));
}

function noInvitation({ isDeclined }: { isDeclined: boolean }) {
  return data<CreditPage>({ at: "no_invitation", isDeclined }, NOT_STORED);
}

function withRetryNote(requested: URLSearchParams): URLSearchParams {
  const again = new URLSearchParams(requested);
  again.set("again", "yes");
  return again;
}

function findFrench() {
  const creditCheck = m.credit_application_form_credit_check_label({}, { locale: "fr" });
  return { creditCheck, href: `${hrefIn(form.basePath, "fr")}#section-send` };
}

/** `?listing=` names the listing that the person comes from now; empty: none. */
async function findListing(
  { searchParams }: URL,
  saved: string | undefined,
  { user }: Pick<Visitor, "user">,
) {
  const id = searchParams.get("listing") ?? saved;
  const car = id ? await findPublicListing(id) : null;
  if (!car) return null;
  const agreedCad = await findAgreedPrice(car.id, user?.id);
  const priceCad = agreedCad ?? car.priceCad;
  return { id: car.id, name: formatCarName(car), priceCad, isAgreed: agreedCad !== null };
}

/** A co-applicant is not asked these. */
const APPLICANTS_PART = ["co-applicant", "vehicle", "message"];

function prefillInvited({ firstName, lastName, email }: Invitation): CreditPrefill {
  const answers = { ...(firstName && { firstName }), ...(lastName && { lastName }), email };
  const marked = Object.keys(answers).map((name) => [name, "applicant" as const] as const);
  return { answers, sources: Object.fromEntries(marked) };
}

/** In French there is no other language to choose. */
function viewOnePage(
  slug: string,
  input: { answers: Answers; visitor: Visitor; submissionId: string },
): StepView {
  const view = viewStepFor(form, slug, { ...input, isOnePage: true });
  if (input.visitor.locale === "en") return view;
  return { ...view, questions: view.questions.filter(({ name }) => name !== "englishChosen") };
}

function viewSection(
  step: Step,
  input: { answers: Answers; visitor: Visitor; submissionId: string },
): CreditSection {
  const { answers, visitor } = input;
  const { slug, questions } = step;
  const required = questions.filter((each) => !each.optional && isAsked(each, answers));
  const answered = questions.filter(({ name }) => answers[name] !== undefined);
  return {
    view: viewOnePage(slug, input),
    title: stepTitle(form, step, translateIn(visitor.locale)),
    isOptional: slug !== "send" && questions.every(({ optional }) => optional),
    isComplete: answered.length > 0 && required.every(({ name }) => answers[name] !== undefined),
  };
}

/** The page's commands beside submitting; each posts the whole form. */
const commands = defineCommands<null>()({
  [AUTOSAVE]: {
    async run({ post }) {
      await saveProgress(post);
      return data<SaveFormResult>(null);
    },
  },
  [SAVE_FOR_LATER]: { run: ({ post }) => mailLink(post) },
  decline: { run: ({ args, post: { visitor } }) => decline(new URL(args.request.url), visitor) },
});
export type CreditPress = keyof typeof commands;

export function saveCreditApplication(args: Args) {
  return runCommand(args, commands, null, { otherwise: AUTOSAVE });
}

/** Stores the valid answers in the sealed draft; null if the form was sent meanwhile. */
async function saveProgress({ raw, visitor: { visitorHash, locale } }: Press["post"]) {
  const part = await handler.findDraftPart(raw);
  const saveGood = async (draft: Draft<typeof form> | null, save: SaveDraft) => {
    // A late save from a page that is being left must not restore answers that were sent.
    if (draft?.sentReference && draft.id === rawValue(raw, "submissionId")) return null;
    const progress = draft && !draft.sentReference ? draft : NO_PROGRESS;
    const whole = completePost(form, raw, progress);
    const { answers } = readForm(form, whole, readContextFor(locale, now()));
    return save({ answers, consents: progress.consents });
  };
  return changeDraft(visitorHash, form, saveGood, { part });
}

/** The same, and sends a link to continue later. */
async function mailLink(post: Press["post"]) {
  const { locale, ipAddress } = post.visitor;
  const saved = await saveProgress(post);
  if (!saved) return data<SaveFormResult>(null);
  const address = findReturnAddress(form, saved);
  if (!address) {
    const text = m.saved_form_needs_address({}, { locale });
    return data<SaveFormResult>({ text, isError: true }, { status: 422 });
  }
  const { email } = address;
  const mailed = await mailDraftLink(saved, { email, locale }, ipAddress);
  if (!mailed.ok) {
    const minutes = Math.ceil(mailed.retryAfterSeconds / 60);
    const text = m.saved_form_not_sent({ minutes }, { locale });
    return data<SaveFormResult>({ text, isError: true }, { status: 429 });
  }
  const date = formatDate(calendarDay(saved.expiresAt), locale);
  const text = m.saved_form_saved({ date, email: maskEmail(email) }, { locale });
  return data<SaveFormResult>({ text, isError: false });
}

/** @throws a redirect: the invited person does not apply. */
async function decline(
  { searchParams }: URL,
  { visitorHash, locale }: Pick<Visitor, "visitorHash" | "locale">,
): Promise<never> {
  const token = searchParams.get("invite") ?? "";
  const invitation = token ? await findInvitation(token) : null;
  if (!invitation) throw redirectTo(hrefIn(paths.coApplication(token), locale));
  const part = await findDraftPart(token);
  await declineInvitation(invitation);
  await deleteDraft(visitorHash, form, { part });
  throw redirectTo(hrefIn(`${paths.creditApplication()}?declined=yes`, locale));
}
