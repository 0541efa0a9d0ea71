/**
 * How long data is retained: used by the jobs that delete, and stated by the privacy page
 * (reference: security requirements, "Canada").
 */
export const LEAD_MONTHS = 24;
/** Audit records. The trigger on their table has the same number; a test compares them. */
export const AUDIT_YEARS = 7;
export const SEALED_DAYS_AFTER_DECISION = 90;
export const SEALED_DAYS_AT_MOST = 180;
export const PHONE_CODE_HOURS = 24;
export const MESSAGE_TEXT_DAYS = 7;
export const MESSAGE_RECORD_DAYS = 30;
/** Mail that staff joined to no request. */
export const UNMATCHED_MAIL_DAYS = 30;
/** reference/forms.md 19: nobody sees an abandoned draft. */
export const DRAFT_DAYS = 30;
export const UNCONFIRMED_ACCOUNT_DAYS = 7;
/** An address from the newsletter's form that was never confirmed. */
export const NEWSLETTER_UNCONFIRMED_DAYS = 7;
/**
 * After the end of a subscription: CASL (s. 23) allows an undertaking to be sought for three years.
 */
export const NEWSLETTER_EVIDENCE_MONTHS = 36;
/** A privacy request, from the day it was settled: the proof that we did what was asked. */
export const PRIVACY_REQUEST_MONTHS = 24;
/**
 * Changes that staff made to somebody else's data, and the owners' objections; the audit log
 * retains them for longer.
 */
export const STAFF_CHANGE_MONTHS = 24;
/**
 * An incident on the register, from the day it was closed: PIPEDA requires 24 months (SOR/2018-64,
 * s. 6), Québec five years (A-2.1, r. 3.1, s. 8) if one of its residents is affected.
 */
export const INCIDENT_MONTHS = 24;
export const INCIDENT_MONTHS_QUEBEC = 60;
