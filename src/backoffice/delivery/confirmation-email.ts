import { m } from "#messages/messages.js";
import type { LeadKind } from "#backoffice/lead/lead-kind.ts";
import type { Locale } from "#vocabulary/locale.ts";
import { site } from "../../site.ts";
import { type EmailWords, plainEmail } from "./plain-email.ts";

export type Confirmation = {
  kind: LeadKind;
  reference: string;
  firstName: string;
  locale: Locale;
  /** The dealership that received the answers, if any. */
  dealershipName: string | null;
};

/** What the person is told in writing: what arrived, who has it, what happens next. No answers in it. */
export function confirmationEmail(given: Confirmation): EmailWords {
  const options = { locale: given.locale };
  const paragraphs = [
    given.firstName
      ? m.delivery_confirmation_greeting({ name: given.firstName }, options)
      : m.delivery_confirmation_greeting_nameless({}, options),
    given.kind === "pre_approval"
      ? m.delivery_confirmation_pre_approval({ reference: given.reference }, options)
      : m.delivery_confirmation_request({ reference: given.reference }, options),
    given.dealershipName
      ? m.delivery_confirmation_shared({ dealership: given.dealershipName }, options)
      : m.delivery_confirmation_not_shared({}, options),
    ...(given.kind === "pre_approval" ? [m.delivery_confirmation_lender_decides({}, options)] : []),
    m.delivery_confirmation_contact({ email: site.email }, options),
  ];
  return plainEmail({
    locale: given.locale,
    subject: m.delivery_confirmation_subject(
      { reference: given.reference, site: site.name },
      options,
    ),
    paragraphs,
  });
}
