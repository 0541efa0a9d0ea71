import { m } from "#messages/messages.js";
import type { Notice } from "#ui/notice-line.tsx";
import type { SignInCause } from "#ui/sign-in-href.ts";

const DONE: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    password_reset: m.account_notice_password_reset,
    password_changed: m.account_notice_password_changed,
    email_asked: m.account_notice_email_asked,
    way_in_undone: m.account_notice_way_in_undone,
    email_changed: m.account_notice_email_changed,
    email_change_cancelled: m.account_notice_email_change_cancelled,
    profile_saved: m.account_notice_profile_saved,
    photo_saved: m.account_notice_photo_saved,
    photo_removed: m.account_notice_photo_removed,
    phone_verified: m.account_notice_phone_verified,
    session_ended: m.account_notice_session_ended,
    signed_out_everywhere: m.account_notice_signed_out_everywhere,
    second_factor_on: m.account_notice_second_factor_on,
    second_factor_off: m.account_notice_second_factor_off,
    passkey_on: m.account_notice_passkey_on,
    passkey_added: m.account_notice_passkey_added,
    passkey_renamed: m.account_notice_passkey_renamed,
    passkey_removed: m.account_notice_passkey_removed,
    google_tied: m.account_notice_google_tied,
    google_untied: m.account_notice_google_untied,
    consent_withdrawn: m.account_notice_consent_withdrawn,
    account_deleted: m.account_notice_account_deleted,
  }),
);

const FAILED: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    not_permitted: m.account_notice_not_permitted,
    no_such_listing: m.saved_listing_failed_gone,
    too_many_saves: m.saved_listing_failed_too_many,
    code_over: m.account_notice_code_over,
    enrolment_needed: m.account_enrolment_needed,
    step_expired: m.account_notice_step_expired,
    google_failed: m.account_notice_google_failed,
    address_known: m.account_notice_address_known,
    address_unverified: m.account_notice_address_unverified,
    terms_in_french: m.account_notice_terms_in_french,
    needs_second_factor: m.account_notice_needs_second_factor,
    tied_elsewhere: m.account_notice_tied_elsewhere,
  }),
);

/** Why the person was redirected to sign in, although they did nothing wrong. */
const REDIRECT_REASONS: ReadonlyMap<string, () => string> = new Map(
  Object.entries({
    sign_in_needed: m.account_notice_sign_in_needed,
    session_over: m.account_notice_session_over,
  } satisfies Partial<Record<SignInCause, () => string>>),
);

export function isRedirectReason(code: string | null): boolean {
  return code !== null && REDIRECT_REASONS.has(code);
}

/** The notice for the code in `?notice=`: text is never taken from the address. */
export function findNotice(code: string | null): Notice | null {
  if (code === null) return null;
  const done = DONE.get(code);
  if (done) return { text: done(), isError: false };
  const reason = REDIRECT_REASONS.get(code);
  if (reason) return { text: reason(), isError: false, isHint: true };
  const failed = FAILED.get(code);
  return failed ? { text: failed(), isError: true } : null;
}
