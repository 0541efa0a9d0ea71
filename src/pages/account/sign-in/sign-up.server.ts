import { isGoogleConfigured } from "#domain/identity/google.server.ts";
import { signUp } from "#domain/identity/sign-up.server.ts";
import { visitorOf } from "#platform/request/visitor.server.ts";
import type { PageArgs } from "#pages/session/guards.server.ts";
import { refused, tooManyTries } from "#pages/session/account-answer.ts";
import {
  newPasswordProblems,
  readAccountEmail,
  readAccountName,
  readFields,
} from "./account-fields.server.ts";
import { limitMail } from "#domain/identity/rate-limits.server.ts";

export function loadSignUp({ request }: PageArgs) {
  const returnTo = new URL(request.url).searchParams.get("returnTo");
  return { returnTo, hasGoogle: isGoogleConfigured() };
}

/** Takes in a new account. The answer is the same whether the address has one already or not. */
export async function answerSignUp({ request, context }: PageArgs) {
  const { ipAddress, locale } = visitorOf(context);
  const field = await readFields(request);
  const typed = { name: field("name"), email: field("email") };
  const password = field("password");
  const name = readAccountName("name", typed.name);
  const email = readAccountEmail("email", typed.email);
  const problems = [
    ...name.problems,
    ...email.problems,
    ...newPasswordProblems("password", password, {
      email: email.value ?? "",
      hasSecondFactor: false,
    }),
  ];
  if (name.value === null || email.value === null || problems.length > 0) {
    return refused({ form: "sign-up", problems, typed });
  }
  const limit = limitMail(ipAddress, email.value);
  if (!limit.ok) return tooManyTries("sign-up", limit.retryAfterSeconds, typed);
  await signUp({ name: name.value, email: email.value, password, locale });
  return { sentTo: email.value };
}
