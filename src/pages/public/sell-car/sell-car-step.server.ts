import { now } from "#platform/clock/clock.server.ts";
import { data, redirect } from "react-router";
import { changeDraft, findDraft } from "#domain/draft/draft.server.ts";
import { findStep } from "#forms/steps.ts";
import type { Refusal } from "#forms/field-error.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { rawValue, type RawFields, withKnown } from "#forms/questions/raw-fields.ts";
import { readStep } from "#forms/read-form.ts";
import type { QuestionView, StepView } from "#forms/view-model.ts";
import { translateIn } from "#forms/translate.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { paths } from "#site/paths.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { postedFields } from "#pages/public/form-journey/posted-fields.server.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import {
  answerStep,
  openStep,
  type StepPlace,
  viewOf,
} from "#pages/public/form-journey/step.server.ts";
import {
  isOwnScript,
  KEPT_FOR_BACK,
  NOT_STORED,
  type StepArgs,
  stepRequest,
} from "#pages/public/form-journey/step-request.server.ts";
import type { PhoneWidget } from "#domain/phone-verification/phone-code.server.ts";
import {
  answerPhoneStep,
  type PhoneStep,
  phoneWidget,
} from "#pages/public/phone-code/phone-step.server.ts";
import type { VinAnswer } from "#domain/catalogue/vin-decoder/vin-fills.ts";
import {
  type AnswerInit,
  answerVinLookUp,
  asksForVinLookUp,
} from "#domain/catalogue/vin-decoder/vin-look-up.server.ts";
import { type DrawnCar, describeDrawnCar } from "#domain/sell-request/drawn-car.ts";
import { sellCarHandler } from "#domain/sell-request/sell-car-handler.server.ts";
import { type Prefill, prefillFor } from "./prefill.server.ts";
import { type Review, REVIEW_STEP, reviewOf, withTermsAccepted } from "./review.server.ts";
import { sellCarForm } from "#domain/sell-request/sell-car.form.ts";
import { hasAcceptedTerms } from "#domain/sell-request/terms/accepted-terms.server.ts";
import { VIN_FILLS } from "./vin-fills.ts";

export const CONTACT_STEP = "contact";

const PHONE_STEP: PhoneStep = {
  form: sellCarForm,
  slug: CONTACT_STEP,
  purpose: "sell_car",
  control: "sellerPhone",
};

type StepPage = {
  at: "step";
  view: StepView;
  car: DrawnCar;
  sources: Prefill["sources"];
  /** Where the person left off, when they come back to the first page another day. */
  resumeHref: string | null;
  hasChanged: boolean;
  /** Step 6: the phone's widget. */
  contact: PhoneWidget | null;
  /** Step 7. */
  review: Review | null;
};

type OpenedStep = StepPage | { at: "already_sent"; reference: string };
type PageData<Page> = ReturnType<typeof data<Page>>;

/** What a step's address shows. Leads elsewhere by throwing, as loaders do. */
export async function openSellCarStep(args: StepArgs): Promise<PageData<OpenedStep>> {
  const from = stepRequest(args);
  const { visitor } = from;
  const place = await openStep(sellCarForm, from);
  if (place.at === "no_such_step") throw data(null, { status: 404 });
  if (place.at === "elsewhere") throw redirect(place.href);
  if (place.at === "already_sent") return data(place);
  const { slug } = place.view;
  if (slug === REVIEW_STEP) {
    const draft = await findDraft(visitor.visitorHash, sellCarForm);
    if (!hasAcceptedTerms(draft)) throw redirect(hrefIn(paths.sellCarTerms(), visitor.locale));
  }
  const page = await stepPage(place, args.request, visitor);
  return data(page, slug === REVIEW_STEP ? { headers: NOT_STORED } : {});
}

async function stepPage(
  place: Extract<StepPlace, { at: "step" }>,
  request: Request,
  visitor: Visitor,
): Promise<StepPage> {
  const { answers, hasChanged } = place;
  const { slug, submissionId } = place.view;
  const { answers: filledIn, sources } = prefillFor(slug, { answers, request, visitor });
  const returnTo = new URL(request.url).searchParams.get("return");
  const view = finished(
    viewOf(sellCarForm, slug, {
      answers: { ...answers, ...filledIn },
      visitor,
      submissionId,
      ...(returnTo === null ? {} : { returnTo }),
    }),
    visitor,
  );
  // Who moves about inside the form, or just came with a car, needs no way back in.
  const isFresh = !isOwnScript(request) && returnTo === null && sources.make === undefined;
  return {
    at: "step",
    view,
    car: describeDrawnCar(answers),
    sources,
    resumeHref: isFresh ? place.resumeHref : null,
    hasChanged,
    contact: slug === CONTACT_STEP ? await contactOf(view, visitor) : null,
    review: slug === REVIEW_STEP ? await reviewOf(answers, submissionId, visitor) : null,
  };
}

export type StepActionData = {
  view: StepView;
  refusal: Refusal | null;
  contact: PhoneWidget | null;
  /** What a VIN said, where its button was pressed without JavaScript. */
  vin: VinAnswer | null;
};

/** Takes a step's post: leads on after a good answer, else shows it again with what is wrong. */
export async function answerSellCarStep(args: StepArgs) {
  const from = stepRequest(args);
  const { visitor, returnTo } = from;
  const raw = withKnown(await postedFields(args.request), sellCarHandler.known(visitor));
  const slug = findStep(sellCarForm, from.slug)?.slug;
  if (slug === CONTACT_STEP) {
    const staysInPlace = isOwnScript(args.request);
    const answered = await answerPhoneStep(PHONE_STEP, raw, { visitor, staysInPlace });
    if (answered?.at === "fresh_page") throw redirect(contactHref(visitor), 303);
    if (answered?.at === "nowhere") return data(null);
    if (answered) {
      const contact = await contactOf(answered.view, visitor, answered.phone);
      const status = contact.phone.isError ? 422 : 200;
      return answerPage({ view: finished(answered.view, visitor), contact }, { status });
    }
  }
  if (slug !== undefined && rawValue(raw, "intent") === "save") {
    await saveQuietly(slug, raw, visitor);
    return data(null);
  }
  if (slug !== undefined && asksForVinLookUp(raw)) return vinPage(slug, raw, visitor);
  const answer = await answerStep(sellCarForm, from, raw);
  if (answer.ok) {
    // "Next on step 6 opens the terms modal" (SPEC.md §4), each time; a Change link does not.
    const opensTerms = slug === CONTACT_STEP && returnTo === null;
    throw redirect(opensTerms ? hrefIn(paths.sellCarTerms(), visitor.locale) : answer.href, 303);
  }
  if (answer.code === "no_such_step") throw data(null, { status: 404 });
  const view = finished(answer.view, visitor);
  const contact = view.slug === CONTACT_STEP ? await contactOf(view, visitor) : null;
  return answerPage({ view, contact, refusal: answer.refusal }, { status: 422 });
}

function answerPage(
  page: Pick<StepActionData, "view"> & Partial<StepActionData>,
  { status, headers }: AnswerInit,
) {
  const whole: StepActionData = { refusal: null, contact: null, vin: null, ...page };
  return data(whole, { status, headers: { ...KEPT_FOR_BACK, ...headers } });
}

/** The button without JavaScript: the same step, with what the VIN says in what was blank. */
async function vinPage(slug: string, raw: RawFields, visitor: Visitor) {
  const { typed, answer, init } = await answerVinLookUp(raw, {
    fills: VIN_FILLS,
    ipAddress: visitor.ipAddress,
  });
  const draft = await findDraft(visitor.visitorHash, sellCarForm);
  const answers: Answers = draft?.sentReference ? {} : (draft?.answers ?? {});
  const view = viewOf(sellCarForm, slug, { answers, visitor, typed, submissionId: "" });
  return answerPage({ view: finished(view, visitor), vin: answer }, init);
}

/** What is good of a step that is not complete yet. */
async function saveQuietly(slug: string, raw: RawFields, visitor: Visitor): Promise<void> {
  await changeDraft(visitor.visitorHash, sellCarForm, async (draft, keep) => {
    // A late saving from a page that is on its way out must not bring sent answers back.
    if (draft?.sentReference) return;
    const context = readContextFor(visitor.locale, now());
    const { answers } = readStep(sellCarForm, slug, raw, draft?.answers ?? {}, context);
    await keep({ answers: answers, consents: draft?.consents ?? [] });
  });
}

/** The view with this form's own button words, and with what the server knows for itself. */
function finished(view: StepView, { locale, user }: Visitor): StepView {
  const named = {
    ...view,
    backLabel: translateIn(locale)("forms_previous"),
    questions: user ? view.questions.map(readOnlyEmail) : view.questions,
  };
  if (view.slug !== REVIEW_STEP) return named;
  // The last step's form holds the whole form and goes where any program may post it (SPEC.md §7).
  return { ...withTermsAccepted(named), action: hrefIn(paths.formPost("sell-car"), locale) };
}

function readOnlyEmail(question: QuestionView): QuestionView {
  return question.control === "input" && question.name === "sellerEmail"
    ? { ...question, readOnly: true }
    : question;
}

function contactOf(view: StepView, visitor: Visitor, phone?: PhoneWidget["phone"]) {
  const stepAction = hrefIn(paths.sellCarStep(CONTACT_STEP), visitor.locale);
  return phoneWidget(PHONE_STEP, { view, visitor, stepAction, ...(phone && { phone }) });
}

function contactHref({ locale }: Visitor): string {
  return `${hrefIn(paths.sellCarStep(CONTACT_STEP), locale)}#phone-verification`;
}
