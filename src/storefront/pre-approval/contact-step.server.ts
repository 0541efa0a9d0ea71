import { findDraft, keepDraft } from "#backoffice/submission/draft.server.ts";
import type { Answers } from "#forms/question-kind.ts";
import { type RawFields, rawValue } from "#forms/raw-fields.ts";
import { readWhole } from "#forms/read-answers.ts";
import type { StepView } from "#forms/step-view.ts";
import { translateIn } from "#forms/translate.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { paths } from "#paths.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { readContextFor } from "#storefront/form-journey/read-context.server.ts";
import { viewOf } from "#storefront/form-journey/step.server.ts";
import { creditAgeNote } from "./credit-age-note.ts";
import { MARKETING_CONSENTS, marketingConsentText } from "./marketing-consent.ts";
import { askForCode, checkCode, type PhoneCodeView, phoneCodeView } from "./phone-code.server.ts";
import { preApprovalForm } from "./pre-approval.form.ts";

export const CONTACT_STEP = "contact";

/** What stands on the last step beside its questions. */
export type ContactExtras = {
  phone: PhoneCodeView;
  /** The number that `phone` is about, as typed. */
  phoneNumber: string;
  /** Where the code's buttons post to: the step itself, for its form goes elsewhere. */
  stepAction: string;
  marketing: readonly { control: string; text: string; isTicked: boolean }[];
  creditAgeNote: string | null;
};

type Given = {
  view: StepView;
  answers: Answers;
  visitor: Visitor;
  /** What was posted, or the address's query: which boxes were ticked. */
  typed?: RawFields;
  phone?: PhoneCodeView;
};

export async function contactExtras(given: Given): Promise<ContactExtras> {
  const { view, answers, visitor, typed } = given;
  const { locale } = visitor;
  const phoneNumber = typedPhone(view);
  const words = { locale, translate: translateIn(locale) };
  return {
    phone: given.phone ?? (await phoneCodeView(visitor, "pre_approval", phoneNumber)),
    phoneNumber,
    stepAction: hrefIn(paths.preApprovalStep(CONTACT_STEP), locale),
    marketing: MARKETING_CONSENTS.map(({ control, purpose }) => ({
      control,
      text: marketingConsentText(purpose, locale),
      isTicked: typed !== undefined && rawValue(typed, control) === "yes",
    })),
    creditAgeNote: creditAgeNote(answers, now(), words) ?? null,
  };
}

export type ContactAnswer =
  | { at: "page"; view: StepView; contact: ContactExtras }
  | { at: "elsewhere"; href: string }
  /** A late saving, after the request was sent: there is nothing to keep any more. */
  | { at: "nowhere" };

/**
 * The buttons of the phone code, and the quiet saving of what is typed: each keeps every good answer
 * of the post. Null where none of these was pressed.
 */
export async function answerContactStep(
  raw: RawFields,
  { visitor, staysInPlace }: { visitor: Visitor; staysInPlace: boolean },
): Promise<ContactAnswer | null> {
  const act = ACTS.get(rawValue(raw, "intent"));
  if (!act) return null;
  const draft = await findDraft(visitor.visitorHash, preApprovalForm);
  // The post carries the whole form, so it stands by itself; the draft fills what it lacks.
  const reading = readWhole(
    preApprovalForm,
    raw,
    readContextFor(visitor.locale),
    draft?.answers ?? {},
  );
  const answers: Answers = { ...draft?.answers, ...reading.answers };
  const kept = await keepDraft(visitor.visitorHash, preApprovalForm, {
    answers,
    consents: draft?.consents ?? [],
  });
  if (!kept) {
    const isSaving = rawValue(raw, "intent") === "save";
    return isSaving ? { at: "nowhere" } : { at: "elsewhere", href: freshHref(raw, visitor) };
  }
  const phone = await act(visitor, raw);
  const isAllKept = reading.ok || reading.problems.every(({ code }) => code === "missing");
  if (!staysInPlace && !phone.isError && isAllKept) {
    return { at: "elsewhere", href: freshHref(raw, visitor) };
  }
  const view = viewOf(preApprovalForm, CONTACT_STEP, {
    answers,
    visitor,
    typed: raw,
    submissionId: kept.id,
  });
  const contact = await contactExtras({ view, answers, visitor, typed: raw, phone });
  return { at: "page", view, contact };
}

/**
 * Without JavaScript a post that went well leads to the page anew, so that browser Back after
 * sending finds that page, asks the server, and hears that the request was sent.
 */
function freshHref(raw: RawFields, { locale }: Visitor): string {
  const ticked = MARKETING_CONSENTS.filter(({ control }) => rawValue(raw, control) === "yes");
  const query = new URLSearchParams(ticked.map(({ control }) => [control, "yes"]));
  const path = paths.preApprovalStep(CONTACT_STEP);
  const search = ticked.length > 0 ? `?${query}` : "";
  return `${hrefIn(path, locale)}${search}#phone-verification`;
}

type Act = (visitor: Visitor, raw: RawFields) => Promise<PhoneCodeView>;

const ACTS: ReadonlyMap<string, Act> = new Map<string, Act>([
  [
    "send-code",
    (visitor, raw) => askForCode(visitor, "pre_approval", rawValue(raw, "phoneNumber")),
  ],
  [
    "verify-code",
    (visitor, raw) =>
      checkCode(
        visitor,
        "pre_approval",
        rawValue(raw, "phoneNumber"),
        rawValue(raw, "verificationCode"),
      ),
  ],
  ["save", (visitor, raw) => phoneCodeView(visitor, "pre_approval", rawValue(raw, "phoneNumber"))],
]);

function typedPhone({ questions }: StepView): string {
  const question = questions.find(({ name }) => name === "phoneNumber");
  return question?.control === "input" ? question.value : "";
}
