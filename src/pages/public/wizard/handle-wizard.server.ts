import type { Draft, SaveDraft } from "#domain/draft/draft.server.ts";
import { data, redirect } from "react-router";
import { LOOK_UP_VIN, type VinResult } from "#domain/catalogue/vin-decoder/vin-fills.ts";
import {
  type VinResponseInit,
  handleVinLookUp,
} from "#domain/catalogue/vin-decoder/vin-look-up.server.ts";
import {
  askForCode,
  checkCode,
  type PhoneCodeView,
} from "#domain/phone-verification/phone-code.server.ts";
import { buildEnglishBox, isEnglishChosen, isFrenchFirst } from "#forms/english-chosen.ts";
import { findRefusal, type Refusal } from "#forms/field-error.ts";
import {
  findGate,
  type Gate,
  type GateRefusal,
  NO_PROGRESS,
  passGate,
  type Progress,
  type TickedBox,
} from "#forms/gates.ts";
import { type RawFields, rawValue, withKnownValues } from "#forms/questions/raw-fields.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { completePost, readForm, readStep } from "#forms/read-form.ts";
import {
  findStep,
  isGateReachable,
  isReachable,
  type Destination,
  destinationAfter,
} from "#forms/steps.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import type { StepView } from "#forms/view-model.ts";
import { defineCommands, type Press, runCommand } from "#pages/command/commands.server.ts";
import { AUTOSAVE, SAVE_FOR_LATER } from "#pages/public/form-journey/save-for-later.tsx";
import { viewStepFor } from "#pages/public/form-journey/visitor-step.server.ts";
import type { Wizard } from "#pages/public/form-journey/wizard.ts";
import { now } from "#platform/clock/clock.server.ts";
import { requireFormPost } from "#pages/session/guards.server.ts";
import { type Visitor, readVisitor } from "#platform/request/visitor.server.ts";
import { paths } from "#site/paths.ts";
import { requireOffered } from "#pages/public/form-journey/offered.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { stepPath } from "#forms/steps.ts";
import {
  findNextOpen,
  hrefOfDestination,
  isFromPageScript,
  stepExtras,
  type StepPage,
  type WizardArgs,
} from "./open-wizard.server.ts";
import { changeRequestDraft, findRequestDraft } from "./request-draft.server.ts";

/** A step's page again, with errors or with the result of a button. */
export type StepActionData = Pick<StepPage<unknown>, "view" | "phone"> & {
  refusal: Refusal | null;
  /** The result of a VIN, if its button was pressed without JavaScript. */
  vin: VinResult | null;
};

/**
 * Allows the browser to show the response to a post again on Back, because it cannot repeat a post.
 */
const CACHE_FOR_BACK = { "cache-control": "private, no-cache" };

type StepPost = {
  wizard: Wizard;
  form: FormDeclaration;
  slug: string;
  /** The step to return to after one answer was changed. */
  returnTo: string | null;
  raw: RawFields;
  visitor: Visitor;
  context: WizardArgs["context"];
};

/**
 * Handles the posts of a step's or gate's page: redirects after valid answers, else shows the step
 * again with everything as typed.
 */
export async function handleWizard(
  wizard: Wizard,
  args: WizardArgs,
): Promise<ReturnType<typeof data<StepActionData | GateRefusal | null>>> {
  const { request, params, context } = args;
  const { handler } = wizard;
  requireOffered(handler.offeredAs, args);
  const { form } = handler;
  const visitor = readVisitor({ context });
  const returnTo = new URL(request.url).searchParams.get("return");
  const gate = findGate(form, params.step);
  if (gate) {
    const { raw: fields } = await requireFormPost(args);
    const ticked = wizard.readBoxes ? await wizard.readBoxes(fields, visitor.locale) : [];
    if (!ticked) throw redirect(hrefOfDestination(form, { gate }, visitor.locale, returnTo), 303);
    const isEnglish = isEnglishChosen(fields);
    const nextPath = await acceptGate(wizard, gate, {
      returnTo,
      visitor,
      context,
      ticked,
      isEnglish,
    });
    if (nextPath) throw redirect(nextPath, 303);
    const refusal: GateRefusal = { gate: gate.name, typed: [...fields.keys()] };
    return data(refusal, { status: 422 });
  }
  const post = await requireFormPost(args);
  const posted = withKnownValues(post.raw, handler.known(visitor));
  const raw = wizard.fillIn?.(posted) ?? posted;
  const step = findStep(form, params.step);
  if (!step) throw data(null, { status: 404 });
  const situation = { wizard, form, slug: step.slug, returnTo, raw, visitor, context };
  return runCommand(args, stepCommands, situation, { post, otherwise: "next" });
}

type GatePost = Pick<StepPost, "returnTo" | "visitor" | "context"> & {
  ticked: readonly TickedBox[];
  /** English was expressly chosen (english-chosen.ts). */
  isEnglish: boolean;
};

/**
 * Stores the consent of a gate, in the language shown, and returns where to go on; null if French
 * must be shown first.
 */
async function acceptGate(
  { handler: { form }, contract }: Wizard,
  gate: Gate,
  { returnTo, visitor, context, ticked, isEnglish }: GatePost,
): Promise<string | null> {
  const { locale } = visitor;
  const agree = async (draft: Draft | null, save: SaveDraft): Promise<Destination | null> => {
    if (!draft || draft.sentReference) return { step: form.steps[0] };
    if (!isGateReachable(form, gate, draft)) return findNextOpen(form, draft);
    const mustChooseEnglish =
      contract.isMade(ticked) && isFrenchFirst(locale, contract.provinceOf(draft.answers));
    if (mustChooseEnglish && !isEnglish) return null;
    const boxes = mustChooseEnglish ? [...ticked, buildEnglishBox(locale)] : ticked;
    const consents = passGate(gate, draft.consents, { locale, at: now(), ticked: boxes });
    const saved = await save({ answers: draft.answers, consents });
    return findReturn(form, returnTo, saved) ?? findStepBehindGate(form, gate, saved);
  };
  const destination = await changeRequestDraft(context, form, agree);
  return destination && hrefOfDestination(form, destination, locale);
}

function findStepBehindGate(form: FormDeclaration, gate: Gate, progress: Progress): Destination {
  const step = form.steps.find(({ slug }) => slug === gate.before);
  return step && isReachable(form, step.slug, progress) ? { step } : findNextOpen(form, progress);
}

/** The step that a Change link came from, if it is reachable. */
function findReturn(
  form: FormDeclaration,
  returnTo: string | null,
  progress: Progress,
): Destination | null {
  const step = form.steps.find(({ slug }) => slug === returnTo);
  return step && isReachable(form, step.slug, progress) ? { step } : null;
}

/** Stores valid answers, or shows the step with everything as typed. */
async function handleStep(situation: StepPost) {
  const { form, slug, returnTo, raw, visitor, context } = situation;
  const taken = await changeRequestDraft(context, form, async (draft, save) => {
    const live = draft?.sentReference ? null : draft;
    const { answers: soFar, consents } = live ?? NO_PROGRESS;
    const read = readStep(form, slug, raw, soFar, readContextFor(visitor.locale, now()));
    if (read.fieldErrors.length > 0)
      return { ...read, consents, id: live?.id ?? "", isStored: false };
    return { ...read, ...(await save({ answers: read.answers, consents })), isStored: true };
  });
  const { isStored, id: submissionId, answers, consents, fieldErrors } = taken;
  if (isStored) {
    const back = findReturn(form, returnTo, taken);
    const destination = back ?? destinationAfter(form, slug, answers) ?? findNextOpen(form, taken);
    // If a gate comes before, it returns to that step as well.
    const onward = back === null && "gate" in destination ? returnTo : null;
    throw redirect(hrefOfDestination(form, destination, visitor.locale, onward), 303);
  }
  const input = { answers, consents, visitor, typed: raw, fieldErrors, submissionId, returnTo };
  const refusal = findRefusal(fieldErrors) ?? null;
  return stepResponse(situation, viewStepFor(form, slug, input), { refusal }, { status: 422 });
}

/** Stores the valid answers of an incomplete step. */
async function autosave({ form, slug, raw, visitor, context }: StepPost) {
  await changeRequestDraft(context, form, async (draft, save) => {
    // A late autosave from a page that is being left must not restore answers that were sent.
    if (draft?.sentReference) return;
    const { answers: soFar, consents } = draft ?? NO_PROGRESS;
    const read = readStep(form, slug, raw, soFar, readContextFor(visitor.locale, now()));
    await save({ answers: read.answers, consents });
  });
  return data(null);
}

/** A button of the phone code; ignored on steps that do not have it. */
function codeCommand(press: PressCode) {
  return {
    run: ({ args }: Press, situation: StepPost) =>
      situation.slug === situation.wizard.phone.slug
        ? handlePhone(situation, press, isFromPageScript(args.request))
        : handleStep(situation),
  };
}

type PressCode = (situation: StepPost, phone: string) => Promise<PhoneCodeView>;

const stepCommands = defineCommands<StepPost>()({
  next: { run: (_press, situation) => handleStep(situation) },
  [AUTOSAVE]: { run: (_press, situation) => autosave(situation) },
  [SAVE_FOR_LATER]: {
    async run(_press, situation) {
      await autosave(situation);
      const { form, visitor } = situation;
      throw redirect(hrefIn(paths.saveForm(form.name), visitor.locale), 303);
    },
  },
  [LOOK_UP_VIN]: { run: (_press, situation) => handleVin(situation) },
  "send-code": codeCommand(({ wizard, visitor }, phone) =>
    askForCode(visitor, wizard.phone.purpose, phone),
  ),
  "verify-code": codeCommand(({ wizard, visitor, raw }, phone) =>
    checkCode(visitor, wizard.phone.purpose, phone, rawValue(raw, "verificationCode")),
  ),
});

/**
 * The buttons of the phone code store every valid answer of the post, which may hold the whole
 * form.
 */
async function handlePhone(situation: StepPost, press: PressCode, staysInPlace: boolean) {
  const { wizard, form, slug, raw, visitor, context } = situation;
  const { locale } = visitor;
  const fresh = `${hrefIn(stepPath(form, slug), locale)}#phone-verification`;
  const saved = await changeRequestDraft(context, form, async (draft, save) => {
    if (draft?.sentReference) return null;
    const { answers: soFar, consents } = draft ?? NO_PROGRESS;
    const whole = completePost(form, raw, { answers: soFar, consents });
    const reading = readForm(form, whole, readContextFor(locale, now()));
    const answers = { ...soFar, ...reading.answers };
    return { ...(await save({ answers, consents })), reading };
  });
  // Another page has sent the form: opening this one again says so.
  if (!saved) throw redirect(fresh, 303);
  const { id: submissionId, answers, consents, reading } = saved;
  const code = await press(situation, rawValue(raw, wizard.phone.control));
  const isAllStored = reading.ok || reading.fieldErrors.every((each) => each.code === "missing");
  // Redirect, so that Back after sending opens a page that asks the server and shows that the form
  // was sent.
  if (!staysInPlace && !code.isError && isAllStored) throw redirect(fresh, 303);
  const view = viewStepFor(form, slug, { answers, consents, visitor, typed: raw, submissionId });
  return stepResponse(situation, view, { code }, { status: code.isError ? 422 : 200 });
}

/** The VIN button without JavaScript: the same step, with blank fields filled in from the VIN. */
async function handleVin(situation: StepPost) {
  const { wizard, form, slug, raw, visitor, context } = situation;
  const { ipAddress } = visitor;
  const { typed, result, init } = await handleVinLookUp(raw, {
    fills: wizard.vinFills ?? {},
    ipAddress,
  });
  const draft = await findRequestDraft(context, form);
  const live = draft?.sentReference ? null : draft;
  const { answers, consents } = live ?? NO_PROGRESS;
  const filled = wizard.fillIn?.(typed) ?? typed;
  const input = { answers, consents, visitor, typed: filled, submissionId: live?.id ?? "" };
  return stepResponse(situation, viewStepFor(form, slug, input), { vin: result }, init);
}

async function stepResponse(
  { wizard, visitor }: StepPost,
  view: StepView,
  input: Partial<Pick<StepActionData, "refusal" | "vin">> & { code?: PhoneCodeView },
  { status, headers }: VinResponseInit,
) {
  const { refusal = null, vin = null, code } = input;
  const extras = await stepExtras(wizard, view, { visitor, ...(code && { code }) });
  const page: StepActionData = { ...extras, refusal, vin };
  return data(page, { status, headers: { ...CACHE_FOR_BACK, ...headers } });
}
