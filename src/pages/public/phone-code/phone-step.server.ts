import { now } from "#platform/clock/clock.server.ts";
import type { PhonePurpose } from "#domain/phone-verification/phone-verification.ts";
import { changeDraft } from "#domain/draft/draft.server.ts";
import type { FormDeclaration } from "#forms/define-form.ts";
import type { Answers } from "#forms/questions/question-kind.ts";
import { type RawFields, rawValue } from "#forms/questions/raw-fields.ts";
import { readForm } from "#forms/read-form.ts";
import type { StepView } from "#forms/view-model.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { readContextFor } from "#forms/read-context.server.ts";
import { viewOf } from "#pages/public/form-journey/step.server.ts";
import {
  askForCode,
  checkCode,
  type PhoneCodeView,
  phoneCodeView,
  type PhoneWidget,
} from "#domain/phone-verification/phone-code.server.ts";

/** A form's step with the phone's widget on it. */
export type PhoneStep = {
  form: FormDeclaration;
  slug: string;
  purpose: PhonePurpose;
  /** The number's control. */
  control: string;
};

type PhoneStepAnswer =
  | { at: "page"; view: StepView; answers: Answers; phone: PhoneCodeView }
  /** All went well: the page is to be opened anew. */
  | { at: "fresh_page" }
  /** A late saving, after the request was sent: there is nothing to keep any more. */
  | { at: "nowhere" };

/**
 * The buttons of the phone code, and the quiet saving of what is typed: each keeps every good answer
 * of the post. Null where none of these was pressed.
 */
export async function answerPhoneStep(
  { form, slug, purpose, control }: PhoneStep,
  raw: RawFields,
  { visitor, staysInPlace }: { visitor: Visitor; staysInPlace: boolean },
): Promise<PhoneStepAnswer | null> {
  const act = ACTS.get(rawValue(raw, "intent"));
  if (!act) return null;
  const kept = await changeDraft(visitor.visitorHash, form, async (draft, keep) => {
    if (draft?.sentReference) return null;
    // The post may carry the whole form, so it stands by itself; the draft fills what it lacks.
    const reading = readForm(
      form,
      raw,
      readContextFor(visitor.locale, now()),
      draft?.answers ?? {},
    );
    const answers: Answers = { ...draft?.answers, ...reading.answers };
    const { id } = await keep({ answers, consents: draft?.consents ?? [] });
    return { id, reading, answers };
  });
  if (!kept) return { at: rawValue(raw, "intent") === "save" ? "nowhere" : "fresh_page" };
  const { id, reading, answers } = kept;
  const phone = await act(visitor, purpose, { phone: rawValue(raw, control), raw });
  const isAllKept = reading.ok || reading.fieldErrors.every(({ code }) => code === "missing");
  if (!staysInPlace && !phone.isError && isAllKept) return { at: "fresh_page" };
  const view = viewOf(form, slug, { answers, visitor, typed: raw, submissionId: id });
  return { at: "page", view, answers, phone };
}

/** The widget as the step's page draws it. */
export async function phoneWidget(
  { purpose, control }: PhoneStep,
  given: { view: StepView; visitor: Visitor; stepAction: string; phone?: PhoneCodeView },
): Promise<PhoneWidget> {
  const { view, visitor, stepAction } = given;
  const phoneNumber = typedIn(view, control);
  const phone = given.phone ?? (await phoneCodeView(visitor, purpose, phoneNumber));
  return { phone, phoneNumber, control, stepAction };
}

type Act = (
  visitor: Visitor,
  purpose: PhonePurpose,
  typed: { phone: string; raw: RawFields },
) => Promise<PhoneCodeView>;

const ACTS: ReadonlyMap<string, Act> = new Map<string, Act>([
  ["send-code", (visitor, purpose, { phone }) => askForCode(visitor, purpose, phone)],
  [
    "verify-code",
    (visitor, purpose, { phone, raw }) =>
      checkCode(visitor, purpose, phone, rawValue(raw, "verificationCode")),
  ],
  ["save", (visitor, purpose, { phone }) => phoneCodeView(visitor, purpose, phone)],
]);

function typedIn({ questions }: StepView, control: string): string {
  const question = questions.find(({ name }) => name === control);
  return question?.control === "input" ? question.value : "";
}
