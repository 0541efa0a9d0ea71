import type { PageArgs } from "#pages/session/guards.server.ts";
import { findLink } from "#domain/identity/one-time-link.server.ts";
import { askForReset, resetPassword } from "#domain/identity/password.server.ts";
import { hasSecondFactor } from "#domain/identity/second-factor.server.ts";
import { paths } from "#site/paths.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import { hrefIn } from "#ui/locale-href.ts";
import { redirectTo } from "#pages/session/guards.server.ts";
import { refused, tooManyTries } from "#pages/session/account-answer.ts";
import { passwordFaultText, readAccountEmail, readFields } from "./account-fields.server.ts";
import { limitAddress, limitMail } from "#domain/identity/rate-limits.server.ts";

/** The same answer for every address; whether a mail goes out is decided after it. */
export async function answerForgotPassword({ request, context }: PageArgs) {
  const { ipAddress, locale } = visitorOf(context);
  const field = await readFields(request);
  const typed = { email: field("email") };
  const email = readAccountEmail("email", typed.email);
  if (email.value === null) return refused({ form: "forgot", problems: email.problems, typed });
  const limit = limitMail(ipAddress, email.value);
  if (!limit.ok) return tooManyTries("forgot", limit.retryAfterSeconds, typed);
  await askForReset(email.value, locale);
  return { sentTo: email.value };
}

export async function loadResetPassword(token: string) {
  const link = await findLink("reset_password", token);
  if (!link) return null;
  return { email: link.email, hasSecondFactor: await hasSecondFactor(link.userId) };
}

export async function answerResetPassword({ request, context }: PageArgs, token: string) {
  const limit = limitAddress(visitorOf(context).ipAddress);
  if (!limit.ok) return tooManyTries("reset", limit.retryAfterSeconds);
  const field = await readFields(request);
  const result = await resetPassword(token, field("new-password"));
  if (result.ok) throw redirectTo(`${hrefIn(paths.signIn())}?notice=password_reset`);
  const problems =
    result.code === "refused_password"
      ? [{ control: "new-password", text: passwordFaultText(result.fault) }]
      : [];
  return refused({ form: "reset", problems });
}
