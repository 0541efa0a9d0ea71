/**
 * How long things are kept: what the jobs that delete go by, and what the privacy page says
 * (reference: security requirements, "Canada").
 */
export const LEAD_MONTHS = 24;
/** What is on record. The trigger on its table says the same; a test holds them together. */
export const AUDIT_YEARS = 7;
export const SEALED_DAYS_AFTER_DECISION = 90;
export const SEALED_DAYS_AT_MOST = 180;
export const PHONE_CODE_HOURS = 24;
export const MESSAGE_TEXT_DAYS = 7;
export const MESSAGE_RECORD_DAYS = 30;
/** reference/forms.md 19: an abandoned draft is seen by nobody. */
export const DRAFT_DAYS = 30;
export const UNCONFIRMED_ACCOUNT_DAYS = 7;
/** An address that was typed into the newsletter's box and never confirmed. */
export const NEWSLETTER_UNCONFIRMED_DAYS = 7;
/** After the end of a subscription: CASL (s. 23) lets an undertaking be sought for three years. */
export const NEWSLETTER_EVIDENCE_MONTHS = 36;
/** What somebody asked by their rights, from the day it was settled: the proof that we did as asked. */
export const PRIVACY_REQUEST_MONTHS = 24;
/** What staff changed of somebody else's, and what the owner objected; the audit log has it for longer. */
export const STAFF_CHANGE_MONTHS = 24;
/**
 * An incident on the register, from the day it was closed: PIPEDA asks for 24 months (SOR/2018-64, s. 6),
 * Québec for five years (A-2.1, r. 3.1, s. 8) where one of its residents is among the people.
 */
export const INCIDENT_MONTHS = 24;
export const INCIDENT_MONTHS_QUEBEC = 60;
