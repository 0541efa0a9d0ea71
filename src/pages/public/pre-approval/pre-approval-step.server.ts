import { data, redirect } from "react-router";
import type { Refusal } from "#forms/field-error.ts";
import { rawFields, type RawFields } from "#forms/questions/raw-fields.ts";
import type { StepView } from "#forms/view-model.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { paths } from "#site/paths.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { postedFields } from "#pages/public/form-journey/posted-fields.server.ts";
import { answerStep, openStep, type StepPlace } from "#pages/public/form-journey/step.server.ts";
import {
  isOwnScript,
  KEPT_FOR_BACK,
  NOT_STORED,
  type StepArgs,
  stepRequest,
} from "#pages/public/form-journey/step-request.server.ts";
import {
  answerContactStep,
  CONTACT_STEP,
  type ContactExtras,
  contactExtras,
} from "./contact-step.server.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";
import { LOCATION_STEP, panelIsDue } from "./qualified.server.ts";

type StepPage = {
  at: "step";
  view: StepView;
  carType: string;
  /** Where the person left off, when they come back to the first page another day. */
  resumeHref: string | null;
  hasChanged: boolean;
  /** The last step's own parts. */
  contact: ContactExtras | null;
};

type OpenedStep = StepPage | { at: "already_sent"; reference: string };
type PageData<Page> = ReturnType<typeof data<Page>>;

/** What a step's address shows. Leads elsewhere by throwing, as loaders do. */
export async function openPreApprovalStep(args: StepArgs): Promise<PageData<OpenedStep>> {
  const from = stepRequest(args);
  const { visitor } = from;
  const place = await openStep(preApprovalForm, from);
  if (place.at === "no_such_step") throw data(null, { status: 404 });
  if (place.at === "elsewhere") throw redirect(place.href);
  if (place.at === "already_sent") return data(place);
  if (await panelIsDue(visitor, place.view.slug)) {
    throw redirect(hrefIn(paths.preApprovalQualified(), visitor.locale));
  }
  const page = await stepPage(place, args.request, visitor);
  return data(page, page.contact ? { headers: NOT_STORED } : {});
}

async function stepPage(
  place: Extract<StepPlace, { at: "step" }>,
  request: Request,
  visitor: Visitor,
): Promise<StepPage> {
  const { view, answers, hasChanged } = place;
  const isContact = view.slug === CONTACT_STEP;
  return {
    at: "step",
    view: isContact ? { ...view, action: submitHref(visitor) } : view,
    carType: typeof answers["carType"] === "string" ? answers["carType"] : "",
    resumeHref: isFreshVisit(request) ? place.resumeHref : null,
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
export async function answerPreApprovalStep(args: StepArgs) {
  const from = stepRequest(args);
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

/** The last step's form holds the whole form and goes where any program may post it (SPEC.md §7). */
function submitHref({ locale }: Visitor): string {
  return hrefIn(paths.formPost("pre-approval"), locale);
}

function queryOf(request: Request): RawFields {
  return rawFields(new URL(request.url).searchParams);
}

/** A page load of its own, not a step back inside the questionnaire. */
function isFreshVisit(request: Request): boolean {
  return !isOwnScript(request) && !new URL(request.url).searchParams.has("return");
}
