import { data, redirect, type RouterContextProvider } from "react-router";
import type { VinFills } from "#domain/catalogue/vin-decoder/vin-fills.ts";
import type { FormHandler } from "#domain/lead/form-handler.ts";
import {
  type PhoneCodeView,
  viewPhoneCode,
  type PhoneWidget,
} from "#domain/phone-verification/phone-code.server.ts";
import { answerRows } from "#forms/answer-rows.ts";
import type { FormDeclaration, Step } from "#forms/define-form.ts";
import { findGate, type Gate, NO_PROGRESS, type Progress } from "#forms/gates.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import {
  earliestChangedStep,
  findStep,
  firstOpenDestination,
  isGateReachable,
  isReachable,
  type Destination,
  destinationPath,
  stepBefore,
  stepPath,
} from "#forms/steps.ts";
import { translateIn } from "#forms/translate.server.ts";
import type { StepView } from "#forms/view-model.ts";
import { returnQuery, stepTitle } from "#forms/view-step.ts";
import { requireOffered } from "#pages/public/form-journey/offered.server.ts";
import { viewStepFor } from "#pages/public/form-journey/visitor-step.server.ts";
import {
  NO_PREFILL,
  type Prefill,
  type ReviewSection,
  type Wizard,
} from "#pages/public/form-journey/wizard.ts";
import { type Visitor, readVisitor } from "#platform/request/visitor.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import type { Locale } from "#values/locale.ts";
import { findRequestDraft } from "./request-draft.server.ts";

/** What the page's loader and action are called with. */
export type WizardArgs = {
  request: Request;
  params: { step?: string };
  context: Readonly<RouterContextProvider>;
};

export type StepPage<Extras> = {
  at: "step";
  description: string;
  view: StepView;
  /**
   * The address for the step's buttons and its autosave; the last step's form is posted elsewhere.
   */
  stepHref: string;
  /** Where the person stopped, if they return to the first step another day. */
  resumeHref: string | null;
  /** Earlier answers to this step are not valid in the present form. */
  hasChanged: boolean;
  sources: Prefill["sources"];
  phone: PhoneWidget | null;
  /** The controls that a VIN can fill in; null if the step has no VIN. */
  vinFills: VinFills | null;
  sections: readonly ReviewSection[];
  extras: Extras;
};

export type GatePage<Extras, Panel> = {
  at: "gate";
  panel: Panel;
  /** The step behind the panel; null if the person may only read it. */
  view: StepView | null;
  extras: Extras;
  /** Back to that step. */
  cancelHref: string;
};

type WizardPage<Extras, Panel> =
  | StepPage<Extras>
  | GatePage<Extras, Panel>
  | { at: "already_sent"; reference: string; sentPath: string; startPath: string };

/** Browser Back must ask the server whether the form was sent meanwhile. */
const NOT_STORED = { headers: { "cache-control": "private, no-store" } };

/** The data of a form's address. Throws a redirect if another page must come first. */
export async function openWizard<Extras, Panel>(wizard: Wizard<Extras, Panel>, args: WizardArgs) {
  requireOffered(wizard.handler.offeredAs, args);
  const { form } = wizard.handler;
  // The first step's address is the form's own.
  if (args.params.step === form.steps[0].slug) {
    throw redirect(hrefIn(form.basePath, readVisitor(args).locale), 301);
  }
  const gate = findGate(form, args.params.step);
  const step = findStep(form, args.params.step);
  const destination: Destination | undefined = gate ? { gate } : step && { step };
  if (!destination) throw data(null, { status: 404 });
  const draft = await findRequestDraft(args.context, form);
  const isFirst = step === form.steps[0];
  // Browser Back after sending shows that it was sent; the first step starts anew.
  if (draft?.sentReference && !isFirst && !gate?.isPublic) {
    const reference = draft.sentReference;
    const sentPath = wizard.handler.sentPath(reference);
    const page: WizardPage<Extras, Panel> = {
      at: "already_sent",
      reference,
      sentPath,
      startPath: form.basePath,
    };
    return data(page);
  }
  const live = draft?.sentReference ? null : draft;
  const progress = live ?? NO_PROGRESS;
  const id = live?.id ?? "";
  if ("gate" in destination)
    return data(await gatePage(wizard, destination.gate, { ...progress, id }, args), NOT_STORED);
  const changed = live ? earliestChangedStep(form, live.formVersion, live.answers) : undefined;
  const { step: shown } = destination;
  const page = await stepPage(wizard, shown, { ...progress, id, changed: changed?.slug }, args);
  return data(page, page.view.isLast ? NOT_STORED : {});
}

async function gatePage<Extras, Panel>(
  wizard: Wizard<Extras, Panel>,
  gate: Gate,
  progress: Progress & { id: string },
  { request, context }: WizardArgs,
): Promise<WizardPage<Extras, Panel>> {
  const { form } = wizard.handler;
  const visitor = readVisitor({ context });
  const { locale } = visitor;
  const { answers, consents, id } = progress;
  const isOpen = isGateReachable(form, gate, progress);
  if (!isOpen && !gate.isPublic)
    throw redirect(hrefOfDestination(form, findNextOpen(form, progress), locale));
  const step = stepBefore(form, gate.before, answers) ?? form.steps[0];
  const input = { answers, draftId: id, slug: step.slug, visitor };
  return {
    at: "gate",
    panel: await wizard.findPanel(gate, {
      ...input,
      consents,
      query: new URL(request.url).searchParams,
    }),
    view: isOpen
      ? viewStepFor(form, step.slug, { answers, consents, visitor, submissionId: id })
      : null,
    extras: await wizard.findExtras(input),
    cancelHref: hrefIn(stepPath(form, isOpen ? step.slug : form.steps[0].slug), locale),
  };
}

async function stepPage<Extras>(
  wizard: Wizard<Extras>,
  step: Step,
  draft: Progress & { id: string; changed: string | undefined },
  { request, context }: WizardArgs,
): Promise<StepPage<Extras>> {
  const { form } = wizard.handler;
  const { answers, consents, id } = draft;
  const visitor = readVisitor({ context });
  const { slug } = step;
  if (!isReachable(form, slug, draft)) {
    const changed = form.steps.find((each) => each.slug === draft.changed);
    const destination = changed ? { step: changed } : findNextOpen(form, draft);
    throw redirect(hrefOfDestination(form, destination, visitor.locale));
  }
  const { answers: filledIn, sources } =
    (await wizard.prefill?.(slug, { answers, request, visitor })) ?? NO_PREFILL;
  const { searchParams } = new URL(request.url);
  const returnTo = searchParams.get("return");
  const view = viewStepFor(form, slug, {
    answers: { ...answers, ...filledIn },
    consents,
    visitor,
    submissionId: id,
    returnTo,
  });
  return {
    at: "step",
    description: wizard.description(),
    ...(await stepExtras(wizard, view, { visitor })),
    resumeHref:
      // No link to resume for a person who is inside the form or just came with a car.
      step === form.steps[0] && !isFromPageScript(request) && returnTo === null && !hasAny(sources)
        ? resumeHref(form, draft, visitor.locale)
        : null,
    hasChanged: draft.changed === slug,
    sources,
    vinFills: wizard.vinFills ?? null,
    sections: view.isLast ? reviewSections(form, view, answers, visitor.locale) : [],
    extras: await wizard.findExtras({
      answers: { ...answers, ...filledIn },
      draftId: id,
      slug,
      visitor,
    }),
  };
}

/** A step's view with its widgets, for the page and for an action's response. */
export async function stepExtras(
  { handler, phone }: Wizard,
  view: StepView,
  input: { visitor: Visitor; code?: PhoneCodeView },
): Promise<Pick<StepPage<unknown>, "view" | "stepHref" | "phone">> {
  const { visitor, code } = input;
  const { locale } = visitor;
  const stepHref = hrefIn(stepPath(handler.form, view.slug), locale);
  const shown = withKnownReadOnly(view, Object.keys(handler.known(visitor)));
  const isPhoneStep = view.slug === phone.slug;
  return {
    // The last step's form is posted to the API call for whole forms (SPEC.md §7).
    view: view.isLast ? { ...shown, action: submitHref(handler, locale) } : shown,
    stepHref,
    phone: isPhoneStep ? await phoneWidget(phone, { view, visitor, stepHref, code }) : null,
  };
}

/** The phone widget of the step. */
async function phoneWidget(
  { purpose, control }: Wizard["phone"],
  input: { view: StepView; visitor: Visitor; stepHref: string; code: PhoneCodeView | undefined },
): Promise<PhoneWidget> {
  const { view, visitor, stepHref } = input;
  const question = view.questions.find(({ name }) => name === control);
  const phoneNumber = question?.control === "input" ? question.value : "";
  const phone = input.code ?? (await viewPhoneCode(visitor, purpose, phoneNumber));
  return { phone, phoneNumber, control, stepAction: stepHref, takesMailedCode: false };
}

/** Values known to the server override typed ones. */
function withKnownReadOnly(view: StepView, known: readonly string[]): StepView {
  return {
    ...view,
    questions: view.questions.map((question) =>
      question.control === "input" && known.includes(question.name)
        ? { ...question, readOnly: true }
        : question,
    ),
  };
}

function submitHref({ postName }: FormHandler, locale: Locale): string {
  return hrefIn(`/forms/${postName}`, locale);
}

/** All answers by step, each with a link to change it and return. */
function reviewSections(
  form: FormDeclaration,
  view: StepView,
  answers: Answers,
  locale: Locale,
): ReviewSection[] {
  const translate = translateIn(locale);
  const stepOfRow = new Map(
    answerRows(form, answers, { locale, translate }).map(({ key, step }) => [key, step]),
  );
  return form.steps
    .filter(({ slug }) => slug !== view.slug)
    .map((step) => ({
      slug: step.slug,
      title: stepTitle(form, step, translate),
      rows: view.summary.rows.filter(({ key }) => stepOfRow.get(key) === step.slug),
    }));
}

function resumeHref(form: FormDeclaration, progress: Progress, locale: Locale): string | null {
  if (!hasAny(progress.answers)) return null;
  return hrefOfDestination(form, findNextOpen(form, progress), locale);
}

/** The first step or gate that is not done; the last step if all are done. */
export function findNextOpen(form: FormDeclaration, progress: Progress): Destination {
  return firstOpenDestination(form, progress) ?? { step: form.steps.at(-1) ?? form.steps[0] };
}

export function hrefOfDestination(
  form: FormDeclaration,
  destination: Destination,
  locale: Locale,
  returnTo?: string | null,
): string {
  return hrefIn(destinationPath(form, destination), locale) + returnQuery(returnTo ?? undefined);
}

/** The request comes from the page's script, without leaving the page. */
export function isFromPageScript(request: Request): boolean {
  return request.headers.get("sec-fetch-dest") === "empty";
}

const hasAny = (values: object) => Object.keys(values).length > 0;
