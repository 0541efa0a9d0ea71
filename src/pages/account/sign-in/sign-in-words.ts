import { m } from "#messages/messages.js";
import type { SignInProblem } from "./sign-in-post.server.ts";

/** The sentence beside a field or above the form. */
export function signInProblemText(problem: SignInProblem): string {
  switch (problem.code) {
    case "email_missing":
      return m.account_email_missing();
    case "email_format":
      return m.account_email_format();
    case "password_missing":
      return m.account_password_missing();
    case "wrong_credentials":
      return m.account_wrong_credentials();
    case "passkey_refused":
      return m.account_passkey_refused();
    case "too_many_tries":
      return problem.minutes === 1
        ? m.account_too_many_tries_minute()
        : m.account_too_many_tries({ minutes: problem.minutes });
  }
}
