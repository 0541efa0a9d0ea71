import type { PasswordFault } from "#domain/identity/password-rule.ts";
import { m } from "#messages/messages.js";
import type { RefusedAnswer } from "#forms/field-error.ts";

// Refusals that several forms of the account return (`Outcome` of pages/form).

/** Demo accounts are shared: what would lock other people out needs an account of one's own. */
export function refuseInDemo() {
  return { ok: false, status: 422, message: m.account_demo_kept() } as const;
}

/** 429, with the time to wait. */
export function refuseTooManyTries(retryAfterSeconds: number) {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const message =
    minutes === 1 ? m.account_too_many_minute() : m.account_too_many_minutes({ minutes });
  return { ok: false, status: 429, retryAfterSeconds, message } as const;
}

export function refuseWrongPassword() {
  return { ok: false, fieldErrors: [{ question: "password", code: "wrong" }] } as const;
}

/** A link from an e-mail that was used in the meantime; the page is shown again and says so. */
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
