/**
 * How long data is retained where no operator may change it; the other periods are settings
 * (domain/setting/retention-settings.ts). Used by the jobs that delete, and stated by the privacy
 * page (reference: security requirements, "Canada").
 */
/** Audit records. The trigger on their table has the same number; a test compares them. */
export const AUDIT_YEARS = 7;
export const PHONE_CODE_HOURS = 24;
/** Mail that staff joined to no request. */
export const UNMATCHED_MAIL_DAYS = 30;
/** What staff asked to see for a day, and why; the audit log has who had access for longer. */
export const ACCESS_REQUEST_MONTHS = 24;
