import { m } from "#messages/messages.js";
import { site } from "#site/site.ts";
import { formatDate } from "#values/format.ts";
import type { Locale } from "#values/locale.ts";
import type { RetentionReason, PrivacyAct, PrivacyRequestKind } from "./privacy-request.ts";
import type { PrivacyRequest } from "./privacy-request.table.ts";

type Words = (inputs: object, options: { locale: Locale }) => string;

const KINDS: Record<PrivacyRequestKind, Words> = {
  copy: m.privacy_request_kind_copy,
  correction: m.privacy_request_kind_correction,
  withdrawal: m.privacy_request_kind_withdrawal,
  erasure: m.privacy_request_kind_erasure,
};

export function describePrivacyKind(kind: PrivacyRequestKind, locale: Locale): string {
  return KINDS[kind]({}, { locale });
}

const RETENTION_REASONS: Record<
  RetentionReason,
  (inputs: { date: string }, options: { locale: Locale }) => string
> = {
  deal_stands: m.privacy_letter_kept_deal,
  consent_evidence: m.privacy_letter_kept_consent,
  decided_in_quebec: m.privacy_letter_kept_quebec,
  not_found: m.privacy_letter_kept_not_found,
  offer_accepted: m.privacy_letter_kept_offer,
  is_bid: m.privacy_letter_kept_bid,
  staff_account: m.privacy_letter_kept_staff,
  deal_open: m.privacy_letter_kept_deal_open,
  anothers_request: m.privacy_letter_kept_anothers,
};

/** Why something is retained, and until when if that is known. */
export function describeRetention(
  why: RetentionReason,
  until: string | null,
  locale: Locale,
): string {
  return RETENTION_REASONS[why]({ date: until ? formatDate(until, locale) : "" }, { locale });
}

/**
 * An item of a trail by its key, in words that the person knows: "Request K7M2PX4R", "Your
 * account".
 */
export function describeTrailKey(key: string, locale: Locale): string {
  const [kind = "", id = ""] = key.split(":");
  const options = { locale };
  switch (kind) {
    case "account":
      return m.privacy_trail_account({}, options);
    case "subscription":
      return m.privacy_trail_subscription({}, options);
    case "co_applicant":
      return m.privacy_trail_co_applicant({ reference: id }, options);
    case "review":
      return m.privacy_trail_review({}, options);
    default:
      return m.privacy_trail_lead({ reference: id }, options);
  }
}

const ACTS: Record<
  PrivacyAct["act"],
  (inputs: { things: string }, o: { locale: Locale }) => string
> = {
  exported: m.privacy_letter_exported,
  corrected: m.privacy_letter_corrected,
  withdrawn: m.privacy_letter_withdrawn,
  erased: m.privacy_letter_erased,
};

/** One sentence for an act: what was done, what is retained of it and why. */
export function describeAct({ act, reached, kept, byHand }: PrivacyAct, locale: Locale): string[] {
  const things = reached.map((key) => describeTrailKey(key, locale)).join(", ");
  return [
    ...(reached.length > 0 ? [ACTS[act]({ things }, { locale })] : []),
    ...kept.map(
      ({ what, why, until }) =>
        `${describeTrailKey(what, locale)}: ${describeRetention(why, until, locale)}`,
    ),
    ...(byHand.length > 0
      ? [m.privacy_letter_by_hand({ references: byHand.join(", ") }, { locale })]
      : []),
  ];
}

export type PrivacyLetter = { subject: string; paragraphs: string[] };

/**
 * The letter to the person, on paper and by e-mail: their request and its date, what was done, and
 * what is retained.
 */
export function writePrivacyLetter(request: PrivacyRequest, locale: Locale): PrivacyLetter {
  const { kind, receivedOn, reference, acts, state, outcome } = request;
  const options = { locale };
  const { privacyOfficer: officer } = site;
  const requested = describePrivacyKind(kind, locale);
  return {
    subject: reference
      ? m.privacy_letter_subject_request({ kind: requested, reference }, options)
      : m.privacy_letter_subject({ kind: requested }, options),
    paragraphs: [
      m.privacy_letter_asked({ kind: requested, date: formatDate(receivedOn, locale) }, options),
      ...acts.flatMap((act) => describeAct(act, locale)),
      ...(state === "refused" ? [m.privacy_letter_refused({}, options)] : []),
      ...(outcome ? [outcome] : []),
      ...(acts.some(({ act }) => act === "erased") ? [m.privacy_letter_stays({}, options)] : []),
      m.privacy_letter_recourse({ officer: officer.name, email: officer.email }, options),
    ],
  };
}
