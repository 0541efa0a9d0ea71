import {
  type CodeOwner,
  hasLiveCode,
  sendCode,
  verifiedAt,
  verifyCode,
} from "./phone-verification.server.ts";
import type { PhonePurpose } from "./phone-verification.ts";
import { m } from "#messages/messages.js";
import type { Visitor } from "#platform/request/visitor.server.ts";
import type { Locale } from "#values/locale.ts";
import { type E164, readPhone } from "#values/phone.ts";
import { formatPhone } from "#values/format.ts";

/**
 * The phone verification widget as its page draws it (SPEC.md §4): not started, code sent,
 * verified. `message` is finished words; `waitSeconds` is when another code may be asked for.
 */
export type PhoneCodeView = {
  state: "not_started" | "code_sent" | "verified";
  message: string | null;
  isError: boolean;
  waitSeconds: number;
};

/** The widget of a step: beside which control it stands, and what it knows of the number there. */
export type PhoneWidget = {
  phone: PhoneCodeView;
  /** The number that `phone` is about, as typed. */
  phoneNumber: string;
  /** The number's control. */
  control: string;
  /** Where the code's buttons post to: the step itself, for its form may go elsewhere. */
  stepAction: string;
};

const QUIET = { message: null, isError: false, waitSeconds: 0 };

/** The widget for a number that is already known, or for none yet. */
export async function viewPhoneCode(
  visitor: Visitor,
  purpose: PhonePurpose,
  typedPhone: string,
): Promise<PhoneCodeView> {
  const owner = identifyOwner(visitor, purpose, typedPhone);
  if (!owner) return { state: "not_started", ...QUIET };
  if (await verifiedAt(owner)) return verified();
  return { state: (await hasLiveCode(owner)) ? "code_sent" : "not_started", ...QUIET };
}

/** "Send Code" and "Resend Code". `showPhone` words the number, for who did not type it just now. */
export async function askForCode(
  visitor: Visitor,
  purpose: PhonePurpose,
  typedPhone: string,
  showPhone: (phone: E164, locale: Locale) => string = formatPhone,
): Promise<PhoneCodeView> {
  const owner = identifyOwner(visitor, purpose, typedPhone);
  if (!owner) return refused("not_started", m.phone_code_not_a_number());
  if (await verifiedAt(owner)) return verified();
  const host = new URL(visitor.origin).hostname;
  const sent = await sendCode(owner, {
    host,
    locale: visitor.locale,
    asker: identifyAsker(visitor),
  });
  if (sent.ok) {
    const message = m.phone_code_sent({ phone: showPhone(owner.phone, visitor.locale) });
    return { state: "code_sent", message, isError: false, waitSeconds: sent.resendAfterSeconds };
  }
  const state = (await hasLiveCode(owner)) ? "code_sent" : "not_started";
  if (sent.code === "too_soon") {
    const message = m.phone_code_too_soon({ seconds: sent.waitSeconds });
    return { state, message, isError: true, waitSeconds: sent.waitSeconds };
  }
  if (sent.code === "too_many") {
    const hours = Math.ceil(sent.retryAfterSeconds / 3600);
    const message = m.phone_code_too_many({ hours });
    return { state, message, isError: true, waitSeconds: sent.retryAfterSeconds };
  }
  return refused(state, m.phone_code_send_failed());
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
  const checked = await verifyCode(owner, typedCode, identifyAsker(visitor));
  if (checked.ok) return verified();
  if (checked.code === "wrong_code") {
    return refused("code_sent", m.phone_code_wrong_code());
  }
  // Used up or expired: the person must ask for a fresh one, so the widget starts over.
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
  const message = m.phone_code_verified();
  return { state: "verified", message, isError: false, waitSeconds: 0 };
}

function refused(state: PhoneCodeView["state"], message: string): PhoneCodeView {
  return { state, message, isError: true, waitSeconds: 0 };
}
