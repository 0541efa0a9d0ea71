import { data, redirect, type RouterContextProvider } from "react-router";
import { firstUnansweredStep, stepPath } from "#forms/journey.ts";
import type { Refusal } from "#forms/problem.ts";
import type { Answers } from "#forms/question-kind.ts";
import { rawFields, type RawFields } from "#forms/raw-fields.ts";
import type { StepView } from "#forms/step-view.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { paths } from "#paths.ts";
import { type Visitor, visitorOf } from "#platform/request/visitor.server.ts";
import { postedFields } from "#storefront/form-journey/posted-fields.server.ts";
import { answerStep, openStep, type StepPlace } from "#storefront/form-journey/step.server.ts";
import {
  answerContactStep,
  CONTACT_STEP,
  type ContactExtras,
  contactExtras,
} from "./contact-step.server.ts";
import { preApprovalForm } from "./pre-approval.form.ts";
import { LOCATION_STEP, panelIsDue } from "./qualified.server.ts";

type Args = {
  request: Request;
  params: { step?: string };
  context: Readonly<RouterContextProvider>;
};

type StepPage = {
  at: "step";
  view: StepView;
  carType: string;
  isFirst: boolean;
  /** Where the person left off, when they come back to the first page another day. */
  resumeHref: string | null;
  hasChanged: boolean;
  /** The last step's own parts. */
  contact: ContactExtras | null;
};

type OpenedStep = StepPage | { at: "already_sent"; reference: string };
type PageData<Page> = ReturnType<typeof data<Page>>;

/** What a step's address shows. Leads elsewhere by throwing, as loaders do. */
export async function openPreApprovalStep(args: Args): Promise<PageData<OpenedStep>> {
  const from = fromOf(args);
  const { visitor } = from;
  const place = await openStep(preApprovalForm, from);
  if (place.at === "no_such_step") throw data(null, { status: 404 });
  if (place.at === "elsewhere") throw redirect(place.href);
  if (place.at === "already_sent") return data(place);
  if (await panelIsDue(visitor, place.view.slug)) {
    throw redirect(hrefIn(paths.preApprovalQualified(), visitor.locale));
  }
  const page = await stepPage(place, args.request, visitor);
  // Browser Back must ask again whether it was sent meanwhile.
  return data(page, page.contact ? { headers: { "cache-control": "private, no-store" } } : {});
}

async function stepPage(
  place: Extract<StepPlace, { at: "step" }>,
  request: Request,
  visitor: Visitor,
): Promise<StepPage> {
  const { view, answers, hasChanged } = place;
  const isReturning = place.isResumed && isFreshVisit(request);
  const isContact = view.slug === CONTACT_STEP;
  return {
    at: "step",
    view: isContact ? { ...view, action: submitHref(visitor) } : view,
    carType: typeof answers["carType"] === "string" ? answers["carType"] : "",
    isFirst: view.slug === preApprovalForm.steps[0].slug,
    resumeHref: isReturning ? resumeHref(answers, visitor) : null,
    hasChanged,
    contact: isContact
      ? await contactExtras({ view, answers, visitor, typed: queryOf(request) })
      : null,
  };
}

export type StepActionData = {
  view: StepView;
  refusal: Refusal | null;
  contact: ContactExtras | null;
};

/** Takes a step's post: leads on after a good answer, else shows it again with what is wrong. */
export async function answerPreApprovalStep(args: Args) {
  const from = fromOf(args);
  const { visitor, returnTo } = from;
  const raw = await postedFields(args.request);
  if (from.slug === CONTACT_STEP) {
    const staysInPlace = isOwnScript(args.request);
    const answered = await answerContactStep(raw, { visitor, staysInPlace });
    if (answered?.at === "elsewhere") throw redirect(answered.href, 303);
    if (answered?.at === "nowhere") return data(null);
    if (answered) {
      const { contact } = answered;
      const view = { ...answered.view, action: submitHref(visitor) };
      const page: StepActionData = { view, contact, refusal: null };
      return data(page, { status: contact.phone.isError ? 422 : 200, headers: KEPT_FOR_BACK });
    }
  }
  const answer = await answerStep(preApprovalForm, from, raw);
  if (answer.ok) {
    const opensPanel = from.slug === LOCATION_STEP && returnTo === null;
    throw redirect(
      opensPanel ? hrefIn(paths.preApprovalQualified(), visitor.locale) : answer.href,
      303,
    );
  }
  if (answer.code === "no_such_step") throw data(null, { status: 404 });
  const isContact = answer.view.slug === CONTACT_STEP;
  const page: StepActionData = {
    refusal: answer.refusal,
    view: isContact ? { ...answer.view, action: submitHref(visitor) } : answer.view,
    contact: isContact
      ? await contactExtras({ view: answer.view, answers: {}, visitor, typed: raw })
      : null,
  };
  return data(page, { status: 422, headers: KEPT_FOR_BACK });
}

/** A browser cannot ask again for the answer to a post: Back shows it as it was. */
const KEPT_FOR_BACK = { "cache-control": "private, no-cache" };

/** The last step's form holds the whole form and goes where any program may post it (SPEC.md §7). */
function submitHref({ locale }: Visitor): string {
  return hrefIn(paths.formPost("pre-approval"), locale);
}

function fromOf({ request, params, context }: Args) {
  const returnTo = new URL(request.url).searchParams.get("return");
  return { slug: params.step, returnTo, visitor: visitorOf(context) };
}

function queryOf(request: Request): RawFields {
  return rawFields(new URL(request.url).searchParams);
}

/** A page load of its own, not a step back inside the questionnaire. */
function isFreshVisit(request: Request): boolean {
  return !isOwnScript(request) && !new URL(request.url).searchParams.has("return");
}

/** Asked for by the page's script, which stays where it is. */
function isOwnScript(request: Request): boolean {
  return request.headers.get("sec-fetch-dest") === "empty";
}

function resumeHref(answers: Answers, { locale }: Visitor): string {
  const step = firstUnansweredStep(preApprovalForm, answers);
  const slug = step?.slug ?? CONTACT_STEP;
  return hrefIn(stepPath(preApprovalForm, slug), locale);
}
