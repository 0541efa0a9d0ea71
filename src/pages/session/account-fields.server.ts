import { judgePassword } from "#domain/identity/password.server.ts";
import type { PasswordFault } from "#domain/identity/password-rule.ts";
import { m } from "#messages/messages.js";
import { postedForm } from "#platform/request/posted-form.server.ts";
import { readEmail } from "#values/email.ts";
import { readPersonName } from "#values/person-name.ts";
import type { AccountProblem } from "./account-answer.ts";

/** A posted field as text; empty where it is missing or a file. */
export type Fields = (name: string) => string;

export async function readFields(request: Request): Promise<Fields> {
  const fields = await postedForm(request);
  return (name) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
}

type Read<Value> = { value: Value; problems: [] } | { value: null; problems: AccountProblem[] };

/** An e-mail address as accounts keep it: all in lower case, so that each mailbox has one account. */
export function readAccountEmail(control: string, typed: string): Read<string> {
  const reading = readEmail(typed);
  if (reading.ok) return { value: reading.email.toLowerCase(), problems: [] };
  const text = reading.code === "empty" ? m.account_email_missing() : m.account_email_format();
  return { value: null, problems: [{ control, text }] };
}

export function readAccountName(control: string, typed: string): Read<string> {
  const reading = readPersonName(typed);
  if (reading.ok) return { value: reading.name, problems: [] };
  const text =
    reading.code === "empty"
      ? m.account_name_missing()
      : reading.code === "too_long"
        ? m.account_name_long()
        : m.account_name_not_a_name();
  return { value: null, problems: [{ control, text }] };
}

export function newPasswordProblems(
  control: string,
  password: string,
  owner: { email: string; hasSecondFactor: boolean },
): AccountProblem[] {
  const fault = judgePassword(password, owner);
  return fault ? [{ control, text: passwordFaultText(fault) }] : [];
}

export function passwordFaultText(fault: PasswordFault): string {
  switch (fault.code) {
    case "password_missing":
      return m.account_new_password_missing();
    case "password_short":
      return m.account_password_short({ count: fault.minLength });
    case "password_long":
      return m.account_password_long();
    case "password_common":
      return m.account_password_common();
  }
}

/** Six digits however they are spaced, or a recovery code as it was shown. */
export function readSecondCode(typed: string): string {
  const tight = typed.replace(/[\s\u00A0\u202F]/gu, "");
  return /^\d{3}-?\d{3}$/.test(tight) ? tight.replace("-", "") : tight.slice(0, 64);
}
