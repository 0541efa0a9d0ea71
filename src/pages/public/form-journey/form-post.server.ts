import { data, redirect } from "react-router";
import { changeDraft, type Draft, type SaveDraft } from "#domain/draft/draft.server.ts";
import { findFormHandler } from "#domain/lead-forms.server.ts";
import type { Challenge, FormHandler } from "#domain/lead/form-handler.ts";
import {
  askForCode,
  askForMailedCode,
  checkCode,
  type PhoneCodeView,
  type PhoneWidget,
  viewPhoneCode,
} from "#domain/phone-verification/phone-code.server.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import { locateFieldError } from "#forms/field-error.ts";
import { NO_PROGRESS } from "#forms/gates.ts";
import { kindOf, type Question } from "#forms/questions/kinds.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { isNeverRefilled, readForm } from "#forms/read-form.ts";
import { controlCharacters, type RawFields, rawValue } from "#forms/questions/raw-fields.ts";
import type { HiddenField, QuestionView, StepView } from "#forms/view-model.ts";
import { translateIn } from "#forms/translate.server.ts";
import { PRESS_CONTROL } from "#pages/command/press.ts";
import { defineCommands, type Press, runCommand } from "#pages/command/commands.server.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { type PostResult, receivePost } from "#domain/lead/receive-post.server.ts";
import { notOffered } from "./offered.server.ts";
import { viewStepFor } from "./visitor-step.server.ts";

/** A whole form that was refused, for its page: nothing typed is lost. */
export type RefusedPost = {
  formTitle: string;
  action: string;
  submitLabel: string;
  /** Every posted value that is not shown as a question. */
  hidden: readonly HiddenField[];
  /** The complete steps that have errors, so that related answers can be changed too. */
  steps: readonly StepView[];
  errorSummary: StepView["errorSummary"];
  /** Where the phone number gets its code; null if the code is not what is missing. */
  verifyAction: string | null;
  /**
   * The code for the phone number or the e-mail address, requested and entered on this page; null
   * if the code is not what is missing.
   */
  phone: PhoneWidget | null;
  retryAfterSeconds: number | null;
};

type Args = PageArgs & { params: { name?: string } };

/**
 * Handles a form posted without JavaScript, or by a program that wants an HTML page as the
 * response.
 */
export async function handleFormPost(args: Args) {
  const handler = findFormHandler(args.params.name ?? "");
  if (!handler) throw data(null, { status: 404 });
  return runCommand(args, commands, handler, { otherwise: "submit" });
}

async function submit(handler: FormHandler, { raw, visitor }: Press["post"]) {
  const result = await receivePost(handler, raw, visitor);
  if (result.ok) {
    const path = handler.sentPath(result.reference);
    throw redirect(hrefIn(path, visitor.locale), 303);
  }
  if (result.code === "too_many") {
    const headers = { "retry-after": String(result.retryAfterSeconds) };
    // An existing draft completes the next post; but under a flood of posts no new draft is stored.
    const open = withoutControls(raw, listSealed(handler.form));
    return data(await refusedPost(handler, open, result, visitor), { status: 429, headers });
  }
  if (result.code === "not_offered") throw notOffered(visitor.locale);
  // No page of ours sends that, so there is nothing that a person could correct.
  if (result.code === "wrong_formname") throw data({ code: result.code }, { status: 422 });
  const saved = await saveSealedAnswers(handler, raw, result, visitor);
  return data(await refusedPost(handler, saved, result, visitor), { status: 422 });
}

type PressCode = (visitor: Visitor, challenge: Challenge, raw: RawFields) => Promise<PhoneCodeView>;

/** A button of the code; if the form asks for no code, it is ignored. */
function codeCommand(press: PressCode) {
  return {
    run({ post }: Press, handler: FormHandler) {
      const { challenge } = handler;
      return challenge ? handlePhone(handler, challenge, post, press) : submit(handler, post);
    },
  };
}

/** A code that proves the e-mail address is enough here. */
const asProof = (code: PhoneCodeView): PhoneCodeView =>
  code.state === "not_started" && !code.isError ? { ...code, state: "verified" } : code;

const commands = defineCommands<FormHandler>()({
  submit: { run: ({ post }, handler) => submit(handler, post) },
  "send-code": codeCommand((visitor, { phone: { question, purpose } }, raw) =>
    askForCode(visitor, purpose, rawValue(raw, question)),
  ),
  "verify-code": codeCommand(async (visitor, { phone: { question, purpose } }, raw) => {
    const typed = rawValue(raw, "verificationCode");
    return asProof(await checkCode(visitor, purpose, rawValue(raw, question), typed));
  }),
  "mail-code": codeCommand((visitor, { phone: { question, purpose }, email }, raw) =>
    askForMailedCode(visitor, purpose, {
      phone: rawValue(raw, question),
      email: rawValue(raw, email.question),
    }),
  ),
});

/** A button of the code: returns the same page, with everything typed, and the button's result. */
async function handlePhone(
  handler: FormHandler,
  challenge: Challenge,
  { raw, visitor }: Press["post"],
  press: PressCode,
) {
  const { form } = handler;
  const { answers } = readForm(form, raw, readContextFor(visitor.locale, now()));
  const { question } = challenge.phone;
  const requested = locateFieldError(form, { question, code: "contact_not_verified" });
  const refused = {
    ok: false,
    code: "refused_answers",
    fieldErrors: [requested],
    answers,
  } as const;
  const saved = await saveSealedAnswers(handler, raw, refused, visitor);
  const code = await press(visitor, challenge, raw);
  const page = await refusedPost(handler, saved, refused, visitor, code);
  return data(page, { status: code.isError ? 422 : 200 });
}

/**
 * The refused post without the sealed answers that its page does not ask again, because they must
 * not be in a hidden field: the valid ones are stored sealed in the visitor's draft, and complete
 * the next post by its id.
 */
async function saveSealedAnswers(
  { form, findDraftPart }: FormHandler,
  raw: RawFields,
  refused: Extract<PostResult, { code: "refused_answers" }>,
  { visitorHash }: Visitor,
): Promise<RawFields> {
  const requested = new Set(refused.fieldErrors.map(({ step }) => step));
  const unseen = listSealed(
    form,
    (slug, question) => isNeverRefilled(question) || !requested.has(slug),
  );
  const seen = withoutControls(raw, unseen);
  if (!unseen.some(({ name }) => refused.answers[name] !== undefined)) return seen;
  const part = await findDraftPart(raw);
  const saveAnswers = (draft: Draft | null, save: SaveDraft) => {
    const { answers, consents } = draft?.sentReference ? NO_PROGRESS : (draft ?? NO_PROGRESS);
    return save({ answers: { ...answers, ...refused.answers }, consents });
  };
  const { id } = await changeDraft(visitorHash, form, saveAnswers, { part });
  return new Map([...seen, ["submissionId", [id]]]);
}

function listSealed(
  form: FormDeclaration,
  isMeant: (slug: string, question: Question) => boolean = () => true,
): readonly Question[] {
  return form.steps.flatMap(({ slug, questions }) =>
    questions.filter((question) => question.sealed && isMeant(slug, question)),
  );
}

function withoutControls(raw: RawFields, questions: readonly Question[]): RawFields {
  const controls = questions.flatMap((question) => kindOf(question).controls(question));
  return new Map([...raw].filter(([name]) => !controls.includes(name)));
}

/** The first step (a path from `paths.ts`) of the form that is posted to this address. */
export function formOfPost(name: string | undefined): { basePath: string } {
  const handler = findFormHandler(name ?? "");
  if (!handler) throw data(null, { status: 404 });
  return { basePath: handler.form.basePath };
}

async function refusedPost(
  handler: FormHandler,
  raw: RawFields,
  result: Extract<PostResult, { code: "too_many" | "refused_answers" }>,
  visitor: Visitor,
  code?: PhoneCodeView,
): Promise<RefusedPost> {
  const { form, challenge } = handler;
  const { locale } = visitor;
  const translate = translateIn(locale);
  const href = (path: string) => hrefIn(path, locale);
  const fieldErrors = result.code === "refused_answers" ? result.fieldErrors : [];
  const slugs = new Set(fieldErrors.map(({ step }) => step));
  const steps = form.steps
    .filter(({ slug }) => slugs.has(slug))
    .map(({ slug }) =>
      viewStepFor(form, slug, {
        answers: result.code === "refused_answers" ? result.answers : {},
        visitor,
        submissionId: "",
        typed: raw,
        // When its code was sent, the widget shows the messages about the number.
        fieldErrors: code ? [] : fieldErrors,
      }),
    );
  const items = steps.flatMap((step) => step.errorSummary?.items ?? []);
  const asks = (code: string) => fieldErrors.some((each) => each.code === code);
  const action = href(`/forms/${handler.postName}`);
  return {
    formTitle: translate(`${form.messagePrefix}_title`),
    action,
    submitLabel: translate("forms_submit"),
    hidden: carriedFields(raw, steps),
    steps,
    errorSummary: items.length > 0 ? { items } : undefined,
    verifyAction:
      asks("phone_not_verified") && handler.verifyPath ? href(handler.verifyPath) : null,
    phone:
      challenge && asks("contact_not_verified")
        ? await viewWidget(challenge, { raw, visitor, action, code })
        : null,
    retryAfterSeconds: result.code === "too_many" ? result.retryAfterSeconds : null,
  };
}

async function viewWidget(
  { phone: { question, purpose } }: Challenge,
  input: { raw: RawFields; visitor: Visitor; action: string; code: PhoneCodeView | undefined },
): Promise<PhoneWidget> {
  const { raw, visitor, action, code } = input;
  const phoneNumber = rawValue(raw, question);
  const phone = code ?? (await viewPhoneCode(visitor, purpose, phoneNumber));
  return { phone, phoneNumber, control: question, stepAction: action, takesMailedCode: true };
}

/** No form of ours has more names than this; further ones are not carried from page to page. */
const MOST_CARRIED = 200;
/** Values of buttons, not of a person. */
const BUTTON_FIELDS = [PRESS_CONTROL, "verificationCode"];

function carriedFields(raw: RawFields, steps: readonly StepView[]): HiddenField[] {
  const shown = new Set(steps.flatMap((step) => step.questions).flatMap(controlNames));
  const every = new RegExp(controlCharacters.source, "gu");
  return [...raw]
    .filter(([name]) => !shown.has(name) && !BUTTON_FIELDS.includes(name))
    .flatMap(([name, values]) =>
      // HTML must not contain such a character, and no valid answer has one.
      values.map((value) => ({ name, value: value.replace(every, "") })),
    )
    .slice(0, MOST_CARRIED);
}

function controlNames(question: QuestionView): string[] {
  if (question.control === "parts") {
    return [question.name, ...question.parts.map(({ name }) => name)];
  }
  if (question.control === "place") {
    return [question.name, ...question.hidden.map(({ name }) => name)];
  }
  return [question.name];
}
