import type { PasswordFault } from "#domain/identity/password-rule.ts";
import { m } from "#messages/messages.js";
import type { RefusedAnswer } from "#forms/field-error.ts";

// What several forms of the account answer (`Outcome` of pages/form) when they do not do as asked.

/** The demonstration's accounts are everybody's: what would lock the others out is for one's own. */
export function refuseInDemo() {
  return { ok: false, status: 422, message: m.account_demo_kept() } as const;
}

/** 429, and when to come back. */
export function refuseTooManyTries(retryAfterSeconds: number) {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const message =
    minutes === 1 ? m.account_too_many_minute() : m.account_too_many_minutes({ minutes });
  return { ok: false, status: 429, retryAfterSeconds, message } as const;
}

export function refuseWrongPassword() {
  return { ok: false, fieldErrors: [{ question: "password", code: "wrong" }] } as const;
}

/** A link of a mail that was used in the meantime; the page that is shown again says so. */
export function refuseUsedLink() {
  return { ok: false, status: 422, message: m.account_link_used_text() } as const;
}

export function refusePassword(question: "password" | "new-password", fault: PasswordFault) {
  return { ok: false, fieldErrors: [{ question, ...describeFault(fault) }] } as const;
}

function describeFault(fault: PasswordFault): Omit<RefusedAnswer, "question"> {
  switch (fault.code) {
    case "password_missing":
      return { code: "missing" };
    case "password_short":
      return { code: "password_short", params: { count: fault.minLength } };
    case "password_long":
      return { code: "too_long", params: { max: fault.maxLength } };
    case "password_common":
    case "password_breached":
      return { code: fault.code };
  }
}
