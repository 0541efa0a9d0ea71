import {
  type CodeOwner,
  hasOpenCode,
  mailCode,
  sendCode,
  verifiedAt,
  type VerifyCodeResult,
  verifyCode,
} from "./phone-verification.server.ts";
import type { PhonePurpose } from "./phone-verification.ts";
import { m } from "#messages/messages.js";
import type { Visitor } from "#platform/request/visitor.server.ts";
import type { Locale } from "#values/locale.ts";
import { readEmail } from "#values/email.ts";
import { type E164, readPhone } from "#values/phone.ts";
import { formatPhone } from "#values/format.ts";
import { maskEmail } from "#values/mask.ts";

/**
 * The state of the phone verification widget for its page (SPEC.md §4): not started, code sent,
 * verified. `message` is the text to show; `waitSeconds` is the time until another code may be
 * requested.
 */
export type PhoneCodeView = {
  state: "not_started" | "code_sent" | "verified";
  message: string | null;
  isError: boolean;
  waitSeconds: number;
  /** No code can be sent now: the form is accepted without one. */
  isUnavailable: boolean;
};

/** The widget of a step: its control, and the state for the number in it. */
export type PhoneWidget = {
  phone: PhoneCodeView;
  /** The number that `phone` describes, as typed. */
  phoneNumber: string;
  /** The name of the number's control. */
  control: string;
  /**
   * Where the code's buttons post to: the step itself, because its form may post to another
   * address.
   */
  stepAction: string;
  /** Whether a code mailed to the form's address is also accepted. */
  takesMailedCode: boolean;
};

const QUIET = { message: null, isError: false, waitSeconds: 0, isUnavailable: false };

/** The widget for a number that is already known, or for no number yet. */
export async function viewPhoneCode(
  visitor: Visitor,
  purpose: PhonePurpose,
  typedPhone: string,
): Promise<PhoneCodeView> {
  const owner = identifyOwner(visitor, purpose, typedPhone);
  if (!owner) return { state: "not_started", ...QUIET };
  if (await verifiedAt(owner)) return verified();
  return { state: (await hasOpenCode(owner)) ? "code_sent" : "not_started", ...QUIET };
}

/**
 * "Send Code" and "Resend Code". `showPhone` writes the number for a person who did not type it
 * just now; `isKnown` is for people who came by a mailed link.
 */
export async function askForCode(
  visitor: Visitor,
  purpose: PhonePurpose,
  typedPhone: string,
  {
    showPhone = formatPhone,
    isKnown = false,
  }: { showPhone?: (phone: E164, locale: Locale) => string; isKnown?: boolean } = {},
): Promise<PhoneCodeView> {
  const owner = identifyOwner(visitor, purpose, typedPhone);
  if (!owner) return refused("not_started", m.phone_code_not_a_number());
  if (await verifiedAt(owner)) return verified();
  const host = new URL(visitor.origin).hostname;
  const sent = await sendCode(owner, {
    host,
    locale: visitor.locale,
    asker: { ...identifyAsker(visitor), isKnown },
  });
  if (sent.ok) {
    const message = m.phone_code_sent({ phone: showPhone(owner.phone, visitor.locale) });
    return { ...QUIET, state: "code_sent", message, waitSeconds: sent.resendAfterSeconds };
  }
  const state = (await hasOpenCode(owner)) ? "code_sent" : "not_started";
  if (sent.code === "too_soon") {
    const message = m.phone_code_too_soon({ seconds: sent.waitSeconds });
    return { ...refused(state, message), waitSeconds: sent.waitSeconds };
  }
  if (sent.code === "send_failed") {
    return { ...refused(state, m.phone_code_send_failed()), isUnavailable: true };
  }
  const message = describeTooMany(sent.retryAfterSeconds);
  const { isOwnDoing, retryAfterSeconds } = sent;
  return { ...refused(state, message), waitSeconds: retryAfterSeconds, isUnavailable: !isOwnDoing };
}

/** When another code may be requested, in minutes or in larger units. */
export function describeTooMany(retryAfterSeconds: number): string {
  if (retryAfterSeconds <= 3600) {
    return m.phone_code_too_many_minutes({ minutes: Math.ceil(retryAfterSeconds / 60) });
  }
  return m.phone_code_too_many({ hours: Math.ceil(retryAfterSeconds / 3600) });
}

/** "Send the code by e-mail", if the number cannot receive one. */
export async function askForMailedCode(
  visitor: Visitor,
  purpose: PhonePurpose,
  typed: { phone: string; email: string },
): Promise<PhoneCodeView> {
  const owner = identifyOwner(visitor, purpose, typed.phone);
  if (!owner) return refused("not_started", m.phone_code_not_a_number());
  const email = readEmail(typed.email);
  if (!email.ok) return refused("not_started", m.forms_error_not_an_email());
  const { locale, ipAddress } = visitor;
  const mailed = await mailCode(owner, { email: email.email, locale, ipAddress });
  const state = (await hasOpenCode(owner)) ? "code_sent" : "not_started";
  if (!mailed.ok) return refused(state, m.phone_code_mail_failed());
  const message = m.phone_code_mailed({ email: maskEmail(email.email) });
  return { ...QUIET, state, message };
}

/** "Verify Code". */
export async function checkCode(
  visitor: Visitor,
  purpose: PhonePurpose,
  typedPhone: string,
  typedCode: string,
): Promise<PhoneCodeView> {
  const owner = identifyOwner(visitor, purpose, typedPhone);
  if (!owner) return refused("not_started", m.phone_code_not_a_number());
  if (await verifiedAt(owner)) return verified();
  return describeCheck(await verifyCode(owner, typedCode, identifyAsker(visitor)));
}

/** What the widget shows after a code was entered. A mailed code does not verify the number. */
export function describeCheck(checked: VerifyCodeResult): PhoneCodeView {
  if (checked.ok && checked.sentBy === "sms") return verified();
  if (checked.ok)
    return { state: "not_started", ...QUIET, message: m.phone_code_email_confirmed() };
  if (checked.code === "wrong_code") {
    return refused("code_sent", m.phone_code_wrong_code());
  }
  // Used up or expired: the person must request a new one, so the widget starts again.
  return refused(
    "not_started",
    checked.code === "too_many_guesses" ? m.phone_code_too_many_guesses() : m.phone_code_no_code(),
  );
}

export function identifyAsker({ ipAddress, user }: Visitor) {
  return { ipAddress, userId: user?.id ?? null };
}

function identifyOwner(
  visitor: Visitor,
  purpose: PhonePurpose,
  typedPhone: string,
): CodeOwner | null {
  const read = readPhone(typedPhone);
  if (!read.ok) return null;
  return { visitorHash: visitor.visitorHash, phone: read.e164, purpose };
}

function verified(): PhoneCodeView {
  return { ...QUIET, state: "verified", message: m.phone_code_verified() };
}

function refused(state: PhoneCodeView["state"], message: string): PhoneCodeView {
  return { ...QUIET, state, message, isError: true };
}
