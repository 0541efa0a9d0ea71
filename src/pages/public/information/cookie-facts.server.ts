import { listKeys } from "#values/record.ts";
import { m } from "#messages/messages.js";
import { env } from "#platform/env/env.server.ts";
import { COOKIE_SECONDS, type CookieName } from "#values/cookies.ts";

export type CookieFacts = { name: CookieName; purpose: string; set: string; life: string };

type Say = () => string;

/** What each cookie is for, and when it is set. A new cookie without an entry does not compile. */
const WORDS: Record<CookieName, { purpose: Say; set: Say }> = {
  visitor: {
    purpose: m.information_cookies_visitor_purpose,
    set: m.information_cookies_visitor_set,
  },
  session: {
    purpose: m.information_cookies_session_purpose,
    set: m.information_cookies_session_set,
  },
  "second-step": {
    purpose: m.information_cookies_second_step_purpose,
    set: m.information_cookies_second_step_set,
  },
  device: {
    purpose: m.information_cookies_device_purpose,
    set: m.information_cookies_device_set,
  },
  "email-sign-in": {
    purpose: m.information_cookies_email_sign_in_purpose,
    set: m.information_cookies_email_sign_in_set,
  },
  "pending-save": {
    purpose: m.information_cookies_pending_save_purpose,
    set: m.information_cookies_pending_save_set,
  },
  passkey: {
    purpose: m.information_cookies_passkey_purpose,
    set: m.information_cookies_passkey_set,
  },
  google: {
    purpose: m.information_cookies_google_purpose,
    set: m.information_cookies_google_set,
  },
  wrote: { purpose: m.information_cookies_wrote_purpose, set: m.information_cookies_wrote_set },
  source: { purpose: m.information_cookies_source_purpose, set: m.information_cookies_source_set },
  preview: {
    purpose: m.information_cookies_preview_purpose,
    set: m.information_cookies_preview_set,
  },
  estimate: {
    purpose: m.information_cookies_estimate_purpose,
    set: m.information_cookies_estimate_set,
  },
  payments: {
    purpose: m.information_cookies_payments_purpose,
    set: m.information_cookies_payments_set,
  },
  province: {
    purpose: m.information_cookies_province_purpose,
    set: m.information_cookies_province_set,
  },
  loan: { purpose: m.information_cookies_loan_purpose, set: m.information_cookies_loan_set },
  theme: { purpose: m.information_cookies_theme_purpose, set: m.information_cookies_theme_set },
  language: {
    purpose: m.information_cookies_language_purpose,
    set: m.information_cookies_language_set,
  },
  embeds: { purpose: m.information_cookies_embeds_purpose, set: m.information_cookies_embeds_set },
};

/** Every cookie of the site, with the lifetime that it is set with. */
export function describeCookies(): CookieFacts[] {
  return listKeys(COOKIE_SECONDS).map((name) => {
    const time = describeSeconds(COOKIE_SECONDS[name]);
    return {
      name,
      purpose: WORDS[name].purpose(),
      set: WORDS[name].set(),
      life: name === "session" ? m.information_cookies_or_sign_out({ time }) : time,
    };
  });
}

/**
 * The host whose content a page of this installation would load, if a visitor allows it; null if
 * there is none.
 */
export function findEmbeddedHost(): string | null {
  const { REVIEWS_WIDGET_URL } = env();
  return REVIEWS_WIDGET_URL ? new URL(REVIEWS_WIDGET_URL).host : null;
}

function describeSeconds(seconds: number): string {
  const minutes = seconds / 60;
  const days = minutes / (24 * 60);
  return Number.isInteger(days)
    ? m.information_cookies_days({ count: days })
    : m.information_cookies_minutes({ count: minutes });
}
