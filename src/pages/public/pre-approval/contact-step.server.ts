import type { Answers } from "#forms/questions/question-kind.ts";
import { type RawFields, rawValue } from "#forms/questions/raw-fields.ts";
import type { StepView } from "#forms/view-model.ts";
import { translateIn } from "#forms/translate.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { paths } from "#site/paths.ts";
import { now } from "#platform/clock/clock.server.ts";
import type { Visitor } from "#platform/request/visitor.server.ts";
import { MARKETING_CONSENTS, type MarketingBox, marketingBoxes } from "#domain/lead/consent.ts";
import type { PhoneCodeView, PhoneWidget } from "#domain/phone-verification/phone-code.server.ts";
import {
  answerPhoneStep,
  type PhoneStep,
  phoneWidget,
} from "#pages/public/phone-code/phone-step.server.ts";
import { creditAgeNote } from "#domain/pre-approval/credit-age-note.ts";
import { preApprovalForm } from "#domain/pre-approval/pre-approval.form.ts";

export const CONTACT_STEP = "contact";

const PHONE_STEP: PhoneStep = {
  form: preApprovalForm,
  slug: CONTACT_STEP,
  purpose: "pre_approval",
  control: "phoneNumber",
};

/** What stands on the last step beside its questions. */
export type ContactExtras = PhoneWidget & {
  marketing: readonly MarketingBox[];
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
  const { answers, visitor, typed } = given;
  const { locale } = visitor;
  const words = { locale, translate: translateIn(locale) };
  const stepAction = hrefIn(paths.preApprovalStep(CONTACT_STEP), locale);
  return {
    ...(await phoneWidget(PHONE_STEP, { ...given, stepAction })),
    marketing: marketingBoxes(locale, typed),
    creditAgeNote: creditAgeNote(answers, now(), words) ?? null,
  };
}

export type ContactAnswer =
  | { at: "page"; view: StepView; contact: ContactExtras }
  | { at: "elsewhere"; href: string }
  /** A late saving, after the request was sent: there is nothing to keep any more. */
  | { at: "nowhere" };

/** The buttons of the phone code and the quiet saving. Null where none of these was pressed. */
export async function answerContactStep(
  raw: RawFields,
  { visitor, staysInPlace }: { visitor: Visitor; staysInPlace: boolean },
): Promise<ContactAnswer | null> {
  const answered = await answerPhoneStep(PHONE_STEP, raw, { visitor, staysInPlace });
  if (answered?.at === "fresh_page") return { at: "elsewhere", href: freshHref(raw, visitor) };
  if (answered?.at !== "page") return answered;
  const { view, answers, phone } = answered;
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
